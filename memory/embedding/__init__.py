"""Text to vectors: the bundled model or one of an Ollama server, each with its own prefixes.

Embedders are opened by name, load nothing until they are first asked, and answer with unit vectors
or raise `EmbedderUnavailable`. They keep no text.
"""

from memory.embedding.choose import choose_embedder
from memory.embedding.load import embedder_name, load_embedder
from memory.embedding.protocol import Embedder

__all__ = ["Embedder", "choose_embedder", "embedder_name", "load_embedder"]
