"""Each embedder has its own threshold; a setting wins over it."""

import pytest

from core.identity import Identity
from core.settings import Settings
from memory import open_memory
from memory.embedding import Embedder
from memory.embedding.thresholds import UNMEASURED, min_score_of


@pytest.mark.parametrize(
    ("embedder", "least"),
    [
        ("bundled", 0.35),
        ("ollama:all-minilm", 0.35),
        ("ollama:all-minilm:22m", 0.35),
        ("ollama:nomic-embed-text", UNMEASURED),
    ],
)
def test_what_was_measured_for_an_embedder_counts(embedder: str, least: float):
    assert min_score_of(embedder) == least


@pytest.mark.parametrize(("setting", "outcome"), [(None, "found"), (0.95, "nothing_relevant")])
def test_the_setting_wins(
    setting: float | None, outcome: str, settings: Settings, bundled: Embedder
):
    chosen = settings.model_copy(update={"min_score": setting})
    with open_memory(chosen, embedder=bundled, background=False) as service:
        memory = service.for_identity(Identity("ada", "ada-1"))
        memory.remember("Our dog is called Rufus.")
        service.wait_until_embedded()

        found = memory.recall("What is the name of the hound?")

    assert found.outcome == outcome
