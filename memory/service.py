"""A home opened: its ledger, its embedder, its index and the worker that keeps them together."""

import time
from collections.abc import Callable
from dataclasses import replace
from types import TracebackType
from typing import Any, Self

from core.clock import Clock, SystemClock
from core.errors import EmbedderUnavailable, StorageError
from core.identity import Identity
from core.settings import Settings
from memory.bound import Parts
from memory.embedding import Embedder
from memory.embedding.thresholds import min_score_of
from memory.embedding_service import EmbeddingService
from memory.evidence import Evidence, is_telling
from memory.gate.writing import Writer
from memory.health import Health, health_of
from memory.index import Index
from memory.ledger.database import Database, open_database
from memory.ledger.engrams import is_text_kept
from memory.ledger.outbox import Step, waiting
from memory.ledger.statistics import home_statistics
from memory.ledger.vectors import vectors_in_use
from memory.memory import Memory
from memory.recall.recalling import Recaller
from memory.worker import Worker

PATIENCE_S = 0.01
"""How often somebody who waits looks whether it is done."""


class MemoryService:
    """The memory of one home. Close it, or use it in a `with` block."""

    def __init__(
        self,
        settings: Settings,
        clock: Clock,
        database: Database,
        embedding: EmbeddingService,
        index: Index | None,
        worker: Worker,
    ) -> None:
        self.settings = settings
        self.clock = clock
        self._database = database
        self._embedding = embedding
        self._index = index
        self._worker = worker
        self._parts = Parts(
            settings,
            clock,
            database,
            Writer(database, clock, worker.poke),
            Recaller(database, embedding, index, settings, clock),
            worker,
            min_score_of(embedding.name) if settings.min_score is None else settings.min_score,
        )

    @property
    def embedder_name(self) -> str:
        """The embedder of this home, such as `bundled` or `ollama:nomic-embed-text`."""
        return self._embedding.name

    @property
    def embedder(self) -> Embedder:
        """The embedder itself, opened when first asked for."""
        return self._embedding.embedder()

    @property
    def notices(self) -> list[str]:
        """One-line sentences for the person: what was chosen, what is down."""
        return self._embedding.notices

    def for_identity(self, identity: Identity) -> Memory:
        """The memory of one identity, and of nobody else."""
        return Memory(identity, self._parts)

    def wait_until_embedded(self, timeout_s: float = 10.0) -> int:
        """See to it that rows get their vectors; gives how many still wait when that is over.

        It is over when none waits, when the time is up, when the embedder is down, or when only
        rows are left that it has refused.
        """
        deadline = time.monotonic() + timeout_s
        self._worker.hurry()
        while self._worker.is_any_to_embed() and time.monotonic() < deadline:
            if self._worker.is_running:
                # A slow embedder keeps its own thread waiting, and not the person.
                if self._embedding.is_resting():
                    break
                time.sleep(PATIENCE_S)
            elif not self._embed_here():
                break
        return self._waiting("embed")

    def wait_until_indexed(self, timeout_s: float = 30.0) -> int:
        """Embed and index until nothing waits or the time is up; gives how many rows still wait.

        When another process keeps the index, its worker is waited for.
        """
        deadline = time.monotonic() + timeout_s
        self.wait_until_embedded(timeout_s)
        if self._index is None:
            return 0
        with self._worker.indexing_in_bulk():
            while (left := self._waiting("index", "remove")) and time.monotonic() < deadline:
                try:
                    is_idle = self._worker.is_running or not self._worker.index_waiting()
                except StorageError:
                    break  # no room for the index: the rows wait on, and the ledger answers
                if is_idle:
                    time.sleep(PATIENCE_S)
        return left

    def wait_until_removed(self, timeout_s: float = 10.0) -> int:
        """See to it that the index lets go of what was forgotten; gives how many rows it still has.

        Whoever keeps the index does it; when nobody does, the folder is deleted here.
        """
        deadline = time.monotonic() + timeout_s
        # Also with the index switched off: there may be one from before.
        index = self._index or Index(self.settings.home, self._database, self.embedder_name)
        while self._waiting("remove"):
            try:
                is_gone = index.discard_if_free()
            except StorageError:
                break  # its folder cannot be deleted; the rows wait on, and nothing is read from it
            if not is_gone:
                if time.monotonic() >= deadline:
                    break
                time.sleep(0.05)
        return self._waiting("remove")

    def unshared(self, evidence: Evidence) -> Evidence:
        """The evidence without what other memories have too, and without what chance may say."""
        with self._database.reading() as connection:
            alone = tuple(
                text
                for text in evidence.contents
                if is_telling(text) and not is_text_kept(connection, text)
            )
            # Somebody who talks on may ask the same again: the same words have the same vector.
            in_use = vectors_in_use(connection, evidence.vectors)
        vectors = tuple(vector for vector in evidence.vectors if vector not in in_use)
        return replace(evidence, contents=alone, vectors=vectors)

    def rewrite(self) -> None:
        """Write the ledger file anew, with nothing in it but what stands.

        Raises:
            StorageError: There is no room for a second copy.
        """
        self._database.rewrite()
        self._database.empty_log()

    def reindex(self, on_progress: Callable[[int, int], None] | None = None) -> int:
        """Make the index anew from the ledger; gives how many rows were written.

        Args:
            on_progress: Called with (rows done, rows in all) after each batch.
        """
        self.wait_until_embedded(timeout_s=3600)
        if not self._worker.rebuild_index():
            return 0
        total = left = self._waiting("index")
        with self._worker.indexing_in_bulk():
            while left:
                if not self._worker.index_waiting():
                    time.sleep(PATIENCE_S)
                left = self._waiting("index")
                if on_progress is not None:
                    on_progress(total - min(left, total), total)
        return total

    def keeps_index(self) -> bool:
        """Whether this process is the one that keeps the index (it tries to be).

        Raises:
            StorageError: Its folder is damaged and cannot be written. The ledger answers.
        """
        return self._index is not None and self._index.try_open()

    def stats(self) -> dict[str, Any]:
        """The whole home: ledger count beside index count, what waits, embedder."""
        with self._database.reading() as connection:
            home = home_statistics(connection)
        indexed = None if self._index is None else self._index.count()
        return {
            "home": str(self.settings.home),
            "embedder": self.embedder_name,
            **home,
            "embedded_a_second": round(self._worker.rows_a_second(), 1),
            "index_rows": indexed,
            "drift": None if indexed is None else home["rows"] - indexed,
        }

    def health(self) -> Health:
        """How the ledger is: whole, of which schema, every row with its words and its vector."""
        return health_of(self._database, self.embedder_name)

    def close(self) -> None:
        """Stop the worker and close every file. What waits is in the outbox."""
        self._worker.stop()
        if self._index is not None:
            self._index.close()
        self._embedding.close()
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def _waiting(self, *steps: Step) -> int:
        with self._database.reading() as connection:
            return waiting(connection, steps)

    def _embed_here(self) -> bool:
        """Embed one batch in this thread; False when the embedder is down."""
        try:
            if not self._worker.embed_waiting():
                time.sleep(PATIENCE_S)  # another process is at it
        except EmbedderUnavailable:
            return False
        return True


def open_memory(
    settings: Settings,
    *,
    clock: Clock | None = None,
    embedder: Embedder | None = None,
    background: bool = True,
) -> MemoryService:
    """Open the memory of a home, making the home when there is none.

    Args:
        settings: Where the home is and how it embeds.
        clock: Tells the time; the machine's own when None.
        embedder: One that is open already (it is shared, never closed here).
        background: Start the worker thread. Without it, rows wait until somebody waits for them.

    Raises:
        StorageError: The home cannot be used.
        HomeFromNewerVersion: A later Mnemon wrote it; it was left untouched.
        EmbedderChanged: The settings name another embedder than the home was made with.
    """
    clock = clock or SystemClock()
    database = open_database(settings.home)
    try:
        embedding = EmbeddingService(settings, database, embedder)
    except BaseException:
        database.close()
        raise
    index = Index(settings.home, database, embedding.name) if settings.index else None
    worker = Worker(database, embedding, index, clock)
    if background:
        worker.start()
        worker.poke()
    return MemoryService(settings, clock, database, embedding, index, worker)
