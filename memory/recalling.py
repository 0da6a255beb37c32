"""One question to memory: candidates by meaning and by keywords, qualified by the ledger, ranked."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection

from core.clock import Clock
from core.engram import Engram, Outcome, Recall, RecallItem
from core.identity import Identity
from core.settings import Settings
from memory.embedding_service import EmbeddingService
from memory.index import Index
from memory.ledger.database import Database
from memory.ledger.engrams import (
    Qualified,
    count_rows,
    engrams_by_seq,
    has_recallable,
    qualified,
)
from memory.ledger.outbox import waiting_of
from memory.ledger.owners import owner_id
from memory.ledger.words import search_words
from memory.owner import owner_key
from memory.ranking import Candidate, Ranked, clamp, is_relevant, rank
from memory.text import clean_text
from memory.vectors import ExactScan
from memory.vectors.search import VectorHits, VectorSearch

POOL = 50
"""Candidates asked of each half at first (50 and more measured alike on LoCoMo)."""

WORD_DEPTH = 8
"""Keyword scores are read so much deeper than candidates are taken, to score what meaning found.
Asking the index for the scores of certain rows costs ten times as much."""

WIDER = 4
"""Each time too few candidates qualify, so many times more are asked for."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of memory.

    `kinds` None means all; `min_score` None shows what is near however far it is;
    `not_session` leaves out what was said in one conversation.
    """

    text: str
    limit: int
    kinds: Sequence[str] | None = None
    min_score: float | None = None
    not_session: str | None = None


@dataclass(frozen=True, slots=True)
class _Pool:
    """Candidates of both halves, scores of more rows than are candidates, and whether that is all."""

    seqs: list[int]
    dense: dict[int, float]
    words: dict[int, float]
    exhausted: bool


class Recaller:
    """Answers questions for any owner."""

    def __init__(
        self,
        database: Database,
        embedding: EmbeddingService,
        index: Index | None,
        settings: Settings,
        clock: Clock,
    ) -> None:
        self._database = database
        self._embedding = embedding
        self._index = index
        self._settings = settings
        self._clock = clock
        self._scan = ExactScan(embedding.name)

    def recall(self, identity: Identity, question: Question) -> Recall:
        """What an owner's memory says to a question, best first; see `core.engram.Recall`."""
        text, now = clean_text(question.text), self._clock.now()
        vector = self._embedding.query_vector(text) if text and question.limit > 0 else None
        with self._database.reading() as connection:
            owner = owner_id(connection, owner_key(identity))
            if owner is None or not has_recallable(connection, owner, now, question.kinds):
                return _nothing(text, "nothing_stored")
            if not text or question.limit <= 0:
                return _nothing(text, "nothing_relevant")
            ranked = rank(self._candidates(connection, owner, text, vector, question, now))
            shown = ranked[: question.limit]
            found = engrams_by_seq(connection, owner, [r.candidate.seq for r in shown])
            waits = vector is None or waiting_of(connection, owner, "embed") > 0
        items = tuple(_item(r, found) for r in shown)
        return Recall(
            query=text,
            items=items,
            total=len(ranked),
            degraded=waits,
            outcome="found" if items else "nothing_relevant",
        )

    def drop_caches(self) -> None:
        """Let go of cached vectors (the embedder changed)."""
        self._scan = ExactScan(self._embedding.name)

    def _candidates(
        self,
        connection: Connection,
        owner: int,
        text: str,
        vector: NDArray[np.float32] | None,
        question: Question,
        now: datetime,
    ) -> list[Candidate]:
        search = self._search(connection, owner)
        size = max(POOL, WIDER * question.limit)
        while True:
            pool = _pool(connection, owner, text, vector, search, size)
            rows = qualified(connection, owner, pool.seqs, now, question.kinds)
            rows = {s: r for s, r in rows.items() if r.session != question.not_session}
            made = _completed(connection, owner, vector, search, pool, rows)
            fit = [
                c for c in made if question.min_score is None or is_relevant(c, question.min_score)
            ]
            # A filter never starves the answer: ask on until enough qualify or all were seen.
            if len(rows) >= question.limit or pool.exhausted:
                return fit
            size *= WIDER

    def _search(self, connection: Connection, owner: int) -> VectorSearch:
        if self._index is not None:
            indexed = self._index.search()
            if (
                indexed is not None
                and count_rows(connection, owner) > self._settings.exact_scan_max_rows
                and waiting_of(connection, owner, "index") == 0
            ):
                return indexed
        return self._scan


def _pool(
    connection: Connection,
    owner: int,
    text: str,
    vector: NDArray[np.float32] | None,
    search: VectorSearch,
    size: int,
) -> _Pool:
    hits = (
        VectorHits([], exhausted=True)
        if vector is None
        else search.nearest(connection, owner, vector, size)
    )
    found = search_words(connection, owner, text, size * WORD_DEPTH)
    near, said = dict(hits.nearest), dict(found)
    return _Pool(
        seqs=list(dict.fromkeys([*near, *(seq for seq, _ in found[:size])])),
        dense=near,
        words=said,
        exhausted=hits.exhausted and len(found) <= size,
    )


def _completed(
    connection: Connection,
    owner: int,
    vector: NDArray[np.float32] | None,
    search: VectorSearch,
    pool: _Pool,
    rows: dict[int, Qualified],
) -> list[Candidate]:
    """Candidates with both scores: one that only one half found is scored by the other too."""
    dense = pool.dense
    no_cosine = [seq for seq in rows if seq not in dense]
    if vector is not None and no_cosine:
        dense = dense | search.cosines(connection, owner, vector, no_cosine)
    return [
        Candidate(seq, dense.get(seq), pool.words.get(seq, 0.0), row.feedback, row.event_at)
        for seq, row in rows.items()
    ]


def _item(ranked: Ranked, found: dict[int, Engram]) -> RecallItem:
    c = ranked.candidate
    return RecallItem(
        engram=found[c.seq],
        relevance=clamp(c.cosine or 0.0),
        score=ranked.score,
        explanation={
            "meaning": round(c.cosine, 4) if c.cosine is not None else "not embedded yet",
            "keywords": round(c.words, 4),
            "rating": c.feedback or 0.0,
        },
    )


def _nothing(text: str, outcome: Outcome) -> Recall:
    return Recall(query=text, items=(), total=0, degraded=False, outcome=outcome)
