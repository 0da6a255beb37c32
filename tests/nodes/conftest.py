"""A real memory for the nodes: one home for each test, one embedder for all."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from core.clock import ManualClock
from core.identity import Identity
from core.settings import Settings
from memory import Memory, MemoryService, open_memory


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(datetime(2026, 5, 31, 12, tzinfo=UTC))


@pytest.fixture
def service(settings: Settings, clock: ManualClock) -> Iterator[MemoryService]:
    with open_memory(settings, clock=clock, background=False) as opened:
        yield opened


@pytest.fixture
def memory(service: MemoryService) -> Memory:
    return service.for_identity(Identity(user="ann", session="session-1"))
