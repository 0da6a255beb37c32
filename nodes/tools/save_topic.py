"""save_topic: a standing fact under a topic key, for good."""

from pydantic import Field

from memory import Memory
from nodes.tools.receipts import saved
from nodes.tools.tool import CallOrigin, MemoryTool, ToolArguments, ToolResult


class SaveTopicArguments(ToolArguments):
    """What to save, and under which key."""

    topic: str = Field(
        min_length=1,
        description="Dotted key that begins with user., project. or constraint., such as "
        "user.language_preference. Reuse a known key when one fits.",
    )
    content: str = Field(min_length=1, description="The value alone, such as Elixir.")


def save_topic(memory: Memory, arguments: SaveTopicArguments, origin: CallOrigin) -> ToolResult:
    """Save a value under a topic; the old value of the key moves to its history."""
    receipt = memory.save_topic(
        arguments.topic,
        arguments.content,
        write_key=origin.write_key,
        source_ref=origin.source_ref,
    )
    return saved(receipt, f"Memory saved: {receipt.topic}", origin)


SAVE_TOPIC = MemoryTool("save_topic", SaveTopicArguments, save_topic, "Not saved.")
