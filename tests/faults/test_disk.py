"""A full disk: reading goes on, saving says so, what failed never appears, and it heals by itself."""

import asyncio
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from core.errors import StorageError
from core.identity import Identity
from core.settings import Settings
from graph.erasure import Wish, erase
from memory import Memory, open_memory
from tests.faults.figures import Figures
from tests.memory.word_embedder import WordEmbedder

ADA = Identity("ada", "ada-1")
SIZE_KIB = 6 * 1024


@contextmanager
def small_disk(place: Path) -> Iterator[Path]:
    """A file system of 6 MiB in memory; where that may not be made, the test has no figure."""
    place.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={SIZE_KIB}k", "tmpfs", str(place)]
    made = subprocess.run(command, capture_output=True, text=True, check=False)
    if made.returncode != 0:
        pytest.skip(f"No small file system can be made here: {made.stderr.strip()}")
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)


def save_until_full(memory: Memory) -> tuple[list[str], list[str], str]:
    """Save until five saves in a row failed: kept, failed, and what was said."""
    kept: list[str] = []
    failed: list[str] = []
    said = ""
    while len(failed) < 5:
        text = f"entry{len(kept)}x{len(failed)} {os.urandom(2000).hex()}"
        try:
            kept.append(memory.save_note(text).id)
        except StorageError as error:
            failed.append(text)
            said = str(error)
    return kept, failed, said


def test_a_full_disk_costs_new_saves_and_nothing_else(
    settings: Settings, figures: Figures, tmp_path: Path
):
    with small_disk(tmp_path / "disk") as disk:
        ballast = disk / "ballast"
        ballast.write_bytes(bytes(1024 * 1024))
        tight = settings.model_copy(update={"home": disk / "home", "embedder": "auto"})
        with open_memory(tight, embedder=WordEmbedder(), background=False) as service:
            memory = service.for_identity(ADA)
            kept, failed, said = save_until_full(memory)
            assert "disk is full" in said
            assert "Free some space" in said
            readable = [memory.get(engram_id).id for engram_id in kept]
            assert readable == kept
            assert memory.recall("entry0x0", 1).items[0].engram.id == kept[0]

            ballast.unlink()

            healed = memory.save_note("saved again after space was freed").id
            assert memory.get(healed).content.startswith("saved again")
            assert service.wait_until_indexed(5) in range(len(kept) + 2)
        with open_memory(tight, embedder=WordEmbedder(), background=False) as service:
            contents = {e.content for e in service.for_identity(ADA).memories(limit=10**6)}
        appeared = len(contents & set(failed))

    assert appeared == 0
    assert len(contents) == len(kept) + 1
    figures.note(
        "disk full (tmpfs of 6 MiB)",
        "reads that failed; saves that failed and appeared later; saves after space was freed",
        f"0 of {len(kept)}; {appeared} of {len(failed)}; at once",
        goal="0; 0; by itself",
    )


def test_forgetting_on_a_full_disk_works_or_says_that_it_did_not(
    settings: Settings, tmp_path: Path
):
    with small_disk(tmp_path / "disk") as disk:
        tight = settings.model_copy(update={"home": disk / "home", "embedder": "auto"})
        with open_memory(tight, embedder=WordEmbedder(), background=False) as service:
            memory = service.for_identity(ADA)
            kept, _, _ = save_until_full(memory)

            try:
                receipt = asyncio.run(erase(service, ADA, Wish(ids=(kept[0],))))
            except StorageError:
                assert memory.get(kept[0]).id == kept[0]
            else:
                assert receipt.ids == (kept[0],)
        shutil.rmtree(disk / "home")
