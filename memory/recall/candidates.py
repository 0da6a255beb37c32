"""Candidates of one owner: near by meaning, or sharing words; qualified by the ledger."""

from dataclasses import dataclass, field
from datetime import datetime

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection

from core.recall import RecallFilter
from memory.ledger.qualify import Asked, Qualified, all_qualified, qualified
from memory.ledger.word_search import WordSearch
from memory.recall.questions import asked_names
from memory.vectors import VectorHits
from memory.vectors.search import VectorSearch

POOL = 50
"""Candidates asked of each half at first (50 and more measured alike on LoCoMo)."""

WORD_DEPTH = 8
"""Keyword scores are read so much deeper than candidates are taken, to score what meaning found.
Asking the index for the scores of certain rows costs ten times as much."""

FEW = 500
"""When no more rows qualify than this (a person's facts among all exchanges), all are scored."""

WIDER = 4
"""Each time too few candidates qualify, so many times more are asked for."""


@dataclass(frozen=True, slots=True)
class Query:
    """What is looked for: the words, and their vector unless the embedder is down.

    `is_all` asks for whatever qualifies, also without a common word and without a vector.
    """

    text: str
    vector: NDArray[np.float32] | None
    wanted: RecallFilter
    limit: int
    now: datetime
    is_all: bool = False


@dataclass(frozen=True, slots=True)
class Found:
    """An owner's candidates.

    Attributes:
        rows: Those that qualify, by sequence number.
        cosines, words: Their scores; a row without a vector, or without a common word, is missing.
        unqualified: Candidates that the ledger turned down.
        named: The share of the question's names that a row has; a row with none is missing.
    """

    rows: dict[int, Qualified] = field(default_factory=dict)
    cosines: dict[int, float] = field(default_factory=dict)
    words: dict[int, float] = field(default_factory=dict)
    unqualified: list[int] = field(default_factory=list)
    named: dict[int, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Pool:
    """Candidates of both halves, scores of more rows than are candidates, and whether that is all."""

    halves: "tuple[_Half, _Half]"
    cosines: dict[int, float]
    words: dict[int, float]

    @property
    def seqs(self) -> list[int]:
        return list(dict.fromkeys(seq for half in self.halves for seq in half.seqs))

    def is_enough(self, rows: dict[int, Qualified], limit: int) -> bool:
        """Whether each half gave so many rows that qualify, or all it has.

        Each by itself: rows that share a word must not hide those that are nearer.
        """
        return all(
            half.exhausted or sum(seq in rows for seq in half.seqs) >= limit for half in self.halves
        )


@dataclass(frozen=True, slots=True)
class _Half:
    """What is nearest by meaning, or shares most words; whether there is no more of it."""

    seqs: list[int]
    exhausted: bool


def find_candidates(
    connection: Connection, search: VectorSearch, asked: Asked, query: Query
) -> Found:
    """Ask both halves, and ask on until enough rows qualify or all were seen.

    So a filter never starves the answer. A row that only one half found is scored by the other too.
    """
    words = WordSearch(connection, asked.owner, query.text)
    size = max(POOL, WIDER * query.limit)
    pool = _pool(connection, search, words, asked.owner, query, size)
    rows = qualified(connection, asked, pool.seqs, query.wanted, query.now)
    if query.is_all or not pool.is_enough(rows, query.limit):
        few = all_qualified(connection, asked, query.wanted, query.now, FEW)
        if few is not None:
            return _all_of(connection, search, words, asked, query, few, pool)
    while not pool.is_enough(rows, query.limit):
        size *= WIDER
        pool = _pool(connection, search, words, asked.owner, query, size)
        rows = qualified(connection, asked, pool.seqs, query.wanted, query.now)
    cosines = pool.cosines
    unscored = [seq for seq in rows if seq not in cosines]
    if query.vector is not None and unscored:
        cosines = cosines | search.cosines(connection, asked.owner, query.vector, unscored)
    unqualified = [seq for seq in pool.seqs if seq not in rows]
    return Found(rows, cosines, pool.words, unqualified, _named(words, query, rows))


def _all_of(
    connection: Connection,
    search: VectorSearch,
    words: WordSearch,
    asked: Asked,
    query: Query,
    rows: dict[int, Qualified],
    pool: _Pool,
) -> Found:
    """So few rows qualify that all are scored: a search would pass through most of the others."""
    seqs = list(rows)
    cosines = {}
    if query.vector is not None:
        cosines = search.cosines(connection, asked.owner, query.vector, seqs)
    unqualified = [seq for seq in pool.seqs if seq not in rows]
    return Found(rows, cosines, words.scores(seqs), unqualified, _named(words, query, rows))


def _named(words: WordSearch, query: Query, rows: dict[int, Qualified]) -> dict[int, float]:
    names = asked_names(query.text)
    return {seq: count / len(names) for seq, count in words.having(names, rows).items()}


def _pool(
    connection: Connection,
    search: VectorSearch,
    words: WordSearch,
    owner: int,
    query: Query,
    size: int,
) -> _Pool:
    hits = (
        VectorHits([], exhausted=True)
        if query.vector is None
        else search.nearest(connection, owner, query.vector, size)
    )
    found = words.best(size * WORD_DEPTH)
    near = dict(hits.nearest)
    return _Pool(
        halves=(
            _Half(list(near), hits.exhausted),
            _Half([seq for seq, _ in found[:size]], len(found) <= size),
        ),
        cosines=near,
        words=dict(found),
    )
