"""A home to look after, and a stand-in Ollama whose model judges and draws."""

import pytest

from memory import open_memory
from tests.graph.conftest import person
from tests.graph.upkeep.house import MODEL, House
from tests.standins.ollama import StandInOllama


@pytest.fixture
def ollama():
    with StandInOllama() as server:
        yield server


@pytest.fixture
def service(settings, embedder, clock, ollama):
    changed = settings.model_copy(
        update={"model": MODEL, "ollama_url": ollama.base_url, "ollama_timeout_s": 5.0}
    )
    with open_memory(changed, clock=clock, embedder=embedder, background=False) as opened:
        yield opened


@pytest.fixture
def house(service):
    return House(service, person("ada"))


@pytest.fixture
def drawing(service):
    return House(service, person("ada"), extraction="on")
