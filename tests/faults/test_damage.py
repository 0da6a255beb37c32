"""A damaged or deleted index is found before a wrong answer, and kills nobody."""

import json
import os
import shutil
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from core.identity import Identity
from core.settings import Settings
from memory import MemoryService, open_memory
from tests.faults.figures import Figures
from tests.memory.word_embedder import WordEmbedder

ADA = Identity("ada", "ada-1")
ROWS = 120


def open_home(settings: Settings) -> MemoryService:
    through_index = settings.model_copy(update={"exact_scan_max_rows": 0, "embedder": "auto"})
    return open_memory(through_index, embedder=WordEmbedder(), background=False)


def segment(index: Path) -> Path:
    """The folder of one collection's vectors."""
    return next(path for path in index.iterdir() if path.is_dir())


def scribble(path: Path, content: bytes | None = None) -> None:
    """Random bytes, but the same time: as a failing disk leaves it."""
    size = path.stat().st_size
    path.write_bytes(os.urandom(size) if content is None else content)


def half(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def wrong_dimension(index: Path) -> None:
    with sqlite3.connect(index / "chroma.sqlite3") as chroma:
        chroma.execute("UPDATE collections SET dimension = 7")


def fewer_rows(index: Path) -> None:
    with sqlite3.connect(index / "chroma.sqlite3") as chroma:
        chroma.execute("DELETE FROM embeddings WHERE id % 2 = 0")
        chroma.execute("DELETE FROM embeddings_queue")


def other_version(index: Path) -> None:
    with sqlite3.connect(index / "chroma.sqlite3") as chroma:
        chroma.execute("UPDATE migrations SET hash = 'of a later version'")


def other_embedder(index: Path) -> None:
    (index / "mnemon-index.json").write_text(json.dumps({"embedder": "ollama:other"}))


DAMAGE: dict[str, Callable[[Path], None]] = {
    "folder deleted": shutil.rmtree,
    "database deleted": lambda index: (index / "chroma.sqlite3").unlink(),
    "vectors deleted": lambda index: shutil.rmtree(segment(index)),
    "database truncated": lambda index: half(index / "chroma.sqlite3"),
    "vectors truncated": lambda index: half(segment(index) / "data_level0.bin"),
    "database zeroed": lambda index: scribble(index / "chroma.sqlite3", bytes(65536)),
    "vectors scribbled": lambda index: scribble(segment(index) / "data_level0.bin"),
    "database scribbled": lambda index: scribble(index / "chroma.sqlite3"),
    "wrong dimension": wrong_dimension,
    "wrong counts": fewer_rows,
    "other version": other_version,
    "other embedder": other_embedder,
}


@pytest.mark.parametrize("was_killed", [False, True], ids=["closed", "killed"])
def test_a_damaged_index_is_found_before_a_wrong_answer(
    settings: Settings, figures: Figures, tmp_path: Path, was_killed: bool
):
    """`killed`: as after kill -9, when nothing says how the files looked at the end."""
    with open_home(settings) as service:
        memory = service.for_identity(ADA)
        texts = [f"entry{number} about subject{number}" for number in range(ROWS)]
        ids = [memory.save_note(text).id for text in texts]
        assert service.wait_until_indexed(60) == 0
    good = tmp_path / "good"
    shutil.copytree(settings.home, good, symlinks=True)
    times = figures.many(short=1, long=10)
    kinds = list(DAMAGE) if not was_killed or figures.is_long else list(DAMAGE)[4:8]
    healed = 0
    for kind in kinds:
        for _ in range(times):
            shutil.rmtree(settings.home)
            shutil.copytree(good, settings.home, symlinks=True, copy_function=shutil.copy2)
            if was_killed:
                with sqlite3.connect(settings.home / "ledger.sqlite3") as ledger:
                    ledger.execute("DELETE FROM meta WHERE key = 'index_seal'")
            DAMAGE[kind](settings.home / "index" / "1")

            with open_home(settings) as service:
                service.keeps_index()
                memory = service.for_identity(ADA)
                assert all(
                    memory.recall(text, 1).items[0].engram.id == engram_id
                    for text, engram_id in zip(texts[::10], ids[::10], strict=True)
                ), kind
                assert service.wait_until_indexed(60) == 0, kind
                assert service.stats()["index_rows"] == ROWS, kind
                healed += 1

    assert healed == len(kinds) * times
    how = "and no seal, as after a kill" if was_killed else "after it was closed well"
    figures.note(
        "damaged or deleted index",
        f"{len(kinds)} kinds {how}, {times} times each; found before a wrong answer and healed",
        f"{healed} of {len(kinds) * times}",
    )


def test_an_older_copy_of_the_index_that_is_put_back_is_not_believed(
    settings: Settings, tmp_path: Path
):
    older = tmp_path / "older"
    with open_home(settings) as service:
        memory = service.for_identity(ADA)
        memory.save_note("the first entry")
        assert service.wait_until_indexed(60) == 0
    shutil.copytree(settings.home / "index", older, copy_function=shutil.copy2)
    with open_home(settings) as service:
        second = service.for_identity(ADA).save_note("the second entry").id
        assert service.wait_until_indexed(60) == 0
    shutil.rmtree(settings.home / "index")
    shutil.copytree(older, settings.home / "index", copy_function=shutil.copy2)

    with open_home(settings) as service:
        service.keeps_index()
        found = service.for_identity(ADA).recall("the second entry", 1)

        assert found.items[0].engram.id == second
        assert service.wait_until_indexed(60) == 0
        assert service.stats()["index_rows"] == 2


def test_an_index_that_is_deleted_under_an_open_program_gives_no_wrong_answer(settings: Settings):
    with open_home(settings) as service:
        memory = service.for_identity(ADA)
        ids = [memory.save_note(f"entry{number} about subject{number}").id for number in range(40)]
        assert service.wait_until_indexed(60) == 0

        shutil.rmtree(settings.home / "index")

        for number in range(0, 40, 7):
            found = memory.recall(f"entry{number} about subject{number}", 1)
            assert found.items[0].engram.id == ids[number]
        memory.save_note("one more")
        assert service.wait_until_indexed(60) == 0
        assert service.stats()["index_rows"] == 41


def test_a_large_index_is_made_anew_without_asking_the_embedder(
    settings: Settings, figures: Figures
):
    rows = figures.many(short=500, long=10_000)
    embedder = WordEmbedder()
    with open_memory(settings, embedder=embedder, background=False) as service:
        memory = service.for_identity(ADA)
        for number in range(rows):
            memory.save_note(f"entry{number} about subject{number % 97}")
        assert service.wait_until_indexed(600) == 0
    shutil.rmtree(settings.home / "index")
    embedder.embedded.clear()

    with open_memory(settings, embedder=embedder, background=False) as service:
        began = time.monotonic()
        assert service.keeps_index()
        assert service.wait_until_indexed(600) == 0
        took_s = time.monotonic() - began
        assert service.stats()["index_rows"] == rows

    assert embedder.embedded == []
    figures.note(
        "damaged or deleted index", f"{rows} rows made anew, without the model", f"{took_s:.1f} s"
    )
