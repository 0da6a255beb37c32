"""How far background upkeep came with an owner's rows, and what it still has to look at."""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

from sqlalchemy import Connection, Select, exists, func, select, update
from sqlalchemy.dialects.sqlite import insert

from core.engram import Engram
from memory.ledger.engrams import CHUNK, engram_columns, engram_from, standing
from memory.ledger.tables import engrams, events, outbox, upkeep, vectors

Task = Literal["contradictions", "extraction"]


DRAWN = "derived_from"
"""The name, in the metadata of a fact that was drawn from an exchange, of that exchange's id."""


def progress(connection: Connection, owner: int, task: Task) -> int:
    """The sequence number of the last row that a task is done with; 0 when it never began."""
    query = select(upkeep.c.seq).where(upkeep.c.owner_id == owner, upkeep.c.task == task)
    return connection.execute(query).scalar() or 0


def advance(connection: Connection, owner: int, task: Task, seq: int) -> None:
    """A task is done with every row up to this one. It never goes back."""
    added = insert(upkeep).values(owner_id=owner, task=task, seq=seq)
    highest = func.max(upkeep.c.seq, added.excluded.seq)
    connection.execute(
        added.on_conflict_do_update(index_elements=["owner_id", "task"], set_={"seq": highest})
    )


def row_number(connection: Connection, owner: int, engram_id: str) -> int | None:
    """The sequence number of an owner's engram, None when it is gone."""
    query = select(engrams.c.seq).where(engrams.c.owner_id == owner, engrams.c.id == engram_id)
    found: int | None = connection.execute(query).scalar()
    return found


def standing_after(
    connection: Connection,
    owner: int,
    after_seq: int,
    kinds: Sequence[str],
    now: datetime,
    limit: int,
) -> list[Engram]:
    """An owner's standing rows of some kinds beyond a row, oldest first, at most `limit`.

    What only retold memory is left out.
    """
    query = (
        select(*engram_columns())
        .where(
            engrams.c.owner_id == owner,
            engrams.c.seq > after_seq,
            engrams.c.kind.in_(kinds),
            engrams.c.derived.is_(False),
            *standing(now),
        )
        .order_by(engrams.c.seq)
        .limit(limit)
    )
    return [engram_from(row) for row in connection.execute(query)]


def waits_for_vector(connection: Connection, engram_id: str) -> bool:
    """Whether a row will get its vector soon; one that the embedder refused once will not."""
    query = select(outbox.c.seq).where(
        outbox.c.engram_id == engram_id, outbox.c.step == "embed", outbox.c.attempts == 0
    )
    return connection.execute(query.limit(1)).first() is not None


def vector_of(connection: Connection, embedder: str, owner: int, engram_id: str) -> bytes | None:
    """The packed vector of an engram, None while it has none."""
    query = (
        select(vectors.c.vector)
        .join(engrams, vectors.c.text_hash == engrams.c.text_hash)
        .where(
            engrams.c.owner_id == owner,
            engrams.c.id == engram_id,
            vectors.c.embedder == embedder,
        )
    )
    found: bytes | None = connection.execute(query).scalar()
    return found


def older_vectors(
    connection: Connection,
    owner: int,
    new: Engram,
    embedder: str,
    kinds: Sequence[str],
    trusts: Sequence[str],
    now: datetime,
) -> list[tuple[str, bytes]]:
    """(id, packed vector) of the standing rows of the same scope that were there before `new`."""
    query: Select[tuple[str, bytes]] = (
        select(engrams.c.id, vectors.c.vector)
        .join(vectors, vectors.c.text_hash == engrams.c.text_hash)
        .where(
            engrams.c.owner_id == owner,
            engrams.c.seq < row_number(connection, owner, new.id),
            engrams.c.event_at <= new.event_at,
            engrams.c.kind.in_(kinds),
            engrams.c.trust.in_(trusts),
            engrams.c.scope == new.scope,
            vectors.c.embedder == embedder,
            *standing(now),
        )
    )
    if new.scope == "session":
        query = query.where(engrams.c.session == new.session)
    return [(row.id, row.vector) for row in connection.execute(query)]


def has_replaced(connection: Connection, owner: int, engram_id: str) -> bool:
    """Whether this engram took the place of another one."""
    query = select(engrams.c.id).where(
        engrams.c.owner_id == owner, engrams.c.superseded_by == engram_id
    )
    return connection.execute(query.limit(1)).first() is not None


def unsupersede(connection: Connection, owner: int, engram_id: str) -> None:
    """Let an engram stand again that another one had taken the place of."""
    connection.execute(
        update(engrams)
        .where(engrams.c.owner_id == owner, engrams.c.id == engram_id)
        .values(superseded_by=None, superseded_at=None)
    )


def ids_with_event(
    connection: Connection, owner: int, ids: Sequence[str], action: str, why: str
) -> set[str]:
    """Of these engrams the ones whose history has this very line."""
    query = select(events.c.engram_id).where(
        events.c.owner_id == owner,
        events.c.engram_id.in_(ids),
        events.c.action == action,
        events.c.why == why,
    )
    return set(connection.execute(query).scalars())


def count_events(connection: Connection, owner: int, engram_id: str, action: str) -> int:
    """How often something was done to an engram."""
    query = select(func.count()).where(
        events.c.owner_id == owner, events.c.engram_id == engram_id, events.c.action == action
    )
    return connection.execute(query).scalar_one()


def is_before_a_forgetting(connection: Connection, owner: int, engram_id: str) -> bool:
    """Whether the owner had anything forgotten after this engram was saved."""
    later = events.alias("later")
    query = select(events.c.seq).where(
        events.c.owner_id == owner,
        events.c.engram_id == engram_id,
        events.c.action == "saved",
        exists().where(
            later.c.owner_id == owner, later.c.action == "forgotten", later.c.seq > events.c.seq
        ),
    )
    return connection.execute(query.limit(1)).first() is not None


def drawn_from(connection: Connection, owner: int, episode_ids: Sequence[str]) -> list[str]:
    """Ids of the facts that were drawn from these exchanges."""
    origin = engrams.c.metadata[DRAWN].as_string()
    query = select(engrams.c.id).where(
        engrams.c.owner_id == owner, engrams.c.source == "session", engrams.c.kind == "fact"
    )
    return [
        engram_id
        for start in range(0, len(episode_ids), CHUNK)
        for engram_id in connection.execute(
            query.where(origin.in_(episode_ids[start : start + CHUNK]))
        ).scalars()
    ]
