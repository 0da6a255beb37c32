"""Rows of the engrams table: written, read, superseded, rated."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Connection,
    Select,
    bindparam,
    insert,
    select,
    update,
)

from core.engram import Engram
from memory.ledger.tables import UtcDateTime, engrams

_FIELDS = tuple(Engram.__dataclass_fields__)
_COLUMNS = [engrams.c[name] for name in _FIELDS]

CHUNK = 500
"""Ids in one IN list: SQLite's compiled statements stay small."""

# Statements of every save and recall are built once: building one costs more than running it.
_INSERT = insert(engrams)
_BY_ID = select(*_COLUMNS).where(
    engrams.c.owner_id == bindparam("owner"), engrams.c.id == bindparam("engram_id")
)


def add_engram(
    connection: Connection,
    owner: int,
    engram: Engram,
    *,
    text_hash: str,
    own_hash: str,
    content_hash: str,
    derived: bool,
) -> int:
    """Insert one row and give its sequence number."""
    values = {name: getattr(engram, name) for name in _FIELDS}
    values["tags"] = list(engram.tags)
    values["metadata"] = dict(engram.metadata)
    more = {
        "owner_id": owner,
        "text_hash": text_hash,
        "own_hash": own_hash,
        "content_hash": content_hash,
        "derived": derived,
    }
    result = connection.execute(_INSERT, values | more)
    assert result.inserted_primary_key is not None  # noqa: S101  (one row was inserted)
    return int(result.inserted_primary_key[0])


def engram_columns() -> list[ColumnElement[Any]]:
    """The columns that `engram_from` reads."""
    return list(_COLUMNS)


def engram_from(row: Sequence[Any]) -> Engram:
    """The engram of a row that begins with all of `engram_columns`."""
    values = dict(zip(_FIELDS, row, strict=False))
    values["tags"] = tuple(values["tags"])
    return Engram(**values)


def engram_by_id(connection: Connection, owner: int, engram_id: str) -> Engram | None:
    """The engram with this id, if it is this owner's."""
    row = connection.execute(_BY_ID, {"owner": owner, "engram_id": engram_id}).one_or_none()
    return None if row is None else engram_from(row)


def ids_starting_with(connection: Connection, owner: int, prefix: str, limit: int) -> list[str]:
    """Ids of this owner that begin so, at most `limit`."""
    wanted = select(engrams.c.id).where(owned_by(owner), *begins_with(engrams.c.id, prefix))
    return list(connection.execute(wanted.limit(limit)).scalars())


def current_topic(connection: Connection, owner: int, topic: str, now: datetime) -> Engram | None:
    """The value that stands under a canonical key; one that ran out or was put aside does not."""
    row = connection.execute(
        _of(owner).where(engrams.c.topic == topic, *standing(now))
    ).one_or_none()
    return None if row is None else engram_from(row)


def standing_under(connection: Connection, owner: int, topic: str) -> str | None:
    """The id that occupies a canonical key, expired or not: a new value takes its place."""
    found: str | None = connection.execute(
        select(engrams.c.id).where(
            engrams.c.owner_id == owner,
            engrams.c.topic == topic,
            engrams.c.superseded_by.is_(None),
        )
    ).scalar()
    return found


def topic_versions(connection: Connection, owner: int, topic: str) -> list[Engram]:
    """Every value a key ever had, newest first."""
    rows = connection.execute(
        _of(owner).where(engrams.c.topic == topic).order_by(engrams.c.seq.desc())
    )
    return [engram_from(row) for row in rows]


def replaced_by(connection: Connection, owner: int) -> dict[str, str]:
    """What each newer engram took the place of: its id to the older's content."""
    query = (
        select(engrams.c.superseded_by, engrams.c.content)
        .where(engrams.c.owner_id == owner, engrams.c.kind.in_(("topic", "fact", "note")))
        .where(engrams.c.superseded_by.is_not(None))
    )
    return {row.superseded_by: row.content for row in connection.execute(query)}


def ids_in_session(connection: Connection, owner: int, session: str) -> list[str]:
    """Every engram of an owner's conversation."""
    query = select(engrams.c.id).where(engrams.c.owner_id == owner, engrams.c.session == session)
    return list(connection.execute(query).scalars())


def ids_by_user(connection: Connection, owners: Sequence[int], user: str) -> list[str]:
    """Every engram of these owners that a user brought."""
    query = select(engrams.c.id).where(engrams.c.owner_id.in_(owners), engrams.c.user == user)
    return list(connection.execute(query).scalars())


def is_text_kept(connection: Connection, text: str) -> bool:
    """Whether any engram of anybody holds this text."""
    holds = engrams.c.content.contains(text, autoescape=True)
    return connection.execute(select(engrams.c.id).where(holds).limit(1)).first() is not None


def ids_of_turns(
    connection: Connection, owner: int, session: str, turns: Collection[str]
) -> list[str]:
    """The exchanges of certain turns of an owner's conversation."""
    query = select(engrams.c.id, engrams.c.source_ref).where(
        engrams.c.owner_id == owner, engrams.c.session == session, engrams.c.kind == "episode"
    )
    return [row.id for row in connection.execute(query) if row.source_ref in turns]


def same_content(
    connection: Connection,
    owner: int,
    content_hash: str,
    now: datetime,
    trusts: Sequence[str] | None = None,
) -> Engram | None:
    """The standing engram that says the same thing, in whichever tier it is.

    Args:
        trusts: Only one of this trust counts; any when None.
    """
    given: dict[str, Any] = {"owner": owner, "said": content_hash, "now": now}
    query = _SAME if trusts is None else _SAME_OF
    if trusts is not None:
        given["trusts"] = list(trusts)
    row = connection.execute(query, given).one_or_none()
    return None if row is None else engram_from(row)


def supersede(connection: Connection, owner: int, old_id: str, new_id: str, now: datetime) -> None:
    """Let one engram take the place of another; the older one stays in the history."""
    connection.execute(
        update(engrams)
        .where(engrams.c.owner_id == owner, engrams.c.id == old_id)
        .values(superseded_by=new_id, superseded_at=now)
    )


def list_engrams(
    connection: Connection,
    owner: int,
    now: datetime,
    *,
    kinds: Sequence[str] | None,
    limit: int | None,
    topics_first: bool = False,
) -> list[Engram]:
    """Standing engrams, newest first (or by key)."""
    query = _of(owner).where(*standing(now))
    if kinds is not None:
        query = query.where(engrams.c.kind.in_(kinds))
    order = engrams.c.topic if topics_first else engrams.c.seq.desc()
    return [engram_from(row) for row in connection.execute(query.order_by(order).limit(limit))]


def set_feedback(connection: Connection, owner: int, engram_id: str, score: float) -> None:
    """Rate an engram."""
    connection.execute(
        update(engrams)
        .where(engrams.c.owner_id == owner, engrams.c.id == engram_id)
        .values(feedback=score)
    )


def touch(connection: Connection, owner: int, ids: Sequence[str], now: datetime) -> None:
    """Note that these rows, and no others, were used: it means they are not stale."""
    connection.execute(
        update(engrams)
        .where(engrams.c.owner_id == owner, engrams.c.id.in_(ids))
        .values(last_accessed_at=now)
    )


def not_expired(now: datetime | BindParameter[datetime]) -> ColumnElement[bool]:
    """The condition that a row has not run out."""
    return (engrams.c.expires_at.is_(None)) | (engrams.c.expires_at > now)


def standing(now: datetime | BindParameter[datetime]) -> tuple[ColumnElement[bool], ...]:
    """The conditions of what is true today: not replaced, run out, anonymised or put aside."""
    return (
        engrams.c.superseded_by.is_(None),
        not_expired(now),
        engrams.c.anonymised_at.is_(None),
        engrams.c.archived_at.is_(None),
    )


def owned_by(owner: int) -> ColumnElement[bool]:
    """Whose a row is, where another condition finds the row.

    Not the bare column: without statistics SQLite would walk all rows of the owner instead.
    """
    return (engrams.c.owner_id + 0) == owner


def begins_with(column: ColumnElement[str], prefix: str) -> tuple[ColumnElement[bool], ...]:
    """A range, because LIKE walks the whole table."""
    return (column >= prefix, column < prefix + "\U0010ffff")


def _of(owner: int, *more: ColumnElement[Any]) -> Select[Any]:
    return select(*_COLUMNS, *more).where(engrams.c.owner_id == owner)


_SAME = (
    select(*_COLUMNS)
    .where(
        engrams.c.owner_id == bindparam("owner"),
        engrams.c.content_hash == bindparam("said"),
        *standing(bindparam("now", type_=UtcDateTime)),
    )
    .order_by(engrams.c.seq)
    .limit(1)
)
_SAME_OF = _SAME.where(engrams.c.trust.in_(bindparam("trusts", expanding=True)))
