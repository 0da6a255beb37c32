"""Embedders are opened by name."""

import pytest

from core.errors import InvalidInput
from core.settings import Settings
from memory.embedding import embedder_name, load_embedder


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("bundled", "bundled"),
        (" bundled ", "bundled"),
        ("ollama:nomic-embed-text", "ollama:nomic-embed-text"),
        ("ollama:nomic-embed-text:latest", "ollama:nomic-embed-text"),
        ("ollama:nomic-embed-text:v1.5", "ollama:nomic-embed-text:v1.5"),
        ("ollama: mxbai-embed-large", "ollama:mxbai-embed-large"),
        ("ollama:hf.co/someone/some-GGUF:Q8_0", "ollama:hf.co/someone/some-GGUF:Q8_0"),
    ],
)
def test_an_embedder_carries_the_one_spelling_of_its_name(
    settings: Settings, spec: str, name: str
) -> None:
    embedder = load_embedder(spec, settings)
    embedder.close()

    assert embedder.name == name == embedder_name(spec)


@pytest.mark.parametrize(
    "spec",
    ["", "auto", "Bundled?", "ollama", "ollama:", "ollama::latest", "ollama:a b", "openai:x"],
)
def test_an_unknown_name_tells_the_known_ones(settings: Settings, spec: str) -> None:
    with pytest.raises(InvalidInput, match=r"'bundled' or 'ollama:<model>'"):
        load_embedder(spec, settings)
