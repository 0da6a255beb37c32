"""Vectors by (text hash, embedder): nothing is embedded twice, and an index can be made anew."""

import json
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, bindparam, delete, exists, func, select, union
from sqlalchemy.dialects.sqlite import insert

from memory.ledger.engrams import CHUNK
from memory.ledger.tables import engrams, vectors

Vector = NDArray[np.float32]

_THESE = engrams.c.seq.in_(select(func.json_each(bindparam("seqs")).table_valued("value").c.value))
_OF_ROWS = (
    select(engrams.c.seq, vectors.c.vector)
    .join(vectors, vectors.c.text_hash == engrams.c.text_hash)
    .where(vectors.c.embedder == bindparam("embedder"), _THESE)
)
_OF_OWN_WORDS = (
    select(engrams.c.seq, vectors.c.vector)
    .join(vectors, vectors.c.text_hash == engrams.c.own_hash)
    .where(
        vectors.c.embedder == bindparam("embedder"),
        engrams.c.own_hash != engrams.c.text_hash,
        _THESE,
    )
)
_AFTER = (
    select(engrams.c.seq, vectors.c.vector)
    .outerjoin(
        vectors,
        (vectors.c.text_hash == engrams.c.text_hash)
        & (vectors.c.embedder == bindparam("embedder")),
    )
    .where(engrams.c.owner_id == bindparam("owner"), engrams.c.seq > bindparam("after"))
    .order_by(engrams.c.seq)
    .limit(bindparam("limit"))
)


def add_vectors(connection: Connection, embedder: str, made: Mapping[str, Vector]) -> None:
    """Keep vectors under the hashes of their texts; known ones stay as they are."""
    if made:
        rows = [
            {"text_hash": key, "embedder": embedder, "vector": _packed(vector)}
            for key, vector in made.items()
        ]
        connection.execute(insert(vectors).on_conflict_do_nothing(), rows)


def vectors_by_hash(
    connection: Connection, embedder: str, hashes: Sequence[str]
) -> dict[str, Vector]:
    """The known vectors of these texts."""
    found: dict[str, Vector] = {}
    for start in range(0, len(hashes), CHUNK):
        rows = connection.execute(
            select(vectors.c.text_hash, vectors.c.vector).where(
                vectors.c.embedder == embedder,
                vectors.c.text_hash.in_(hashes[start : start + CHUNK]),
            )
        )
        found.update({row.text_hash: unpacked(row.vector) for row in rows})
    return found


def vectors_by_seq(connection: Connection, embedder: str, seqs: Sequence[int]) -> dict[int, Vector]:
    """The vectors of these rows; a row that waits for its vector is missing."""
    rows = connection.execute(_OF_ROWS, {"embedder": embedder, "seqs": json.dumps(seqs)}).all()
    return {seq: unpacked(blob) for seq, blob in rows}


def own_vectors(connection: Connection, embedder: str, seqs: Sequence[int]) -> dict[int, Vector]:
    """The vectors of the own words of rows that were embedded together with their neighbours."""
    rows = connection.execute(_OF_OWN_WORDS, {"embedder": embedder, "seqs": json.dumps(seqs)}).all()
    return {seq: unpacked(blob) for seq, blob in rows}


def owner_rows_after(
    connection: Connection, owner: int, embedder: str, after_seq: int, limit: int = -1
) -> list[tuple[int, bytes | None]]:
    """(sequence number, packed vector or None) of an owner's rows beyond `after_seq`, in order.

    Args:
        limit: At most so many; -1 gives all.
    """
    given = {"owner": owner, "embedder": embedder, "after": after_seq, "limit": limit}
    return [(seq, blob) for seq, blob in connection.execute(_AFTER, given).all()]


def drop_unused_vectors(connection: Connection, hashes: Sequence[str]) -> int:
    """Erase the vectors of these texts unless another engram still has the same text."""
    used = union(
        select(engrams.c.text_hash).where(engrams.c.text_hash.in_(hashes)),
        select(engrams.c.own_hash).where(engrams.c.own_hash.in_(hashes)),
    )
    gone = connection.execute(
        delete(vectors).where(vectors.c.text_hash.in_(hashes), vectors.c.text_hash.not_in(used))
    )
    return gone.rowcount


def drop_vectors(connection: Connection, embedder: str) -> int:
    """Erase every vector of an embedder."""
    return connection.execute(delete(vectors).where(vectors.c.embedder == embedder)).rowcount


def packed_vectors(connection: Connection, hashes: Sequence[str]) -> list[tuple[str, bytes]]:
    """The stored bytes of these texts' vectors, whichever embedder made them; at most `CHUNK`."""
    query = select(vectors.c.text_hash, vectors.c.vector).where(vectors.c.text_hash.in_(hashes))
    return [(row.text_hash, row.vector) for row in connection.execute(query)]


def vectors_in_use(connection: Connection, packed: Sequence[bytes]) -> set[bytes]:
    """Those of these stored bytes that belong to the text of some engram."""
    used = exists().where(
        (engrams.c.text_hash == vectors.c.text_hash) | (engrams.c.own_hash == vectors.c.text_hash)
    )
    found: set[bytes] = set()
    for start in range(0, len(packed), CHUNK):
        these = vectors.c.vector.in_(packed[start : start + CHUNK])
        found.update(connection.execute(select(vectors.c.vector).where(these, used)).scalars())
    return found


def stored_dimensions(connection: Connection, embedder: str) -> int | None:
    """How many numbers the vectors of this embedder have; None when it has none yet."""
    query = select(func.length(vectors.c.vector)).where(vectors.c.embedder == embedder).limit(1)
    found: int | None = connection.execute(query).scalar()
    return None if found is None else found // 4


def unpacked(blob: bytes) -> Vector:
    """The vector of its stored bytes (little-endian float32)."""
    return np.frombuffer(blob, dtype="<f4")


def _packed(vector: Vector) -> bytes:
    return np.ascontiguousarray(vector, dtype="<f4").tobytes()
