"""recall_topic: the value of one topic, by its key, never by likeness."""

from pydantic import Field

from memory import Memory
from nodes.tools.findings import NOTHING_FOUND, found_item, shortened
from nodes.tools.tool import CallOrigin, MemoryTool, ToolArguments, ToolResult

NEAREST_TOPICS = 3
"""Keys named after a miss: enough to choose from, few enough not to tempt."""


class RecallTopicArguments(ToolArguments):
    """Which topic."""

    topic: str = Field(
        min_length=1, description="The dotted key, such as user.language_preference."
    )


def recall_topic(
    memory: Memory,
    arguments: RecallTopicArguments,
    origin: CallOrigin,  # noqa: ARG001 - reading leaves no trace of its caller
) -> ToolResult:
    """Look one topic up; a miss names the nearest keys."""
    engram = memory.topic(arguments.topic)
    if engram is not None:
        content = f"[Memory: {engram.topic}] {shortened(engram.content)}"
        return ToolResult(content, artifact={"items": [found_item(engram, 1.0)]})
    near = memory.nearest_topics(arguments.topic, limit=NEAREST_TOPICS)
    hint = f" Nearest topics: {', '.join(near)}." if near else ""
    return ToolResult(NOTHING_FOUND + hint, artifact={"items": []})


RECALL_TOPIC = MemoryTool(
    "recall_topic", RecallTopicArguments, recall_topic, "Could not look that up."
)
