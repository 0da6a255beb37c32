"""A home and an embedder for attacks."""

from collections.abc import Iterator

import pytest

from core.settings import Settings
from memory.embedding import Embedder, load_embedder


@pytest.fixture(scope="session")
def embedder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Embedder]:
    """The bundled embedder, loaded once for all tests (a service never closes one it was given)."""
    home = tmp_path_factory.mktemp("embedder")
    loaded = load_embedder("bundled", Settings.model_validate({"home": home}))
    yield loaded
    loaded.close()
