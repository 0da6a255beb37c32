"""Owners of rows: a small number for each key, and an epoch that rises when rows are erased."""

from collections.abc import Sequence

from sqlalchemy import Connection, bindparam, select, update
from sqlalchemy.dialects.sqlite import insert

from memory.ledger.tables import owners
from memory.owner import checked_owner

_BY_KEY = select(owners.c.id).where(owners.c.key == bindparam("key"))
_BY_KEYS = select(owners.c.key, owners.c.id).where(
    owners.c.key.in_(bindparam("keys", expanding=True))
)
_EPOCH = select(owners.c.epoch).where(owners.c.id == bindparam("owner"))


def owner_id(connection: Connection, key: str) -> int | None:
    """The number of an owner, None when it never wrote anything."""
    found: int | None = connection.execute(_BY_KEY, {"key": checked_owner(key)}).scalar()
    return found


def owner_ids(connection: Connection, keys: Sequence[str]) -> dict[str, int]:
    """The numbers of those of these owners that ever wrote anything."""
    rows = connection.execute(_BY_KEYS, {"keys": [checked_owner(key) for key in keys]})
    return {row.key: row.id for row in rows}


def ensure_owner(connection: Connection, key: str) -> int:
    """The number of an owner, made when needed."""
    known = owner_id(connection, key)
    if known is not None:
        return known
    connection.execute(insert(owners).values(key=key).on_conflict_do_nothing())
    made = owner_id(connection, key)
    assert made is not None  # noqa: S101  (inserted in this transaction)
    return made


def owner_epoch(connection: Connection, owner: int) -> int:
    """How often rows of this owner were erased; a cache made under another epoch is stale."""
    return connection.execute(_EPOCH, {"owner": owner}).scalar() or 0


def raise_epoch(connection: Connection, owner: int) -> None:
    """Tell every process that cached rows of this owner are stale."""
    connection.execute(update(owners).where(owners.c.id == owner).values(epoch=owners.c.epoch + 1))
