"""Places at which a child kills itself: put around the code here, and nowhere else."""

import os
import signal
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import Engine, event

from memory import reembedding
from memory.embedding_queue import EmbeddingQueue
from memory.gate.writing import Writer
from memory.index import Index
from memory.index_folder import IndexFolder
from memory.worker import Worker

Deed = Literal["save", "index", "rebuild", "swap"]
"""What a child does: save; save, index and forget; make the index anew; change the embedder."""


@dataclass(frozen=True)
class Failpoint:
    """Where a child dies, and what it must be doing to come there."""

    deed: Deed
    arm: Callable[[int], None]
    """Given how often it passes there until it dies."""


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def around(owner: object, name: str, *, before: bool = True, at: int = 1) -> None:
    """Let a function kill the process the `at`-th time, before or after its work."""
    work = getattr(owner, name)
    left = [at]

    def fatal(*arguments: Any, **named: Any) -> Any:
        left[0] -= 1
        if before and left[0] <= 0:
            die()
        done = work(*arguments, **named)
        if left[0] <= 0:
            die()
        return done

    setattr(owner, name, fatal)


def at_commit(at: int) -> None:
    left = [at]

    @event.listens_for(Engine, "commit")
    def _fatal(_connection: object) -> None:
        left[0] -= 1
        if left[0] <= 0:
            die()


def seldom(at: int) -> int:
    """Of what a child does only a few times."""
    return 1 + at % 3


FAILPOINTS: dict[str, Failpoint] = {
    "before a commit": Failpoint("save", lambda at: at_commit(2 * at)),
    "after a commit": Failpoint("save", lambda at: around(Writer, "_proven", at=at)),
    "after a save": Failpoint("save", lambda at: around(Writer, "save", before=False, at=at)),
    "between ledger and vectors": Failpoint(
        "save", lambda at: around(EmbeddingQueue, "_embed", at=seldom(at))
    ),
    "between ledger and index": Failpoint(
        "index", lambda at: around(Index, "apply", at=seldom(at))
    ),
    "before the outbox is struck": Failpoint(
        "index", lambda at: around(Index, "_write", before=False, at=seldom(at))
    ),
    "after the index was written": Failpoint(
        "index", lambda at: around(Index, "apply", before=False, at=seldom(at))
    ),
    "before the index is thrown away": Failpoint(
        "index", lambda _: around(IndexFolder, "throw_away")
    ),
    "after the index was thrown away": Failpoint(
        "index", lambda _: around(IndexFolder, "throw_away", before=False)
    ),
    "before a rebuild": Failpoint("rebuild", lambda _: around(Worker, "rebuild_index")),
    "in a rebuild": Failpoint("rebuild", lambda at: around(Index, "_write", at=seldom(at))),
    "at the end of a rebuild": Failpoint("rebuild", lambda _: around(IndexFolder, "seal")),
    "before the new vectors are kept": Failpoint(
        "swap", lambda at: around(reembedding, "add_vectors", at=seldom(at))
    ),
    "before the swap": Failpoint("swap", lambda _: around(reembedding, "set_meta")),
    "in the swap": Failpoint("swap", lambda _: around(reembedding, "queue_all_for_index")),
    "after the swap": Failpoint("swap", lambda _: around(Index, "throw_away")),
    "after the old index was thrown away": Failpoint(
        "swap", lambda _: around(Index, "throw_away", before=False)
    ),
}
