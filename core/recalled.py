"""What memory offers for one turn, in plain JSON types (it is kept in the graph's state)."""

from typing import NotRequired

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
    replaced: NotRequired[str]
    """What stood under the topic before, when this took its place."""


class NotShown(TypedDict):
    """A memory that was near and is not shown: at which stage it fell out, and why."""

    id: str
    stage: str
    why: str
    relevance: float | None


class RecalledContext(TypedDict):
    """What memory offers for one turn; every list may be empty."""

    pinned: list[RecalledItem]
    facts: list[RecalledItem]
    episodes: list[RecalledItem]
    known_topics: list[str]
    degraded: bool
    dropped: int
    """How many items did not fit the token budget."""
    not_shown: NotRequired[list[NotShown]]
    """Near memories that fell out, for people who ask why."""


def nothing_recalled() -> RecalledContext:
    """An empty context: nothing found, or memory not asked."""
    return RecalledContext(
        pinned=[], facts=[], episodes=[], known_topics=[], degraded=False, dropped=0
    )
