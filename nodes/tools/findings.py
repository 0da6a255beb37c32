"""How found memories are told to the model (text) and to programs (plain JSON)."""

from core.engram import Engram
from core.recall import RecallItem
from core.recalled import RecalledItem

NOTHING_FOUND = "No memories found."

MAX_SHOWN_CHARS = 1000
"""Of one memory in one tool result: five long episodes would fill a small model's window."""

_MARKS = {"tool": "from a tool", "document": "from a document", "import": "imported"}


def found_item(engram: Engram, score: float) -> RecalledItem:
    """One memory in plain JSON types."""
    return RecalledItem(
        id=engram.id,
        kind=engram.kind,
        topic=engram.topic,
        content=shortened(engram.content),
        date=engram.event_at.date().isoformat(),
        source=engram.source,
        trust=engram.trust,
        score=round(score, 4),
    )


def found_line(rank: int, found: RecallItem) -> str:
    """One line of a search result: `1. (relevance: 0.91) 2026-05-30 Q: … A: …`."""
    engram = found.engram
    topic = f"{engram.topic}: " if engram.topic else ""
    mark = f" [{_MARKS[engram.trust]}]" if engram.trust in _MARKS else ""
    content = " ".join(shortened(engram.content).split())
    date = engram.event_at.date().isoformat()
    return f"{rank}. (relevance: {found.relevance:.2f}) {date} {topic}{content}{mark}"


def shortened(text: str) -> str:
    """The text, cut with a visible mark when it is long."""
    return text if len(text) <= MAX_SHOWN_CHARS else text[:MAX_SHOWN_CHARS] + " […cut]"
