"""The exact scan: every vector of one owner in one matrix, compared with one multiplication.

Below some thousand rows it beats any index, it never misses, and any number of processes may use
it. The matrix is kept between questions and only new rows are read; when the ledger says that
something was erased (the owner's epoch rose), it is read anew.
"""

import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection

from memory.ledger.owners import owner_epoch
from memory.ledger.vectors import owner_rows_after, unpacked, vectors_by_seq
from memory.vectors.search import Vector, VectorHits

MAX_CACHED_OWNERS = 64
"""Matrices kept at a time; 64 owners of 5,000 rows with 384 dimensions are 490 MB at the worst."""


@dataclass
class _Matrix:
    """The vectors of one owner as last read."""

    epoch: int
    last_seq: int = 0
    seqs: list[int] = field(default_factory=list)
    rows: NDArray[np.float32] | None = None
    pending: list[int] = field(default_factory=list)
    """Rows seen without a vector: looked up again each time."""
    places: dict[int, int] = field(default_factory=dict)

    def add(self, seqs: Sequence[int], vectors: Sequence[Vector]) -> None:
        if not seqs:
            return
        used = len(self.seqs)
        needed = used + len(seqs)
        if self.rows is None or needed > len(self.rows):
            grown = np.empty((max(64, needed * 3 // 2), len(vectors[0])), dtype=np.float32)
            if self.rows is not None:
                grown[:used] = self.rows[:used]
            self.rows = grown
        self.rows[used:needed] = vectors
        self.places.update({seq: used + i for i, seq in enumerate(seqs)})
        self.seqs.extend(seqs)

    def filled(self) -> NDArray[np.float32]:
        assert self.rows is not None  # noqa: S101  (callers ask for `seqs` first)
        return self.rows[: len(self.seqs)]


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
            if not matrix.seqs:
                return VectorHits([], exhausted=True)
            cosines = matrix.filled() @ query
            seqs = np.asarray(matrix.seqs)
        if limit >= len(seqs):
            order = np.argsort(-cosines, kind="stable")
        else:
            top = np.argpartition(-cosines, limit)[:limit]
            order = top[np.argsort(-cosines[top], kind="stable")]
        nearest = [(int(seqs[i]), float(cosines[i])) for i in order]
        return VectorHits(nearest, exhausted=limit >= len(seqs))

    def cosines(
        self, connection: Connection, owner: int, query: Vector, seqs: Sequence[int]
    ) -> dict[int, float]:
        """The cosine of certain rows; a row without a vector is missing."""
        with self._lock:
            matrix = self._fresh(connection, owner)
            known = [seq for seq in seqs if seq in matrix.places]
            if not known:
                return {}
            found = matrix.filled()[[matrix.places[seq] for seq in known]] @ query
        return dict(zip(known, map(float, found), strict=True))

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
        while len(self._matrices) > MAX_CACHED_OWNERS:
            self._matrices.popitem(last=False)
        self._read_late(connection, matrix)
        self._read_new(connection, owner, matrix)
        return matrix

    def _read_new(self, connection: Connection, owner: int, matrix: _Matrix) -> None:
        rows = owner_rows_after(connection, owner, self.embedder, matrix.last_seq)
        if not rows:
            return
        matrix.last_seq = rows[-1][0]
        matrix.pending.extend(seq for seq, blob in rows if blob is None)
        made = [(seq, unpacked(blob)) for seq, blob in rows if blob is not None]
        matrix.add([seq for seq, _ in made], [vector for _, vector in made])

    def _read_late(self, connection: Connection, matrix: _Matrix) -> None:
        if not matrix.pending:
            return
        made = vectors_by_seq(connection, self.embedder, matrix.pending)
        matrix.add(list(made), list(made.values()))
        matrix.pending = [seq for seq in matrix.pending if seq not in made]
