"""Search by meaning through the Chroma index, for owners too large to scan."""

from collections.abc import Callable, Sequence

from sqlalchemy import Connection

from memory.ledger.outbox import waiting
from memory.ledger.vectors import vectors_by_seq
from memory.vectors.search import Vector, VectorHits, VectorSearch

Ask = Callable[[int, Vector, int], list[tuple[int, float]] | None]
"""Owner, query and limit to (sequence number, cosine), nearest first; None when the index failed."""


class IndexedSearch:
    """Asks Chroma for the nearest rows and the ledger for the vectors of the others."""

    def __init__(self, ask: Ask, embedder: str, otherwise: VectorSearch) -> None:
        """Search through an index.

        Args:
            ask: How the index is asked.
            embedder: Whose vectors these are.
            otherwise: Answers when the index fails in the middle of a question, and while
                something that was forgotten is still in it.
        """
        self._ask = ask
        self._embedder = embedder
        self._otherwise = otherwise

    def nearest(self, connection: Connection, owner: int, query: Vector, limit: int) -> VectorHits:
        """The `limit` rows of this owner with the highest cosine to the query."""
        found = None
        if waiting(connection, ("remove",)) == 0:
            found = self._ask(owner, query, limit)
        if found is None:
            return self._otherwise.nearest(connection, owner, query, limit)
        return VectorHits(found, exhausted=len(found) < limit)

    def cosines(
        self, connection: Connection, _owner: int, query: Vector, seqs: Sequence[int]
    ) -> dict[int, float]:
        """The cosine of certain rows; a row without a vector is missing."""
        made = vectors_by_seq(connection, self._embedder, seqs)
        return {seq: float(vector @ query) for seq, vector in made.items()}
