"""A question to memory and its answer."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from core.engram import Engram, Kind, Tier

Outcome = Literal["found", "nothing_relevant", "nothing_stored"]

RecallScope = Literal["session", "user", "agent", "tenant", "any"]

ScopeClass = Literal["session", "user", "agent", "tenant"]
"""A row belongs to one class: said in this conversation, elsewhere by this user, or shared."""

DEFAULT_COLLECTION = "memories"
"""What is in no other collection is in this one. Another is named by the metadata `collection`."""


@dataclass(frozen=True, slots=True)
class RecallFilter:
    """What may answer at all. It narrows before ranking, so it never makes good hits vanish.

    Attributes:
        kinds: Only these kinds; None for all.
        memory_type: Only rows of this type (insight, fact, preference, pattern, connection).
        emotion: Only rows with this emotion.
        tags: Only rows that have all of these tags.
        collection: Only rows of this collection; see `DEFAULT_COLLECTION`.
        metadata: Only rows whose own metadata have all of these values (text, number or truth).
        min_importance: Only rows of at least this importance, 0 to 1.
        tier: Only this tier.
        since, until: Only what happened from `since` on and before `until`.
        not_session: Leave out what was said in this conversation.
        with_retired: Also rows that were replaced or have run out (for code, never for a model).
    """

    kinds: tuple[Kind, ...] | None = None
    memory_type: str | None = None
    emotion: str | None = None
    tags: tuple[str, ...] = ()
    collection: str | None = None
    metadata: Mapping[str, str | float | bool] = field(default_factory=dict)
    min_importance: float = 0.0
    tier: Tier | None = None
    since: datetime | None = None
    until: datetime | None = None
    not_session: str | None = None
    with_retired: bool = False


@dataclass(frozen=True, slots=True)
class RecallItem:
    """One answer of a recall.

    `relevance` is the cosine similarity to the query clamped to [0, 1], 0 where there is no vector
    yet; `score` is what the list is ordered by, in [0, 1]; `explanation` says how it came about.
    """

    engram: Engram
    relevance: float
    score: float
    explanation: Mapping[str, float | int | str | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A candidate that is not shown: at which stage it fell out, and why."""

    id: str
    stage: Literal["not qualified", "not relevant", "folded", "beyond the limit"]
    why: str
    relevance: float | None


@dataclass(frozen=True, slots=True)
class Recall:
    """One question to memory and its answer, best first.

    `total` counts the relevant candidates before the cut; `degraded` says that some rows are not
    embedded yet or that the query could not be (keywords are complete). `left_out` is filled only
    when an explanation was asked for.
    """

    query: str
    items: tuple[RecallItem, ...]
    total: int
    degraded: bool
    outcome: Outcome
    rerank_used: bool = False
    left_out: tuple[LeftOut, ...] = ()
