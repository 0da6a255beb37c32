"""Who keeps the index: one process for each home, by an operating-system lock.

Two processes that open one Chroma folder lose vectors without any error (21 % in a measurement),
so a process that does not get the lock never opens it: it scans the ledger's vectors instead. The
lock is the kernel's, so it is free the moment its holder dies.
"""

import contextlib
import logging
import shutil
import threading
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

from filelock import FileLock, Timeout
from sqlalchemy import select

from memory.ledger.database import Database
from memory.ledger.meta import INDEX_GENERATION, get_meta, set_meta
from memory.ledger.outbox import Task, finish, queue_all_for_index
from memory.ledger.tables import engrams
from memory.ledger.vectors import vectors_by_seq
from memory.vectors.chroma import ChromaIndex, IndexRow
from memory.vectors.indexed import IndexedSearch

log = logging.getLogger(__name__)


class Index:
    """The home's index, if this process is the one that keeps it."""

    def __init__(self, home: Path, database: Database, embedder: str) -> None:
        self._folder = home / "index"
        self._database = database
        self._embedder = embedder
        self._lock = FileLock(home / "locks" / "index.lock", mode=0o600)
        self._guard = threading.Lock()
        self._chroma: ChromaIndex | None = None

    @property
    def is_ours(self) -> bool:
        """Whether this process has the index open."""
        return self._chroma is not None

    def try_open(self) -> bool:
        """Take the lock and open the index; False when another process has it.

        A folder that cannot be used is thrown away, and every row waits to be indexed anew.
        """
        if self._chroma is not None:
            return True
        try:
            self._lock.acquire(blocking=False)
        except Timeout:
            return False
        with self._guard:
            self._chroma = self._open_or_rebuild()
        return True

    def search(self) -> IndexedSearch | None:
        """Search through the index; None when this process does not keep it."""
        chroma = self._chroma
        return None if chroma is None else IndexedSearch(chroma, self._embedder, self._guard)

    def apply(self, upserts: Sequence[Task], removals: Sequence[Task]) -> None:
        """Write and remove rows, then strike them from the outbox."""
        chroma = self._chroma
        assert chroma is not None  # noqa: S101  (the worker opened it)
        for owner, tasks in _by_owner(upserts):
            rows = self._rows(owner, [task.engram_id for task in tasks])
            if rows:
                with self._guard:
                    chroma.upsert(owner, rows)
        for owner, tasks in _by_owner(removals):
            with self._guard:
                chroma.remove(owner, [task.engram_id for task in tasks])
        with self._database.writing() as connection:
            finish(connection, [*upserts, *removals])

    def count(self) -> int | None:
        """How many rows the index holds; None when another process keeps it."""
        chroma = self._chroma
        if chroma is None:
            return None
        with self._guard:
            return chroma.total()

    def rebuild(self) -> None:
        """Start an empty index folder and let every row wait for it; the old folder goes."""
        with self._guard:
            if self._chroma is not None:
                self._chroma.close()
            self._chroma = self._start_new()

    def close(self) -> None:
        """Close the folder and free the lock."""
        with self._guard:
            if self._chroma is not None:
                self._chroma.close()
                self._chroma = None
        self._lock.release()

    def _open_or_rebuild(self) -> ChromaIndex:
        with self._database.reading() as connection:
            generation = get_meta(connection, INDEX_GENERATION)
        folder = self._folder / str(generation)
        if generation is None or not (folder / "chroma.sqlite3").is_file():
            return self._start_new()
        try:
            return ChromaIndex(folder, self._embedder)
        except Exception:
            log.warning("The index in %s cannot be opened; it is made anew.", folder, exc_info=True)
            return self._start_new()

    def _start_new(self) -> ChromaIndex:
        """A fresh folder under the next number, so that an open old one is never written over."""
        from core.clock import SystemClock

        with self._database.writing() as connection:
            generation = int(get_meta(connection, INDEX_GENERATION) or 0) + 1
            set_meta(connection, INDEX_GENERATION, str(generation))
            queue_all_for_index(connection, SystemClock().now())
        for old in self._folder.glob("*"):
            with contextlib.suppress(OSError):
                shutil.rmtree(old)
        return ChromaIndex(self._folder / str(generation), self._embedder)

    def _rows(self, owner: int, ids: Sequence[str]) -> list[IndexRow]:
        with self._database.reading() as connection:
            columns = (engrams.c.id, engrams.c.seq, engrams.c.kind, engrams.c.topic)
            found = connection.execute(
                select(*columns, engrams.c.content).where(
                    engrams.c.owner_id == owner, engrams.c.id.in_(ids)
                )
            ).all()
            made = vectors_by_seq(connection, self._embedder, [row.seq for row in found])
        return [IndexRow(*row, vector=made[row.seq]) for row in found if row.seq in made]


def _by_owner(tasks: Sequence[Task]) -> list[tuple[int, list[Task]]]:
    ordered = sorted(tasks, key=lambda task: task.owner_id)
    return [(owner, list(group)) for owner, group in groupby(ordered, lambda t: t.owner_id)]
