"""An embedder that is down, slow, wrong or another one: saves go on, nothing is embedded twice."""

import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from core.errors import EmbedderChanged
from core.identity import Identity
from core.settings import Settings, load_settings
from memory import Memory, open_memory
from tests.faults.figures import Figures
from tests.standins.ollama import StandInOllama
from tests.standins.ollama_wire import Fault

ADA = Identity("ada", "ada-1")
MODEL = "nomic-embed-text"


def settings_for(home: Path, server: StandInOllama) -> Settings:
    given = {"home": home, "embedder": f"ollama:{MODEL}", "ollama_url": server.base_url}
    return load_settings(given | {"ollama_timeout_s": 2}, {}).settings


def save_some(memory: Memory, count: int) -> float:
    """Save so many notes and a topic; gives the slowest save in seconds."""
    slowest = 0.0
    for number in range(count):
        began = time.monotonic()
        memory.save_note(f"entry{number} about subject{number}")
        slowest = max(slowest, time.monotonic() - began)
    memory.save_topic("user.editor", "vim")
    return slowest


def nan(vectors: list[list[float]]) -> Any:
    return [[float("nan")] * len(vectors[0]) for _ in vectors]


def shorter(vectors: list[list[float]]) -> Any:
    return [vector[:5] for vector in vectors]


FAULTS: dict[str, Fault] = {
    "down": Fault(drop=True),
    "error": Fault(status=500),
    "slow": Fault(delay_s=30),
    "NaN": Fault(vectors=nan),
    "too few": Fault(vectors=lambda vectors: vectors[:-1]),
    "wrong size": Fault(vectors=shorter),
}


@pytest.mark.parametrize("kind", FAULTS)
def test_a_bad_embedder_costs_similarity_and_nothing_else(kind: str, home: Path, figures: Figures):
    with StandInOllama() as server, open_memory(settings_for(home, server)) as service:
        memory = service.for_identity(ADA)
        memory.save_note("the first entry, while all was well")
        assert service.wait_until_embedded(20) == 0
        server.fail("/api/embed", FAULTS[kind])

        slowest_s = save_some(memory, 10)
        found = memory.recall("entry7", 3)

        assert found.degraded
        assert "entry7" in found.items[0].engram.content
        assert memory.recall_topic("user.editor") == "vim"
        assert len([n for n in service.notices if "keywords" in n]) <= 1
        began = time.monotonic()
        service.close()
        stopped_s = time.monotonic() - began
        server.heal()

        with open_memory(settings_for(home, server)) as again:
            assert again.wait_until_embedded(60) == 0
            assert not again.for_identity(ADA).recall("entry7", 3).degraded

    figures.note(
        "a bad embedder",
        f"{kind}: slowest save; end of the program; topics and words that were not found at once, "
        "recalls that did not say `degraded`, rows that were not healed",
        f"{slowest_s:.2f} s; {stopped_s:.1f} s; 0, 0, 0",
        goal="1 s; 2 s; 0, 0, 0",
        is_reached=slowest_s <= 1 and stopped_s <= 2,
    )


def test_a_thousand_rows_that_waited_are_embedded_once_each(home: Path, figures: Figures):
    rows = figures.many(short=200, long=1000)
    with StandInOllama() as server:
        server.fail("/api/embed", Fault(status=503))
        with open_memory(settings_for(home, server)) as service:
            save_some(service.for_identity(ADA), rows)
        server.heal()
        before = len(server.bodies("/api/embed"))
        began = time.monotonic()

        with open_memory(settings_for(home, server)) as service:
            assert service.wait_until_embedded(120) == 0
            took_s = time.monotonic() - began

        sent = [text for body in server.bodies("/api/embed")[before:] for text in texts_of(body)]
    twice = [text for text, count in Counter(sent).items() if count > 1 and "entry" in text]
    assert twice == []
    figures.note(
        "a bad embedder",
        f"{rows} rows that waited are embedded when the server is back; texts embedded twice",
        f"{took_s:.1f} s; {len(twice)}",
        goal="60 s; 0",
        is_reached=took_s <= 60,
    )


def texts_of(body: dict[str, Any]) -> list[str]:
    given = body["input"]
    return [given] if isinstance(given, str) else list(given)


def test_another_embedder_is_refused_with_the_command_that_changes_it(
    settings: Settings, figures: Figures
):
    with open_memory(settings, background=False) as service:
        service.for_identity(ADA).save_note("something")
    other = settings.model_copy(update={"embedder": "ollama:nomic-embed-text"})

    with pytest.raises(EmbedderChanged, match="mnemon reindex --embedder ollama:nomic-embed-text"):
        open_memory(other)

    figures.note(
        "a bad embedder",
        "another one is named than the home was made with",
        "refused, with the command that changes it",
        goal="the same",
    )


def test_a_text_that_the_embedder_always_refuses_holds_up_no_other(home: Path, figures: Figures):
    with StandInOllama() as server, open_memory(settings_for(home, server)) as service:
        server.refused_word = "poisonous"
        memory = service.for_identity(ADA)
        memory.save_note("a poisonous text")
        save_some(memory, 40)

        service.wait_until_embedded(30)

        waiting = service.stats()["waiting_for_vectors"]
        assert waiting == 1
        assert memory.recall("poisonous", 1).items[0].engram.content == "a poisonous text"
    figures.note(
        "a bad embedder", "rows held up by one text that it always refuses", waiting - 1, goal="0"
    )
