"""Forgetting: the row, its words, its vector, what came from it; and a look whether it is gone."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, delete, or_, select
from sqlalchemy.engine import Row

from core.clock import Clock
from core.engram import ForgetReceipt
from core.identity import Identity
from memory.ledger.database import Database
from memory.ledger.events import add_event
from memory.ledger.outbox import queue
from memory.ledger.owners import raise_epoch
from memory.ledger.tables import engrams, outbox
from memory.ledger.vectors import drop_unused_vectors
from memory.ledger.words import remove_words

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
        removed = _erase(connection, owner, rows)
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


def _with_traces(connection: Connection, owner: int, ids: Sequence[str]) -> list[Row[Any]]:
    columns = (engrams.c.seq, engrams.c.id, engrams.c.text_hash)
    named = connection.execute(
        select(*columns, engrams.c.kind, engrams.c.content, engrams.c.source_ref).where(
            engrams.c.owner_id == owner, engrams.c.id.in_(ids)
        )
    ).all()
    found: dict[str, Row[Any]] = {row.id: row for row in named}
    for row in named:
        if row.kind == "episode":
            continue
        traces = (
            [engrams.c.metadata["query_id"].as_string() == row.source_ref] if row.source_ref else []
        )
        if len(row.content) >= SHORTEST_TRACE:
            retold = engrams.c.content.icontains(row.content, autoescape=True)
            traces.append(engrams.c.derived.is_(True) & retold)
        if traces:
            query = select(*columns).where(
                engrams.c.owner_id == owner, engrams.c.kind == "episode", or_(*traces)
            )
            found.update({trace.id: trace for trace in connection.execute(query)})
    return list(found.values())


def _erase(connection: Connection, owner: int, rows: Sequence[Row[Any]]) -> dict[str, int]:
    ids = [row.id for row in rows]
    ledger = connection.execute(
        delete(engrams).where(engrams.c.owner_id == owner, engrams.c.id.in_(ids))
    ).rowcount
    remove_words(connection, [row.seq for row in rows])
    made = drop_unused_vectors(connection, [row.text_hash for row in rows])
    waited = connection.execute(delete(outbox).where(outbox.c.engram_id.in_(ids))).rowcount
    return {"ledger": ledger, "keywords": len(rows), "vectors": made, "waiting": waited}
