"""Texts that are longer than one memory may be, kept whole beside their rows."""

from sqlalchemy import Connection, insert, select

from memory.ledger.tables import wholes

_INSERT = insert(wholes)


def add_whole(connection: Connection, owner: int, engram_id: str, content: str) -> None:
    """Keep the whole text of a row that has only its beginning."""
    connection.execute(_INSERT, {"engram_id": engram_id, "owner_id": owner, "content": content})


def whole_of(connection: Connection, owner: int, engram_id: str) -> str | None:
    """The whole text of a row; None when the row itself has all of it."""
    found: str | None = connection.execute(
        select(wholes.c.content).where(wholes.c.owner_id == owner, wholes.c.engram_id == engram_id)
    ).scalar()
    return found
