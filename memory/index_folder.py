"""The index's folder on disk: whether it can be trusted, and how it is thrown away.

A folder is opened without more ado only when it is, file by file and byte by byte, what was closed
here last (the seal, kept in the ledger). Any other, such as one left by a killed process, is first opened and
compared with the ledger by a process of its own: a scribbled file can kill whoever opens it.
Whatever does not hold is deleted; the ledger makes it anew.
"""

import hashlib
import json
import logging
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from core.clock import SystemClock
from core.errors import StorageError
from memory.ledger.database import Database
from memory.ledger.meta import INDEX_GENERATION, INDEX_SEAL, drop_meta, get_meta, set_meta
from memory.ledger.outbox import queue_all_for_index, strike
from memory.vectors.chroma import ChromaIndex
from memory.vectors.soundness import expected_rows

log = logging.getLogger(__name__)

PROBE_TIMEOUT_S = 120
"""Comparing 100,000 rows takes some 20 s; a process that hangs on a bad file must not hang us."""

PROJECT = Path(__file__).parents[1]


class IndexFolder:
    """The numbered folders below `index/`, of which one is in use."""

    def __init__(self, home: Path, database: Database, embedder: str) -> None:
        self._home = home
        self._all = home / "index"
        self._database = database
        self._embedder = embedder
        self._opened: tuple[Path, int] | None = None

    def open(self) -> ChromaIndex:
        """The index in use, if it can be trusted, else an empty one that every row waits for.

        Raises:
            StorageError: The folder cannot be written.
        """
        folder = self._current()
        if folder is not None and self._is_trusted(folder):
            self._break_seal()
            try:
                return self._counted(folder)
            except Exception:
                log.warning("The index in %s is of no use; it is made anew.", folder, exc_info=True)
        with self._told():
            if self._all.is_file():
                self._all.unlink()
            self._all.mkdir(mode=0o700, exist_ok=True)
        self.throw_away()
        return self._made(self._all / str(self._generation()))

    def throw_away(self) -> None:
        """Delete every folder and let every row wait for a new one.

        Deleted first and noted afterwards: whoever is killed in between leaves the rows that are
        to be removed waiting, so that it is done again.

        Raises:
            StorageError: The folder cannot be deleted.
        """
        if not self._all.exists():
            with self._database.writing() as connection:
                strike(connection, ("remove",))
            return
        with self._told():
            for old in self._all.glob("*"):
                shutil.rmtree(old) if old.is_dir() else old.unlink()
        with self._database.writing() as connection:
            generation = int(get_meta(connection, INDEX_GENERATION) or 0) + 1
            set_meta(connection, INDEX_GENERATION, str(generation))
            drop_meta(connection, INDEX_SEAL)
            queue_all_for_index(connection, SystemClock().now())

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise StorageError(
                f"The index in {self._all} cannot be written ({error.strerror}). Make that folder "
                "writable, or remove it; until then the ledger answers. See 'mnemon doctor'."
            ) from error

    def is_as_opened(self) -> bool:
        """Whether the database file of the open folder is still the one that was opened."""
        if self._opened is None:
            return False
        path, inode = self._opened
        try:
            return path.stat().st_ino == inode
        except OSError:
            return False

    def seal(self) -> None:
        """Note how the closed folder looks, so that it can be opened without doubt."""
        folder = self._current()
        if folder is None or not self.is_as_opened():
            return
        with self._database.writing() as connection:
            set_meta(connection, INDEX_SEAL, _fingerprint(folder))

    def _current(self) -> Path | None:
        folder = self._all / str(self._generation())
        others = [path for path in self._all.glob("*") if path != folder]
        if others or not (folder / "chroma.sqlite3").is_file():
            return None
        return folder

    def _generation(self) -> str | None:
        with self._database.reading() as connection:
            return get_meta(connection, INDEX_GENERATION)

    def _is_trusted(self, folder: Path) -> bool:
        with self._database.reading() as connection:
            seal = get_meta(connection, INDEX_SEAL)
        if seal is not None and seal == _fingerprint(folder):
            return True
        if seal is not None:
            log.warning("The index in %s was changed from outside; it is made anew.", folder)
            return False
        return self._passes_probe(folder)

    def _passes_probe(self, folder: Path) -> bool:
        """Let another process open it and compare it with the ledger, whatever that process meets."""
        arguments = [str(self._home), str(folder), self._embedder]
        try:
            with subprocess.Popen(  # noqa: S603  (our own program and paths)
                [sys.executable, "-m", "memory.vectors.soundness", *arguments],
                cwd=PROJECT,
                stdin=subprocess.PIPE,  # closed when this process dies: the probe then ends too
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            ) as probe:
                try:
                    is_sound = probe.wait(PROBE_TIMEOUT_S) == 0
                except subprocess.TimeoutExpired:
                    probe.kill()
                    is_sound = False
        except OSError:
            return False
        if not is_sound:
            log.warning("The index in %s is damaged; it is made anew.", folder)
        return is_sound

    def _break_seal(self) -> None:
        with self._database.writing() as connection:
            drop_meta(connection, INDEX_SEAL)

    def _counted(self, folder: Path) -> ChromaIndex:
        """The opened folder.

        Raises:
            ValueError: It has fewer or more rows than the ledger says.
        """
        chroma = self._remembered(folder)
        total = chroma.total()
        with self._database.reading() as connection:
            needed, possible = expected_rows(connection, self._embedder)
        if not needed <= total <= possible:
            chroma.close()
            raise ValueError(f"It has {total} rows; the ledger says {needed} to {possible}.")
        return chroma

    def _made(self, folder: Path) -> ChromaIndex:
        """A new folder.

        Raises:
            StorageError: It cannot be made, such as on a full disk.
        """
        try:
            return self._remembered(folder)
        except Exception as error:
            raise StorageError(
                f"The index cannot be made ({str(error).splitlines()[0]}). Nothing is lost: the "
                "ledger answers, and the index is made when there is room. See 'mnemon doctor'."
            ) from error

    def _remembered(self, folder: Path) -> ChromaIndex:
        chroma = ChromaIndex(folder, self._embedder)
        path = folder / "chroma.sqlite3"
        self._opened = (path, path.stat().st_ino)
        return chroma


def _fingerprint(folder: Path) -> str:
    """Name and hash of every file; a failing disk changes bytes and leaves size and time."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return json.dumps([(str(path.relative_to(folder)), _hash(path)) for path in files])


def _hash(path: Path) -> str:
    """Of all bytes, about a second for each GB: an index of 100,000 rows has half of one."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "blake2b").hexdigest()[:32]
