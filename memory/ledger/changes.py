"""Changes of rows that stand: what is known of them, archived or not, in which tier."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, func, select, update

from core.engram import Engram
from memory.ledger.engrams import engram_columns, engram_from, standing
from memory.ledger.tables import engrams


def change(connection: Connection, owner: int, engram_id: str, **values: Any) -> None:  # noqa: ANN401 - each column has its own type
    """Give a row other values, by the names of its columns."""
    connection.execute(
        update(engrams)
        .where(engrams.c.owner_id == owner, engrams.c.id == engram_id)
        .values(**values)
    )


def archived_engrams(connection: Connection, owner: int, limit: int) -> list[Engram]:
    """What was put aside and not replaced since, the last first."""
    query = (
        select(*engram_columns())
        .where(
            engrams.c.owner_id == owner,
            engrams.c.archived_at.is_not(None),
            engrams.c.superseded_by.is_(None),
        )
        .order_by(engrams.c.archived_at.desc(), engrams.c.seq.desc())
        .limit(limit)
    )
    return [engram_from(row) for row in connection.execute(query)]


def least_important(
    connection: Connection,
    owner: int,
    now: datetime,
    *,
    most_importance: float,
    before: datetime,
    limit: int,
) -> list[Engram]:
    """Standing rows of little importance that are old and were not used lately, least first."""
    last_used = func.coalesce(engrams.c.last_accessed_at, engrams.c.created_at)
    query = (
        select(*engram_columns())
        .where(
            engrams.c.owner_id == owner,
            *standing(now),
            engrams.c.importance <= most_importance,
            engrams.c.created_at < before,
            last_used < before,
        )
        .order_by(engrams.c.importance, engrams.c.seq)
        .limit(limit)
    )
    return [engram_from(row) for row in connection.execute(query)]


def ready_to_age(
    connection: Connection,
    owner: int,
    now: datetime,
    *,
    below_importance: float,
    before: datetime,
    limit: int,
) -> list[str]:
    """The ids of standing short-term rows that are old, the least important first."""
    query = (
        select(engrams.c.id)
        .where(
            engrams.c.owner_id == owner,
            *standing(now),
            engrams.c.tier == "short",
            engrams.c.importance < below_importance,
            engrams.c.created_at < before,
        )
        .order_by(engrams.c.importance, engrams.c.seq)
        .limit(limit)
    )
    return list(connection.execute(query).scalars())


def newest_rows(
    connection: Connection, owner: int, now: datetime, kinds: Sequence[str], limit: int
) -> dict[int, Engram]:
    """Standing rows of some kinds by their sequence numbers, the newest of them."""
    query = (
        select(*engram_columns(), engrams.c.seq)
        .where(engrams.c.owner_id == owner, *standing(now), engrams.c.kind.in_(kinds))
        .order_by(engrams.c.seq.desc())
        .limit(limit)
    )
    return {row.seq: engram_from(row) for row in connection.execute(query)}


def replaced_rows(connection: Connection, owner: int, engram_id: str) -> list[Engram]:
    """What a row took the place of, and what that had taken the place of, newest first."""
    found: list[Engram] = []
    wanted = [engram_id]
    while wanted:
        query = (
            select(*engram_columns())
            .where(engrams.c.owner_id == owner, engrams.c.superseded_by.in_(wanted))
            .order_by(engrams.c.seq.desc())
        )
        older = [engram_from(row) for row in connection.execute(query)]
        known = {engram.id for engram in found}
        older = [engram for engram in older if engram.id not in known]
        found += older
        wanted = [engram.id for engram in older]
    return found


def said_by(connection: Connection, engram_id: str) -> str:
    """The hash of what a row says; see `memory.ids.content_hash`."""
    query = select(engrams.c.content_hash).where(engrams.c.id == engram_id)
    return str(connection.execute(query).scalar_one())
