"""The write gate: every save, through whichever door, goes through here.

Cleaned and checked, under a canonical key, stored once, committed in one transaction together with
its history, its keywords and its outbox row, and read back before it is called saved.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection

from core.clock import Clock
from core.engram import Engram, Receipt
from core.errors import InvalidInput, StorageError
from core.identity import Identity
from memory.gate.drafts import Draft
from memory.gate.known import what_is_known
from memory.gate.rows import add_row
from memory.gate.standing import said_again
from memory.gate.trust import Heard, allowed, as_heard, check_changing
from memory.ledger.database import Database
from memory.ledger.engrams import engram_by_id
from memory.ledger.events import add_event
from memory.ledger.owners import ensure_owner
from memory.ledger.wholes import whole_of
from memory.owner import owner_key
from memory.text import is_cut


@dataclass(frozen=True, slots=True)
class _Kept:
    """What became of a draft: the row that holds it, and whose it is."""

    owner: int
    engram: Engram
    was_new: bool
    replaced: str | None = None
    is_echo: bool = False
    near: str | None = None


class Writer:
    """Commits drafts to the ledger and proves it."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        on_commit: Callable[[], None],
        heard: Heard | None = None,
    ) -> None:
        self._database = database
        self._clock = clock
        self._on_commit = on_commit
        self._heard = heard

    def hearing(self, heard: Heard) -> "Writer":
        """The same gate for what a model saves out of a conversation."""
        return Writer(self._database, self._clock, self._on_commit, heard)

    def save(self, identity: Identity, draft: Draft) -> Receipt:
        """Commit a draft and read it back; see `save_many`."""
        return self.save_many(identity, [draft])[0]

    def save_many(self, identity: Identity, drafts: Sequence[Draft]) -> list[Receipt]:
        """Commit drafts in one transaction, all or none, and read them back.

        Raises:
            InvalidInput: One of them must not be kept so; it says why.
            StorageError: They could not be committed, or were not there when read back.
        """
        now = self._clock.now()
        with self.refusals(identity), self._database.writing() as connection:
            kept = [self._kept(connection, identity, draft, now) for draft in drafts]
        self._on_commit()
        return self._proven(kept)

    def check_changing(self, identity: Identity, engram: Engram) -> None:
        """Refuse to let a model change a row in place that only a text from elsewhere wants changed.

        Raises:
            InvalidInput: So it is.
        """
        with self.refusals(identity):
            check_changing(engram.trust, self._heard)

    @contextmanager
    def refusals(self, identity: Identity) -> Iterator[None]:
        """Note in the history what is refused inside: that it was, and never what it was."""
        try:
            yield
        except InvalidInput as refusal:
            with self._database.writing() as connection:
                owner = ensure_owner(connection, owner_key(identity))
                now = self._clock.now()
                _tell(connection, owner, identity, "", "refused", refusal.reason, now)
            raise

    def _kept(
        self, connection: Connection, identity: Identity, draft: Draft, now: datetime
    ) -> _Kept:
        draft = allowed(as_heard(draft, self._heard))
        owner = ensure_owner(connection, owner_key(identity, draft.scope))
        known = what_is_known(connection, owner, identity, draft, self._heard, now)
        engram = known.engram
        if engram is None:
            engram, replaced = add_row(connection, owner, identity, draft, now)
            return _Kept(owner, engram, was_new=True, replaced=replaced, near=known.near)
        replaced = None
        if known.is_echo:
            why = f"turn {draft.source_ref}" if draft.source_ref else ""
            _tell(connection, owner, identity, engram.id, "echoed", why, now)
        elif not known.is_this_write:
            replaced = said_again(connection, owner, identity, draft, engram, now)
        return _Kept(owner, engram, was_new=False, replaced=replaced, is_echo=known.is_echo)

    def _proven(self, kept: Sequence[_Kept]) -> list[Receipt]:
        with self._database.reading() as connection:
            return [self._receipt(connection, one) for one in kept]

    def _receipt(self, connection: Connection, kept: _Kept) -> Receipt:
        engram = kept.engram
        found = engram_by_id(connection, kept.owner, engram.id)
        whole = whole_of(connection, kept.owner, engram.id) if is_cut(engram.content) else ""
        said = (engram.content, engram.topic)
        if found is None or whole is None or (found.content, found.topic) != said:
            raise StorageError(
                f"The save {engram.id!r} was not there when it was read back, so it does not "
                "count. Run 'mnemon doctor', then save again."
            )
        return Receipt(
            id=found.id,
            kind=found.kind,
            content=found.content,
            topic=found.topic,
            was_new=kept.was_new,
            replaced=kept.replaced,
            verified_at=self._clock.now(),
            trust=found.trust,
            is_echo=kept.is_echo,
            similar_to=kept.near,
        )


def _tell(
    connection: Connection,
    owner: int,
    identity: Identity,
    engram_id: str,
    action: str,
    why: str,
    now: datetime,
    actor: str = "agent",
) -> None:
    session = identity.session
    add_event(connection, owner, engram_id, action, at=now, actor=actor, session=session, why=why)
