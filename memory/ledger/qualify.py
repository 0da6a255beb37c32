"""What may answer a recall: every condition on rows is built here, and nowhere else.

Statements are built once for each combination of conditions: building one costs more than running it.
"""

import json
from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    String,
    bindparam,
    func,
    literal,
    select,
    type_coerce,
)

from core.engram import Engram
from core.recall import DEFAULT_COLLECTION, RecallFilter
from memory.ledger.engrams import engram_columns, engram_from, standing
from memory.ledger.tables import UtcDateTime, engrams


class Qualified(NamedTuple):
    """What ranking needs to know of a row that may be recalled."""

    seq: int
    id: str
    session: str
    feedback: float | None
    event_at: datetime


class Asked(NamedTuple):
    """Whose rows a recall may read: an owner, and one conversation of it or all."""

    owner: int
    session: str | None = None


# The sum keeps SQLite from walking all rows of the owner when it is told which rows are meant.
_THESE_OF_OWNER = (
    (engrams.c.owner_id + 0) == bindparam("owner"),
    engrams.c.seq.in_(select(func.json_each(bindparam("seqs")).table_valued("value").c.value)),
)
_ALL_OF_OWNER = (engrams.c.owner_id == bindparam("owner"),)

_RECALLABLE = (engrams.c.derived.is_(False), engrams.c.anonymised_at.is_(None))
_STANDING = standing(bindparam("now", type_=UtcDateTime))

# The column holds a JSON list; a quoted tag in it is that tag and no part of another.
_TAG = func.json_each(bindparam("tags")).table_valued("value").c.value
_LACKS_A_TAG = (
    select(literal(1)).where(func.instr(type_coerce(engrams.c.tags, String), _TAG) == 0).exists()
)

# Compared as names and values: what a caller names is never a path in SQLite's language.
_WANTED = func.json_each(bindparam("metadata")).table_valued("key", "value", name="wanted")
_OWN = func.json_each(engrams.c["metadata"]).table_valued("key", "value", name="own")
_HAS_THE_VALUE = (
    select(literal(1))
    .select_from(_OWN)
    .where(_OWN.c.key == _WANTED.c.key, _OWN.c.value == _WANTED.c.value)
    .correlate(engrams, _WANTED)
    .exists()
)
_LACKS_A_VALUE = select(literal(1)).select_from(_WANTED).where(~_HAS_THE_VALUE).exists()

_COLLECTION = func.coalesce(
    engrams.c["metadata"]["collection"].as_string(), literal(DEFAULT_COLLECTION)
)

_ASKED: dict[str, ColumnElement[bool]] = {
    "session": engrams.c.session == bindparam("session"),
    "kinds": engrams.c.kind.in_(bindparam("kinds", expanding=True)),
    "memory_type": engrams.c.memory_type == bindparam("memory_type"),
    "emotion": engrams.c.emotion == bindparam("emotion"),
    "tags": ~_LACKS_A_TAG,
    "collection": bindparam("collection") == _COLLECTION,
    "metadata": ~_LACKS_A_VALUE,
    "min_importance": engrams.c.importance >= bindparam("min_importance"),
    "tier": engrams.c.tier == bindparam("tier"),
    "since": engrams.c.event_at >= bindparam("since"),
    "until": engrams.c.event_at < bindparam("until"),
    "not_session": engrams.c.session != bindparam("not_session"),
}
"""The conditions that a recall may set, each under the name of its value."""

_QUALIFIED = select(*(engrams.c[name] for name in Qualified._fields)).where(*_THESE_OF_OWNER)
_ALL = select(*(engrams.c[name] for name in Qualified._fields)).where(*_ALL_OF_OWNER)
_ANY = select(engrams.c.seq).where(*_ALL_OF_OWNER).limit(1)
_ENGRAMS = select(*engram_columns(), engrams.c.seq).where(*_THESE_OF_OWNER)
_OF_KINDS = _ENGRAMS.where(*_RECALLABLE, *_STANDING, _ASKED["kinds"])
_MORE_THAN = select(literal(1)).where(*_ALL_OF_OWNER).limit(1).offset(bindparam("rows"))
_REASONS = select(
    engrams.c.seq,
    engrams.c.id,
    engrams.c.superseded_by,
    engrams.c.expires_at,
    engrams.c.derived,
    engrams.c.anonymised_at,
    engrams.c.archived_at,
).where(*_THESE_OF_OWNER)


def qualified(
    connection: Connection, asked: Asked, seqs: Sequence[int], wanted: RecallFilter, now: datetime
) -> dict[int, Qualified]:
    """Of these rows the ones that may be recalled."""
    values = _values(asked, wanted)
    given = {**values, "owner": asked.owner, "now": now, "seqs": json.dumps(seqs)}
    fitting = _fitting(_QUALIFIED, frozenset(values), with_retired=wanted.with_retired)
    return {row.seq: Qualified(*row) for row in connection.execute(fitting, given).all()}


def all_qualified(
    connection: Connection, asked: Asked, wanted: RecallFilter, now: datetime, most: int
) -> dict[int, Qualified] | None:
    """Every row that may be recalled; None when there are more than `most`."""
    values = _values(asked, wanted)
    given = {**values, "owner": asked.owner, "now": now, "most": most + 1}
    fitting = _fitting(_ALL, frozenset(values), with_retired=wanted.with_retired)
    rows = connection.execute(fitting.limit(bindparam("most")), given).all()
    return None if len(rows) > most else {row.seq: Qualified(*row) for row in rows}


def is_any_recallable(
    connection: Connection, asked: Asked, wanted: RecallFilter, now: datetime
) -> bool:
    """Whether there is any row that a recall could answer with."""
    values = _values(asked, wanted)
    fitting = _fitting(_ANY, frozenset(values), with_retired=wanted.with_retired)
    given = {**values, "owner": asked.owner, "now": now}
    return connection.execute(fitting, given).first() is not None


def engrams_by_seq(connection: Connection, owner: int, seqs: Sequence[int]) -> dict[int, Engram]:
    """The engrams of these rows, if they are this owner's."""
    given = {"owner": owner, "seqs": json.dumps(seqs)}
    return {row.seq: engram_from(row) for row in connection.execute(_ENGRAMS, given).all()}


def standing_of_kinds(
    connection: Connection, owner: int, seqs: Sequence[int], kinds: Sequence[str], now: datetime
) -> list[Engram]:
    """Of these rows the standing ones of some kinds, those that only retold memory left out."""
    given = {"owner": owner, "seqs": json.dumps(seqs), "kinds": list(kinds), "now": now}
    rows = connection.execute(_OF_KINDS, given).all()
    by_seq = {row.seq: engram_from(row) for row in rows}
    return [by_seq[seq] for seq in seqs if seq in by_seq]


def has_more_rows(connection: Connection, owner: int, than: int) -> bool:
    """Whether an owner has more rows than a number; counting all would cost more, the more it has."""
    return connection.execute(_MORE_THAN, {"owner": owner, "rows": than}).first() is not None


def why_not(
    connection: Connection, asked: Asked, seqs: Sequence[int], now: datetime
) -> dict[int, tuple[str, str]]:
    """Of rows that did not qualify: id and the reason, for a person to read."""
    told: dict[int, tuple[str, str]] = {}
    for row in connection.execute(_REASONS, {"owner": asked.owner, "seqs": json.dumps(seqs)}):
        reasons = {
            f"replaced by {row.superseded_by}": row.superseded_by is not None,
            "it has run out": row.expires_at is not None and row.expires_at <= now,
            "it only retold memory": row.derived,
            "it was anonymised": row.anonymised_at is not None,
            "it was archived": row.archived_at is not None,
        }
        why = next((text for text, holds in reasons.items() if holds), "filtered out")
        told[row.seq] = (row.id, why)
    return told


@lru_cache(maxsize=256)
def _fitting(rows: Select[Any], names: frozenset[str], *, with_retired: bool) -> Select[Any]:
    """Some rows under the conditions of these names, and that they stand."""
    asked = (_ASKED[name] for name in sorted(names))
    return rows.where(*_RECALLABLE, *asked, *(() if with_retired else _STANDING))


def _values(asked: Asked, wanted: RecallFilter) -> dict[str, Any]:
    """What is asked of rows, under the names of `_ASKED`."""
    values = {
        "session": asked.session,
        "kinds": None if wanted.kinds is None else list(wanted.kinds),
        "memory_type": wanted.memory_type,
        "emotion": wanted.emotion,
        "tags": json.dumps([json.dumps(tag) for tag in wanted.tags]) if wanted.tags else None,
        "collection": wanted.collection,
        "metadata": json.dumps(dict(wanted.metadata)) if wanted.metadata else None,
        "min_importance": wanted.min_importance if wanted.min_importance > 0 else None,
        "tier": wanted.tier,
        "since": wanted.since,
        "until": wanted.until,
        "not_session": wanted.not_session,
    }
    return {name: value for name, value in values.items() if value is not None}
