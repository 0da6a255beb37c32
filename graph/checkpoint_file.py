"""The file that conversations are kept in: how it is made, opened and, when it fails, explained.

It knows no checkpoint: what is written into the file is the affair of `graph/sqlite_saver.py`.
"""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import aiosqlite
from tenacity import retry, retry_if_exception_message, stop_after_delay, wait_random

from core.errors import HomeFromNewerVersion, StorageError
from graph.checkpoint_sql import SCHEMA_VERSION, TABLES

BUSY_TIMEOUT_S = 15.0
"""How long to wait for another process. Ours hold the file for milliseconds."""

WAL_PAGES = 256
"""Pages (of 4 KiB) after which the write-ahead log goes into the file: 1 MiB, not SQLite's 4."""

PRAGMAS = (
    # Before anything is written: it cannot be changed later without rewriting the file.
    "PRAGMA auto_vacuum=INCREMENTAL",
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
                await self.connection.execute_fetchall("PRAGMA incremental_vacuum")

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
    known = {
        "locked": f"another program has been writing to it for {BUSY_TIMEOUT_S:.0f} s. "
        "Close that program, then try again.",
        "readonly": f"it is read-only. Type: chmod u+rw '{path}' && chmod u+rwx '{path.parent}'",
        "unable to open": f"it cannot be opened. Check that '{path.parent}' is a folder of yours.",
        "full": "no space is left. Free some disk space, then try again.",
        "not a database": _damaged(path),
        "malformed": _damaged(path),
    }
    for fragment, advice in known.items():
        if fragment in said:
            return f"Conversations are kept in {path}, but {advice}"
    return f"Conversations are kept in {path}, but SQLite says: {said}. Type: mnemon doctor"


def _damaged(path: Path) -> str:
    return (
        f"it is damaged. Type: mkdir '{path}.damaged' && mv '{path}'* '{path}.damaged/' - "
        "conversations then begin anew; what was remembered is not in this file."
    )


def _make(path: Path) -> None:
    """Make the folder and an empty file for this user alone. SQLite gives its log the same mode."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    path.touch(mode=0o600, exist_ok=True)


# SQLite does not wait its busy time when two processes make the same new file a WAL file at once.
@retry(
    retry=retry_if_exception_message(match="database is locked"),
    stop=stop_after_delay(BUSY_TIMEOUT_S),
    wait=wait_random(0.01, 0.05),
    reraise=True,
)
async def _configure(connection: aiosqlite.Connection) -> None:
    for pragma in PRAGMAS:
        await connection.execute_fetchall(pragma)


async def _prepare(file: CheckpointFile) -> None:
    with storage_told(file.path):
        await _configure(file.connection)
    # Begun for writing even when there is nothing to write: a read-only file is told now.
    async with file.writing() as connection:
        ((version,),) = await connection.execute_fetchall("PRAGMA user_version")
        if version > SCHEMA_VERSION:
            raise HomeFromNewerVersion(
                f"{file.path} was written by a newer Mnemon (format {version}; this one knows "
                f"{SCHEMA_VERSION}). Upgrade Mnemon, or set MNEMON_HOME to another folder."
            )
        if version < SCHEMA_VERSION:
            for statement in TABLES:
                await connection.execute(statement)
