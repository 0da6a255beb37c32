"""One question to memory: candidates of every owner that may answer, ranked, folded, explained."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from sqlalchemy import Connection

from core.clock import Clock
from core.engram import Engram, Scope
from core.errors import InvalidInput
from core.identity import Identity
from core.recall import (
    LeftOut,
    Outcome,
    Recall,
    RecallFilter,
    RecallItem,
    RecallScope,
    ScopeClass,
)
from core.settings import Settings
from memory.candidates import Found, Query, find_candidates
from memory.embedding_service import EmbeddingService
from memory.index import Index
from memory.ledger.database import Database
from memory.ledger.outbox import is_waiting
from memory.ledger.owners import owner_ids
from memory.ledger.qualify import Asked, engrams_by_seq, has_more_rows, is_any_recallable, why_not
from memory.ledger.vectors import own_vectors
from memory.owner import owner_key
from memory.ranking import Candidate, Ranked, clamp, fold, is_relevant, rank
from memory.rerank import Reranker
from memory.text import clean_text
from memory.time_phrases import TimeSpan, named_time
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
        text = clean_text(question.text)
        is_asked = bool(text) and question.limit > 0
        vector = self._embedding.query_vector(text) if is_asked else None
        query = Query(text, vector, question.wanted, question.limit, self._clock.now())
        with self._database.reading() as connection:
            answering = self._answering(connection, identity, question.scope, query)
            if not answering:
                return _nothing(text, "nothing_stored")
            if not is_asked:
                return _nothing(text, "nothing_relevant")
            candidates = _candidates(answering, identity, named_time(text, query.now))
            near = self._near(connection, query, candidates, question.min_score)
            ranked = rank(near, self._weights(question.scope))
            engrams = _engrams(connection, ranked[: max(RERANKED, FOLD_DEPTH * question.limit)])
            left_out = _turned_down(connection, answering, query) if question.explain else []
        is_degraded = vector is None or any(part.rows_wait for part in answering)
        shown, was_reranked = self._reranked(question, text, ranked, engrams)
        kept, folded = fold(shown, lambda r: engrams[r.candidate.seq].content, question.limit)
        if question.explain:
            left_out += _distant(candidates, near) + _repeated(folded, engrams)
            left_out += _beyond(ranked, [*kept, *(r for r, _ in folded)])
        return Recall(
            query=text,
            items=tuple(_item(r, place, engrams) for place, r in enumerate(kept, start=1)),
            total=len(ranked),
            degraded=is_degraded,
            outcome="found" if kept else "nothing_relevant",
            rerank_used=was_reranked,
            left_out=tuple(left_out),
        )

    def drop_caches(self) -> None:
        """Let go of cached vectors (the embedder changed)."""
        self._scan = ExactScan(self._embedding.name)

    def _answering(
        self, connection: Connection, identity: Identity, scope: RecallScope, query: Query
    ) -> list[_Answering]:
        """The owners that have anything to answer with, each with its candidates."""
        parts = []
        for asked, owned in _asked(connection, identity, scope):
            search = self._search(connection, asked.owner)
            found = find_candidates(connection, search, asked, query)
            if found.rows or is_any_recallable(connection, asked, query.wanted, query.now):
                waits = is_waiting(connection, asked.owner, "embed")
                parts.append(_Answering(asked, owned, found, waits))
        return parts

    def _near(
        self,
        connection: Connection,
        query: Query,
        candidates: list[Candidate],
        min_score: float | None,
    ) -> list[Candidate]:
        """The candidates that bear on the question, and not only their neighbours do."""
        if min_score is None:
            return candidates
        near = [c for c in candidates if is_relevant(c, min_score)]
        if query.vector is None:
            return near
        own = own_vectors(connection, self._embedding.name, [c.seq for c in near])
        floor = min_score * OWN_FLOOR_SHARE
        return [c for c in near if c.seq not in own or float(own[c.seq] @ query.vector) >= floor]

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

    def _weights(self, scope: RecallScope) -> dict[ScopeClass, float] | None:
        if scope != "any":
            return None
        return {
            "session": self._settings.scope_weight_session,
            "user": self._settings.scope_weight_user,
            "agent": self._settings.scope_weight_agent,
            "tenant": self._settings.scope_weight_tenant,
        }

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


def _asked(
    connection: Connection, identity: Identity, scope: RecallScope
) -> list[tuple[Asked, Scope]]:
    """Whose rows a scope reads: always made from the identity, never from an argument."""
    wanted: dict[RecallScope, tuple[Scope, ...]] = {
        "session": ("user",),
        "user": ("user",),
        "agent": ("agent",),
        "tenant": ("tenant",),
        "any": ("user", "agent", "tenant"),
    }
    if scope not in wanted:
        raise InvalidInput(f"There is no scope {scope!r}. Use one of: {', '.join(wanted)}.")
    session = identity.session if scope == "session" else None
    keys = {owner_key(identity, s): s for s in wanted[scope]}
    owners = owner_ids(connection, list(keys))
    return [(Asked(owners[key], session), s) for key, s in keys.items() if key in owners]


def _candidates(
    answering: Sequence[_Answering], identity: Identity, span: TimeSpan | None
) -> list[Candidate]:
    return [
        Candidate(
            seq=seq,
            cosine=part.found.cosines.get(seq),
            words=part.found.words.get(seq, 0.0),
            feedback=row.feedback,
            at=row.event_at,
            owner=part.asked.owner,
            id=row.id,
            scope_class=_class_of(part.scope, row.session == identity.session),
            in_time=span is not None and span.holds(row.event_at),
        )
        for part in answering
        for seq, row in part.found.rows.items()
    ]


def _class_of(scope: Scope, is_this_session: bool) -> ScopeClass:
    return "session" if scope == "user" and is_this_session else scope


def _engrams(connection: Connection, ranked: Sequence[Ranked]) -> dict[int, Engram]:
    found: dict[int, Engram] = {}
    for owner in {r.candidate.owner for r in ranked}:
        seqs = [r.candidate.seq for r in ranked if r.candidate.owner == owner]
        found.update(engrams_by_seq(connection, owner, seqs))
    return found


def _item(ranked: Ranked, place: int, engrams: dict[int, Engram]) -> RecallItem:
    c = ranked.candidate
    return RecallItem(
        engram=engrams[c.seq],
        relevance=clamp(c.cosine or 0.0),
        score=ranked.score,
        explanation={
            "rank": place,
            "meaning": None if c.cosine is None else round(c.cosine, 4),
            "keywords": round(c.words, 4),
            "fused": round(ranked.fused, 4),
            "rating": c.feedback,
            "scope": c.scope_class,
            "in_time": "yes" if c.in_time else "no",
        },
    )


def _turned_down(
    connection: Connection, answering: Sequence[_Answering], query: Query
) -> list[LeftOut]:
    told = []
    for part in answering:
        reasons = why_not(connection, part.asked, part.found.unqualified, query.now)
        for seq, (engram_id, why) in reasons.items():
            cosine = part.found.cosines.get(seq)
            told.append(LeftOut(engram_id, "not qualified", why, cosine))
    return told


def _distant(candidates: Sequence[Candidate], near: Sequence[Candidate]) -> list[LeftOut]:
    kept = {c.seq for c in near}
    why = "too far by meaning and no telling word in common"
    return [LeftOut(c.id, "not relevant", why, c.cosine) for c in candidates if c.seq not in kept]


def _repeated(folded: list[tuple[Ranked, Ranked]], engrams: dict[int, Engram]) -> list[LeftOut]:
    return [
        LeftOut(
            r.candidate.id, "folded", f"says the same as {same.candidate.id}", r.candidate.cosine
        )
        for r, same in folded
        if r.candidate.seq in engrams
    ]


def _beyond(ranked: Sequence[Ranked], told: Sequence[Ranked]) -> list[LeftOut]:
    known = {r.candidate.seq for r in told}
    return [
        LeftOut(r.candidate.id, "beyond the limit", f"place {place}", r.candidate.cosine)
        for place, r in enumerate(ranked, start=1)
        if r.candidate.seq not in known
    ]


def _nothing(text: str, outcome: Outcome) -> Recall:
    return Recall(query=text, items=(), total=0, degraded=False, outcome=outcome)
