"""search_memory: anything from the past, by its meaning and its words."""

from pydantic import Field

from memory import Memory
from nodes.tools.findings import NOTHING_FOUND, found_item, found_line
from nodes.tools.tool import CallOrigin, MemoryTool, ToolArguments, ToolResult


class SearchMemoryArguments(ToolArguments):
    """What to look for."""

    query: str = Field(min_length=1, description="What to look for, in plain words.")


def search_memory(
    memory: Memory, arguments: SearchMemoryArguments, origin: CallOrigin
) -> ToolResult:
    """Find memories of every kind; none found is a plain answer, not an error."""
    found = memory.recall(arguments.query).items
    if not found:
        return ToolResult(NOTHING_FOUND, artifact={"items": []})
    lines = [found_line(rank, item) for rank, item in enumerate(found, start=1)]
    items = [found_item(item.engram, item.relevance) for item in found]
    content = "\n".join([f"[Memory recall — {origin.today.isoformat()}]", *lines])
    return ToolResult(content, artifact={"items": items})


SEARCH_MEMORY = MemoryTool(
    "search_memory", SearchMemoryArguments, search_memory, "Could not search."
)
