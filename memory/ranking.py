"""Pure ranking: how meaning, keywords, ratings and time become one order."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

DENSE_WEIGHT = 0.4
"""Weight of meaning against keywords over min-max scores; measured on LoCoMo (0.4 to 0.6)."""

FEEDBACK_WEIGHT = 0.5
"""A full rating moves an answer half the scale: a well-rated one comes before a like one."""

LIKE_SHARE = 0.75
"""Ratings count among rows whose cosine is at least this share of the best row's."""

KEYWORD_FLOOR_SHARE = 0.5
"""A row found by keywords is relevant from this share of `min_score` on."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A row that may answer a question.

    `cosine` is None where there is no vector yet; `words` is BM25, 0 without a common word.
    """

    seq: int
    cosine: float | None
    words: float
    feedback: float | None
    at: datetime


@dataclass(frozen=True, slots=True)
class Ranked:
    """A candidate in its place, `score` in [0, 1]."""

    candidate: Candidate
    score: float


def rank(candidates: Sequence[Candidate]) -> list[Ranked]:
    """The candidates in the order they should be shown, best first; at equal score newest first."""
    if not candidates:
        return []
    meaning = min_max({c.seq: c.cosine for c in candidates if c.cosine is not None})
    keywords = min_max({c.seq: c.words for c in candidates})
    best = max((c.cosine or 0.0) for c in candidates)
    ranked = []
    for c in candidates:
        fused = DENSE_WEIGHT * meaning.get(c.seq, 0.0) + (1 - DENSE_WEIGHT) * keywords[c.seq]
        ranked.append(Ranked(c, _rated(fused, c, best)))
    return sorted(ranked, key=lambda r: (-round(r.score, 4), -r.candidate.at.timestamp()))


def is_relevant(candidate: Candidate, min_score: float) -> bool:
    """Whether a row bears on the question at all.

    By meaning from `min_score` on; by a common word from half of it on, or at any cosine while
    the row has no vector yet.
    """
    if candidate.cosine is None:
        return candidate.words > 0
    floor = min_score if candidate.words <= 0 else min_score * KEYWORD_FLOOR_SHARE
    return candidate.cosine >= floor


def min_max(scores: dict[int, float]) -> dict[int, float]:
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


def within_budget(costs: Iterable[int], budget: int) -> int:
    """How many of the leading items fit a budget of tokens."""
    spent = count = 0
    for cost in costs:
        spent += cost
        if spent > budget:
            break
        count += 1
    return count


def _rated(fused: float, candidate: Candidate, best_cosine: float) -> float:
    is_like = (candidate.cosine or 0.0) >= LIKE_SHARE * best_cosine
    bonus = FEEDBACK_WEIGHT * (candidate.feedback or 0.0) if is_like else 0.0
    return clamp((fused + bonus) / (1 + FEEDBACK_WEIGHT))
