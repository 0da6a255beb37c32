"""Whether an index folder answers as the ledger would: run in a process of its own.

    python -m memory.vectors.soundness HOME FOLDER EMBEDDER

It ends with 0 when every row of the ledger is found by a search with its right cosine, and nothing
else is; with anything else (an error, a crash) when not.
"""

import os
import sys
import threading
from pathlib import Path

import numpy as np
from sqlalchemy import ColumnElement, Connection, exists, func, select

from memory.ledger.database import Database, open_database
from memory.ledger.tables import engrams, outbox, owners, vectors
from memory.ledger.vectors import owner_rows_after, unpacked
from memory.vectors.chroma import ChromaIndex
from memory.vectors.search import Vector

TOLERANCE = 1e-3
"""The index computes in another order than NumPy; a damaged vector is off by far more."""

NEAR = 10
"""A row that a search for all rows missed (the index is approximate) must be among so many that
are nearest to its own vector."""


def expected_rows(connection: Connection, embedder: str) -> tuple[int, int]:
    """How many rows the index must have, and how many it may have (those in hand just now)."""
    waits = exists().where(outbox.c.engram_id == engrams.c.id)
    made = select(func.count()).select_from(engrams).where(_has_vector(embedder))
    needed = connection.execute(made.where(~waits)).scalar_one()
    in_hand = connection.execute(select(func.count()).select_from(outbox)).scalar_one()
    return needed, needed + in_hand


def is_sound(database: Database, folder: Path, embedder: str) -> bool:
    """Whether every owner's rows are found, with the right cosines, and nothing else is."""
    index = ChromaIndex(folder, embedder)
    with database.reading() as connection:
        needed, possible = expected_rows(connection, embedder)
        ids = list(connection.execute(select(owners.c.id)).scalars())
        return needed <= index.total() <= possible and all(
            _owner_is_sound(connection, index, owner, embedder) for owner in ids
        )


def _owner_is_sound(connection: Connection, index: ChromaIndex, owner: int, embedder: str) -> bool:
    rows = owner_rows_after(connection, owner, embedder, 0)
    known = {seq: unpacked(blob) for seq, blob in rows if blob is not None}
    if not known:
        return True
    in_hand = _in_hand(connection, owner)
    query = next(iter(known.values()))
    found = dict(index.nearest(owner, query, index.count(owner)))
    wrong = [
        seq
        for seq, cosine in found.items()
        if seq in known and abs(float(known[seq] @ query) - cosine) > TOLERANCE
    ]
    missed = [seq for seq in known if seq not in found and seq not in in_hand]
    strange = [seq for seq in found if seq not in known and seq not in in_hand]
    return not wrong and not strange and all(_is_near(index, owner, s, known[s]) for s in missed)


def _is_near(index: ChromaIndex, owner: int, seq: int, vector: Vector) -> bool:
    return seq in dict(index.nearest(owner, np.asarray(vector), NEAR))


def _in_hand(connection: Connection, owner: int) -> set[int]:
    """Rows of which the index may or may not know yet."""
    query = select(engrams.c.seq).join(outbox, outbox.c.engram_id == engrams.c.id)
    return set(connection.execute(query.where(engrams.c.owner_id == owner)).scalars())


def _has_vector(embedder: str) -> ColumnElement[bool]:
    return exists().where(
        vectors.c.text_hash == engrams.c.text_hash, vectors.c.embedder == embedder
    )


def main(home: str, folder: str, embedder: str) -> int:
    """Compare; the exit code tells."""
    database = open_database(Path(home))
    try:
        return 0 if is_sound(database, Path(folder), embedder) else 1
    finally:
        database.close()


def end_with_parent() -> None:
    """End when whoever asked is gone: the next one may open the folder then, and two must not."""

    def wait() -> None:
        sys.stdin.buffer.read()
        os._exit(2)

    threading.Thread(target=wait, daemon=True).start()


if __name__ == "__main__":
    end_with_parent()
    sys.exit(main(*sys.argv[1:]))
