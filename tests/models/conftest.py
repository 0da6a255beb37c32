"""Settings that point at a stand-in, and a way to ask."""

from collections.abc import Iterator

import pytest

from core.settings import Settings
from tests.models.asking import WAYS, Ask
from tests.standins.ollama import StandInOllama


@pytest.fixture
def ollama() -> Iterator[StandInOllama]:
    """A server with a model that calls tools, one that does not, and one that only embeds."""
    with StandInOllama() as server:
        yield server


@pytest.fixture
def near(settings: Settings, ollama: StandInOllama) -> Settings:
    """Settings whose Ollama is the stand-in."""
    return settings.model_copy(update={"ollama_url": ollama.base_url})


@pytest.fixture(params=WAYS, ids=lambda way: way.__name__)
def ask(request: pytest.FixtureRequest) -> Ask:
    """One of the four ways to ask a model; each test runs with all of them."""
    way: Ask = request.param
    return way
