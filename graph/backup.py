"""Copies of a home in one file: made while it is in use, checked before it is believed.

A backup is a zip of the ledger, the conversations, the settings and a list of their hashes. The
index is not in it: it is made anew from the ledger. What is forgotten later stays in a backup.
"""

import hashlib
import json
import os
import sqlite3
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from core.clock import Clock, SystemClock
from core.errors import InvalidInput, NotFound, StorageError
from core.settings import FILE_NAME as SETTINGS
from core.settings import Settings
from graph.checkpointer import FILE_NAME as CONVERSATIONS
from memory import LEDGER_FILE, open_memory

# Conversations first: none of them then tells of a save that the copied ledger does not have.
DATABASES = (CONVERSATIONS, LEDGER_FILE)
MANIFEST = "mnemon-backup.json"
FORMAT = 1


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup that was written or restored: where, when it was made, bytes of each file."""

    path: Path
    made_at: str
    files: Mapping[str, int]


def back_up(home: Path, path: Path, clock: Clock | None = None) -> Backup:
    """Write a home into one file, readable for this user alone.

    Other programs may go on using the home; what they commit meanwhile is in it or not, as a whole.

    Raises:
        NotFound: There is no ledger in the home.
        InvalidInput: The file is there already.
        StorageError: The home cannot be read, or the file cannot be written.
    """
    if not (home / LEDGER_FILE).is_file():
        raise NotFound(f"There is no ledger in {home}. Name the home with --home or MNEMON_HOME.")
    if path.exists():
        raise InvalidInput(f"{path} is there already. Name a new file, or remove that one.")
    made_at = (clock or SystemClock()).now().isoformat(timespec="seconds")
    with _told(path), tempfile.TemporaryDirectory(dir=path.parent, prefix=".mnemon-") as folder:
        copies = _copies(home, Path(folder))
        whole = Path(folder) / "whole.zip"
        with _private(whole), zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
            manifest = {"format": FORMAT, "made_at": made_at, "sha256": _hashes(copies)}
            archive.writestr(MANIFEST, json.dumps(manifest))
            for copy in copies:
                archive.write(copy, copy.name)
        sizes = {copy.name: copy.stat().st_size for copy in copies}
        whole.replace(path)
    return Backup(path, made_at, sizes)


def restore(path: Path, settings: Settings, *, force: bool = False) -> Backup:
    """Make a home from a backup. It is unpacked and checked beside the home, then put in its place.

    Args:
        path: The backup.
        settings: Whose home it shall be.
        force: A home that is there is set aside, under a name of its own, and not removed.

    Raises:
        InvalidInput: There is a home already, or the file is no backup.
        HomeFromNewerVersion: A later Mnemon made it.
        StorageError: It is damaged, or there is no room.
    """
    home = settings.home
    if _is_used(home) and not force:
        raise InvalidInput(
            f"There is a home in {home} already. Name another with --home, or use --force: the "
            "present one is then set aside, not removed."
        )
    with _told(home):
        home.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=home.parent, prefix=".mnemon-") as folder:
            fresh = Path(folder) / "home"
            made_at, sizes = _unpacked(path, fresh)
            # Migrated and read once, before it takes anybody's place.
            unpacked = settings.model_copy(update={"home": fresh, "embedder": "auto"})
            open_memory(unpacked, background=False).close()
            if _is_used(home):
                home.rename(_free_name(home))
            elif home.exists():
                home.rmdir()
            fresh.rename(home)
    return Backup(path, made_at, sizes)


def _copies(home: Path, folder: Path) -> list[Path]:
    copies = []
    for name in DATABASES:
        if (home / name).is_file():
            _copy_database(home / name, folder / name)
            copies.append(folder / name)
    if (home / SETTINGS).is_file():
        (folder / SETTINGS).write_bytes((home / SETTINGS).read_bytes())
        copies.append(folder / SETTINGS)
    return copies


def _copy_database(source: Path, target: Path) -> None:
    """One consistent state, whoever writes meanwhile: SQLite's own way of copying."""
    with (
        _private(target),
        closing(sqlite3.connect(f"{source.as_uri()}?mode=ro", uri=True, timeout=30)) as original,
        closing(sqlite3.connect(target)) as copy,
    ):
        original.backup(copy)


def _unpacked(path: Path, fresh: Path) -> tuple[str, dict[str, int]]:
    """Unpack a backup into a new folder and check every file of it."""
    fresh.mkdir(mode=0o700)
    try:
        with zipfile.ZipFile(path) as archive:
            manifest = json.loads(archive.read(MANIFEST))
            names = [n for n in (*DATABASES, SETTINGS) if n in manifest["sha256"]]
            for name in names:
                with _private(fresh / name):
                    (fresh / name).write_bytes(archive.read(name))
    except FileNotFoundError:
        raise NotFound(f"There is no backup {path}.") from None
    except (zipfile.BadZipFile, KeyError, ValueError, TypeError) as error:
        raise InvalidInput(f"{path} is no backup of Mnemon, or a damaged one ({error}).") from None
    if manifest["format"] != FORMAT:
        raise InvalidInput(f"{path} was made by a newer Mnemon. Upgrade Mnemon, then restore it.")
    files = [fresh / name for name in names]
    if _hashes(files) != manifest["sha256"] or not all(map(_is_whole, files)):
        raise StorageError(f"{path} is damaged: a file in it is not what was backed up.")
    return str(manifest["made_at"]), {file.name: file.stat().st_size for file in files}


def _is_whole(file: Path) -> bool:
    if file.name not in DATABASES:
        return True
    with closing(sqlite3.connect(file)) as database:
        return bool(database.execute("PRAGMA integrity_check").fetchone() == ("ok",))


def _hashes(files: list[Path]) -> dict[str, str]:
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in files}


def _is_used(home: Path) -> bool:
    return home.exists() and (not home.is_dir() or any(home.iterdir()))


def _free_name(home: Path) -> Path:
    """The name under which a home is set aside: the first that is free."""
    number = 1
    while (aside := home.with_name(f"{home.name}.before-restore-{number}")).exists():
        number += 1
    return aside


@contextmanager
def _private(path: Path) -> Iterator[None]:
    """Make an empty file for this user alone, to be filled inside the block."""
    os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600))
    yield


@contextmanager
def _told(path: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, sqlite3.Error) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise StorageError(
            f"{path} cannot be written or read ({why}). Check its folder and the free space."
        ) from error
