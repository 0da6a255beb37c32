"""What every part of one owner's memory is bound to."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from sqlalchemy import Connection

from core.clock import Clock
from core.engram import Scope
from core.identity import Identity
from core.settings import Settings
from memory.gate.writing import Writer
from memory.ledger.database import Database
from memory.ledger.owners import owner_id
from memory.owner import owner_key
from memory.recall.recalling import Recaller
from memory.worker import Worker


@dataclass(frozen=True)
class Parts:
    """The home's working parts, shared by all owners.

    `min_score` is the cosine from which a memory bears on a question: the setting's, or the embedder's.
    """

    settings: Settings
    clock: Clock
    database: Database
    writer: Writer
    recaller: Recaller
    worker: Worker
    min_score: float


class Bound:
    """An identity and the parts its memory works with."""

    def __init__(self, identity: Identity, parts: Parts) -> None:
        self.identity = identity
        self._parts = parts

    @contextmanager
    def _reading(self) -> Iterator[tuple[Connection, int | None]]:
        """The ledger and this user's number in it, None when it never wrote anything."""
        with self._parts.database.reading() as connection:
            yield connection, owner_id(connection, owner_key(self.identity))

    def _readable(self, connection: Connection) -> list[int]:
        """The owners whose rows this identity may read: the user, then what is shared with it."""
        scopes: tuple[Scope, ...] = ("user", "agent", "tenant")
        found = (owner_id(connection, owner_key(self.identity, scope)) for scope in scopes)
        return [owner for owner in found if owner is not None]
