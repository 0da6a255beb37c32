"""memory_save: a value under a topic, with its importance and who it is from.

A topic has one value here. Where the system that this tool comes from keeps several rows under one
topic, a newer one takes the place of the older, which is kept as history: the answer says which that
was, so that a model whose two statements are both true can save the other under a key of its own.
"""

from typing import cast

from pydantic import Field

from core.engram import Source, Trust
from core.errors import InvalidInput
from memory import Memory
from nodes.tools.findings import shortened
from nodes.tools.receipts import saved, told
from nodes.tools.tool import CallOrigin, MemoryTool, ToolArguments, ToolResult

SOURCES: dict[Source, Trust] = {"user": "user", "session": "agent", "directive": "user"}
"""Who it is from, and whose word it therefore is: what a session has shown is the assistant's."""


class MemorySaveArguments(ToolArguments):
    """What to save, under which topic."""

    topic: str = Field(
        min_length=1,
        description="Dotted key that begins with user., project. or constraint., such as "
        "project.deadline. Reuse a known topic for a new value of the same thing.",
    )
    content: str = Field(min_length=1, description="What to save, in one full sentence.")
    importance: float = Field(
        0.5, ge=0, le=1, description="0 to 1; from 0.8 on it is always shown."
    )
    source: str = Field(
        "user",
        description="user: the user said it; session: it came up in the work; directive: a "
        "standing order of the user.",
    )


def memory_save(memory: Memory, arguments: MemorySaveArguments, origin: CallOrigin) -> ToolResult:
    """Save a value; the same topic and content is stored once, in whichever tier it is."""
    source = cast("Source", arguments.source or "user")
    if source not in SOURCES:
        raise InvalidInput(f"There is no source {source!r}. Use one of: {', '.join(SOURCES)}.")
    receipt = memory.save_topic(
        arguments.topic,
        arguments.content,
        importance=arguments.importance,
        source=source,
        trust=SOURCES[source],
        write_key=origin.write_key,
        source_ref=origin.source_ref,
    )
    content = told(receipt)
    if receipt.replaced is not None:
        before = shortened(memory.get(receipt.replaced).content)
        content += (
            f". It takes the place of: {before!r}, which is kept as history. If both are true, "
            "save that one again under a key of its own."
        )
    more = {"id": receipt.id, "was_new": receipt.was_new, "replaced": receipt.replaced}
    return saved(receipt, content, origin, more)


MEMORY_SAVE = MemoryTool("memory_save", MemorySaveArguments, memory_save, "Not saved.")
