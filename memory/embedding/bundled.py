"""The embedder that needs nothing but Python packages: all-MiniLM-L6-v2 on onnxruntime."""

import threading
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.errors import EmbedderUnavailable
from memory.embedding.graph_cache import checked_graph
from memory.embedding.minilm import REMEDY, MiniLM
from memory.embedding.minilm_files import MiniLMFiles
from memory.embedding.minilm_graph import DIMENSIONS
from memory.embedding.texts import embeddable
from memory.embedding.unit_vectors import unit_vectors

MOST_CHARS = 4096
"""Of a text that are looked at: 256 tokens are about 1,000 characters of English."""


class BundledEmbedder:
    """all-MiniLM-L6-v2: 384 dimensions, English, no prefixes. Loaded when first asked (0.2 s).

    Args:
        find: Gives the model's files; called at the first use.
        cache: File that keeps the model's graph between starts.
    """

    name = "bundled"
    dimensions: int | None = DIMENSIONS
    max_batch = 32

    def __init__(self, find: Callable[[], MiniLMFiles], cache: Path) -> None:
        self._find = find
        self._cache = cache
        self._loading = threading.Lock()
        self._model: MiniLM | None = None
        self._closed = False

    def embed_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One unit row for each text, in order. See `Embedder`."""
        if not texts:
            return np.empty((0, DIMENSIONS), dtype=np.float32)
        sums = self._loaded().sums([self.document_text(text) for text in texts])
        return unit_vectors(
            sums,
            count=len(texts),
            dimensions=DIMENSIONS,
            model="The bundled embedder",
            remedy=REMEDY,
        )

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """The unit vector of a question: the model makes no difference between the two."""
        row: NDArray[np.float32] = self.embed_documents([text])[0]
        return row

    def document_text(self, text: str) -> str:
        """The text itself, cleaned and cut: this model wants no prefix."""
        return embeddable(text, MOST_CHARS)

    def close(self) -> None:
        """Let go of the model; a run in progress ends first."""
        with self._loading:
            self._closed = True
            self._model = None

    def _loaded(self) -> MiniLM:
        with self._loading:
            if self._closed:
                raise EmbedderUnavailable(
                    "The bundled embedder was closed. Open the memory again to use it."
                )
            if self._model is None:
                files = self._find()
                self._model = MiniLM(files, checked_graph(files, self._cache))
            return self._model
