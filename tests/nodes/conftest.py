"""A real memory for the nodes: one home for each test, one embedder for all."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from core.clock import ManualClock
from core.identity import Identity
from core.settings import Settings
from memory import Memory, MemoryService, open_memory
from memory.embedding import Embedder, load_embedder


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(datetime(2026, 5, 31, 12, tzinfo=UTC))


@pytest.fixture(scope="session")
def embedder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Embedder]:
    """The bundled embedder, loaded once for all tests (a service never closes one it was given)."""
    home = tmp_path_factory.mktemp("embedder")
    loaded = load_embedder("bundled", Settings.model_validate({"home": home}))
    yield loaded
    loaded.close()


@pytest.fixture
def service(settings: Settings, clock: ManualClock, embedder: Embedder) -> Iterator[MemoryService]:
    with open_memory(settings, clock=clock, embedder=embedder, background=False) as opened:
        yield opened


@pytest.fixture
def memory(service: MemoryService) -> Memory:
    return service.for_identity(Identity(user="ann", session="session-1"))
