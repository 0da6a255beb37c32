"""What `auto` means for the embedder of a new home."""

from core.errors import EmbedderUnavailable
from core.ollama_address import ollama_address
from core.settings import Settings
from memory.embedding.load import BUNDLED, OLLAMA

PREFERRED = "nomic-embed-text"
"""Longer window (2,048 tokens) and better recall than the bundled model; 274 MB."""


def choose_embedder(settings: Settings) -> tuple[str, str]:
    """Nomic's model when Ollama has it, else the bundled one.

    Waits half a second for Ollama at most when nothing listens there.

    Returns:
        What `load_embedder` takes, and one plain line why.

    Raises:
        InvalidSettings: `ollama_url` is no address.
    """
    address = ollama_address(settings.ollama_url)
    from memory.embedding.ollama_http import pulled_models  # httpx takes 0.1 s

    try:
        pulled = pulled_models(address)
    except EmbedderUnavailable:
        return BUNDLED, f"Embedder: bundled, because no Ollama answers at {address.url}."
    name = _preferred_of(pulled)
    if name is None:
        return BUNDLED, (
            f"Embedder: bundled, because Ollama at {address.url} has no {PREFERRED} "
            f"('ollama pull {PREFERRED}' gets it)."
        )
    return OLLAMA + name, f"Embedder: {name} of Ollama at {address.url}."


def _preferred_of(pulled: list[str]) -> str | None:
    """The preferred model as this server names it, without the tag `latest`, which comes first."""
    tagged = [name for name in pulled if name.partition(":")[0] == PREFERRED]
    names = sorted(name.removesuffix(":latest") for name in tagged)
    return names[0] if names else None
