"""Another embedder takes over without a gap: the old one serves until every row has a new vector."""

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from core.errors import EmbedderUnavailable, StorageError
from core.identity import Identity
from core.settings import Settings
from memory import change_embedder, open_memory
from tests.memory.word_embedder import WordEmbedder

ADA = Identity("ada", "ada-1")


class OtherEmbedder(WordEmbedder):
    """Another model with larger vectors; it may break down after so many texts."""

    name = "ollama:other"

    def __init__(self, last_text: int = 10**9) -> None:
        super().__init__()
        self.last_text = last_text

    def embed_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        if len(self.embedded) + len(texts) > self.last_text:
            raise EmbedderUnavailable("It broke down.")
        made = super().embed_documents(texts)
        rows: NDArray[np.float32] = np.concatenate([made, made], axis=1) / np.sqrt(2)
        return rows.astype(np.float32)

    def embed_query(self, text: str) -> NDArray[np.float32]:
        row = super().embed_query(text)
        twice: NDArray[np.float32] = np.concatenate([row, row]) / np.sqrt(2)
        return twice.astype(np.float32)


@pytest.fixture
def home(settings: Settings) -> Settings:
    """A home with a hundred rows, embedded and indexed by the first embedder."""
    settings = settings.model_copy(update={"embedder": "auto", "exact_scan_max_rows": 0})
    with open_memory(settings, embedder=WordEmbedder(), background=False) as service:
        memory = service.for_identity(ADA)
        for number in range(100):
            memory.save_note(f"entry{number} about subject{number}")
        assert service.wait_until_indexed(60) == 0
    return settings


def test_everything_is_found_with_the_new_embedder(home: Settings):
    new = OtherEmbedder()
    seen: list[tuple[int, int]] = []

    name = change_embedder(home, new.name, lambda *done: seen.append(done), embedder=new)

    assert name == new.name
    assert seen[0] == (0, 100)
    assert seen[-1] == (100, 100)
    with open_memory(home, embedder=new, background=False) as service:
        memory = service.for_identity(ADA)
        found = memory.recall("entry42 about subject42", 1)
        assert not found.degraded
        assert found.items[0].relevance > 0.99
        assert service.keeps_index()
        assert service.wait_until_indexed(60) == 0
        assert service.stats()["index_rows"] == 100


def test_the_old_one_serves_while_and_after_the_new_one_breaks_down_and_it_goes_on_there(
    home: Settings,
):
    with pytest.raises(EmbedderUnavailable):
        change_embedder(home, "ollama:other", embedder=OtherEmbedder(last_text=50))

    with open_memory(home, embedder=WordEmbedder(), background=False) as service:
        memory = service.for_identity(ADA)
        assert not memory.recall("entry42 about subject42", 1).degraded
        memory.save_note("a late entry")
    again = OtherEmbedder()
    change_embedder(home, again.name, embedder=again)

    assert len(again.embedded) < 101 - 30, "what was embedded before is not embedded again"
    with open_memory(home, embedder=again, background=False) as service:
        assert service.for_identity(ADA).recall("late entry", 1).items[0].relevance > 0.5


def test_nothing_is_switched_under_a_program_that_keeps_the_index(home: Settings):
    new = OtherEmbedder()
    with open_memory(home, embedder=WordEmbedder(), background=False) as keeper:
        assert keeper.keeps_index()
        with pytest.raises(StorageError, match="Stop it, then run the same command again"):
            change_embedder(home, new.name, embedder=new)
        assert not keeper.for_identity(ADA).recall("entry1", 1).degraded
    new.embedded.clear()

    change_embedder(home, new.name, embedder=new)

    assert new.embedded == []


def test_a_model_that_has_taken_anothers_name_is_asked_anew(home: Settings):
    class Renamed(OtherEmbedder):
        name = WordEmbedder.name

    new = Renamed()

    change_embedder(home, new.name, embedder=new)

    with open_memory(home, embedder=new, background=False) as service:
        assert (
            service.for_identity(ADA).recall("entry42 about subject42", 1).items[0].relevance > 0.99
        )
