"""A quick embedder for tests in which meaning is not the point: texts that share words are near."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tests.standins.ollama import word_vector

DIMENSIONS = 48


class WordEmbedder:
    """Sums one pseudo-random direction for each word. Notes what it was asked for."""

    name = "ollama:words"
    dimensions: int | None = DIMENSIONS
    max_batch = 64

    def __init__(self) -> None:
        self.embedded: list[str] = []

    def embed_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.embedded.extend(texts)
        rows = [word_vector(text, DIMENSIONS) for text in texts]
        return np.array(rows, dtype=np.float32).reshape(len(texts), DIMENSIONS)

    def embed_query(self, text: str) -> NDArray[np.float32]:
        return np.array(word_vector(text, DIMENSIONS), dtype=np.float32)

    def document_text(self, text: str) -> str:
        return text

    def close(self) -> None:
        """Nothing is open."""
