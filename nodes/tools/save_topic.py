"""save_topic: a standing fact under a topic key, for good."""

from pydantic import Field

from memory import Memory
from nodes.tools.receipts import SHOWN_ID_CHARS, saved
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
    """Save a value under a topic; the old value of the key moves to its history.

    What is not the user's word comes back as a fact without a key; the gate decides that.
    """
    receipt = memory.save_topic(
        arguments.topic,
        arguments.content,
        write_key=origin.write_key,
        source_ref=origin.source_ref,
    )
    name = receipt.topic or f"{receipt.kind} {receipt.id[:SHOWN_ID_CHARS]}"
    return saved(receipt, f"Memory saved: {name}", origin)


SAVE_TOPIC = MemoryTool("save_topic", SaveTopicArguments, save_topic, "Not saved.")
