"""Exchanges in the order of their conversation: what was said just before and just after."""

from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, select

from memory.ledger.tables import engrams

TITLE_CHARS = 60
"""A conversation is called after its first question, cut at so many characters."""


class Exchange(NamedTuple):
    """One episode's place, id and text."""

    seq: int
    id: str
    content: str


def exchanges_before(
    connection: Connection, owner: int, session: str, limit: int, before_seq: int | None = None
) -> list[Exchange]:
    """The newest episodes of a conversation (before a row, if one is named), newest first."""
    query = _episodes(owner, session).order_by(engrams.c.seq.desc()).limit(limit)
    if before_seq is not None:
        query = query.where(engrams.c.seq < before_seq)
    return [Exchange(*row) for row in connection.execute(query)]


def exchanges_after(
    connection: Connection, owner: int, session: str, limit: int, after_seq: int
) -> list[Exchange]:
    """The episodes of a conversation that follow a row, oldest first."""
    query = _episodes(owner, session).where(engrams.c.seq > after_seq)
    rows = connection.execute(query.order_by(engrams.c.seq).limit(limit))
    return [Exchange(*row) for row in rows]


def first_question(connection: Connection, owner: int, session: str) -> str:
    """What a conversation began with, on one line of `TITLE_CHARS`; "" when nothing is left."""
    query = _episodes(owner, session).order_by(engrams.c.seq).limit(1)
    found = connection.execute(query).one_or_none()
    if found is None:
        return ""
    question = found.content.removeprefix("Q: ").split("\nA: ")[0]
    return " ".join(question.split())[:TITLE_CHARS]


def _episodes(owner: int, session: str) -> Select[Any]:
    return select(engrams.c.seq, engrams.c.id, engrams.c.content).where(
        engrams.c.owner_id == owner, engrams.c.session == session, engrams.c.kind == "episode"
    )
