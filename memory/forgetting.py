"""Forgetting: the row, its words, its vector, what came from it; and a look whether it is gone."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, delete, or_, select, update

from core.clock import Clock
from core.engram import ForgetReceipt
from core.identity import Identity
from memory.ids import text_hash
from memory.ledger.database import Database
from memory.ledger.events import add_event
from memory.ledger.outbox import queue
from memory.ledger.owners import raise_epoch
from memory.ledger.tables import engrams, outbox
from memory.ledger.vectors import drop_unused_vectors
from memory.ledger.words import compact_words, remove_words, replace_words
from memory.neighbours import context_words, meaning_text, said_after, said_before

SHORTEST_TRACE = 4
"""A text shorter than this ("tea") stands in too many exchanges to call them its retelling."""


def forget(
    database: Database, clock: Clock, identity: Identity, owner: int, ids: Sequence[str]
) -> ForgetReceipt:
    """Erase engrams and the exchanges that would bring them back.

    With an engram go: the older values of its topic that say the same, the exchange of the turn
    that saved it, and the exchanges in which memory only retold it.

    Args:
        ids: Full ids of this owner.

    Returns:
        What went, how many rows from where, and how many a look afterwards still found (0).
    """
    with database.writing() as connection:
        rows = _with_traces(connection, owner, ids)
        neighbours = _neighbours(connection, owner, rows)
        removed = _erase(connection, owner, rows)
        removed["neighbours mended"] = _mend(connection, owner, neighbours, clock.now())
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
    gone = [row.id for row in rows]
    with database.reading() as connection:
        left = connection.execute(select(engrams.c.id).where(engrams.c.id.in_(gone))).all()
    return ForgetReceipt(ids=tuple(gone), removed=removed, remaining=len(left))


class _Trace(NamedTuple):
    """A row that goes: where it stands, its id, and the text its vector was made of."""

    seq: int
    id: str
    text_hash: str
    kind: str
    session: str


_TRACE = (engrams.c.seq, engrams.c.id, engrams.c.text_hash, engrams.c.kind, engrams.c.session)


def _with_traces(connection: Connection, owner: int, ids: Sequence[str]) -> list[_Trace]:
    """The named rows, and the exchanges that would bring them back."""
    named = connection.execute(
        select(*_TRACE, engrams.c.content, engrams.c.source_ref).where(
            engrams.c.owner_id == owner, engrams.c.id.in_(ids)
        )
    ).all()
    found = {row.id: _Trace(*row[: len(_TRACE)]) for row in named}
    for row in named:
        if row.kind != "episode":
            traces = _retellings(connection, owner, row.content, row.source_ref)
            found.update({trace.id: trace for trace in traces})
    return list(found.values())


def _retellings(connection: Connection, owner: int, content: str, source_ref: str) -> list[_Trace]:
    """Exchanges of the turn that saved a content, and exchanges that memory only retold it in."""
    signs: list[ColumnElement[bool]] = []
    if source_ref:
        signs.append(engrams.c.metadata["query_id"].as_string() == source_ref)
    if len(content) >= SHORTEST_TRACE:
        retold = engrams.c.content.icontains(content, autoescape=True)
        signs.append(engrams.c.derived.is_(True) & retold)
    if not signs:
        return []
    query = select(*_TRACE).where(
        engrams.c.owner_id == owner, engrams.c.kind == "episode", or_(*signs)
    )
    return [_Trace(*row) for row in connection.execute(query)]


def _erase(connection: Connection, owner: int, rows: Sequence[_Trace]) -> dict[str, int]:
    ids = [row.id for row in rows]
    ledger = connection.execute(
        delete(engrams).where(engrams.c.owner_id == owner, engrams.c.id.in_(ids))
    ).rowcount
    remove_words(connection, [row.seq for row in rows])
    made = drop_unused_vectors(connection, [row.text_hash for row in rows])
    waited = connection.execute(delete(outbox).where(outbox.c.engram_id.in_(ids))).rowcount
    return {"ledger": ledger, "keywords": len(rows), "vectors": made, "waiting": waited}


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
