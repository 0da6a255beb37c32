"""What still has to follow a commit: a vector to make, an index row to write or to remove.

A row is written in the same transaction as its engram, so that nothing is ever left out. Workers
claim rows for a while; when a worker dies, its rows become free again.
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

CLAIM = timedelta(seconds=90)
"""Longer than the slowest embedding call is allowed to take, so that no text is embedded twice."""


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


def claim(connection: Connection, steps: Sequence[Step], limit: int, now: datetime) -> list[Task]:
    """Take up to `limit` waiting rows, oldest first; nobody else gets them for a while."""
    free = (
        select(outbox.c.seq)
        .where(
            outbox.c.step.in_(steps),
            (outbox.c.claimed_until.is_(None)) | (outbox.c.claimed_until < now),
        )
        .order_by(outbox.c.seq)
        .limit(limit)
    )
    taken = connection.execute(
        update(outbox)
        .where(outbox.c.seq.in_(free.scalar_subquery()))
        .values(claimed_until=now + CLAIM, attempts=outbox.c.attempts + 1)
        .returning(outbox.c.seq, outbox.c.engram_id, outbox.c.owner_id, outbox.c.attempts)
    )
    return sorted((Task(*row) for row in taken), key=lambda task: task.seq)


def release(connection: Connection, tasks: Sequence[Task]) -> None:
    """Give rows back: they wait on."""
    connection.execute(
        update(outbox).where(outbox.c.seq.in_([t.seq for t in tasks])).values(claimed_until=None)
    )


def free_claims(connection: Connection, step: Step) -> None:
    """Let every row of a step be taken: whoever claimed it is gone."""
    claimed = outbox.c.claimed_until.is_not(None)
    connection.execute(
        update(outbox).where(outbox.c.step == step, claimed).values(claimed_until=None)
    )


def defer(connection: Connection, task: Task, until: datetime) -> None:
    """Let a row wait until then before anybody takes it again."""
    connection.execute(update(outbox).where(outbox.c.seq == task.seq).values(claimed_until=until))


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
        .values(step=step, claimed_until=None, attempts=0)
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
