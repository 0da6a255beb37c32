"""A damaged or deleted index is found before a wrong answer, and kills nobody."""

import contextlib
import json
import os
import shutil
import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from core.errors import StorageError
from core.identity import Identity
from core.settings import Settings
from memory import Memory, MemoryService, open_memory
from tests.faults.figures import Figures
from tests.memory.word_embedder import WordEmbedder
from tests.standins.ollama import word_vector

ADA = Identity("ada", "ada-1")
ROWS = 120
NEIGHBOURS = 32
"""`max_neighbors` of the index: a row has twice as many links on the lowest level."""


def open_home(settings: Settings) -> MemoryService:
    through_index = settings.model_copy(update={"exact_scan_max_rows": 0, "embedder": "auto"})
    return open_memory(through_index, embedder=WordEmbedder(), background=False)


def segment(index: Path) -> Path:
    """The folder of one collection's vectors."""
    return next(path for path in index.iterdir() if path.is_dir())


def scribble(path: Path, content: bytes | None = None) -> None:
    """Random bytes, but the same size and time: as a failing disk leaves it."""
    stat = path.stat()
    path.write_bytes(os.urandom(stat.st_size) if content is None else content)
    os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))


def zero(path: Path) -> None:
    scribble(path, bytes(path.stat().st_size))


def half(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def one_byte(path: Path) -> None:
    """The first number of the first vector is another, as after a fault of memory or disk."""
    content = bytearray(path.read_bytes())
    content[2 * NEIGHBOURS * 4 + 4 + 3] ^= 0xFF  # behind the row's links and their number
    scribble(path, bytes(content))


def put_back(older: Path, index: Path) -> None:
    shutil.rmtree(index)
    shutil.copytree(older, index, copy_function=shutil.copy2)


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
    "database zeroed": lambda index: zero(index / "chroma.sqlite3"),
    "vectors zeroed": lambda index: zero(segment(index) / "data_level0.bin"),
    "vectors of random bytes": lambda index: scribble(segment(index) / "data_level0.bin"),
    "database of random bytes": lambda index: scribble(index / "chroma.sqlite3"),
    "one byte of a vector": lambda index: one_byte(segment(index) / "data_level0.bin"),
    "wrong dimension": wrong_dimension,
    "older copy put back": shutil.rmtree,  # and then put back: it needs that copy
    "wrong counts": fewer_rows,
    "other version": other_version,
    "other embedder": other_embedder,
}

SHORT_KINDS = ["vectors truncated", "vectors of random bytes", "older copy put back"]
"""Without a seal each takes a second: another process looks at the folder first."""


def recalled(memory: Memory, texts: Sequence[str]) -> list[list[float]]:
    """How near the five best answers are to each of some questions, and that the best is right."""
    answers = [(text, memory.recall(text, 5).items) for text in texts[::10]]
    assert all(items[0].engram.content == text for text, items in answers)
    return [[round(item.relevance, 3) for item in items] for _, items in answers]


def two_stages(settings: Settings, place: Path) -> tuple[list[str], Path, Path, list[list[float]]]:
    """A home that was closed twice: its texts, a copy, its index of the first time, its answers."""
    texts = [f"entry{number} about subject{number}" for number in range(ROWS)]
    good, older = place / "good", place / "older"
    for stage in (texts[: ROWS // 2], texts[ROWS // 2 :]):
        with open_home(settings) as service:
            memory = service.for_identity(ADA)
            for text in stage:
                memory.save_note(text)
            assert service.wait_until_indexed(60) == 0
        if not older.exists():
            shutil.copytree(settings.home / "index" / "1", older)
    with open_home(settings) as service:
        assert service.keeps_index()
        before = recalled(service.for_identity(ADA), texts)
    shutil.copytree(settings.home, good, symlinks=True)
    return texts, good, older, before


@pytest.mark.parametrize("was_killed", [False, True], ids=["closed", "killed"])
def test_a_damaged_index_is_found_before_a_wrong_answer(
    settings: Settings, figures: Figures, tmp_path: Path, was_killed: bool
):
    """`killed`: as after kill -9, when nothing says how the files looked at the end."""
    texts, good, older, before = two_stages(settings, tmp_path)
    times = figures.many(short=1, long=10)
    kinds = list(DAMAGE) if not was_killed or figures.is_long else SHORT_KINDS
    healed = 0
    for kind in kinds:
        for _ in range(times):
            shutil.rmtree(settings.home)
            shutil.copytree(good, settings.home, symlinks=True, copy_function=shutil.copy2)
            if was_killed:
                with sqlite3.connect(settings.home / "ledger.sqlite3") as ledger:
                    ledger.execute("DELETE FROM meta WHERE key = 'index_seal'")
            index = settings.home / "index" / "1"
            if kind == "older copy put back":
                put_back(older, index)
            else:
                DAMAGE[kind](index)

            with open_home(settings) as service:
                service.keeps_index()
                memory = service.for_identity(ADA)
                assert recalled(memory, texts) == before, kind
                assert service.wait_until_indexed(60) == 0, kind
                assert service.stats()["index_rows"] == ROWS, kind
                assert recalled(memory, texts) == before, kind
                healed += 1

    assert healed == len(kinds) * times
    how = "no seal, as after a kill" if was_killed else "closed well before"
    names = "" if was_killed else f" ({', '.join(kinds)})"
    figures.note(
        "damaged or deleted index",
        f"{len(kinds)} kinds{names}, {times} times each, {how}: found before a wrong "
        "answer, and recall after the repair equal to before; crashes of the program",
        f"{healed} of {len(kinds) * times}; 0",
        goal="all; 0",
    )


def test_an_index_that_is_read_only_costs_no_answer_and_no_save(
    settings: Settings, figures: Figures
):
    texts = [f"entry{number} about subject{number}" for number in range(ROWS)]
    with open_home(settings) as service:
        memory = service.for_identity(ADA)
        for text in texts:
            memory.save_note(text)
        assert service.wait_until_indexed(60) == 0
        before = recalled(memory, texts)
    times = figures.many(short=1, long=10)
    for number in range(times):
        with read_only(settings.home / "index"), open_home(settings) as service:
            with contextlib.suppress(StorageError):  # told to who asks for it, such as the doctor
                service.keeps_index()
            memory = service.for_identity(ADA)
            assert recalled(memory, texts) == before
            memory.save_note(f"saved meanwhile, time {number}")
            service.wait_until_indexed(5)
            found = memory.recall(f"saved meanwhile, time {number}", 1)
            assert found.items[0].engram.content == f"saved meanwhile, time {number}"
            memory.forget(found.items[0].engram.id)

        with open_home(settings) as service:
            assert service.keeps_index()
            assert service.wait_until_indexed(60) == 0
            assert service.stats()["index_rows"] == ROWS
            assert recalled(service.for_identity(ADA), texts) == before

    figures.note(
        "damaged or deleted index",
        f"read-only, {times} times: questions and saves meanwhile that failed; healed afterwards",
        f"0; {times} of {times}",
        goal="0; all",
    )


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """A folder that nobody can write to, not even root, for whom permissions do not count."""
    if os.geteuid() != 0:
        places = [folder, *folder.rglob("*")]
        modes = [(place, place.stat().st_mode) for place in places]
        for place, mode in modes:
            place.chmod(mode & ~0o222)
        try:
            yield
        finally:
            for place, mode in modes:
                place.chmod(mode)
        return
    mount = subprocess.run(["mount", "--bind", folder, folder], capture_output=True, check=False)
    if mount.returncode != 0:
        pytest.skip("No folder can be made read-only for root here.")
    try:
        subprocess.run(["mount", "-o", "remount,ro,bind", folder], check=True)
        yield
    finally:
        subprocess.run(["umount", "-l", folder], check=True)


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


class WideEmbedder(WordEmbedder):
    """Vectors as long as those of the bundled model, for a rebuild takes longer with them."""

    def embed_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.embedded.extend(texts)
        rows = [word_vector(text, 384) for text in texts]
        return np.array(rows, dtype=np.float32).reshape(len(texts), 384)

    def embed_query(self, text: str) -> NDArray[np.float32]:
        return np.array(word_vector(text, 384), dtype=np.float32)


def test_a_large_index_is_made_anew_without_asking_the_embedder(
    settings: Settings, figures: Figures
):
    rows = figures.many(short=500, long=10_000)
    embedder = WideEmbedder()
    with open_memory(settings, embedder=embedder, background=False) as service:
        memory = service.for_identity(ADA)
        for number in range(rows):
            memory.save_note(f"entry{number} about subject{number % 97}")
        assert service.wait_until_embedded(600) == 0
    embedder.embedded.clear()

    with open_memory(settings, embedder=embedder, background=False) as service:
        began = time.monotonic()
        service.reindex()
        took_s = time.monotonic() - began
        assert service.stats()["index_rows"] == rows

    assert embedder.embedded == []
    figures.note(
        "damaged or deleted index",
        f"{rows} rows with 384 dimensions made anew as `mnemon reindex` does, without the model",
        f"{took_s:.1f} s",
        goal="15 s",
        is_reached=took_s <= 15,
    )
