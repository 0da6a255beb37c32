"""Why an answer is in its place, and why another is not there: pure, but for the ledger's reasons."""

from collections.abc import Mapping, Sequence

from core.engram import Engram
from core.recall import LeftOut, RecallItem
from memory.recall.ranking import Candidate, Ranked, clamp


def recall_item(ranked: Ranked, place: int, engrams: Mapping[int, Engram]) -> RecallItem:
    """An answer with what put it into its place (from 1)."""
    c = ranked.candidate
    return RecallItem(
        engram=engrams[c.seq],
        relevance=clamp(c.cosine or 0.0),
        score=ranked.score,
        explanation={
            "rank": place,
            "meaning": None if c.cosine is None else round(c.cosine, 4),
            "keywords": round(c.words, 4),
            "names": round(c.named, 2),
            "fused": round(ranked.fused, 4),
            "rating": c.feedback,
            "scope": c.scope_class,
            "in_time": "yes" if c.in_time else "no",
        },
    )


def turned_down(
    reasons: Mapping[int, tuple[str, str]], cosines: Mapping[int, float]
) -> list[LeftOut]:
    """Candidates that the ledger did not let through: id and reason by sequence number."""
    return [
        LeftOut(engram_id, "not qualified", why, cosines.get(seq))
        for seq, (engram_id, why) in reasons.items()
    ]


def distant(candidates: Sequence[Candidate], ranked: Sequence[Ranked]) -> list[LeftOut]:
    """Candidates that do not bear on the question."""
    kept = {r.candidate.seq for r in ranked}
    why = "too far by meaning and no telling word in common"
    return [LeftOut(c.id, "not relevant", why, c.cosine) for c in candidates if c.seq not in kept]


def repeated(folded: Sequence[tuple[Ranked, Ranked]]) -> list[LeftOut]:
    """Answers that say what a better one says too."""
    return [
        LeftOut(
            r.candidate.id, "folded", f"says the same as {same.candidate.id}", r.candidate.cosine
        )
        for r, same in folded
    ]


def beyond(ranked: Sequence[Ranked], told: Sequence[Ranked]) -> list[LeftOut]:
    """Answers for which there was no place."""
    known = {r.candidate.seq for r in told}
    return [
        LeftOut(r.candidate.id, "beyond the limit", f"place {place}", r.candidate.cosine)
        for place, r in enumerate(ranked, start=1)
        if r.candidate.seq not in known
    ]
