"""The bundled embedder, loaded once for all tests that only ask it, and a stand-in for Ollama."""

from collections.abc import Iterator

import pytest

from core.settings import Settings
from memory.embedding import Embedder, load_embedder
from tests.standins.ollama import StandInOllama


@pytest.fixture(scope="session")
def bundled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Embedder]:
    """The bundled embedder of a home that keeps its graph."""
    home = tmp_path_factory.mktemp("home")
    embedder = load_embedder("bundled", Settings.model_validate({"home": home}))
    yield embedder
    embedder.close()


@pytest.fixture
def server() -> Iterator[StandInOllama]:
    """An Ollama with a chat model and nomic-embed-text."""
    with StandInOllama() as running:
        yield running
