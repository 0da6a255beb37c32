"""From a name to an embedder."""

from core.errors import InvalidInput
from core.settings import Settings
from memory.embedding.bundled import BundledEmbedder
from memory.embedding.minilm_files import find_files
from memory.embedding.protocol import Embedder

BUNDLED = "bundled"
OLLAMA = "ollama:"
GRAPH_FILE = "cache/minilm.graph"


def load_embedder(spec: str, settings: Settings) -> Embedder:
    """The embedder that `spec` names. Cheap: the model is loaded, or asked, when first needed.

    Args:
        spec: `bundled` or `ollama:<model>`. (`auto` is for `choose_embedder`.)
        settings: For the home, whose cache keeps the bundled model's graph, and Ollama's address.

    Raises:
        InvalidInput: No embedder has that name.
    """
    name = embedder_name(spec)
    if name == BUNDLED:
        return BundledEmbedder(find_files, settings.home / GRAPH_FILE)
    from memory.embedding.ollama import OllamaEmbedder  # httpx takes 0.1 s: only where needed

    return OllamaEmbedder(
        name.removeprefix(OLLAMA), settings.ollama_url, timeout_s=settings.ollama_timeout_s
    )


def embedder_name(spec: str) -> str:
    """The one way to write this embedder's name: trimmed, without the tag `latest`.

    Raises:
        InvalidInput: No embedder has that name.
    """
    name = spec.strip()
    if name == BUNDLED:
        return name
    model = name.removeprefix(OLLAMA).strip().removesuffix(":latest")
    if not name.startswith(OLLAMA) or not model or any(c.isspace() for c in model):
        raise InvalidInput(
            f"No embedder is called {spec!r}. Say 'bundled' or 'ollama:<model>', such as "
            "'ollama:nomic-embed-text'."
        )
    return OLLAMA + model
