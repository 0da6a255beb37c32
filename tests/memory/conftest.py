"""Real homes with a real embedder; two people in one house and one next door."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from core.clock import ManualClock
from core.identity import Identity
from core.settings import Settings, load_settings
from memory import Memory, MemoryService, open_memory
from memory.embedding import Embedder, load_embedder


@pytest.fixture(scope="session")
def bundled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Embedder]:
    """The bundled embedder, loaded once for all tests (a service never closes one it was given)."""
    home = tmp_path_factory.mktemp("embedder")
    embedder = load_embedder("bundled", load_settings({"home": home}, {}).settings)
    yield embedder
    embedder.close()


@pytest.fixture
def clock() -> ManualClock:
    """A clock that stands at noon of a Saturday until it is moved."""
    return ManualClock(datetime(2026, 5, 30, 12, tzinfo=UTC))


@pytest.fixture
def service(settings: Settings, bundled: Embedder, clock: ManualClock) -> Iterator[MemoryService]:
    """A home without a background worker: rows wait until a test waits for them."""
    with open_memory(settings, clock=clock, embedder=bundled, background=False) as opened:
        yield opened


@pytest.fixture
def ada(service: MemoryService) -> Memory:
    """The memory of the one who does things."""
    return service.for_identity(Identity("ada", "ada-1"))


@pytest.fixture
def bob(service: MemoryService) -> Memory:
    """The memory of the one who must not see them."""
    return service.for_identity(Identity("bob", "bob-1"))
