"""What a search by meaning answers with, whoever carries it out."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection

Vector = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class VectorHits:
    """The rows nearest to a query.

    Attributes:
        nearest: (sequence number, cosine in [-1, 1]), nearest first.
        exhausted: True when every row that has a vector is among them.
    """

    nearest: list[tuple[int, float]]
    exhausted: bool


class VectorSearch(Protocol):
    """Finds an owner's rows by meaning."""

    def nearest(self, connection: Connection, owner: int, query: Vector, limit: int) -> VectorHits:
        """The `limit` rows of this owner with the highest cosine to the query."""
        ...

    def cosines(
        self, connection: Connection, owner: int, query: Vector, seqs: Sequence[int]
    ) -> dict[int, float]:
        """The cosine of certain rows; a row without a vector is missing."""
        ...
