"""A file that cannot be used is told in one line that says what to do, and nothing is half done."""

import asyncio
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from sqlite3 import connect

import pytest
from langgraph.checkpoint.base import empty_checkpoint

from core.errors import HomeFromNewerVersion, StorageError
from core.settings import Settings
from graph.checkpointer import FILE_NAME, open_checkpointer, open_checkpointer_at
from tests.graph.toy import chain, on, said, say

PROJECT = Path(__file__).parents[2]

USE = """
import asyncio, os, sys
from pathlib import Path
from core.errors import StorageError
from graph.checkpointer import open_checkpointer_at
from tests.graph.toy import chain, on, say

async def use(path):
    async with open_checkpointer_at(path, 5) as saver:
        await say(chain(saver), "two", on("t"))

if os.geteuid() == 0:  # whom no mode keeps from writing
    os.setgid(65534)
    os.setuid(65534)
try:
    asyncio.run(use(Path(sys.argv[1])))
except StorageError as error:
    sys.stdout.write(str(error))
"""


def use(path: Path) -> list[str]:
    """One turn over the file."""

    async def turn() -> list[str]:
        async with open_checkpointer_at(path, 5) as saver:
            return await say(chain(saver), "x" * 3000, on("t"))

    return asyncio.run(turn())


def fault(path: Path, kind: type[StorageError] = StorageError) -> str:
    """What is said when the file is used."""
    with pytest.raises(kind) as told:
        use(path)
    assert "\n" not in str(told.value)
    assert str(path) in str(told.value)
    return str(told.value)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "home" / "c.sqlite3"


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that any user can reach."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o777)
    yield folder
    folder.chmod(0o700)
    shutil.rmtree(folder)


def scribble(content: bytes) -> bytes:
    return content[:4096] + bytes(number % 251 for number in range(len(content) - 4096))


@pytest.mark.parametrize(
    "damage",
    [lambda _: b"no database at all" * 500, scribble, lambda content: content[:5000]],
    ids=["foreign", "scribbled", "cut"],
)
def test_a_damaged_file_is_told_with_the_way_out(
    path: Path, damage: Callable[[bytes], bytes]
) -> None:
    use(path)
    path.write_bytes(damage(path.read_bytes()))

    way_out = fault(path).partition("Type: ")[2].partition(" - ")[0]
    subprocess.run(["/bin/sh", "-c", way_out], check=True)

    assert (path.parent / "damaged" / path.name).exists()
    assert len(use(path)) == 2


def test_a_damaged_checkpoint_is_told_and_other_conversations_go_on(path: Path) -> None:
    use(path)
    with closing(connect(path)) as connection, connection:
        connection.execute("UPDATE checkpoints SET checkpoint = substr(checkpoint, 1, 40)")

    assert "Begin a new conversation" in fault(path)

    async def elsewhere() -> list[str]:
        async with open_checkpointer_at(path, 5) as saver:
            return await say(chain(saver), "new", on("other"))

    assert asyncio.run(elsewhere()) == ["new", "echo 1"]


def test_a_file_of_a_newer_version_is_left_alone(path: Path) -> None:
    use(path)
    with closing(connect(path)) as connection:
        connection.execute("PRAGMA user_version = 99")
    before = path.read_bytes()

    assert "Upgrade Mnemon" in fault(path, HomeFromNewerVersion)
    assert path.read_bytes() == before


@pytest.mark.parametrize(("file_mode", "folder_mode"), [(0o400, 0o700), (0o600, 0o500)])
def test_a_read_only_file_or_folder_is_told_with_what_to_type(
    open_folder: Path, file_mode: int, folder_mode: int
) -> None:
    path = open_folder / "home" / "c.sqlite3"
    use(path)
    if os.geteuid() == 0:
        shutil.chown(path, 65534, 65534)
        shutil.chown(path.parent, 65534, 65534)
    path.chmod(file_mode)
    path.parent.chmod(folder_mode)

    child = [sys.executable, "-c", USE, str(path)]
    told = subprocess.run(child, cwd=PROJECT, capture_output=True, text=True, check=True).stdout
    path.parent.chmod(0o700)

    assert f"Type: chmod u+rw {path}" in told
    assert "\n" not in told


def test_a_home_that_is_a_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("not a folder")

    assert "set MNEMON_HOME" in fault(tmp_path / "home" / "c.sqlite3")


def test_a_folder_in_the_place_of_the_file_is_told(path: Path) -> None:
    path.mkdir(parents=True)

    assert "cannot be opened" in fault(path)


def test_another_program_that_does_not_let_go_is_told(path: Path) -> None:
    use(path)

    async def put_beside_a_writer() -> None:
        async with open_checkpointer_at(path, 5) as saver:
            await saver.conn.execute("PRAGMA busy_timeout=50")
            with closing(connect(path, isolation_level=None)) as other:
                other.execute("BEGIN IMMEDIATE")
                with pytest.raises(StorageError, match="Close that program"):
                    await say(chain(saver), "two", on("t"))
            assert len(await say(chain(saver), "three", on("t"))) == 4

    asyncio.run(put_beside_a_writer())


def test_a_disk_that_is_full_is_told_and_what_was_stored_stays(path: Path) -> None:
    async def fill() -> list[str]:
        async with open_checkpointer_at(path, 5) as saver:
            app = chain(saver)
            await say(app, "one", on("t"))
            await saver.conn.execute_fetchall("PRAGMA max_page_count = 20")
            with pytest.raises(StorageError, match="Free some disk space"):
                await say(app, "x" * 1_000_000, on("t"))
            return await said(app, on("t"))

    assert asyncio.run(fill()) == ["one", "echo 1"]


def test_a_cancelled_write_leaves_no_half_transaction_and_no_lock(path: Path) -> None:
    async def cancel_again_and_again() -> list[str]:
        async with open_checkpointer_at(path, 5) as saver:
            for turns in range(40):
                put = asyncio.create_task(
                    saver.aput(on("t", checkpoint_ns=""), empty_checkpoint(), {"step": turns}, {})
                )
                for _ in range(turns):
                    await asyncio.sleep(0)
                put.cancel()
                await asyncio.gather(put, return_exceptions=True)
                assert not saver.conn.in_transaction
            return await say(chain(saver), "after", on("other"))

    assert asyncio.run(cancel_again_and_again()) == ["after", "echo 1"]


def test_the_server_opens_the_file_that_the_settings_name(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MNEMON_HOME", str(settings.home))
    monkeypatch.setenv("MNEMON_CHECKPOINTS_KEPT", "3")

    async def turn() -> int:
        async with open_checkpointer() as saver:
            await say(chain(saver), "one", on("t"))
            return saver.keep

    assert asyncio.run(turn()) == 3
    assert (settings.home / FILE_NAME).stat().st_size > 0
