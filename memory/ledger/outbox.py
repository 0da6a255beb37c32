"""What still has to follow a commit: a vector to make, an index row to write or to remove.

A row is written in the same transaction as its engram, so that nothing is ever left out. Rows are
not claimed: for each step one process holds a lock of the operating system and does all of it, so
when it dies the next one goes on at once where it was.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from sqlalchemy import Connection, bindparam, delete, func, insert, select, update

from memory.ledger.tables import engrams, outbox

Step = Literal["embed", "index", "remove"]

_INSERT = insert(outbox)
_WAITING = (
    select(outbox.c.seq)
    .where(outbox.c.owner_id == bindparam("owner"), outbox.c.step == bindparam("step"))
    .limit(1)
)

LONGEST_DEFERRAL = timedelta(days=1)
"""A row that was deferred for longer was so by a clock that ran ahead: it is due."""


@dataclass(frozen=True, slots=True)
class Task:
    """One row that waits: which engram, whose, and how often it was tried."""

    seq: int
    engram_id: str
    owner_id: int
    attempts: int


def queue(connection: Connection, step: Step, owner: int, engram_id: str, now: datetime) -> None:
    """Let a step wait for a worker."""
    row = {"engram_id": engram_id, "owner_id": owner, "step": step, "queued_at": now}
    connection.execute(_INSERT, row)


def due(connection: Connection, step: Step, limit: int, now: datetime) -> list[Task]:
    """Up to `limit` rows that wait for a step, oldest first, without those that were deferred."""
    rows = connection.execute(
        select(outbox.c.seq, outbox.c.engram_id, outbox.c.owner_id, outbox.c.attempts)
        .where(
            outbox.c.step == step,
            (outbox.c.not_before.is_(None))
            | (outbox.c.not_before <= now)
            | (outbox.c.not_before > now + LONGEST_DEFERRAL),
        )
        .order_by(outbox.c.seq)
        .limit(limit)
    )
    return [Task(*row) for row in rows]


def defer(connection: Connection, task: Task, until: datetime) -> None:
    """Let a row that failed wait until then."""
    connection.execute(
        update(outbox)
        .where(outbox.c.seq == task.seq)
        .values(not_before=until, attempts=outbox.c.attempts + 1)
    )


def finish(connection: Connection, tasks: Sequence[Task]) -> None:
    """These rows are done."""
    connection.execute(delete(outbox).where(outbox.c.seq.in_([t.seq for t in tasks])))


def strike(connection: Connection, steps: Sequence[Step]) -> None:
    """Nothing waits for these steps any more."""
    connection.execute(delete(outbox).where(outbox.c.step.in_(steps)))


def pass_on(connection: Connection, tasks: Sequence[Task], step: Step) -> None:
    """These rows wait for another step now."""
    connection.execute(
        update(outbox)
        .where(outbox.c.seq.in_([t.seq for t in tasks]))
        .values(step=step, not_before=None, attempts=0)
    )


def waiting(connection: Connection, steps: Sequence[Step]) -> int:
    """How many rows wait for these steps."""
    query = select(func.count()).select_from(outbox).where(outbox.c.step.in_(steps))
    return connection.execute(query).scalar_one()


def is_waiting(connection: Connection, owner: int, step: Step) -> bool:
    """Whether any row of an owner waits for a step."""
    return connection.execute(_WAITING, {"owner": owner, "step": step}).first() is not None


def oldest_waiting(connection: Connection, steps: Sequence[Step]) -> datetime | None:
    """Since when the oldest row waits, None when none does."""
    query = select(outbox.c.queued_at).where(outbox.c.step.in_(steps))
    found: datetime | None = connection.execute(query.order_by(outbox.c.seq).limit(1)).scalar()
    return found


def queue_all_for_index(connection: Connection, now: datetime) -> None:
    """Let every embedded row wait to be written to a new index; what waited before is dropped."""
    strike(connection, ("index", "remove"))
    not_embedding = engrams.c.id.not_in(select(outbox.c.engram_id).where(outbox.c.step == "embed"))
    rows = select(engrams.c.id, engrams.c.owner_id).where(not_embedding).order_by(engrams.c.seq)
    values = [
        {"engram_id": row.id, "owner_id": row.owner_id, "step": "index", "queued_at": now}
        for row in connection.execute(rows)
    ]
    if values:
        connection.execute(insert(outbox), values)
