"""Pure ranking: how meaning, keywords, ratings, time and scope become one order."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from core.recall import ScopeClass

DENSE_WEIGHT = 0.4
"""Weight of meaning against keywords over min-max scores; measured on LoCoMo (0.4 to 0.6)."""

FEEDBACK_WEIGHT = 1.0
"""A full rating moves an answer the whole scale: a well-rated one comes before every like one."""

LIKE_SHARE = 0.75
"""Ratings count among rows whose likeness is at least this share of the best row's."""

NAME_WEIGHT = 0.25
"""A row with all names of the question moves a quarter of the scale up. Measured on LoCoMo turns: R@5
2 to 3 points, nDCG@10 4 points up; hidden among 8,000 exchanges of other people 4 points of R@10."""

TIME_WEIGHT = 0.5
"""A row of the time that the question names moves half the scale up."""

KEYWORD_FLOOR_SHARE = 0.5
"""A row found by keywords is relevant from this share of `min_score` on."""

RRF_K = 5
"""Of reciprocal rank fusion over the scope classes. The usual 60 lets a weight of 1.3 lift a row
over 18 better ones; with 5 it lifts the second over the first, and no more.
Source: Cormack, Clarke and Büttcher, SIGIR 2009."""

FOLD_LIKENESS = 0.9
"""Share of common words from which two texts are one memory said twice."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A row that may answer a question.

    `cosine` is None where there is no vector yet; `words` is BM25, 0 without a common word;
    `named` is the share of the question's names that are among its own words;
    `own` is the cosine of the row's own words, where they are known apart from its neighbours';
    `in_time` says that it happened at the time the question names.
    """

    seq: int
    cosine: float | None
    words: float
    feedback: float | None
    at: datetime
    owner: int = 0
    id: str = ""
    scope_class: ScopeClass = "user"
    in_time: bool = False
    own: float | None = None
    named: float = 0.0

    @property
    def likeness(self) -> float:
        """How like the question it is by meaning: by its own words, where they are known apart."""
        return (self.cosine if self.own is None else self.own) or 0.0


@dataclass(frozen=True, slots=True)
class Ranked:
    """A candidate in its place: `fused` by what it says, `score` also by whose it is; both in [0, 1]."""

    candidate: Candidate
    fused: float
    score: float


Item = TypeVar("Item")


def rank(
    candidates: Sequence[Candidate], weights: Mapping[ScopeClass, float] | None = None
) -> list[Ranked]:
    """The candidates in the order they should be shown, best first; at equal score newest first.

    Args:
        candidates: All that qualified and are relevant.
        weights: Weight of each scope class; a class of weight 0 is left out. None: all alike.
    """
    kept = [c for c in candidates if weights is None or weights[c.scope_class] > 0]
    by_content = sorted(
        _fused(kept), key=lambda r: (-round(r.fused, 4), -r.candidate.at.timestamp())
    )
    if weights is None or len({c.scope_class for c in kept}) < 2:
        return by_content
    most = max(weights[c.scope_class] for c in kept)
    weighted = [
        Ranked(
            r.candidate,
            r.fused,
            (weights[r.candidate.scope_class] / most) * (RRF_K + 1) / (RRF_K + place),
        )
        for place, r in enumerate(by_content, start=1)
    ]
    return sorted(weighted, key=lambda r: -r.score)


def is_relevant(candidate: Candidate, min_score: float | None) -> bool:
    """Whether a row bears on the question at all; without a `min_score` every row does.

    By meaning from `min_score` on; by a common word from half of it on, or at any cosine while
    the row has no vector yet.
    """
    if min_score is None:
        return True
    if candidate.cosine is None:
        return candidate.words > 0
    floor = min_score if candidate.words <= 0 else min_score * KEYWORD_FLOOR_SHARE
    return candidate.cosine >= floor


def fold(
    items: Iterable[Item], text_of: Callable[[Item], str], limit: int
) -> tuple[list[Item], list[tuple[Item, Item]]]:
    """The first `limit` items that say something new, and the others with what they repeat.

    Two texts are one memory when their sets of words overlap by 0.9 (Jaccard).
    """
    kept: list[tuple[Item, frozenset[str]]] = []
    folded: list[tuple[Item, Item]] = []
    for item in items:
        words = frozenset(text_of(item).casefold().split())
        same = next(
            (other for other, seen in kept if _likeness(words, seen) >= FOLD_LIKENESS), None
        )
        if same is not None:
            folded.append((item, same))
        elif len(kept) < limit:
            kept.append((item, words))
        else:
            break
    return [item for item, _ in kept], folded


def min_max(scores: Mapping[int, float]) -> dict[int, float]:
    """The scores stretched to [0, 1]; all 1 when they are equal and above 0, else all 0."""
    if not scores:
        return {}
    low, high = min(scores.values()), max(scores.values())
    if high - low < 1e-9:
        return dict.fromkeys(scores, 1.0 if high > 0 else 0.0)
    return {key: (value - low) / (high - low) for key, value in scores.items()}


def clamp(value: float) -> float:
    """The value, not below 0 and not above 1."""
    return min(1.0, max(0.0, value))


def within_budget(costs: Iterable[int], budget: int) -> list[bool]:
    """Which of the items, taken in order, fit a budget of tokens.

    One that is too large is passed over: a single long fact must not hide all others.
    """
    fits, left = [], budget
    for cost in costs:
        fits.append(cost <= left)
        left -= cost if fits[-1] else 0
    return fits


def _fused(candidates: Sequence[Candidate]) -> list[Ranked]:
    if not candidates:
        return []
    meaning = min_max({c.seq: c.cosine for c in candidates if c.cosine is not None})
    keywords = min_max({c.seq: c.words for c in candidates})
    best = max(c.likeness for c in candidates)
    whole = 1 + FEEDBACK_WEIGHT + NAME_WEIGHT
    whole += TIME_WEIGHT if any(c.in_time for c in candidates) else 0
    ranked = []
    for c in candidates:
        said = DENSE_WEIGHT * meaning.get(c.seq, 0.0) + (1 - DENSE_WEIGHT) * keywords[c.seq]
        fused = clamp((said + _bonus(c, best)) / whole)
        ranked.append(Ranked(c, fused, fused))
    return ranked


def _bonus(candidate: Candidate, best_likeness: float) -> float:
    is_like = candidate.likeness >= LIKE_SHARE * best_likeness
    rating = FEEDBACK_WEIGHT * (candidate.feedback or 0.0) if is_like else 0.0
    return rating + NAME_WEIGHT * candidate.named + (TIME_WEIGHT if candidate.in_time else 0.0)


def _likeness(a: frozenset[str], b: frozenset[str]) -> float:
    """Jaccard: 1 for the same words, 0 for none in common."""
    return len(a & b) / len(a | b) if a | b else 1.0
