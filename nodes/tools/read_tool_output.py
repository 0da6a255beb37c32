"""read_tool_output: the whole of what a search has shown only the beginning of, part by part."""

from pydantic import Field

from core.errors import InvalidInput
from memory import Memory
from nodes.tools.findings import origin_mark
from nodes.tools.receipts import SHOWN_ID_CHARS
from nodes.tools.tool import CallOrigin, MemoryTool, ToolArguments, ToolResult

PART_CHARS = 8000
"""Of one call: about 2,000 tokens, a quarter of a small model's window."""


class ReadToolOutputArguments(ToolArguments):
    """Which text, and from where on."""

    tool_output_key: str = Field(min_length=1, description="The key that recall has shown.")
    offset: int = Field(0, ge=0, description="From this character on, as the last part said.")


def read_tool_output(
    memory: Memory,
    arguments: ReadToolOutputArguments,
    origin: CallOrigin,  # noqa: ARG001 - reading leaves no trace of its caller
) -> ToolResult:
    """Read one part; what follows it, if anything, is said at its end."""
    engram = memory.get(arguments.tool_output_key)
    whole = memory.whole(engram.id)
    if arguments.offset and arguments.offset >= len(whole):
        raise InvalidInput(f"The text has {len(whole)} characters; offset must be less.")
    end = arguments.offset + PART_CHARS
    heading = f"[{engram.kind} {engram.id[:SHOWN_ID_CHARS]}{origin_mark(engram)}]"
    lines = [heading, whole[arguments.offset : end]]
    if end < len(whole):
        lines.append(f"[…{end} of {len(whole)} characters. For the rest call with offset {end}.]")
    artifact = {
        "tool_output_key": engram.id,
        "offset": arguments.offset,
        "total_chars": len(whole),
        "next_offset": end if end < len(whole) else None,
    }
    return ToolResult("\n".join(lines), artifact=artifact)


READ_TOOL_OUTPUT = MemoryTool(
    "read_tool_output", ReadToolOutputArguments, read_tool_output, "Could not read that."
)
