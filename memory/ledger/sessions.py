"""Conversations: whose they are, where they came from, when they last moved."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, bindparam, case, delete, insert, select, update

from memory.ledger.tables import sessions

_COUNT_TURN = (
    update(sessions)
    .where(sessions.c.id == bindparam("session_id"), sessions.c.owner_id == bindparam("owner"))
    .values(
        turns=sessions.c.turns + 1,
        last_turn_at=bindparam("now"),
        title=case((sessions.c.title == "", bindparam("first_title")), else_=sessions.c.title),
    )
)


@dataclass(frozen=True, slots=True)
class SessionRow:
    """One conversation as the ledger knows it."""

    id: str
    owner_id: int
    provider: str
    chat_id: str
    title: str
    turns: int
    started_at: datetime
    last_turn_at: datetime


def find_session(connection: Connection, session_id: str) -> SessionRow | None:
    """The conversation with this id, whosever it is."""
    row = connection.execute(select(sessions).where(sessions.c.id == session_id)).one_or_none()
    return None if row is None else SessionRow(*row)


def add_session(connection: Connection, row: SessionRow) -> None:
    """Register a conversation."""
    connection.execute(insert(sessions).values({f: getattr(row, f) for f in row.__slots__}))


def count_turn(
    connection: Connection, owner: int, session_id: str, title: str, now: datetime
) -> None:
    """One more turn of an owner's conversation was finished; the first one gives it its title."""
    given = {"session_id": session_id, "owner": owner, "first_title": title, "now": now}
    connection.execute(_COUNT_TURN, given)


def title_anew(connection: Connection, owner: int, session_id: str, title: str) -> None:
    """Give an owner's conversation another title."""
    connection.execute(
        update(sessions)
        .where(sessions.c.id == session_id, sessions.c.owner_id == owner)
        .values(title=title)
    )


def list_sessions(connection: Connection, owner: int) -> list[SessionRow]:
    """An owner's conversations, the last moved first."""
    rows = connection.execute(
        select(sessions)
        .where(sessions.c.owner_id == owner)
        .order_by(sessions.c.last_turn_at.desc(), sessions.c.id)
    )
    return [SessionRow(*row) for row in rows]


def is_session_of(connection: Connection, owner: int, session_id: str) -> bool:
    """Whether this is a conversation of that owner."""
    found = find_session(connection, session_id)
    return found is not None and found.owner_id == owner


def remove_session(connection: Connection, owner: int, session_id: str) -> int:
    """Drop the registration of a conversation; gives how many rows went."""
    gone = connection.execute(
        delete(sessions).where(sessions.c.owner_id == owner, sessions.c.id == session_id)
    )
    return gone.rowcount
