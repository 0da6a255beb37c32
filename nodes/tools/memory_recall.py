"""memory_recall: topics that have a keyword in their key, of one tier or of both."""

from typing import cast, get_args

from pydantic import Field

from core.engram import Engram, Tier
from core.errors import InvalidInput
from memory import Memory
from nodes.tools.findings import NOTHING_FOUND, found_item, shortened
from nodes.tools.tool import CallOrigin, MemoryTool, ToolArguments, ToolResult

TIERS: tuple[Tier, ...] = get_args(Tier)


class MemoryRecallArguments(ToolArguments):
    """Which topics, and where."""

    topic: str = Field("", description="A word of the topic's key, such as deadline. Empty: all.")
    tier: str = Field("", description="Only short or only long term. Empty: both.")
    limit: int = Field(10, ge=1, le=50, description="At most this many, 1 to 50.")


def memory_recall(
    memory: Memory, arguments: MemoryRecallArguments, origin: CallOrigin
) -> ToolResult:
    """List topics, the most important first; none found is a plain answer, not an error."""
    if arguments.tier not in ("", *TIERS):
        raise InvalidInput(
            f"There is no tier {arguments.tier!r}. Use {' or '.join(TIERS)}, or leave it out for both."
        )
    tier = cast("Tier", arguments.tier) if arguments.tier else None
    found = memory.topics_with(arguments.topic, tier=tier, limit=arguments.limit)
    if not found:
        return ToolResult(NOTHING_FOUND, artifact={"items": []})
    lines = [_line(rank, engram) for rank, engram in enumerate(found, start=1)]
    heading = f"[Memory recall — {origin.today.isoformat()}]"
    items = [
        {**found_item(engram, 1.0), "tier": engram.tier, "importance": engram.importance}
        for engram in found
    ]
    return ToolResult("\n".join([heading, *lines]), artifact={"items": items})


def _line(rank: int, engram: Engram) -> str:
    content = " ".join(shortened(engram.content).split())
    date = engram.event_at.date().isoformat()
    known = f"importance {engram.importance:.2f}, {engram.tier} term"
    return f"{rank}. {date} {engram.topic}: {content} ({known})"


MEMORY_RECALL = MemoryTool(
    "memory_recall", MemoryRecallArguments, memory_recall, "Could not look that up."
)
