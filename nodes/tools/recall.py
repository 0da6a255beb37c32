"""recall: all memory by meaning and words, in one scope or all, of certain kinds or all."""

from typing import cast, get_args

from pydantic import Field

from core.engram import Engram, Kind
from core.errors import InvalidInput
from core.recall import Recall, RecallItem, RecallScope
from memory import Memory
from nodes.tools.findings import NOTHING_FOUND, found_line, shortened, tool_output_key, whose_word
from nodes.tools.tool import CallOrigin, MemoryTool, ToolArguments, ToolResult

KINDS: tuple[Kind, ...] = get_args(Kind)


class RecallArguments(ToolArguments):
    """What to look for, and where."""

    query: str = Field(min_length=1, description="What to look for, in plain words.")
    top_k: int = Field(5, ge=1, le=20, description="At most this many results, 1 to 20.")
    source_kinds: str = Field(
        "", description=f"Only these kinds, with commas between: {', '.join(KINDS)}. Empty: all."
    )
    scope: str = Field("any", description="session, user, agent, tenant, or any for all of them.")


def recall(memory: Memory, arguments: RecallArguments, origin: CallOrigin) -> ToolResult:
    """Search, and tell what came back together with how complete it is."""
    found = memory.recall(
        arguments.query,
        arguments.top_k,
        kinds_named(arguments.source_kinds),
        cast("RecallScope", arguments.scope),
    )
    lines = [_line(rank, item) for rank, item in enumerate(found.items, start=1)]
    heading = f"[Memory recall — {origin.today.isoformat()}]"
    content = "\n".join([heading, *lines]) if lines else NOTHING_FOUND
    return ToolResult(content, artifact=response(found))


def kinds_named(text: str) -> list[Kind] | None:
    """The kinds of a comma-separated list, None for an empty one.

    Raises:
        InvalidInput: One of them is no kind.
    """
    names = [name.strip() for name in text.split(",") if name.strip()]
    for name in names:
        if name not in KINDS:
            raise InvalidInput(f"There is no kind {name!r}. Use: {', '.join(KINDS)}.")
    return cast("list[Kind]", names) or None


def response(found: Recall) -> dict[str, object]:
    """A recall in plain JSON."""
    return {
        "items": [
            {
                "id": item.engram.id,
                "source_kind": item.engram.kind,
                "source_ref": item.engram.source_ref,
                "content": shortened(item.engram.content),
                "event_time": item.engram.event_at.isoformat(),
                "score": round(item.score, 4),
                "date": _date(item.engram),
                "kind": item.engram.kind,
                "topic": item.engram.topic,
                "trust": whose_word(item.engram),
                "source": item.engram.source,
                "tool_output_key": tool_output_key(item.engram),
            }
            for item in found.items
        ],
        "total": found.total,
        "degraded": found.degraded,
        "rerank_used": found.rerank_used,
        "outcome": found.outcome,
    }


def _line(rank: int, item: RecallItem) -> str:
    key = tool_output_key(item.engram)
    return found_line(rank, item) + ("" if key is None else f" [tool_output_key: {key}]")


def _date(engram: Engram) -> str:
    return engram.event_at.date().isoformat()


RECALL = MemoryTool("recall", RecallArguments, recall, "Could not search.")
