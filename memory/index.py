"""Who keeps the index: one process for each home, by an operating-system lock.

Two processes that open one Chroma folder lose vectors without any error (21 % in a measurement),
so a process that does not get the lock never opens it: it scans the ledger's vectors instead. The
lock is the kernel's, so it is free the moment its holder dies.

Nothing is ever taken out of an index: Chroma leaves the bytes on disk. When something is to be
forgotten, the folder is deleted and a new one is made from the ledger, whose vectors answer
meanwhile.
"""

import logging
import threading
from collections.abc import Callable, Sequence
from itertools import groupby
from pathlib import Path
from typing import TypeVar

from filelock import FileLock, Timeout
from sqlalchemy import select

from core.errors import StorageError
from memory.index_folder import IndexFolder
from memory.ledger.database import Database
from memory.ledger.engrams import owned_by
from memory.ledger.meta import EMBEDDER, get_meta
from memory.ledger.outbox import Task, finish
from memory.ledger.tables import engrams
from memory.ledger.vectors import vectors_by_seq
from memory.vectors.chroma import ChromaIndex, IndexRow
from memory.vectors.exact import ExactScan
from memory.vectors.indexed import IndexedSearch
from memory.vectors.search import Vector, VectorSearch

log = logging.getLogger(__name__)

T = TypeVar("T")


class Index:
    """The home's index, if this process is the one that keeps it."""

    def __init__(self, home: Path, database: Database, embedder: str) -> None:
        self._database = database
        self._embedder = embedder
        self._folder = IndexFolder(home, database, embedder)
        # Not bound to a thread: the worker takes it, whoever closes the memory frees it.
        self._lock = FileLock(home / "locks" / "index.lock", mode=0o600, thread_local=False)
        self._guard = threading.Lock()
        self._chroma: ChromaIndex | None = None
        self._failed = False
        self._is_closed = False

    def try_open(self) -> bool:
        """Take the lock and open the index; False when another process has it.

        False also when the home has another embedder by now: its index is not ours to make.

        A folder that cannot be trusted is thrown away, and every row waits to be indexed anew.

        Raises:
            StorageError: It cannot be thrown away or made, such as in a folder that is read-only.
        """
        with self._guard:
            if self._chroma is not None:
                return True
            if self._is_closed or not self._take_lock():
                return False
            if not self._is_current():
                self._lock.release(force=True)
                return False
            try:
                self._chroma = self._folder.open()
            except StorageError:
                self._lock.release(force=True)
                raise
            self._failed = False
        return True

    def search(self, otherwise: VectorSearch | None = None) -> IndexedSearch | None:
        """Search through the index; None when this process does not keep it, or it went bad.

        Args:
            otherwise: Answers when the index fails in the middle of a question; an exact scan
                when None.
        """
        if self._chroma is None or self._failed or not self._folder.is_as_opened():
            return None
        return IndexedSearch(self.ask, self._embedder, otherwise or ExactScan(self._embedder))

    def apply(self, upserts: Sequence[Task], at_once: int) -> None:
        """Write rows, then strike them from the outbox.

        Args:
            upserts: The rows.
            at_once: So many in one call of Chroma, in which no other thread of this process runs
                and no search is answered. In thousands a row costs half of what it does in tens.

        Raises:
            StorageError: The index cannot be written, such as on a full disk. The rows wait on.
        """
        for owner, tasks in _by_owner(upserts):
            rows = self._rows(owner, [task.engram_id for task in tasks])
            for start in range(0, len(rows), at_once):
                self._write(owner, rows[start : start + at_once])
        with self._database.writing() as connection:
            finish(connection, upserts)

    def count(self) -> int | None:
        """How many rows the index holds; None when another process keeps it, or it failed."""
        if self._chroma is None or self._failed:
            return None
        return self._with_chroma(lambda chroma: chroma.total())

    def needs_rebuild(self) -> bool:
        """Whether it is ours and broke, or was deleted or replaced under our hands."""
        return self._chroma is not None and (self._failed or not self._folder.is_as_opened())

    def rebuild(self) -> None:
        """Delete the folder, start an empty one and let every row wait for it."""
        with self._guard:
            self._let_go()
            self._folder.throw_away()
            self._chroma = self._folder.open()
            self._failed = False

    def discard_if_free(self) -> bool:
        """Delete the folder without opening it, unless another process keeps it.

        For a short command that forgets: whoever keeps the index next makes it anew.
        """
        if self._chroma is not None:
            self.rebuild()
            return True
        with self._guard:
            if self._is_closed or not self._take_lock():
                return False
            try:
                self._folder.throw_away()
            finally:
                self._lock.release(force=True)
        return True

    def try_lock(self) -> bool:
        """Take the lock without opening anything; False when another process has it."""
        with self._guard:
            return not self._is_closed and self._take_lock()

    def throw_away(self) -> None:
        """Delete the folder; whoever keeps the index next makes it anew. Needs the lock."""
        with self._guard:
            self._folder.throw_away()

    def close(self) -> None:
        """Close the folder and free the lock. It is not opened again."""
        with self._guard:
            self._is_closed = True
            try:
                if self._chroma is not None:
                    self._let_go()
                    if not self._failed:
                        self._folder.seal()
            finally:
                self._lock.release(force=True)

    def ask(self, owner: int, query: Vector, limit: int) -> list[tuple[int, float]] | None:
        """(sequence number, cosine), nearest first; None when the index failed."""
        try:
            return self._with_chroma(lambda chroma: chroma.nearest(owner, query, limit))
        except IndexGone:
            return None
        except Exception:
            log.warning("The index failed; it is made anew from the ledger.", exc_info=True)
            return None

    def _with_chroma(self, work: Callable[[ChromaIndex], T]) -> T:
        """What the index answers. Once it has failed at anything it is asked no more.

        Raises:
            IndexGone: It was closed, or failed, in another thread.
        """
        with self._guard:
            if self._chroma is None or self._failed:
                raise IndexGone("The index was closed in between.")
            try:
                return work(self._chroma)
            except Exception:
                self._failed = True
                raise

    def _write(self, owner: int, rows: Sequence[IndexRow]) -> None:
        try:
            self._with_chroma(lambda chroma: chroma.upsert(owner, rows))
        except IndexGone:
            raise
        except Exception as error:
            raise StorageError(
                f"The index cannot be written ({str(error).splitlines()[0]}). Nothing is lost: the "
                "ledger answers, and the index is made anew when there is room. See 'mnemon doctor'."
            ) from error

    def _take_lock(self) -> bool:
        if not self._lock.is_locked:
            try:
                self._lock.acquire(blocking=False)
            except Timeout:
                return False
        return True

    def _is_current(self) -> bool:
        with self._database.reading() as connection:
            return get_meta(connection, EMBEDDER) in (None, self._embedder)

    def _let_go(self) -> None:
        chroma, self._chroma = self._chroma, None
        if chroma is not None:
            try:
                chroma.close()
            except Exception:
                self._failed = True
                log.warning("The index did not close; it is made anew.", exc_info=True)

    def _rows(self, owner: int, ids: Sequence[str]) -> list[IndexRow]:
        with self._database.reading() as connection:
            columns = (engrams.c.id, engrams.c.seq, engrams.c.kind, engrams.c.topic)
            found = connection.execute(
                select(*columns, engrams.c.content).where(owned_by(owner), engrams.c.id.in_(ids))
            ).all()
            made = vectors_by_seq(connection, self._embedder, [row.seq for row in found])
        return [IndexRow(*row, vector=made[row.seq]) for row in found if row.seq in made]


class IndexGone(RuntimeError):
    """There is no index to ask any more; the ledger's vectors answer."""


def _by_owner(tasks: Sequence[Task]) -> list[tuple[int, list[Task]]]:
    ordered = sorted(tasks, key=lambda task: task.owner_id)
    return [(owner, list(group)) for owner, group in groupby(ordered, lambda t: t.owner_id)]
