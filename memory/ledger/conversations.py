"""Exchanges in the order of their conversation."""

from typing import NamedTuple

from sqlalchemy import Connection, select

from memory.ledger.tables import engrams


class Exchange(NamedTuple):
    """One episode's place and text."""

    seq: int
    content: str


def last_episode(connection: Connection, owner: int, session: str) -> Exchange | None:
    """The newest episode of a conversation, None before the first."""
    row = connection.execute(
        select(engrams.c.seq, engrams.c.content)
        .where(
            engrams.c.owner_id == owner,
            engrams.c.session == session,
            engrams.c.kind == "episode",
        )
        .order_by(engrams.c.seq.desc())
        .limit(1)
    ).one_or_none()
    return None if row is None else Exchange(*row)
