"""save_memory: a note about something important that came up in mid-talk."""

from pydantic import Field

from memory import Memory
from nodes.tools.receipts import SHOWN_ID_CHARS, saved
from nodes.tools.tool import CallOrigin, MemoryTool, ToolArguments, ToolResult


class SaveMemoryArguments(ToolArguments):
    """What to note."""

    content: str = Field(min_length=1, description="What to note, in one full sentence.")


def save_memory(memory: Memory, arguments: SaveMemoryArguments, origin: CallOrigin) -> ToolResult:
    """Keep a note in the assistant's own words."""
    receipt = memory.save_note(
        arguments.content, write_key=origin.write_key, source_ref=origin.source_ref
    )
    # Nothing more, so that a run which is started again answers with the same words.
    return saved(receipt, f"Memory saved: {receipt.kind} {receipt.id[:SHOWN_ID_CHARS]}", origin)


SAVE_MEMORY = MemoryTool("save_memory", SaveMemoryArguments, save_memory, "Not saved.")
