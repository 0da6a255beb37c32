"""Opens the ledger: one SQLite file, safe against power loss and several processes.

Reading and writing are context managers that hold one transaction each. Whatever SQLite says when
it cannot go on is turned into a `StorageError` that tells what to do.
"""

import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from filelock import FileLock
from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import QueuePool

from core.errors import HomeFromNewerVersion, StorageError
from memory.ledger.founding import MIGRATE_LOCK, prepare

FILE_NAME = "ledger.sqlite3"
SCHEMA_REVISION = "0002"
"""The newest migration; a test compares it with the migrations folder."""

BUSY_TIMEOUT_S = 30
"""How long a writer waits for another process. Writes take milliseconds; this is for a stalled disk."""

LOG_WAIT_S = 3.0
"""How long to wait for readers of other processes before the log can be emptied; a recall reads
for milliseconds."""

PRAGMAS = (
    # First, because turning on the log may have to wait for another process that does so.
    f"PRAGMA busy_timeout={BUSY_TIMEOUT_S * 1000}",
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",
    "PRAGMA secure_delete=ON",
    "PRAGMA foreign_keys=ON",
    # 32 MiB of page cache: a recall over 100,000 rows touches some thousand pages.
    "PRAGMA cache_size=-32768",
)


class Database:
    """The open ledger file. Thread-safe; close it when done."""

    def __init__(self, path: Path, engine: Engine) -> None:
        self.path = path
        self._engine = engine
        self._immediate = engine.execution_options(immediate=True)
        # SQLite lets waiting writers starve each other; inside one process they queue here.
        self._writer = threading.Lock()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """One consistent view of the ledger.

        Raises:
            StorageError: The file cannot be read.
        """
        with _told_plainly(self.path), self._engine.begin() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """One write transaction: committed at the end of the block, rolled back on any error.

        Raises:
            StorageError: The file cannot be written; nothing of the block was kept.
        """
        with _told_plainly(self.path), self._writer, self._immediate.begin() as connection:
            yield connection

    def empty_log(self, timeout_s: float = LOG_WAIT_S) -> bool:
        """Move the write-ahead log into the file and cut it to nothing.

        What was erased is zeros in the file, but still stands in the log until this is done.

        Returns:
            False when another process was reading all the time; the log goes at the next call, or
            when the last process closes the ledger.
        """
        deadline = time.monotonic() + timeout_s
        while True:
            is_busy, _, _ = self._bare("PRAGMA wal_checkpoint(TRUNCATE)", busy_timeout_s=0)[0]
            if not is_busy:
                return True
            if time.monotonic() >= deadline:
                return False
            time.sleep(0.05)

    def rewrite(self) -> None:
        """Write the whole file anew, with nothing in it but what stands.

        Raises:
            StorageError: There is no room for a second copy, or another process writes on and on.
        """
        self._bare("VACUUM")

    def close(self) -> None:
        """Close every connection."""
        self._engine.dispose()

    def _bare(self, statement: str, busy_timeout_s: int = BUSY_TIMEOUT_S) -> Sequence[Any]:
        """Run a statement that must not stand in a transaction."""
        with _told_plainly(self.path), self._writer, self._engine.connect() as connection:
            driver = connection.connection.driver_connection
            assert driver is not None  # noqa: S101  (a connection of the pool is open)
            try:
                driver.execute(f"PRAGMA busy_timeout={busy_timeout_s * 1000}")
                found: Sequence[Any] = driver.execute(statement).fetchall()
            except sqlite3.Error as error:
                raise DBAPIError(statement, None, error) from error
            finally:
                driver.execute(f"PRAGMA busy_timeout={BUSY_TIMEOUT_S * 1000}")
            return found


def open_database(home: Path) -> Database:
    """Open the ledger of a home; make the home and the file, and migrate it, when needed.

    Raises:
        HomeFromNewerVersion: The ledger was written by a later version. It is not touched.
        StorageError: The folder or the file cannot be made, read or written.
    """
    path = home / FILE_NAME
    prepare(home, path, _make)
    database = Database(path, _engine(path))
    try:
        if _revision(database) != SCHEMA_REVISION:
            _migrate(database, home)
    except BaseException:
        database.close()
        raise
    return database


def _make(path: Path) -> None:
    made = Database(path, _engine(path))
    try:
        with made.writing() as connection:
            _upgrade(connection)
    finally:
        made.close()


def _upgrade(connection: Connection) -> None:
    from memory.ledger.migrate import upgrade

    upgrade(connection)


def _engine(path: Path) -> Engine:
    engine = create_engine(
        # Not a text: "%" and "?" of a folder's name would mean something in it.
        URL.create("sqlite+pysqlite", database=str(path)),
        poolclass=QueuePool,
        pool_size=8,
        max_overflow=64,
        connect_args={"check_same_thread": False, "isolation_level": None},
    )

    @event.listens_for(engine, "connect")
    def _prepare(connection: DBAPIConnection, _record: object) -> None:
        for pragma in PRAGMAS:
            connection.cursor().execute(pragma)

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        # A writer that began as a reader fails when another writes in between: begin as what it is.
        immediate = connection.get_execution_options().get("immediate")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if immediate else "BEGIN")

    return engine


def _revision(database: Database) -> str | None:
    with database.reading() as connection:
        tables = connection.exec_driver_sql(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'alembic_version'"
        ).all()
        if not tables:
            return None
        found: str | None = connection.exec_driver_sql(
            "SELECT version_num FROM alembic_version"
        ).scalar()
        return found


def _migrate(database: Database, home: Path) -> None:
    from memory.ledger.migrate import known_revisions

    with FileLock(home / MIGRATE_LOCK, timeout=60, mode=0o600):
        revision = _revision(database)
        if revision == SCHEMA_REVISION:
            return
        if revision is not None and revision not in known_revisions():
            raise HomeFromNewerVersion(
                f"The home {str(home)!r} was written by a newer Mnemon (schema {revision!r}; this "
                f"one knows {SCHEMA_REVISION!r}). It was left untouched. Upgrade Mnemon, or name "
                "another home with --home."
            )
        with database.writing() as connection:
            _upgrade(connection)


_SAYINGS = {
    "full": "the disk is full. Free some space; nothing that was confirmed is lost",
    "readonly": "it is read-only. Check the permissions of the home",
    "unable to open": "it cannot be opened. Check that the home exists and is yours",
    "not a database": "it is not a Mnemon ledger. Restore a backup, or name another home",
    "malformed": "it is damaged. Restore a backup, or name another home",
    "locked": f"another program held it for {BUSY_TIMEOUT_S} seconds. Stop that program, then retry",
    "disk i/o": "the disk does not answer. Check the disk, then retry",
}


@contextmanager
def _told_plainly(path: Path) -> Iterator[None]:
    try:
        yield
    except DBAPIError as error:
        said = str(error.orig).lower()
        for sign, meaning in _SAYINGS.items():
            if sign in said:
                raise StorageError(f"The ledger {str(path)!r}: {meaning}.") from error
        raise
