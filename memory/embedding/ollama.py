"""An embedding model of an Ollama server."""

import threading
from collections.abc import Sequence

import httpx
import numpy as np
from numpy.typing import NDArray

from core.errors import EmbedderUnavailable
from core.ollama_address import ollama_address
from memory.embedding.ollama_http import CONNECT_S, TextTooLong, ask_vectors, open_client
from memory.embedding.prefixes import prefixes_of
from memory.embedding.texts import embeddable
from memory.embedding.unit_vectors import unit_vectors

MOST_CHARS = 8192
"""Of a text that are sent: about the 2,048 tokens that nomic-embed-text has in Ollama."""

SHORTEST_CHARS = 64
"""A model whose window does not hold this much of a text is of no use."""

QUERY_WAIT_S = 15.0
"""Longest wait for the vector of a question: somebody waits for the answer, and keywords work
meanwhile. Enough to load an embedding model from a disk."""

BLANK = "(empty)"
"""Sent for a text with nothing in it: some models answer no tokens with no vector."""


class OllamaEmbedder:
    """Any embedding model of Ollama, with the prefixes that it was trained with.

    Args:
        model: Its name in Ollama.
        url: The server's address.
        timeout_s: Longest wait for a batch of documents; a question waits 15 s at most.

    Raises:
        InvalidSettings: `url` is no address.
    """

    max_batch = 32

    def __init__(self, model: str, url: str, *, timeout_s: float) -> None:
        self.name = f"ollama:{model}"
        self.dimensions: int | None = None
        self._model = model
        self._prefixes = prefixes_of(model)
        self._timeout_s = timeout_s
        timeout = httpx.Timeout(timeout_s, connect=CONNECT_S)
        self._client = open_client(ollama_address(url), timeout)
        self._settling = threading.Lock()
        self._closed = False

    def embed_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One unit row for each text, in order. See `Embedder`."""
        if not texts:
            return np.empty((0, self.dimensions or 0), dtype=np.float32)
        wanted = [self.document_text(text) for text in texts]
        starts = range(0, len(wanted), self.max_batch)
        parts = [wanted[start : start + self.max_batch] for start in starts]
        return np.concatenate([self._embed(part, self._timeout_s) for part in parts])

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """The unit vector of a question. See `Embedder`."""
        wanted = self._prefixes.query + (embeddable(text, MOST_CHARS) or BLANK)
        row: NDArray[np.float32] = self._embed([wanted], min(QUERY_WAIT_S, self._timeout_s))[0]
        return row

    def document_text(self, text: str) -> str:
        """The text as it is sent for a document: cleaned, cut, with the model's prefix."""
        return self._prefixes.document + (embeddable(text, MOST_CHARS) or BLANK)

    def close(self) -> None:
        """Close the connections; a request in progress fails as EmbedderUnavailable."""
        self._closed = True
        self._client.close()

    def _embed(self, texts: list[str], wait_s: float) -> NDArray[np.float32]:
        raw = self._ask_cutting(texts, wait_s)
        with self._settling:
            units = unit_vectors(
                raw,
                count=len(texts),
                dimensions=self.dimensions,
                model=f"The model {self._model!r} of Ollama",
                remedy=f"Get it anew with 'ollama pull {self._model}' and restart 'ollama serve'; "
                "if another model has taken its name for good, run 'mnemon reindex'.",
            )
            self.dimensions = units.shape[1]
        return units

    def _ask_cutting(self, texts: list[str], wait_s: float) -> object:
        """Ask for the vectors; a text that the model's window does not hold is halved until it does."""
        try:
            return self._ask(texts, wait_s)
        except TextTooLong:
            if len(texts) > 1:
                return [self._only(self._ask_cutting([text], wait_s)) for text in texts]
        half = texts[0][: len(texts[0]) // 2]
        if len(half) < SHORTEST_CHARS:
            raise EmbedderUnavailable(
                f"The model {self._model!r} of Ollama takes not even {len(texts[0])} characters. "
                "Choose another, such as 'ollama pull nomic-embed-text'."
            )
        return self._ask_cutting([half], wait_s)

    def _ask(self, texts: list[str], wait_s: float) -> object:
        try:
            return ask_vectors(self._client, self._model, texts, wait_s)
        except RuntimeError:
            if not self._closed:
                raise
            # httpx says so with a bare RuntimeError, even to a request that was under way.
            raise EmbedderUnavailable(
                f"The embedder {self.name!r} was closed. Open the memory again to use it."
            ) from None

    @staticmethod
    def _only(rows: object) -> object:
        """The one row; anything else is left for the check to refuse."""
        return rows[0] if isinstance(rows, list) and len(rows) == 1 else rows
