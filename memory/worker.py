"""The background worker: makes vectors, feeds the index, notes what was used. Off every answer's path.

One thread. Whatever process holds the lock of embedding embeds what waits, and the one that holds the
lock of the index writes the index. Whatever fails stays in the outbox.
"""

import logging
import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from core.clock import Clock
from core.errors import MnemonError
from memory.embedding_queue import EmbeddingQueue
from memory.embedding_service import EmbeddingService
from memory.former_vectors import drop_former_vectors
from memory.index import Index
from memory.ledger.database import Database
from memory.ledger.engrams import touch
from memory.ledger.outbox import Step, due, waiting
from memory.ledger.owners import ensure_owner

log = logging.getLogger(__name__)

INDEX_BATCH = 200
INDEX_AT_ONCE = 20
"""A call of Chroma takes 1 to 2 ms a row, and whoever waits for an answer waits for it too."""

BULK_ROWS = 1000
"""Of one such call when the index is made anew and that is what is waited for."""

POLL_S = 1.0
"""How often rows of other processes, and a free index lock, are looked for."""

INDEX_DELAY_S = 2.0
"""A program that lives shorter than this never opens the index: that alone takes a second."""

LONGEST_REST_S = 30.0

STOP_S = 1.5
"""How long an ending program waits for the batch in hand: with the rest it ends within 2 s. A batch that takes longer, such as one
that a slow server is working on, is left to the next process."""


@dataclass
class _Pause:
    """Waits that grow with each failure in a row, with jitter so that processes do not march in step."""

    failures: int = 0

    def seconds(self) -> float:
        if self.failures == 0:
            return POLL_S
        ceiling = min(LONGEST_REST_S, 2.0**self.failures / 2)
        return ceiling * random.uniform(0.5, 1.0)  # noqa: S311  (jitter, not a secret)


class Worker:
    """Carries out what waits in the outbox."""

    def __init__(
        self, database: Database, embedding: EmbeddingService, index: Index | None, clock: Clock
    ) -> None:
        self._database = database
        self._embedding = embedding
        self._queue = EmbeddingQueue(database, embedding, clock, then_index=index is not None)
        self._index = index
        self._clock = clock
        self._poked = threading.Event()
        self._stopping = threading.Event()
        self._turn = threading.Lock()
        self._used: dict[str, set[str]] = {}
        self._used_guard = threading.Lock()
        self._pause = _Pause()
        self._index_at = time.monotonic() + INDEX_DELAY_S
        self._index_at_once = INDEX_AT_ONCE
        self._thread = threading.Thread(target=self._run, name="mnemon-worker", daemon=True)

    def start(self) -> None:
        """Begin working in the background."""
        self._thread.start()

    @property
    def is_running(self) -> bool:
        """Whether it works in the background by itself."""
        return self._thread.is_alive() and not self._stopping.is_set()

    def poke(self) -> None:
        """Say that there is work."""
        self._poked.set()

    def hurry(self) -> None:
        """Say that somebody waits: the embedder is asked again, the index opened without delay."""
        self._embedding.stop_resting()
        self._index_at = 0.0
        self.poke()

    def note_used(self, owner: str, ids: list[str]) -> None:
        """Let the rows that matched a recall be marked as used, soon."""
        with self._used_guard:
            self._used.setdefault(owner, set()).update(ids)

    def embed_waiting(self) -> int:
        """Make the vectors of one batch of waiting rows; gives how many rows were taken.

        Raises:
            EmbedderUnavailable: The embedder is down; the rows wait on.
        """
        with self._turn:
            return self._queue.embed_batch()

    def index_waiting(self) -> int:
        """Write one batch of embedded rows to the index; 0 when none waits or it is not ours."""
        index = self._index
        if index is None:
            return 0
        with self._turn:
            if index.needs_rebuild():
                index.rebuild()
            if not self._has_waiting("index", "remove") or not index.try_open():
                return 0
            if self._has_waiting("remove"):
                # The only way to get the bytes off the disk; the ledger's vectors answer meanwhile.
                index.rebuild()
            with self._database.reading() as connection:
                batch = max(INDEX_BATCH, self._index_at_once)
                upserts = due(connection, "index", batch, self._clock.now())
            index.apply(upserts, self._index_at_once)
            return len(upserts)

    def is_any_to_embed(self) -> bool:
        """Whether a row waits for its vector that was not deferred."""
        return self._queue.is_any_due()

    def rebuild_index(self) -> bool:
        """Empty the index and let every row wait for it; False when it is not ours."""
        with self._turn:
            if self._index is None or not self._index.try_open():
                return False
            self._index.rebuild()
            return True

    @contextmanager
    def indexing_in_bulk(self) -> Iterator[None]:
        """While the block runs, the index is written as fast as can be, whoever waits meanwhile."""
        self._index_at_once = BULK_ROWS
        try:
            yield
        finally:
            self._index_at_once = INDEX_AT_ONCE

    def rows_a_second(self) -> float:
        """How many rows this process has embedded for each second of the last minute."""
        return self._queue.rows_a_second()

    def stop(self, timeout_s: float = STOP_S) -> None:
        """Finish the batch in hand and end; what is left waits in the outbox."""
        self._stopping.set()
        self._poked.set()
        if self._thread.is_alive():
            self._thread.join(timeout_s)
        self._guarded(self._mark_used)

    def _run(self) -> None:
        while not self._stopping.is_set():
            self._poked.wait(self._pause.seconds())
            if self._stopping.is_set():
                return
            self._poked.clear()
            self._guarded(self._drain)

    def _drain(self) -> None:
        self._mark_used()
        drop_former_vectors(self._database)
        try:
            self._embed_all()
        finally:
            # Also when the embedder is down: what was forgotten must leave the index all the same.
            if time.monotonic() >= self._index_at:
                while not self._stopping.is_set() and self.index_waiting():
                    pass

    def _embed_all(self) -> None:
        if (
            self._embedding.is_resting()
        ):  # every save pokes us; a dead server is not asked each time
            return
        while not self._stopping.is_set() and self.embed_waiting():
            pass
        self._pause.failures = 0

    def _guarded(self, work: Callable[[], None]) -> None:
        try:
            work()
        except MnemonError as error:
            self._pause.failures += 1
            log.debug("The background work waits: %s", error)
        except Exception:
            self._pause.failures += 1
            log.warning("The background work failed and will be tried again.", exc_info=True)

    def _has_waiting(self, *steps: Step) -> bool:
        with self._database.reading() as connection:
            return waiting(connection, steps) > 0

    def _mark_used(self) -> None:
        with self._used_guard:
            used, self._used = self._used, {}
        if used:
            with self._database.writing() as connection:
                for key, ids in used.items():
                    touch(connection, ensure_owner(connection, key), sorted(ids), self._clock.now())
