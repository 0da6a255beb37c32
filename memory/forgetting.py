"""Forgetting: the row, its words, its vector, what came from it; and a look whether it is gone."""

from collections.abc import Iterator, Sequence, Set
from datetime import datetime
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import ColumnElement, Connection, delete, false, func, or_, select, update

from core.clock import Clock
from core.engram import ForgetReceipt
from core.identity import Identity
from memory.evidence import SHORTEST_TRACE, Evidence, collect, holds_any, is_telling
from memory.ids import text_hash
from memory.ledger.conversations import first_question
from memory.ledger.database import Database
from memory.ledger.engrams import CHUNK
from memory.ledger.events import add_event
from memory.ledger.outbox import queue
from memory.ledger.owners import raise_epoch
from memory.ledger.sessions import title_anew
from memory.ledger.tables import engrams, outbox, wholes
from memory.ledger.upkeep import drawn_from
from memory.ledger.vectors import drop_unused_vectors
from memory.ledger.words import compact_words, remove_words, replace_words
from memory.neighbours import context_words, meaning_text, said_after, said_before

T = TypeVar("T")


def evidence_of(
    database: Database, owner: int, ids: Sequence[str], *, mentions: bool = False
) -> Evidence:
    """What would go with these memories, and by what it is known; nothing is changed.

    Args:
        ids: Full ids of this owner.
        mentions: As in `forget`.
    """
    with database.reading() as connection:
        rows = _with_traces(connection, owner, ids, mentions)
        going = [row.id for row in rows]
        return collect(connection, owner, ids, going, all_texts=mentions)


def forget(
    database: Database,
    clock: Clock,
    identity: Identity,
    owner: int,
    ids: Sequence[str],
    *,
    mentions: bool = False,
) -> ForgetReceipt:
    """Erase engrams and the exchanges that would bring them back.

    With an engram go: the older values of its topic that say the same, the exchange of the turn
    that saved it, the exchanges in which memory only retold it, and those that hold its text, if
    that text is telling (several words, a digit, or long); and what was drawn from those.

    Args:
        ids: Full ids of this owner.
        mentions: Also exchanges that hold the text when it is one common word.

    Returns:
        What went, how many rows from where, and how many a look afterwards still found (0).
    """
    with database.writing() as connection:
        rows = _with_traces(connection, owner, ids, mentions)
        neighbours = _neighbours(connection, owner, rows)
        removed = _erase(connection, owner, rows)
        removed["neighbours mended"] = _mend(connection, owner, neighbours, clock.now())
        _retitle(connection, owner, {row.session for row in rows if row.kind == "episode"})
        compact_words(connection)
        for row in rows:
            add_event(
                connection,
                owner,
                row.id,
                "forgotten",
                at=clock.now(),
                actor="user",
                session=identity.session,
            )
            queue(connection, "remove", owner, row.id, clock.now())
        raise_epoch(connection, owner)
    database.empty_log()
    gone = [row.id for row in rows]
    with database.reading() as connection:
        left = sum(
            len(connection.execute(select(engrams.c.id).where(engrams.c.id.in_(part))).all())
            for part in _chunks(gone)
        )
    return ForgetReceipt(ids=tuple(gone), removed=removed, remaining=left)


class _Trace(NamedTuple):
    """A row that goes: where it stands, its id, and the text its vector was made of."""

    seq: int
    id: str
    text_hash: str
    own_hash: str
    kind: str
    session: str


_TRACE = (
    engrams.c.seq,
    engrams.c.id,
    engrams.c.text_hash,
    engrams.c.own_hash,
    engrams.c.kind,
    engrams.c.session,
)


_ITS_WHOLE = wholes.c.engram_id == engrams.c.id


def _with_traces(
    connection: Connection, owner: int, ids: Sequence[str], mentions: bool
) -> list[_Trace]:
    """The named rows, those that say the same, and the exchanges that would bring them back.

    With an exchange go the facts that were drawn from it, unless it goes because of one of them: the
    others are about something else.
    """
    named = _read(connection, owner, engrams.c.id, ids)
    said = [row.content_hash for row in named if row.kind != "episode"]
    named += _read(connection, owner, engrams.c.content_hash, said)
    found = {row.id: _Trace(*row[: len(_TRACE)]) for row in named}
    sources = [row.id for row in named if row.kind == "episode"]
    for row in named:
        if row.kind != "episode":
            traces = _retellings(connection, owner, row.content, row.source_ref, mentions)
            found.update({trace.id: trace for trace in traces})
            if row.source != "session":
                sources += [trace.id for trace in traces if trace.kind == "episode"]
    drawn = _read(connection, owner, engrams.c.id, drawn_from(connection, owner, sources))
    found.update({row.id: _Trace(*row[: len(_TRACE)]) for row in drawn})
    return list(found.values())


def _read(
    connection: Connection, owner: int, column: ColumnElement[str], values: Sequence[str]
) -> list[Any]:
    more = (engrams.c.content, engrams.c.content_hash, engrams.c.source_ref, engrams.c.source)
    columns = (*_TRACE, *more)
    query = select(*columns).where(engrams.c.owner_id == owner)
    return [
        row for part in _chunks(values) for row in connection.execute(query.where(column.in_(part)))
    ]


def _retellings(
    connection: Connection, owner: int, content: str, source_ref: str, mentions: bool
) -> list[_Trace]:
    """What came of the same turn, and what tells a content: exchanges, and what was drawn from them.

    What the user has said under another key or in so many words of a fact is a memory of its own.
    """
    is_exchange = engrams.c.kind == "episode"
    is_drawn = (engrams.c.kind != "topic") & (engrams.c.source != "user")
    same_turn = engrams.c.metadata["query_id"].as_string() == source_ref
    certain = is_exchange & (same_turn if source_ref else false())
    possible: ColumnElement[bool] = false()
    if len(content) >= SHORTEST_TRACE:
        told = _text().icontains(content, autoescape=True)
        certain |= is_exchange & told & engrams.c.derived
        if mentions or is_telling(content):
            possible = (is_exchange | is_drawn) & told
    query = select(*_TRACE, _text(), certain).join(wholes, _ITS_WHOLE, isouter=True)
    query = query.where(engrams.c.owner_id == owner, or_(certain, possible))
    return [
        _Trace(*trace)
        for *trace, text, is_certain in connection.execute(query)
        # The database finds "note 1" in "note 12" too.
        if is_certain or holds_any(text, [content])
    ]


def _text() -> ColumnElement[str]:
    """All of a row's text, also what is kept beside it (where `wholes` is joined)."""
    return func.coalesce(wholes.c.content, engrams.c.content)


def _erase(connection: Connection, owner: int, rows: Sequence[_Trace]) -> dict[str, int]:
    counts = dict.fromkeys(("ledger", "keywords", "vectors", "waiting"), 0)
    for part in _chunks(rows):
        ids = [row.id for row in part]
        mine = (engrams.c.owner_id == owner, engrams.c.id.in_(ids))
        counts["ledger"] += connection.execute(delete(engrams).where(*mine)).rowcount
        remove_words(connection, [row.seq for row in part])
        counts["keywords"] += len(part)
        waited = connection.execute(delete(outbox).where(outbox.c.engram_id.in_(ids)))
        counts["waiting"] += waited.rowcount
        connection.execute(delete(wholes).where(wholes.c.engram_id.in_(ids)))
    for part in _chunks(rows):
        hashes = [key for row in part for key in (row.text_hash, row.own_hash)]
        counts["vectors"] += drop_unused_vectors(connection, hashes)
    return counts


def _retitle(connection: Connection, owner: int, sessions: Set[str]) -> None:
    """Let a conversation be called after its first exchange that is left."""
    for session in sessions:
        title_anew(connection, owner, session, first_question(connection, owner, session))


def _chunks(items: Sequence[T]) -> Iterator[Sequence[T]]:
    """So many at a time as one statement may name."""
    return (items[start : start + CHUNK] for start in range(0, len(items), CHUNK))


def _neighbours(connection: Connection, owner: int, rows: Sequence[_Trace]) -> set[int]:
    """The exchanges that stay, but have words of the ones that go as their context."""
    going = {row.seq for row in rows}
    around: set[int] = set()
    for row in rows:
        if row.kind == "episode":
            before = said_before(connection, owner, row.kind, row.session, row.seq)
            after = said_after(connection, owner, row.session, row.seq)
            around |= {exchange.seq for exchange in (*before, *after)}
    return around - going


def _mend(connection: Connection, owner: int, seqs: set[int], now: datetime) -> int:
    """Give these exchanges the context and the vector they would have had without what is gone."""
    rows = connection.execute(
        select(*_TRACE, engrams.c.content).where(engrams.c.seq.in_(seqs))
    ).all()
    for row in rows:
        before = said_before(connection, owner, row.kind, row.session, row.seq)
        after = said_after(connection, owner, row.session, row.seq)
        replace_words(connection, row.seq, row.content, context_words([*before, *after]))
        connection.execute(
            update(engrams)
            .where(engrams.c.seq == row.seq)
            .values(text_hash=text_hash(meaning_text(row.content, before)))
        )
        queue(connection, "embed", owner, row.id, now)
    drop_unused_vectors(connection, [row.text_hash for row in rows])
    return len(rows)
