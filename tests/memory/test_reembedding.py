"""Another embedder takes over without a gap: the old one serves until every row has a new vector."""

import time
from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np
import pytest
from numpy.typing import NDArray
from sqlalchemy import Connection

from core.errors import EmbedderUnavailable, StorageError
from core.identity import Identity
from core.settings import Settings
from memory import change_embedder, former_vectors, open_memory
from tests.memory.ledgers import bytes_of, rows
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


def embedders_of(home: Settings) -> Counter[str]:
    """How many vectors of each embedder stand in the ledger."""
    return Counter(str(name) for (name,) in rows(home.home, "SELECT embedder FROM vectors"))


def test_the_old_vectors_are_erased_when_the_new_ones_serve(home: Settings):
    old = vectors_of(home)
    assert all(vector in bytes_of(home.home) for vector in old)

    change_embedder(home, "ollama:other", embedder=OtherEmbedder())

    assert embedders_of(home) == {"ollama:other": 100}
    with open_memory(home, embedder=OtherEmbedder(), background=False) as service:
        service.rewrite()
    assert not any(vector in bytes_of(home.home) for vector in old)


def vectors_of(home: Settings) -> list[bytes]:
    query = "SELECT vector FROM vectors ORDER BY text_hash LIMIT 20"
    return [v for (v,) in rows(home.home, query) if isinstance(v, bytes)]


def test_what_a_kill_left_of_the_old_vectors_is_erased_by_the_next_program(
    home: Settings, monkeypatch: pytest.MonkeyPatch
):
    with monkeypatch.context() as patch:
        patch.setattr("memory.former_vectors.AT_ONCE", 10)
        patch.setattr("memory.former_vectors._drop_some", interrupted_after(3))
        with pytest.raises(KeyboardInterrupt):
            change_embedder(home, "ollama:other", embedder=OtherEmbedder())
    assert embedders_of(home) == {"ollama:words": 70, "ollama:other": 100}

    with open_memory(home, embedder=OtherEmbedder()):
        while rows(home.home, "SELECT 1 FROM meta WHERE key = 'former_vectors'"):
            time.sleep(0.01)

    assert embedders_of(home) == {"ollama:other": 100}


def interrupted_after(times: int) -> Callable[[Connection], int]:
    """The real thing so many times, then a program that ends in the middle."""
    drop, left = former_vectors._drop_some, iter(range(times))

    def some(connection: Connection) -> int:
        if next(left, None) is None:
            raise KeyboardInterrupt
        return drop(connection)

    return some


def test_new_vectors_of_a_change_that_broke_off_are_not_taken_for_old_ones(home: Settings):
    with pytest.raises(EmbedderUnavailable):
        change_embedder(home, "ollama:other", embedder=OtherEmbedder(last_text=50))

    with open_memory(home, embedder=WordEmbedder()) as service:
        service.wait_until_embedded(10)

    assert embedders_of(home) == {"ollama:words": 100, "ollama:other": 32}


def test_forgetting_erases_the_vectors_of_every_embedder(home: Settings):
    with pytest.raises(EmbedderUnavailable):
        change_embedder(home, "ollama:other", embedder=OtherEmbedder(last_text=50))
    query = "SELECT v.vector FROM vectors v JOIN engrams e USING (text_hash) WHERE e.content LIKE"
    mine = [v for (v,) in rows(home.home, f"{query} 'entry3 %'") if isinstance(v, bytes)]
    assert len(mine) == 2

    with open_memory(home, embedder=WordEmbedder(), background=False) as service:
        memory = service.for_identity(ADA)
        memory.forget(memory.recall("entry3 about subject3", 1).items[0].engram.id)
        assert service.wait_until_removed() == 0

    assert embedders_of(home) == {"ollama:words": 99, "ollama:other": 31}
    assert not any(vector in bytes_of(home.home) for vector in mine)


def test_a_program_that_is_open_meanwhile_spoils_nothing_and_says_what_to_do(home: Settings):
    unindexed = home.model_copy(update={"index": False})
    with open_memory(unindexed, embedder=WordEmbedder(), background=False) as stale:
        memory = stale.for_identity(ADA)
        assert not memory.recall("entry1 about subject1", 1).degraded
        change_embedder(home, "ollama:other", embedder=OtherEmbedder())

        found = memory.recall("entry1 about subject1", 1)
        memory.save_note("a late entry")
        assert stale.wait_until_embedded(5) == 1, "it is left to a program with the new embedder"

        assert found.degraded
        assert found.items[0].engram.content == "entry1 about subject1"
        assert any("Start this program again" in notice for notice in stale.notices)
    new = OtherEmbedder()
    with open_memory(home, embedder=new, background=False) as service:
        assert service.wait_until_indexed(30) == 0
        assert service.stats()["index_rows"] == 101
        assert service.for_identity(ADA).recall("late entry", 1).items[0].relevance > 0.5


def test_a_model_that_has_taken_anothers_name_is_asked_anew(home: Settings):
    class Renamed(OtherEmbedder):
        name = WordEmbedder.name

    new = Renamed()

    change_embedder(home, new.name, embedder=new)

    with open_memory(home, embedder=new, background=False) as service:
        assert (
            service.for_identity(ADA).recall("entry42 about subject42", 1).items[0].relevance > 0.99
        )
