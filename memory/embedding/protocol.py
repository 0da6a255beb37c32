"""What every embedder can do."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray


class Embedder(Protocol):
    """Turns text into unit vectors. Thread-safe; loads nothing before it is first asked."""

    name: str
    """What the home remembers: `bundled`, `ollama:nomic-embed-text`."""

    dimensions: int | None
    """Length of a vector; None until the first answer."""

    max_batch: int
    """Texts that make one request. More may be given; they are sent in parts of this size."""

    def embed_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Embed what is kept.

        Args:
            texts: Raw text, without prefix. Longer than the model's window is cut, not refused;
                empty text and broken Unicode are embedded as what is left of them.

        Returns:
            One row of length 1 for each text, in order. No texts give no rows.

        Raises:
            EmbedderUnavailable: The model is down, missing, or answers nonsense. The message says
                what to type.
        """
        ...

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """Embed what is asked: one vector of length 1. Arguments and errors as above."""
        ...

    def document_text(self, text: str) -> str:
        """The exact text that stands for `text` as a document, with the model's prefix."""
        ...

    def close(self) -> None:
        """Let go of model and connections. Asking a closed embedder is EmbedderUnavailable."""
        ...
