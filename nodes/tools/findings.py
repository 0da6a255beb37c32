"""How found memories are told to the model (text) and to programs (plain JSON)."""

from core.engram import Engram
from core.recall import RecallItem
from core.recalled import RecalledItem
from nodes.unseen import without_unseen

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
        trust=whose_word(engram),
        score=round(score, 4),
    )


def found_line(rank: int, found: RecallItem) -> str:
    """One line of a search result: `1. (relevance: 0.91) 2026-05-30 Q: … A: …`."""
    engram = found.engram
    topic = f"{engram.topic}: " if engram.topic else ""
    content = " ".join(shortened(engram.content).split())
    date = engram.event_at.date().isoformat()
    said = f"{topic}{content}{origin_mark(engram)}"
    return f"{rank}. (relevance: {found.relevance:.2f}) {date} {said}"


def whose_word(engram: Engram) -> str:
    """Whose word a memory is: its trust, or `shared` for what came to this user through others.

    One's own shared memories are told so too: who asks is not known here.
    """
    return "shared" if engram.scope in ("agent", "tenant") else engram.trust


def origin_mark(engram: Engram) -> str:
    """Where a text is from, if it is not the word of one of the two speakers."""
    if whose_word(engram) == "shared":
        return f" [shared by {engram.user}]"
    return f" [{_MARKS[engram.trust]}]" if engram.trust in _MARKS else ""


def tool_output_key(engram: Engram) -> str | None:
    """The key of the whole of a text from elsewhere that is shown cut; None when all is shown."""
    is_long = len(engram.content) > MAX_SHOWN_CHARS
    return engram.id if is_long and engram.kind in ("tool_output", "document_chunk") else None


def shortened(text: str) -> str:
    """The text as a person sees it, cut with a visible mark when it is long."""
    text = without_unseen(text)
    return text if len(text) <= MAX_SHOWN_CHARS else text[:MAX_SHOWN_CHARS] + " […cut]"
