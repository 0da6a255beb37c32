"""Memories that say the same: found, proposed, and made one by whoever decides so."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

import numpy as np
from sqlalchemy import Connection

from core.engram import Engram, Kind
from core.errors import InvalidInput
from memory.ledger.changes import change, newest_rows
from memory.ledger.engrams import supersede
from memory.ledger.meta import EMBEDDER, get_meta
from memory.ledger.vectors import Vector, vectors_by_seq
from memory.upkeep.noting import Noting

MERGED_KINDS: tuple[Kind, ...] = ("fact", "note")
"""What can become part of another. A topic has one value already, an exchange happened once."""

NEAR_COSINE = 0.9
"""From this cosine on two texts are proposed as one, unless a number or a "not" tells them apart. Of
12 pairs that say the same the bundled embedder sees 4 so near, of 12 that differ in one word none."""

_TELLING = re.compile(
    r"\w*\d\w*|\b(?:not|no|never|without|nicht|kein\w*|nie|ohne|pas|jamais|sans|non|nunca|sin)\b|n't"
)

MOST_PAIRS = 20_000
"""Nearest pairs that are looked at: a thousand rows of one pattern would make half a million."""

MOST_COMPARED = 2000
"""Newest rows that are compared with each other: 16 MB of numbers, a twentieth of a second."""


@dataclass(frozen=True, slots=True)
class Duplicate:
    """Two memories that seem to say the same; `likeness` is in [0, 1], 1 for the same words."""

    keep: Engram
    other: Engram
    likeness: float


class Merging(Noting):
    """Makes one of several memories."""

    def merge(self, keep_id: str, *other_ids: str) -> Engram:
        """Let one memory stand for others, which become history.

        It gets the tags of all, the highest importance and confidence, and stays as long as the
        one that stays longest. Its words are its own.

        Args:
            keep_id: What stays: a topic, a fact or a note.
            other_ids: Facts or notes that say the same, of the same owner.

        Raises:
            InvalidInput: They cannot be merged; it says why. Nothing was changed.
            NotFound: An id is not this user's.
        """
        with self._parts.database.writing() as connection:
            owner, keep = self._standing(connection, keep_id)
            found = [self._standing(connection, other_id) for other_id in other_ids]
            others = list({engram.id: engram for _, engram in found}.values())
            _check(keep, owner, others, [its for its, _ in found])
            merged = self._joined(keep, others)
            change(
                connection,
                owner,
                keep.id,
                tags=list(merged.tags),
                importance=merged.importance,
                confidence=merged.confidence,
                expires_at=merged.expires_at,
            )
            now = self._parts.clock.now()
            for other in others:
                supersede(connection, owner, other.id, keep.id, now)
                self._note(connection, owner, other.id, "merged", f"into {keep.id}")
            self._note(
                connection, owner, keep.id, "merged", f"with {', '.join(e.id for e in others)}"
            )
        return self._read_back(keep.id)

    def duplicates(self, limit: int = 20) -> list[Duplicate]:
        """Pairs of this user's facts and notes that seem to say the same, the likest first.

        They are proposals: nothing is changed. A memory is in one pair only, the one it is likest
        in; merged, it may be proposed with another. Without a vector, only the same words count.
        """
        with self._reading() as (connection, owner):
            if owner is None or limit <= 0:
                return []
            now = self._parts.clock.now()
            rows = newest_rows(connection, owner, now, MERGED_KINDS, MOST_COMPARED)
            embedder = get_meta(connection, EMBEDDER) or ""
            vectors = vectors_by_seq(connection, embedder, list(rows))
        pairs = _near_pairs(rows, vectors)
        used: set[str] = set()
        proposed = []
        for score, one, two in sorted(pairs, key=lambda pair: -pair[0]):
            if used & {one.id, two.id}:
                continue
            used |= {one.id, two.id}
            keep, other = sorted((one, two), key=_worth, reverse=True)
            proposed.append(Duplicate(keep, other, round(score, 4)))
        return proposed[:limit]

    def _standing(self, connection: Connection, engram_id: str) -> tuple[int, Engram]:
        """A memory of this user's that stands, and which owner has it."""
        owner, engram = self._own(connection, engram_id)
        now = self._parts.clock.now()
        reasons = {
            f"it was replaced by {engram.superseded_by}": engram.superseded_by is not None,
            "it is archived": engram.archived_at is not None,
            "it has run out": engram.expires_at is not None and engram.expires_at <= now,
            "it was anonymised": engram.anonymised_at is not None,
        }
        for reason, holds in reasons.items():
            if holds:
                raise InvalidInput(f"The memory {engram.id} cannot be merged: {reason}.")
        return owner, engram

    def _joined(self, keep: Engram, others: list[Engram]) -> Engram:
        """What is known of the one that stays, afterwards."""
        alike = [engram for engram in others if engram.trust == keep.trust]
        everything = [keep, *others]
        ends = [engram.expires_at for engram in everything]
        return replace(
            keep,
            tags=tuple(dict.fromkeys(tag for engram in everything for tag in engram.tags)),
            # Another's weight counts only where its word does: nothing is pinned by a document.
            importance=max(engram.importance for engram in [keep, *alike]),
            confidence=max(engram.confidence for engram in [keep, *alike]),
            expires_at=_latest(ends),
        )


def _check(keep: Engram, owner: int, others: list[Engram], owners: list[int]) -> None:
    if not others:
        raise InvalidInput("Name the memory to keep, and at least one other.")
    if keep.id in {other.id for other in others}:
        raise InvalidInput(f"The memory {keep.id} cannot be merged with itself.")
    if keep.kind not in ("topic", *MERGED_KINDS):
        raise InvalidInput(f"The memory {keep.id} is of kind {keep.kind}, which stands by itself.")
    for other, its in zip(others, owners, strict=False):
        if other.kind == "topic":
            raise InvalidInput(
                f"{other.topic} is a topic. Name it first, so that it is what is kept."
            )
        if other.kind not in MERGED_KINDS:
            raise InvalidInput(f"The memory {other.id} is of kind {other.kind}: it stays.")
        if its != owner:
            raise InvalidInput(
                f"The memories {keep.id} and {other.id} are shared with different people."
            )


def _latest(ends: list[datetime | None]) -> datetime | None:
    known = [end for end in ends if end is not None]
    return max(known) if len(known) == len(ends) else None


def _near_pairs(
    rows: Mapping[int, Engram], vectors: Mapping[int, Vector]
) -> list[tuple[float, Engram, Engram]]:
    """(likeness, one, another) of the pairs that are near by meaning, or have the same words.

    Only rows without a vector are compared by their words.
    """
    telling = {seq: _telling(engram.content) for seq, engram in rows.items()}
    pairs = [
        (score, one, two)
        for score, one, two in _nearest_pairs(vectors)
        if telling[one] == telling[two]
    ]
    same: dict[frozenset[str], int] = {}
    for seq in sorted(rows):
        words = frozenset(rows[seq].content.casefold().split())
        other = same.setdefault(words, seq)
        if other != seq and not {other, seq} <= vectors.keys():
            pairs.append((1.0, other, seq))
    return [(score, rows[one], rows[two]) for score, one, two in pairs]


def _nearest_pairs(vectors: Mapping[int, Vector]) -> list[tuple[float, int, int]]:
    """(cosine, one row, another) of the nearest pairs, at most `MOST_PAIRS`."""
    if not vectors:
        return []
    seqs = sorted(vectors)
    matrix = np.stack([vectors[seq] for seq in seqs])
    cosines = np.triu(matrix @ matrix.T, k=1)
    near = np.argwhere(cosines >= NEAR_COSINE)
    scores = cosines[near[:, 0], near[:, 1]]
    best = np.argsort(-scores, kind="stable")[:MOST_PAIRS]
    return [(min(1.0, float(scores[k])), seqs[near[k, 0]], seqs[near[k, 1]]) for k in best]


def _telling(text: str) -> list[str]:
    """The words of a text of which one alone makes another statement."""
    return sorted(_TELLING.findall(text.casefold()))


def _worth(engram: Engram) -> tuple[float, datetime, str]:
    """Which of two is kept: the more important one, then the newer."""
    return engram.importance, engram.created_at, engram.id
