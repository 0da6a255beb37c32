"""The background worker: makes vectors, feeds the index, notes what was used. Off every answer's path.

One thread. Any process embeds what waits (rows are claimed, so no text is embedded twice); only the
process that holds the index lock writes the index. Whatever fails stays in the outbox.
"""

import logging
import random
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import select

from core.clock import Clock
from core.errors import EmbedderUnavailable, MnemonError
from memory.embedding_service import EmbeddingService
from memory.index import Index
from memory.ledger.database import Database
from memory.ledger.engrams import touch
from memory.ledger.outbox import Task, claim, finish, pass_on, release, waiting
from memory.ledger.owners import ensure_owner
from memory.ledger.tables import engrams
from memory.ledger.vectors import add_vectors
from memory.neighbours import meaning_text, own_words, said_before

log = logging.getLogger(__name__)

EMBED_BATCH = 32
INDEX_BATCH = 200

POLL_S = 1.0
"""How often rows of other processes, and a free index lock, are looked for."""

INDEX_DELAY_S = 2.0
"""A program that lives shorter than this never opens the index: that alone takes a second."""

LONGEST_REST_S = 30.0


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
        self._index = index
        self._clock = clock
        self._poked = threading.Event()
        self._stopping = threading.Event()
        self._turn = threading.Lock()
        self._used: dict[str, set[str]] = {}
        self._used_guard = threading.Lock()
        self._pause = _Pause()
        self._index_at = time.monotonic() + INDEX_DELAY_S
        self._thread = threading.Thread(target=self._run, name="mnemon-worker", daemon=True)

    def start(self) -> None:
        """Begin working in the background."""
        self._thread.start()

    def poke(self) -> None:
        """Say that there is work."""
        self._poked.set()

    def note_used(self, owner: str, ids: list[str]) -> None:
        """Let the rows that matched a recall be marked as used, soon."""
        with self._used_guard:
            self._used.setdefault(owner, set()).update(ids)

    def embed_waiting(self) -> int:
        """Make the vectors of one batch of waiting rows; gives how many rows were done.

        Raises:
            EmbedderUnavailable: The embedder is down; the rows wait on.
        """
        with self._turn:
            with self._database.writing() as connection:
                tasks = claim(connection, ("embed",), EMBED_BATCH, self._clock.now())
            if not tasks:
                return 0
            try:
                self._embed(tasks)
            except EmbedderUnavailable:
                with self._database.writing() as connection:
                    release(connection, tasks)
                raise
            return len(tasks)

    def index_waiting(self) -> int:
        """Write one batch of embedded rows to the index; 0 when none waits or it is not ours."""
        index = self._index
        if index is None:
            return 0
        with self._turn:
            if not self._has_waiting("index", "remove") or not index.try_open():
                return 0
            with self._database.writing() as connection:
                now = self._clock.now()
                removals = claim(connection, ("remove",), INDEX_BATCH, now)
                upserts = claim(connection, ("index",), INDEX_BATCH, now)
            index.apply(upserts, removals)
            return len(upserts) + len(removals)

    def stop(self, timeout_s: float = 5.0) -> None:
        """Finish the batch in hand and end; what is left waits in the outbox."""
        self._stopping.set()
        self._poked.set()
        if self._thread.is_alive():
            self._thread.join(timeout_s)
        self._mark_used()

    def _run(self) -> None:
        while not self._stopping.is_set():
            self._poked.wait(self._pause.seconds())
            if self._stopping.is_set():
                return
            self._poked.clear()
            self._guarded(self._drain)

    def _drain(self) -> None:
        self._mark_used()
        while not self._stopping.is_set() and self.embed_waiting():
            pass
        if time.monotonic() >= self._index_at:
            while not self._stopping.is_set() and self.index_waiting():
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

    def _embed(self, tasks: list[Task]) -> None:
        texts = self._texts([task.engram_id for task in tasks])
        made = self._embedding.document_vectors(texts) if texts else {}
        with self._database.writing() as connection:
            add_vectors(connection, self._embedding.name, made)
            if self._index is None:
                finish(connection, tasks)
            else:
                pass_on(connection, tasks, "index")

    def _texts(self, ids: list[str]) -> list[str]:
        """The texts whose vectors these engrams need: own words, and those with their neighbours."""
        query = select(
            engrams.c.seq,
            engrams.c.owner_id,
            engrams.c.kind,
            engrams.c.session,
            engrams.c.topic,
            engrams.c.content,
        ).where(engrams.c.id.in_(ids))
        with self._database.reading() as connection:
            texts = []
            for row in connection.execute(query).all():
                own = own_words(row.topic, row.content)
                before = said_before(connection, row.owner_id, row.kind, row.session, row.seq)
                texts += [own, meaning_text(own, before)]
            return texts

    def _has_waiting(self, *steps: str) -> bool:
        with self._database.reading() as connection:
            return waiting(connection, steps) > 0  # type: ignore[arg-type]

    def _mark_used(self) -> None:
        with self._used_guard:
            used, self._used = self._used, {}
        if used:
            with self._database.writing() as connection:
                for key, ids in used.items():
                    touch(connection, ensure_owner(connection, key), sorted(ids), self._clock.now())
