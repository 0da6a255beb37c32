"""A home whose clock the test moves, with the real bundled embedder."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from core.clock import ManualClock
from core.identity import Identity
from core.settings import Settings
from memory import Memory, MemoryService, open_memory
from memory.embedding import Embedder, load_embedder


@pytest.fixture(scope="session")
def embedder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Embedder]:
    settings = Settings(home=tmp_path_factory.mktemp("embedder"))
    loaded = load_embedder("bundled", settings)
    yield loaded
    loaded.close()


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(datetime(2026, 6, 10, 12, 0, tzinfo=UTC))


@pytest.fixture
def service(settings: Settings, clock: ManualClock, embedder: Embedder) -> Iterator[MemoryService]:
    with open_memory(settings, clock=clock, embedder=embedder, background=False) as opened:
        yield opened


@pytest.fixture
def ada(service: MemoryService) -> Memory:
    return service.for_identity(Identity(user="ada", session="now"))
