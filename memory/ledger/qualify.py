"""What may answer a recall: every condition on rows is built here, and nowhere else."""

import json
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, String, func, select, type_coerce

from core.engram import Engram
from core.recall import RecallFilter
from memory.ledger.engrams import CHUNK, engram_columns, engram_from, standing
from memory.ledger.tables import engrams


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


def qualified(
    connection: Connection, asked: Asked, seqs: Sequence[int], wanted: RecallFilter, now: datetime
) -> dict[int, Qualified]:
    """Of these rows the ones that may be recalled."""
    columns = (
        engrams.c.seq,
        engrams.c.id,
        engrams.c.session,
        engrams.c.feedback,
        engrams.c.event_at,
    )
    fitting = select(*columns).where(*conditions(asked, wanted, now))
    return {
        row.seq: Qualified(*row)
        for part in _parts(seqs)
        for row in connection.execute(fitting.where(engrams.c.seq.in_(part)))
    }


def is_any_recallable(
    connection: Connection, asked: Asked, wanted: RecallFilter, now: datetime
) -> bool:
    """Whether there is any row that a recall could answer with."""
    query = select(engrams.c.seq).where(*conditions(asked, wanted, now)).limit(1)
    return connection.execute(query).first() is not None


def engrams_by_seq(connection: Connection, owner: int, seqs: Sequence[int]) -> dict[int, Engram]:
    """The engrams of these rows, if they are this owner's."""
    query = select(*engram_columns(), engrams.c.seq).where(engrams.c.owner_id == owner)
    return {
        row.seq: engram_from(row)
        for part in _parts(seqs)
        for row in connection.execute(query.where(engrams.c.seq.in_(part)))
    }


def count_rows(connection: Connection, owner: int) -> int:
    """How many rows an owner has in all."""
    query = select(func.count()).where(engrams.c.owner_id == owner)
    return connection.execute(query).scalar_one()


def why_not(
    connection: Connection, asked: Asked, seqs: Sequence[int], now: datetime
) -> dict[int, tuple[str, str]]:
    """Of rows that did not qualify: id and the reason, for a person to read."""
    columns = (
        engrams.c.seq,
        engrams.c.id,
        engrams.c.superseded_by,
        engrams.c.expires_at,
        engrams.c.derived,
        engrams.c.anonymised_at,
    )
    query = select(*columns).where(engrams.c.owner_id == asked.owner)
    told: dict[int, tuple[str, str]] = {}
    for part in _parts(seqs):
        for row in connection.execute(query.where(engrams.c.seq.in_(part))):
            reasons = {
                f"replaced by {row.superseded_by}": row.superseded_by is not None,
                "it has run out": row.expires_at is not None and row.expires_at <= now,
                "it only retold memory": row.derived,
                "it was anonymised": row.anonymised_at is not None,
            }
            why = next((text for text, holds in reasons.items() if holds), "filtered out")
            told[row.seq] = (row.id, why)
    return told


def conditions(asked: Asked, wanted: RecallFilter, now: datetime) -> list[ColumnElement[bool]]:
    """The conditions on a row: whose it is, that it stands, and what the filter asks."""
    found = [engrams.c.owner_id == asked.owner, engrams.c.derived.is_(False)]
    found.append(engrams.c.anonymised_at.is_(None))
    if not wanted.with_retired:
        found.extend(standing(now))
    if asked.session is not None:
        found.append(engrams.c.session == asked.session)
    return [*found, *_asked_of_content(wanted), *_asked_of_time(wanted)]


def _asked_of_content(wanted: RecallFilter) -> Iterator[ColumnElement[bool]]:
    if wanted.kinds is not None:
        yield engrams.c.kind.in_(wanted.kinds)
    if wanted.memory_type is not None:
        yield engrams.c.memory_type == wanted.memory_type
    if wanted.emotion is not None:
        yield engrams.c.emotion == wanted.emotion
    for tag in wanted.tags:
        # The column holds a JSON list; a quoted tag in it is that tag and no part of another.
        yield func.instr(type_coerce(engrams.c.tags, String), json.dumps(tag)) > 0
    if wanted.min_importance > 0:
        yield engrams.c.importance >= wanted.min_importance
    if wanted.tier is not None:
        yield engrams.c.tier == wanted.tier


def _asked_of_time(wanted: RecallFilter) -> Iterator[ColumnElement[bool]]:
    if wanted.since is not None:
        yield engrams.c.event_at >= wanted.since
    if wanted.until is not None:
        yield engrams.c.event_at < wanted.until
    if wanted.not_session is not None:
        yield engrams.c.session != wanted.not_session


def _parts(seqs: Sequence[int]) -> Iterator[Sequence[int]]:
    for start in range(0, len(seqs), CHUNK):
        yield seqs[start : start + CHUNK]
