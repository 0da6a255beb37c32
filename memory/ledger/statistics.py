"""Counts that a person asks for."""

from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, func, select

from memory.ledger.engrams import standing
from memory.ledger.outbox import oldest_waiting, waiting
from memory.ledger.tables import engrams, outbox, owners, sessions


def owner_statistics(connection: Connection, owner: int | None, now: datetime) -> dict[str, Any]:
    """One owner's rows by kind, tier and topic prefix, and how many wait for their vector."""
    mine = (engrams.c.owner_id == owner, *standing(now))
    history = connection.execute(
        select(func.count()).where(
            engrams.c.owner_id == owner, engrams.c.superseded_by.is_not(None)
        )
    ).scalar_one()
    archived = connection.execute(
        select(func.count()).where(
            engrams.c.owner_id == owner,
            engrams.c.archived_at.is_not(None),
            engrams.c.superseded_by.is_(None),
        )
    ).scalar_one()
    waits = connection.execute(
        select(func.count()).where(outbox.c.owner_id == owner, outbox.c.step == "embed")
    ).scalar_one()
    topics = connection.execute(
        select(engrams.c.topic).where(*mine, engrams.c.topic.is_not(None))
    ).scalars()
    return {
        "kinds": _grouped(connection, engrams.c.kind, mine),
        "tiers": _grouped(connection, engrams.c.tier, mine),
        "topics": sorted(topics),
        "rows": connection.execute(select(func.count()).where(*mine)).scalar_one(),
        "replaced": history,
        "archived": archived,
        "waiting_for_vectors": waits,
        "sessions": connection.execute(
            select(func.count()).where(sessions.c.owner_id == owner)
        ).scalar_one(),
    }


def home_statistics(connection: Connection) -> dict[str, Any]:
    """The whole home: rows, owners, and what waits for the worker since when."""
    oldest = oldest_waiting(connection, ("embed",))
    return {
        "rows": connection.execute(select(func.count()).select_from(engrams)).scalar_one(),
        "owners": connection.execute(select(func.count()).select_from(owners)).scalar_one(),
        "waiting_for_vectors": waiting(connection, ("embed",)),
        "waiting_for_index": waiting(connection, ("index", "remove")),
        "oldest_waiting": None if oldest is None else oldest.isoformat(),
    }


def _grouped(
    connection: Connection, column: ColumnElement[str], conditions: tuple[ColumnElement[bool], ...]
) -> dict[str, int]:
    rows = connection.execute(select(column, func.count()).where(*conditions).group_by(column))
    return {str(value): int(count) for value, count in rows}
