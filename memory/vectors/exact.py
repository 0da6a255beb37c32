"""The exact scan: every vector of one owner in one matrix, compared with one multiplication.

Below some thousand rows it beats any index, it never misses, and any number of processes may use
it. The matrix is kept between questions and only new rows are read; when the ledger says that
something was erased (the owner's epoch rose), it is read anew.
"""

import threading
from collections import OrderedDict
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection

from memory.ledger.owners import owner_epoch
from memory.ledger.vectors import owner_rows_after, vectors_by_seq
from memory.vectors.search import Vector, VectorHits

MAX_CACHED_BYTES = 192 * 2**20
"""Of all matrices kept between questions: 125 owners of 1,000 rows with 384 dimensions, or one of
120,000. A larger owner is kept alone."""

READ_ROWS = 5000
"""Rows read from the ledger at a time: a large owner is not held twice."""

FIRST_ROWS = 64
GROWTH = 1.25
"""A full matrix grows by a quarter, so that most new rows need no copy of the old ones."""


class _Matrix:
    """The vectors of one owner as last read."""

    def __init__(self, epoch: int) -> None:
        self.epoch = epoch
        self.last_seq = 0
        self.pending: list[int] = []
        """Rows seen without a vector: looked up again each time."""
        self._used = 0
        self._rows: NDArray[np.float32] = np.empty((0, 0), dtype=np.float32)
        self._seqs: NDArray[np.int64] = np.empty(0, dtype=np.int64)
        self._places: dict[int, int] = {}

    @property
    def seqs(self) -> NDArray[np.int64]:
        return self._seqs[: self._used]

    @property
    def size_bytes(self) -> int:
        return self._rows.nbytes

    def add(self, seqs: Sequence[int], vectors: NDArray[np.float32]) -> None:
        needed = self._used + len(seqs)
        if needed > len(self._rows):
            self._grow(max(FIRST_ROWS, int(needed * GROWTH)), vectors.shape[1])
        self._rows[self._used : needed] = vectors
        self._seqs[self._used : needed] = seqs
        self._places.update(zip(seqs, range(self._used, needed), strict=True))
        self._used = needed

    def cosines(self, query: Vector) -> NDArray[np.float32]:
        """The cosine of every row, in the order of `seqs`."""
        found: NDArray[np.float32] = self._rows[: self._used] @ query
        return found

    def cosines_of(self, seqs: Sequence[int], query: Vector) -> dict[int, float]:
        """The cosine of these rows; one without a vector is missing."""
        known = [seq for seq in seqs if seq in self._places]
        found = self._rows[[self._places[seq] for seq in known]] @ query if known else np.empty(0)
        return dict(zip(known, found.tolist(), strict=True))

    def _grow(self, size: int, dimensions: int) -> None:
        rows = np.empty((size, dimensions), dtype=np.float32)
        seqs = np.empty(size, dtype=np.int64)
        if self._used:
            rows[: self._used] = self._rows[: self._used]
            seqs[: self._used] = self.seqs
        self._rows, self._seqs = rows, seqs


class ExactScan:
    """Search by comparing with every vector of the owner."""

    def __init__(self, embedder: str) -> None:
        self.embedder = embedder
        self._matrices: OrderedDict[int, _Matrix] = OrderedDict()
        self._lock = threading.Lock()

    def nearest(self, connection: Connection, owner: int, query: Vector, limit: int) -> VectorHits:
        """The `limit` rows of this owner with the highest cosine to the query."""
        with self._lock:
            matrix = self._fresh(connection, owner)
            seqs = matrix.seqs
            if not len(seqs):
                return VectorHits([], exhausted=True)
            cosines = matrix.cosines(query)
        if limit >= len(seqs):
            order = np.argsort(-cosines, kind="stable")
        else:
            top = np.argpartition(-cosines, limit)[:limit]
            order = top[np.argsort(-cosines[top], kind="stable")]
        nearest = list(zip(seqs[order].tolist(), cosines[order].tolist(), strict=True))
        return VectorHits(nearest, exhausted=limit >= len(seqs))

    def cosines(
        self, connection: Connection, owner: int, query: Vector, seqs: Sequence[int]
    ) -> dict[int, float]:
        """The cosine of certain rows; a row without a vector is missing."""
        with self._lock:
            # A matrix of a moment ago has all that can be asked for here.
            matrix = self._matrices.get(owner) or self._fresh(connection, owner)
            return matrix.cosines_of(seqs, query)

    def drop(self) -> None:
        """Let go of every matrix."""
        with self._lock:
            self._matrices.clear()

    def _fresh(self, connection: Connection, owner: int) -> _Matrix:
        epoch = owner_epoch(connection, owner)
        matrix = self._matrices.get(owner)
        if matrix is None or matrix.epoch != epoch:
            matrix = self._matrices[owner] = _Matrix(epoch)
        self._matrices.move_to_end(owner)
        self._read_late(connection, matrix)
        self._read_new(connection, owner, matrix)
        while len(self._matrices) > 1 and self._size_bytes() > MAX_CACHED_BYTES:
            self._matrices.popitem(last=False)
        return matrix

    def _size_bytes(self) -> int:
        return sum(matrix.size_bytes for matrix in self._matrices.values())

    def _read_new(self, connection: Connection, owner: int, matrix: _Matrix) -> None:
        read = READ_ROWS
        while read == READ_ROWS:
            rows = owner_rows_after(connection, owner, self.embedder, matrix.last_seq, READ_ROWS)
            read = len(rows)
            if rows:
                matrix.last_seq = rows[-1][0]
            matrix.pending.extend(seq for seq, blob in rows if blob is None)
            _add_packed(matrix, [(seq, blob) for seq, blob in rows if blob is not None])

    def _read_late(self, connection: Connection, matrix: _Matrix) -> None:
        if not matrix.pending:
            return
        made = vectors_by_seq(connection, self.embedder, matrix.pending)
        if made:
            matrix.add(list(made), np.stack(list(made.values())))
        matrix.pending = [seq for seq in matrix.pending if seq not in made]


def _add_packed(matrix: _Matrix, rows: Sequence[tuple[int, bytes]]) -> None:
    if rows:
        joined = np.frombuffer(b"".join(blob for _, blob in rows), dtype="<f4")
        matrix.add([seq for seq, _ in rows], joined.reshape(len(rows), -1))
