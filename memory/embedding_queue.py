"""Rows that wait for their vectors, done in batches; a row that always fails holds up no other.

One process at a time embeds for a home (an operating-system lock), so no text is embedded twice
however slow the embedder is, and when that process dies the next one goes on at once.
"""

import logging
import time
from collections import deque
from datetime import timedelta

from filelock import FileLock, Timeout

from core.clock import Clock
from core.errors import EmbedderUnavailable
from memory.embedding_service import EmbeddingService
from memory.ledger.database import Database
from memory.ledger.meta import EMBEDDER, get_meta
from memory.ledger.outbox import LONGEST_DEFERRAL, Task, defer, due, finish, pass_on
from memory.ledger.vectors import add_vectors, drop_unused_vectors
from memory.row_texts import texts_of_rows

log = logging.getLogger(__name__)

BATCH = 32

FIRST_DEFERRAL = timedelta(minutes=1)
"""A text that the working embedder refuses is tried again after a minute, then two, four…"""

RATE_WINDOW_S = 60.0
"""The rate is that of the last minute: it tells how long the rest will take."""


class EmbeddingQueue:
    """Makes the vectors of waiting rows, one batch at a time. Used by one thread at a time."""

    def __init__(
        self, database: Database, embedding: EmbeddingService, clock: Clock, *, then_index: bool
    ) -> None:
        self._database = database
        self._embedding = embedding
        self._clock = clock
        self._then_index = then_index
        # Not bound to a thread: the worker's and the one of somebody who waits take turns.
        locks = database.path.parent / "locks"
        self._lock = FileLock(locks / "embed.lock", mode=0o600, thread_local=False)
        self._done: deque[tuple[float, int]] = deque(maxlen=1000)
        self._warned = False

    def embed_batch(self) -> int:
        """Make the vectors of one batch; gives how many rows were taken.

        Returns:
            0 when none waits, when all that wait were deferred, or when another process is at it.

        Raises:
            EmbedderUnavailable: The embedder is down; the rows wait on.
        """
        if not self.is_any_due():
            return 0
        try:
            with self._lock.acquire(blocking=False):
                tasks = self._due(BATCH)
                if tasks:
                    self._embed_or_split(tasks)
                return len(tasks)
        except Timeout:
            return 0

    def is_any_due(self) -> bool:
        """Whether a row waits that was not deferred, for the embedder that this process has."""
        return bool(self._due(1)) and self._embedding.is_current()

    def rows_a_second(self) -> float:
        """Rows embedded in the last minute by this process, for each second of it."""
        since = time.monotonic() - RATE_WINDOW_S
        recent = [(at, rows) for at, rows in self._done if at >= since]
        if not recent:
            return 0.0
        span_s = max(1.0, time.monotonic() - recent[0][0])
        return sum(rows for _, rows in recent) / span_s

    def _due(self, limit: int) -> list[Task]:
        with self._database.reading() as connection:
            return due(connection, "embed", limit, self._clock.now())

    def _embed_or_split(self, tasks: list[Task]) -> None:
        """Embed a batch. When it fails though the embedder works, look for the rows that fail."""
        try:
            self._embed(tasks)
        except EmbedderUnavailable as error:
            if not self._embedding.answers():
                self._embedding.failed(error)
                raise
            if len(tasks) == 1:
                self._defer(tasks[0], error)
                return
            middle = len(tasks) // 2
            self._embed_or_split(tasks[:middle])
            self._embed_or_split(tasks[middle:])

    def _embed(self, tasks: list[Task]) -> None:
        with self._database.reading() as connection:
            texts = texts_of_rows(connection, [task.engram_id for task in tasks])
        made = self._embedding.document_vectors(texts) if texts else {}
        with self._database.writing() as connection:
            if get_meta(connection, EMBEDDER) != self._embedding.name:
                return  # changed while it was being embedded: the rows wait for the new one
            add_vectors(connection, self._embedding.name, made)
            # What was forgotten while it was being embedded must not come back as a vector.
            drop_unused_vectors(connection, list(made))
            if self._then_index:
                pass_on(connection, tasks, "index")
            else:
                finish(connection, tasks)
        self._done.append((time.monotonic(), len(tasks)))

    def _defer(self, task: Task, error: EmbedderUnavailable) -> None:
        wait = min(FIRST_DEFERRAL * 2 ** min(task.attempts, 20), LONGEST_DEFERRAL)
        with self._database.writing() as connection:
            defer(connection, task, self._clock.now() + wait)
        if not self._warned:
            self._warned = True
            log.warning(
                "The memory %s cannot be embedded and is found by its words only: %s",
                task.engram_id,
                error,
            )
