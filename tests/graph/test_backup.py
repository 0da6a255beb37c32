"""A backup is whole though the home is in use, and a restored home is equal to what was backed up."""

import asyncio
import stat
import zipfile
from pathlib import Path

import pytest

from core.errors import InvalidInput, NotFound, StorageError
from core.identity import Identity
from core.settings import Settings
from graph.assistant import open_assistant
from graph.backup import back_up, restore
from memory import open_memory
from tests.memory.processes import child, lines, start, until_ready
from tests.memory.word_embedder import WordEmbedder

ADA = Identity("ada", "6f1dfb0c-6f5c-4a36-a7f6-0d3b5b8f4e11")


@pytest.fixture
def told(settings: Settings) -> Settings:
    """A home with a memory, a conversation and an index."""

    async def talk() -> None:
        async with open_assistant(settings) as assistant:
            async for _ in assistant.turn("Please remember my editor is vim.", ADA):
                pass
            await asyncio.to_thread(assistant.memory.wait_until_indexed, 30)

    asyncio.run(talk())
    (settings.home / "settings.toml").write_text('user = "ada"\n')
    return settings


def whats_in(settings: Settings) -> tuple[list[str], list[str]]:
    """What memory has, and the conversation."""

    async def read() -> tuple[list[str], list[str]]:
        async with open_assistant(settings) as assistant:
            kept = assistant.memory.for_identity(ADA).memories()
            said = await assistant.messages(ADA)
            assert assistant.memory.wait_until_indexed(30) == 0
            return [engram.content for engram in kept], [message.text for message in said]

    return asyncio.run(read())


def test_a_restored_home_is_equal(told: Settings, tmp_path: Path):
    before = whats_in(told)
    file = tmp_path / "backup.zip"

    back_up(told.home, file)
    other = told.model_copy(update={"home": tmp_path / "other"})
    restore(file, other)

    assert whats_in(other) == before
    assert (other.home / "settings.toml").read_text() == 'user = "ada"\n'
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(other.home.stat().st_mode) == 0o700
    assert all(not p.stat().st_mode & 0o077 for p in other.home.iterdir())


def test_a_backup_is_consistent_while_another_process_saves(settings: Settings, tmp_path: Path):
    with child(settings.home, "save_for_ever", "ada") as saver:
        until_ready(saver)
        start(saver)
        said = lines(saver)
        told = [next(said) for _ in range(30)]
        back_up(settings.home, tmp_path / "backup.zip")
    other = settings.model_copy(update={"home": tmp_path / "other", "embedder": "auto"})

    restore(tmp_path / "backup.zip", other)

    with open_memory(other, embedder=WordEmbedder(), background=False) as service:
        memory = service.for_identity(Identity("ada", "ada-1"))
        assert all(memory.get(engram_id).id == engram_id for engram_id in told)
        assert service.wait_until_indexed(60) == 0


def test_a_home_that_is_there_is_not_overwritten_and_only_set_aside(told: Settings, tmp_path: Path):
    file = tmp_path / "backup.zip"
    back_up(told.home, file)
    with open_memory(told, background=False) as service:
        service.for_identity(ADA).save_topic("user.editor", "emacs")

    with pytest.raises(InvalidInput, match="--force"):
        restore(file, told)
    restore(file, told, force=True)

    aside = told.model_copy(update={"home": told.home.with_name("home.before-restore-1")})
    assert "emacs" in whats_in(aside)[0]
    assert "emacs" not in whats_in(told)[0]


def test_a_damaged_or_foreign_file_is_refused_and_nothing_is_changed(
    told: Settings, tmp_path: Path
):
    file = tmp_path / "backup.zip"
    back_up(told.home, file)
    other = told.model_copy(update={"home": tmp_path / "other"})
    content = file.read_bytes()
    bad = tmp_path / "bad.zip"
    for number, broken in enumerate((content[:2000], b"no zip", altered(file, tmp_path))):
        bad.write_bytes(broken)
        with pytest.raises((InvalidInput, StorageError), match=r"bad\.zip"):
            restore(bad, other)
        assert not other.home.exists(), number

    with pytest.raises(NotFound):
        restore(tmp_path / "nowhere.zip", other)
    with pytest.raises(InvalidInput, match="already"):
        back_up(told.home, file)
    with pytest.raises(NotFound, match="no ledger"):
        back_up(tmp_path / "nowhere", tmp_path / "new.zip")
    assert sorted(p.name for p in tmp_path.iterdir() if p.name.startswith(".")) == []


def altered(file: Path, folder: Path) -> bytes:
    """A valid zip in which one file is not what was backed up."""
    with zipfile.ZipFile(file) as archive:
        contents = {name: archive.read(name) for name in archive.namelist()}
    contents["settings.toml"] = b'user = "eve"\n'
    with zipfile.ZipFile(folder / "altered.zip", "w") as archive:
        for name, content in contents.items():
            archive.writestr(name, content)
    return (folder / "altered.zip").read_bytes()
