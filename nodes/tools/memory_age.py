"""memory_age: old memories move from short to long term, the least important first."""

from pydantic import Field

from memory import Memory
from nodes.tools.tool import CallOrigin, MemoryTool, ToolArguments, ToolResult


class MemoryAgeArguments(ToolArguments):
    """How old, and how many."""

    older_than_hours: float = Field(48, ge=0, description="Only what is older, hours.")
    max_rows: int = Field(100, ge=1, le=1000, description="At most this many, 1 to 1000.")


def memory_age(
    memory: Memory,
    arguments: MemoryAgeArguments,
    origin: CallOrigin,  # noqa: ARG001 - ageing asks for nothing of its caller
) -> ToolResult:
    """Age; what is pinned stays, and both tiers are recalled as before."""
    ids = memory.age(arguments.older_than_hours, arguments.max_rows)
    rows = "1 memory" if len(ids) == 1 else f"{len(ids)} memories"
    return ToolResult(f"{rows} moved to long term.", artifact={"moved": len(ids), "ids": ids})


MEMORY_AGE = MemoryTool("memory_age", MemoryAgeArguments, memory_age, "Nothing was moved.")
