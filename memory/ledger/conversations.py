"""Exchanges in the order of their conversation: what was said just before and just after."""

from typing import NamedTuple

from sqlalchemy import Connection, bindparam, select

from memory.ledger.tables import engrams

TITLE_CHARS = 60
"""A conversation is called after its first question, cut at so many characters."""


_EPISODES = select(engrams.c.seq, engrams.c.id, engrams.c.content).where(
    engrams.c.owner_id == bindparam("owner"),
    engrams.c.session == bindparam("session"),
    engrams.c.kind == "episode",
)
_NEWEST = _EPISODES.order_by(engrams.c.seq.desc()).limit(bindparam("limit"))
_BEFORE = _NEWEST.where(engrams.c.seq < bindparam("seq"))
_AFTER = (
    _EPISODES.where(engrams.c.seq > bindparam("seq"))
    .order_by(engrams.c.seq)
    .limit(bindparam("limit"))
)


class Exchange(NamedTuple):
    """One episode's place, id and text."""

    seq: int
    id: str
    content: str


def exchanges_before(
    connection: Connection, owner: int, session: str, limit: int, before_seq: int | None = None
) -> list[Exchange]:
    """The newest episodes of a conversation (before a row, if one is named), newest first."""
    given = {"owner": owner, "session": session, "limit": limit, "seq": before_seq}
    rows = connection.execute(_NEWEST if before_seq is None else _BEFORE, given)
    return [Exchange(*row) for row in rows]


def exchanges_after(
    connection: Connection, owner: int, session: str, limit: int, after_seq: int
) -> list[Exchange]:
    """The episodes of a conversation that follow a row, oldest first."""
    given = {"owner": owner, "session": session, "limit": limit, "seq": after_seq}
    return [Exchange(*row) for row in connection.execute(_AFTER, given)]


def first_question(connection: Connection, owner: int, session: str) -> str:
    """What a conversation began with, on one line of `TITLE_CHARS`; "" when nothing is left."""
    query = _EPISODES.order_by(engrams.c.seq).limit(1)
    found = connection.execute(query, {"owner": owner, "session": session}).one_or_none()
    if found is None:
        return ""
    question = found.content.removeprefix("Q: ").split("\nA: ")[0]
    return " ".join(question.split())[:TITLE_CHARS]
