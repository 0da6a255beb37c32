"""The file that conversations are kept in: how it is made, opened and, when it fails, explained.

It knows no checkpoint: what is written into the file is the affair of `graph/sqlite_saver.py`.
"""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from shlex import quote

import aiosqlite
from tenacity import retry, retry_if_exception_message, stop_after_delay, wait_random

from core.errors import HomeFromNewerVersion, StorageError
from graph.checkpoint_sql import SCHEMA_VERSION, TABLES

BUSY_TIMEOUT_S = 15.0
"""How long to wait for another process. Ours hold the file for milliseconds."""

WAL_PAGES = 256
"""Pages (of 4 KiB) after which the write-ahead log goes into the file: 1 MiB, not SQLite's 4."""

NEW_FILE_PRAGMAS = ("PRAGMA auto_vacuum=INCREMENTAL",)
"""Before anything is written: it cannot be changed later without rewriting the file."""

PRAGMAS = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",
    # What is deleted is overwritten with zeros, not only unlinked.
    "PRAGMA secure_delete=ON",
    # Sorting never spills a conversation into a temporary file.
    "PRAGMA temp_store=MEMORY",
    f"PRAGMA wal_autocheckpoint={WAL_PAGES}",
    f"PRAGMA journal_size_limit={WAL_PAGES * 4096}",
)


class CheckpointFile:
    """An open file, used by one task at a time.

    Attributes:
        path: Where it is.
        connection: In autocommit mode; statements belong into `reading()` or `writing()`.
        lock: Held by whoever uses the connection.
    """

    def __init__(self, path: Path, connection: aiosqlite.Connection) -> None:
        self.path = path
        self.connection = connection
        self.lock = asyncio.Lock()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[aiosqlite.Connection]:
        """One consistent view of the file, whatever other processes write meanwhile."""
        async with self._transaction("BEGIN"):
            yield self.connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[aiosqlite.Connection]:
        """One transaction: on disk when the block ends well, else as if it had never begun."""
        # IMMEDIATE waits for another process's write; a read that turns into a write would fail.
        async with self._transaction("BEGIN IMMEDIATE"):
            yield self.connection

    async def give_back_space(self) -> None:
        """Make the file as small as what is in it."""
        with storage_told(self.path):
            async with self.lock:
                # A script, because SQLite does it page by page, and Python's `execute` stops
                # after the first.
                await self.connection.executescript("PRAGMA incremental_vacuum")

    async def empty_log(self) -> None:
        """Move the write-ahead log into the file and cut it to nothing: it has what was deleted.

        Raises:
            StorageError: Another program is in the middle of reading; what was deleted is deleted,
                but its bytes are still in the log.
        """
        with storage_told(self.path):
            async with self.lock:
                rows = await self.connection.execute_fetchall("PRAGMA wal_checkpoint(TRUNCATE)")
        ((is_busy, _, _),) = rows
        if is_busy:
            raise StorageError(
                f"The conversation is deleted, but its bytes are still in {self.path}-wal, which "
                "another program is reading. Close that program, then delete it again."
            )

    @asynccontextmanager
    async def _transaction(self, begin: str) -> AsyncIterator[None]:
        with storage_told(self.path):
            async with self.lock:
                try:
                    await self.connection.execute(begin)
                    yield
                    await self.connection.execute("COMMIT")
                except BaseException:
                    # Also when the task is cancelled: the connection must not stay half way.
                    await self.connection.rollback()
                    raise


@asynccontextmanager
async def open_file(path: Path) -> AsyncIterator[CheckpointFile]:
    """Open the file, made first when there is none, and close it on leaving.

    A connection that is never closed keeps its thread, and with it the process, alive for ever.

    Raises:
        HomeFromNewerVersion: Its tables are of a later version. Nothing was changed.
        StorageError: It cannot be made, read or written, or is no database. The message says
            what to type.
    """
    with storage_told(path):
        await asyncio.to_thread(_make, path)
        connection = await aiosqlite.connect(path, timeout=BUSY_TIMEOUT_S, isolation_level=None)
    try:
        file = CheckpointFile(path, connection)
        await _prepare(file)
        yield file
    finally:
        await connection.close()


@contextmanager
def storage_told(path: Path) -> Iterator[None]:
    """Turn what SQLite and the system say about `path` into one line that says what to do."""
    try:
        yield
    except sqlite3.Error as error:
        raise StorageError(_advice(path, str(error))) from error
    except OSError as error:
        raise StorageError(
            f"{path} cannot be made ({error.strerror}). "
            f"Make {path.parent} a folder you can write, or set MNEMON_HOME to another."
        ) from error


def _advice(path: Path, said: str) -> str:
    file, folder = quote(str(path)), quote(str(path.parent))
    damaged = (
        f"it is damaged. Type: mkdir -p {folder}/damaged && mv {file}* {folder}/damaged/ - "
        "conversations then begin anew; what was remembered is not in this file."
    )
    known = {
        "locked": f"another program has been writing to it for {BUSY_TIMEOUT_S:.0f} s. "
        "Close that program, then try again.",
        "readonly": f"it is read-only. Type: chmod u+rw {file} && chmod u+rwx {folder}",
        "unable to open": f"it cannot be opened. Check that {folder} is a folder of yours.",
        "full": "no space is left. Free some disk space, then try again.",
        "not a database": damaged,
        "malformed": damaged,
    }
    for fragment, advice in known.items():
        if fragment in said:
            return f"Conversations are kept in {path}, but {advice}"
    return f"Conversations are kept in {path}, but SQLite says: {said}. Type: mnemon doctor"


def _make(path: Path) -> None:
    """Make the folder and an empty file for this user alone. SQLite gives its log the same mode."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    path.touch(mode=0o600, exist_ok=True)


async def _prepare(file: CheckpointFile) -> None:
    with storage_told(file.path):
        await _known_version(file)
        await _configure(file.connection)
    # Begun for writing even when there is nothing to write: a read-only file is told now.
    async with file.writing() as connection:
        if await _known_version(file) < SCHEMA_VERSION:
            for statement in TABLES:
                await connection.execute(statement)


async def _known_version(file: CheckpointFile) -> int:
    """The version of the tables, 0 when there are none; a later one than ours is refused."""
    ((version,),) = await file.connection.execute_fetchall("PRAGMA user_version")
    if version > SCHEMA_VERSION:
        raise HomeFromNewerVersion(
            f"{file.path} was written by a newer Mnemon (format {version}; this one knows "
            f"{SCHEMA_VERSION}). Upgrade Mnemon, or set MNEMON_HOME to another folder."
        )
    return int(version)


# SQLite does not wait its busy time when two processes make the same new file a WAL file at once.
@retry(
    retry=retry_if_exception_message(match="database is locked"),
    stop=stop_after_delay(BUSY_TIMEOUT_S),
    wait=wait_random(0.01, 0.05),
    reraise=True,
)
async def _configure(connection: aiosqlite.Connection) -> None:
    ((is_new,),) = await connection.execute_fetchall("SELECT count(*) = 0 FROM sqlite_master")
    for pragma in (*NEW_FILE_PRAGMAS, *PRAGMAS) if is_new else PRAGMAS:
        await connection.execute_fetchall(pragma)
