"""The append-only history: who did what to which engram, when and why. No content is kept here."""

from datetime import datetime

from sqlalchemy import Connection, insert, select

from core.engram import Event
from memory.ledger.engrams import begins_with
from memory.ledger.tables import events

_INSERT = insert(events)


def add_event(
    connection: Connection,
    owner: int,
    engram_id: str,
    action: str,
    *,
    at: datetime,
    actor: str,
    session: str,
    why: str = "",
) -> None:
    """Append one line of history."""
    row = {
        "at": at,
        "owner_id": owner,
        "engram_id": engram_id,
        "action": action,
        "actor": actor,
        "session": session,
        "why": why,
    }
    connection.execute(_INSERT, row)


def events_of(connection: Connection, owner: int, engram_ids: list[str]) -> list[Event]:
    """The history of these engrams, oldest first."""
    rows = connection.execute(
        select(
            events.c.at,
            events.c.engram_id,
            events.c.action,
            events.c.actor,
            events.c.session,
            events.c.why,
        )
        .where(events.c.owner_id == owner, events.c.engram_id.in_(engram_ids))
        .order_by(events.c.seq)
    )
    return [Event(*row) for row in rows]


def was_forgotten(connection: Connection, owner: int, engram_id: str) -> bool:
    """Whether an engram was here and was forgotten."""
    query = select(events.c.seq).where(
        events.c.owner_id == owner,
        events.c.engram_id == engram_id,
        events.c.action == "forgotten",
    )
    return connection.execute(query.limit(1)).first() is not None


def told_ids_starting_with(
    connection: Connection, owner: int, prefix: str, limit: int
) -> list[str]:
    """Ids of this owner that begin so and have a history, be they forgotten or not."""
    wanted = (
        select(events.c.engram_id)
        .where(events.c.owner_id == owner, *begins_with(events.c.engram_id, prefix))
        .distinct()
    )
    return list(connection.execute(wanted.limit(limit)).scalars())
