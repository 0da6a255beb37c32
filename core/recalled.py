"""What memory offers for one turn, in plain JSON types (it is kept in the graph's state)."""

from typing_extensions import TypedDict


class RecalledItem(TypedDict):
    """One memory as it is shown to the model, with where it came from."""

    id: str
    kind: str
    topic: str | None
    content: str
    date: str
    """ISO date (UTC) of what happened, such as 2026-05-31."""
    source: str
    trust: str
    score: float
    """Cosine relevance to the question, 0 to 1; 1.0 for what is pinned."""


class RecalledContext(TypedDict):
    """What memory offers for one turn; every list may be empty."""

    pinned: list[RecalledItem]
    facts: list[RecalledItem]
    episodes: list[RecalledItem]
    known_topics: list[str]
    degraded: bool
    dropped: int
    """How many items did not fit the token budget."""


def nothing_recalled() -> RecalledContext:
    """An empty context: nothing found, or memory not asked."""
    return RecalledContext(
        pinned=[], facts=[], episodes=[], known_topics=[], degraded=False, dropped=0
    )
