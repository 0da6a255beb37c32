"""Conversations of one owner: registered, counted, and refused to everybody else."""

from dataclasses import asdict
from datetime import datetime
from typing import Any

from sqlalchemy import Connection

from core.errors import NotFound
from memory.ledger.sessions import SessionRow, add_session, find_session, list_sessions
from memory.text import clean_text


def open_session(
    connection: Connection, owner: int, session: str, provider: str, chat_id: str, now: datetime
) -> None:
    """Register a conversation, or check that it is this owner's.

    Raises:
        NotFound: It belongs to somebody else. The message says no more than that.
    """
    known = find_session(connection, session)
    if known is None:
        add_session(
            connection,
            SessionRow(
                id=session,
                owner_id=owner,
                provider=clean_text(provider),
                chat_id=clean_text(chat_id) or session,
                title="",
                turns=0,
                started_at=now,
                last_turn_at=now,
            ),
        )
    elif known.owner_id != owner:
        raise NotFound(
            f"There is no conversation {session!r} of yours. Start a new one, or see "
            "'mnemon sessions'."
        )


def sessions_of(connection: Connection, owner: int) -> list[dict[str, Any]]:
    """An owner's conversations in plain types, the last moved first."""
    rows = list_sessions(connection, owner)
    return [{k: v for k, v in asdict(row).items() if k != "owner_id"} for row in rows]
