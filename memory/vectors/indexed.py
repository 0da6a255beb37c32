"""Search by meaning through the Chroma index, for owners too large to scan."""

import threading
from collections.abc import Sequence

from sqlalchemy import Connection

from memory.ledger.vectors import vectors_by_seq
from memory.vectors.chroma import ChromaIndex
from memory.vectors.search import Vector, VectorHits


class IndexedSearch:
    """Asks Chroma for the nearest rows and the ledger for the vectors of the others."""

    def __init__(self, index: ChromaIndex, embedder: str, guard: threading.Lock) -> None:
        self._index = index
        self._embedder = embedder
        self._guard = guard

    def nearest(self, _connection: Connection, owner: int, query: Vector, limit: int) -> VectorHits:
        """The `limit` rows of this owner with the highest cosine to the query."""
        with self._guard:
            found = self._index.nearest(owner, query, limit)
        return VectorHits(found, exhausted=len(found) < limit)

    def cosines(
        self, connection: Connection, _owner: int, query: Vector, seqs: Sequence[int]
    ) -> dict[int, float]:
        """The cosine of certain rows; a row without a vector is missing."""
        made = vectors_by_seq(connection, self._embedder, seqs)
        return {seq: float(vector @ query) for seq, vector in made.items()}
