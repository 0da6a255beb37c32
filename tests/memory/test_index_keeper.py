"""The index: one process keeps it, it follows the ledger, and it can go at any moment."""

import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from core.identity import Identity
from core.settings import Settings
from memory import Memory, MemoryService, open_memory
from memory.index import Index
from tests.memory import ledgers
from tests.memory.word_embedder import WordEmbedder

ADA = Identity("ada", "ada-1")


@pytest.fixture
def always(settings: Settings) -> Settings:
    """Settings that search through the index from the first row on."""
    return settings.model_copy(update={"exact_scan_max_rows": 0, "embedder": "auto"})


@contextmanager
def opened(settings: Settings) -> Iterator[tuple[MemoryService, Memory]]:
    with open_memory(settings, embedder=WordEmbedder(), background=False) as service:
        yield service, service.for_identity(ADA)


def fill(service: MemoryService, memory: Memory, rows: int) -> list[str]:
    ids = [memory.save_note(f"note{n} about thing{n}").id for n in range(rows)]
    assert service.wait_until_indexed(60) == 0
    return ids


def all_found(memory: Memory, ids: list[str]) -> bool:
    """Whether each note is the best answer to its own words."""
    return all(
        memory.recall(f"note{n} about thing{n}").items[0].engram.id == i for n, i in enumerate(ids)
    )


def test_what_is_saved_is_indexed_and_found_through_the_index(always: Settings):
    with opened(always) as (service, memory):
        ids = fill(service, memory, 30)

        assert service.stats()["index_rows"] == 30
        assert all_found(memory, ids)


def test_the_index_can_be_kept_again_in_the_same_process(always: Settings):
    with opened(always) as (service, memory):
        fill(service, memory, 3)

    with opened(always) as (service, _):
        assert service.keeps_index()


def test_the_background_worker_leaves_the_index_free_when_it_is_closed(always: Settings):
    with open_memory(always, embedder=WordEmbedder()) as service:
        service.for_identity(ADA).save_note("a note")
        while service.stats()["index_rows"] != 1:  # its thread opens it when it has time
            time.sleep(0.02)

    with opened(always) as (service, _):
        assert service.keeps_index()


def test_a_second_memory_on_the_home_does_not_open_the_index_and_finds_all_the_same(always):
    with opened(always) as (keeper, one), opened(always) as (other, two):
        ids = fill(keeper, one, 5)

        assert (keeper.keeps_index(), other.keeps_index()) == (True, False)
        assert other.stats()["index_rows"] is None
        assert all_found(two, ids)


def test_rows_of_the_other_are_indexed_by_the_keeper(always: Settings):
    with opened(always) as (keeper, one), opened(always) as (_, two):
        fill(keeper, one, 2)
        two.save_note("written next door")

        assert keeper.wait_until_indexed(30) == 0
        assert keeper.stats()["index_rows"] == 3


def test_a_closed_index_is_not_opened_again(always: Settings, home: Path):
    with opened(always) as (service, memory):
        fill(service, memory, 1)
        index = service._index
        assert isinstance(index, Index)

    assert not index.try_open()
    with opened(always) as (service, _):
        assert service.keeps_index()
    assert home.is_dir()


@pytest.mark.parametrize("while_open", [False, True])
def test_a_deleted_index_is_made_anew_and_no_answer_is_missed(while_open, always, home: Path):
    with opened(always) as (service, memory):
        ids = fill(service, memory, 30)
        if while_open:
            shutil.rmtree(home / "index")
            assert all_found(memory, ids)
    if not while_open:
        shutil.rmtree(home / "index")

    with opened(always) as (service, memory):
        assert all_found(memory, ids)
        memory.save_note("one more")
        assert service.wait_until_indexed(60) == 0
        assert service.stats()["index_rows"] == 31
        assert all_found(memory, ids)


def data_file(home: Path) -> Path:
    [found] = (home / "index").rglob("data_level0.bin")
    return found


def database_file(home: Path) -> Path:
    [found] = (home / "index").rglob("chroma.sqlite3")
    return found


def replaced_by_a_file(home: Path) -> None:
    shutil.rmtree(home / "index")
    (home / "index").write_text("no folder")


DAMAGES: dict[str, Callable[[Path], object]] = {
    "graph cut": lambda home: data_file(home).write_bytes(data_file(home).read_bytes()[:500]),
    "graph scribbled": lambda home: data_file(home).write_bytes(b"\xa7" * 8000),
    "graph gone": lambda home: shutil.rmtree(data_file(home).parent),
    "database empty": lambda home: database_file(home).write_bytes(b""),
    "database cut": lambda home: database_file(home).write_bytes(
        database_file(home).read_bytes()[:50_000]
    ),
    "database scribbled": lambda home: database_file(home).write_bytes(b"\xa7" * 90_000),
    "a file in its place": replaced_by_a_file,
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES.keys())
def test_a_damaged_index_never_gives_a_wrong_answer_and_is_made_anew(damage, always, home: Path):
    with opened(always) as (service, memory):
        ids = fill(service, memory, 30)
    damage(home)

    with opened(always) as (service, memory):
        assert all_found(memory, ids)
        memory.save_note("one more")
        assert service.wait_until_indexed(60) == 0
        assert service.stats()["index_rows"] == 31
        assert all_found(memory, ids)


def test_an_index_of_an_older_day_is_not_believed(always: Settings, home: Path, tmp_path: Path):
    with opened(always) as (service, memory):
        ids = fill(service, memory, 5)
    shutil.copytree(home / "index", tmp_path / "older")
    with opened(always) as (service, memory):
        ids += fill(service, memory, 30)[5:]
    shutil.rmtree(home / "index")
    shutil.copytree(tmp_path / "older", home / "index")

    with opened(always) as (service, memory):
        assert service.keeps_index()
        assert service.wait_until_indexed(60) == 0
        assert service.stats()["index_rows"] == ledgers.count(home, "engrams")


def test_rows_that_were_embedded_while_the_index_was_off_get_into_it(always: Settings):
    with opened(always) as (service, memory):
        fill(service, memory, 3)
    with opened(always.model_copy(update={"index": False})) as (service, memory):
        memory.save_note("kept without an index")
        assert service.wait_until_embedded(30) == 0

    with opened(always) as (service, _):
        assert service.keeps_index()
        assert service.wait_until_indexed(60) == 0
        assert service.stats()["index_rows"] == 4


def test_a_reindex_writes_every_row_and_tells_how_far_it_is(always: Settings):
    told: list[tuple[int, int]] = []
    with opened(always) as (service, memory):
        ids = fill(service, memory, 30)

        assert service.reindex(lambda done, total: told.append((done, total))) == 30
        assert told[-1] == (30, 30)
        assert all_found(memory, ids)


def test_what_was_forgotten_and_is_said_anew_is_in_the_index(always: Settings):
    with opened(always) as (service, memory):
        first = memory.save_note("phoenix rises", write_key="call-1").id
        assert service.wait_until_indexed(30) == 0
        memory.forget(first)
        again = memory.save_note("phoenix rises", write_key="call-2").id

        assert service.wait_until_indexed(30) == 0
        assert service.stats()["index_rows"] == 1
        assert memory.recall("phoenix rises").items[0].engram.id == again
