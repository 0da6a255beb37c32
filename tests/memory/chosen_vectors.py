"""An embedder for tests that choose the vectors themselves."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

DIMENSIONS = 32

Vector = NDArray[np.float32]


def unit(vector: NDArray[np.floating]) -> Vector:
    """The vector with the length 1."""
    return (vector / np.linalg.norm(vector)).astype(np.float32)


def random_units(count: int, seed: int = 1) -> list[Vector]:
    """So many vectors of random directions, the same for the same seed."""
    made = np.random.default_rng(seed).standard_normal((count, DIMENSIONS))
    return [unit(row) for row in made]


class ChosenVectors:
    """An embedder that gives each text the vector that the test has chosen for it."""

    name = "ollama:chosen"
    dimensions: int | None = DIMENSIONS
    max_batch = 64

    def __init__(self) -> None:
        self.chosen: dict[str, Vector] = {}

    def embed_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        rows = [self.chosen[text] for text in texts]
        return np.array(rows, dtype=np.float32).reshape(len(texts), DIMENSIONS)

    def embed_query(self, text: str) -> Vector:
        return self.chosen[text]

    def document_text(self, text: str) -> str:
        return text

    def close(self) -> None:
        """Nothing is open."""
