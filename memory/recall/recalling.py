"""One question to memory: candidates of every owner that may answer, ranked, folded, explained."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from sqlalchemy import Connection

from core.clock import Clock
from core.engram import Engram, Scope
from core.identity import Identity
from core.recall import (
    LeftOut,
    Outcome,
    Recall,
    RecallFilter,
    RecallScope,
)
from core.settings import Settings
from memory.embedding_service import EmbeddingService
from memory.index import Index
from memory.ledger.database import Database
from memory.ledger.outbox import is_waiting
from memory.ledger.qualify import Asked, engrams_by_seq, has_more_rows, is_any_recallable, why_not
from memory.ledger.vectors import own_vectors
from memory.recall.candidates import Found, Query, find_candidates
from memory.recall.explaining import beyond, distant, recall_item, repeated, turned_down
from memory.recall.questions import asked_time
from memory.recall.ranking import Candidate, Ranked, fold, is_relevant, rank
from memory.recall.rerank import Reranker
from memory.recall.scopes import class_of, class_weights, rows_of
from memory.recall.time_phrases import TimeSpan
from memory.text import clean_text
from memory.vectors import ExactScan
from memory.vectors.search import VectorSearch

FOLD_DEPTH = 3
"""So many times the limit is read to fold near-duplicates and still fill every place."""

OWN_FLOOR_SHARE = 0.5
"""A row found by its neighbours' words must itself reach this share of `min_score`."""

RERANKED = 20
"""Most candidates that go to a cross-encoder."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of memory.

    Attributes:
        text: The words.
        limit: Most answers.
        wanted: What may answer at all.
        scope: Whose rows answer; `any` asks all classes, weighted by the settings.
        min_score: Least cosine; None shows what is nearest however far it is.
        rerank: Let the cross-encoder reorder the best, if one is configured.
        explain: Also tell what was left out, and why.
    """

    text: str
    limit: int
    wanted: RecallFilter = field(default_factory=RecallFilter)
    scope: RecallScope = "any"
    min_score: float | None = None
    rerank: bool = True
    explain: bool = False


@dataclass(frozen=True, slots=True)
class _Answering:
    """One owner's part in an answer."""

    asked: Asked
    scope: Scope
    found: Found
    rows_wait: bool


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
        self._reranker = Reranker(settings.rerank_url, settings.rerank_timeout_s)

    def recall(self, identity: Identity, question: Question) -> Recall:
        """What memory says to a question, best first; see `core.recall.Recall`."""
        text, now = clean_text(question.text), self._clock.now()
        time = asked_time(text, now)
        is_all = time is not None and time.is_all
        asked = _all_of_then(question, time.span) if time and time.is_all else question
        is_asked = bool(text) and asked.limit > 0
        vector = self._embedding.query_vector(text) if is_asked else None
        query = Query(text, vector, asked.wanted, asked.limit, now, is_all)
        with self._database.reading() as connection:
            answering = self._answering(connection, identity, asked.scope, query)
            if not answering:
                is_any = _is_any_kept(connection, identity, question, now)
                return _nothing(text, "nothing_relevant" if is_any else "nothing_stored")
            if not is_asked:
                return _nothing(text, "nothing_relevant")
            found = _candidates(answering, identity, time.span if time else None)
            candidates = self._with_own_cosines(connection, query, found)
            near = [c for c in candidates if is_relevant(c, asked.min_score)]
            ordered = rank(near, class_weights(self._settings, asked.scope))
            if is_all:
                ordered.sort(key=lambda ranked: ranked.candidate.at, reverse=True)
            ranked = self._bearing(connection, query, ordered, asked)
            engrams = _engrams(connection, ranked[: _depth(asked)])
            left_out = _turned_down(connection, answering, now) if asked.explain else []
        is_degraded = vector is None or any(part.rows_wait for part in answering)
        shown, was_reranked = self._reranked(asked, text, ranked, engrams)
        kept, folded = fold(shown, lambda r: engrams[r.candidate.seq].content, question.limit)
        if question.explain:
            left_out += distant(candidates, ranked) + repeated(folded)
            left_out += beyond(ranked, [*kept, *(r for r, _ in folded)])
        return Recall(
            query=text,
            items=tuple(recall_item(r, place, engrams) for place, r in enumerate(kept, start=1)),
            total=len(ranked),
            degraded=is_degraded,
            outcome="found" if kept else "nothing_relevant",
            rerank_used=was_reranked,
            left_out=tuple(left_out),
        )

    def _answering(
        self, connection: Connection, identity: Identity, scope: RecallScope, query: Query
    ) -> list[_Answering]:
        """The owners that have anything to answer with, each with its candidates."""
        parts = []
        for asked, owned in rows_of(connection, identity, scope):
            search = self._search(connection, asked.owner)
            found = find_candidates(connection, search, asked, query)
            if found.rows or is_any_recallable(connection, asked, query.wanted, query.now):
                waits = is_waiting(connection, asked.owner, "embed")
                parts.append(_Answering(asked, owned, found, waits))
        return parts

    def _with_own_cosines(
        self, connection: Connection, query: Query, candidates: list[Candidate]
    ) -> list[Candidate]:
        """The same, with how near each row's own words are, when a rating has to know it.

        A rating counts for like questions, and a neighbour's words make no question like another.
        """
        if query.vector is None or not any(c.feedback for c in candidates):
            return candidates
        own = own_vectors(connection, self._embedding.name, [c.seq for c in candidates])
        return [
            replace(c, own=float(own[c.seq] @ query.vector)) if c.seq in own else c
            for c in candidates
        ]

    def _bearing(
        self, connection: Connection, query: Query, ranked: list[Ranked], question: Question
    ) -> list[Ranked]:
        """The ranked rows without those that only their neighbours bring near.

        Looked at from the top until enough are left: reading vectors costs more than ranking.
        """
        if question.min_score is None or query.vector is None:
            return ranked
        floor, depth = question.min_score * OWN_FLOOR_SHARE, _depth(question)
        kept: list[Ranked] = []
        for start in range(0, len(ranked), depth):
            part = ranked[start : start + depth]
            own = own_vectors(connection, self._embedding.name, [r.candidate.seq for r in part])
            near = {seq for seq, vector in own.items() if float(vector @ query.vector) >= floor}
            kept += [r for r in part if r.candidate.seq in near or r.candidate.seq not in own]
            if len(kept) >= depth:
                return [*kept, *ranked[start + depth :]]
        return kept

    def _search(self, connection: Connection, owner: int) -> VectorSearch:
        """The index for a large owner, when it is this process's and complete; else the scan."""
        indexed = None if self._index is None else self._index.search(self._scan)
        if (
            indexed is not None
            and has_more_rows(connection, owner, self._settings.exact_scan_max_rows)
            and not is_waiting(connection, owner, "index")
        ):
            return indexed
        return self._scan

    def _reranked(
        self, question: Question, text: str, ranked: list[Ranked], engrams: dict[int, Engram]
    ) -> tuple[list[Ranked], bool]:
        """The best candidates in the cross-encoder's order; as they were when there is none."""
        top, rest = ranked[:RERANKED], ranked[RERANKED : len(engrams)]
        if not question.rerank or len(top) < 2:
            return ranked[: len(engrams)], False
        texts = [engrams[r.candidate.seq].content for r in top]
        order = self._reranker.order(text, texts)
        if order is None:
            return ranked[: len(engrams)], False
        return [*(top[i] for i in order), *rest], True


def _candidates(
    answering: Sequence[_Answering], identity: Identity, span: TimeSpan | None
) -> list[Candidate]:
    return [
        Candidate(
            seq=seq,
            cosine=part.found.cosines.get(seq),
            words=part.found.words.get(seq, 0.0),
            named=part.found.named.get(seq, 0.0),
            feedback=row.feedback,
            at=row.event_at,
            owner=part.asked.owner,
            id=row.id,
            scope_class=class_of(part.scope, is_this_session=row.session == identity.session),
            in_time=span is not None and span.holds(row.event_at),
        )
        for part in answering
        for seq, row in part.found.rows.items()
    ]


def _is_any_kept(
    connection: Connection, identity: Identity, question: Question, now: datetime
) -> bool:
    """Whether something is kept that the question could have meant, at whatever time."""
    owned = rows_of(connection, identity, question.scope)
    return any(is_any_recallable(connection, a, question.wanted, now) for a, _ in owned)


def _all_of_then(question: Question, span: TimeSpan) -> Question:
    """The same question for whatever is kept of a time, however little it is like the words."""
    wanted = question.wanted
    since = span.since if wanted.since is None else max(span.since, wanted.since)
    until = span.until if wanted.until is None else min(span.until, wanted.until)
    then = replace(wanted, since=since, until=until)
    return replace(question, wanted=then, min_score=None, rerank=False)


def _depth(question: Question) -> int:
    """So many of the best are read, to fold what is said twice and still fill every place."""
    return max(RERANKED, FOLD_DEPTH * question.limit)


def _engrams(connection: Connection, ranked: Sequence[Ranked]) -> dict[int, Engram]:
    found: dict[int, Engram] = {}
    for owner in {r.candidate.owner for r in ranked}:
        seqs = [r.candidate.seq for r in ranked if r.candidate.owner == owner]
        found.update(engrams_by_seq(connection, owner, seqs))
    return found


def _turned_down(
    connection: Connection, answering: Sequence[_Answering], now: datetime
) -> list[LeftOut]:
    return [
        out
        for part in answering
        for out in turned_down(
            why_not(connection, part.asked, part.found.unqualified, now), part.found.cosines
        )
    ]


def _nothing(text: str, outcome: Outcome) -> Recall:
    return Recall(query=text, items=(), total=0, degraded=False, outcome=outcome)
