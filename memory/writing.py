"""The write gate: every save, through whichever door, goes through here.

Cleaned and checked, under a canonical key, stored once, committed in one transaction together with
its history, its keywords and its outbox row, and read back before it is called saved.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection

from core.clock import Clock
from core.engram import Engram, Receipt
from core.errors import InvalidInput, StorageError
from core.identity import Identity
from memory.drafts import Draft
from memory.ids import content_hash, derived_id, new_id, text_hash
from memory.ledger.conversations import TITLE_CHARS
from memory.ledger.database import Database
from memory.ledger.engrams import (
    add_engram,
    engram_by_id,
    same_content,
    supersede,
)
from memory.ledger.events import add_event, was_forgotten
from memory.ledger.outbox import queue
from memory.ledger.owners import ensure_owner
from memory.ledger.sessions import count_turn
from memory.ledger.words import add_context, add_words
from memory.neighbours import NEIGHBOUR_CHARS, context_words, meaning_text, own_words, said_before
from memory.owner import owner_key
from memory.standing import place_of, said_again


@dataclass(frozen=True, slots=True)
class _Kept:
    """What became of a draft: the row that holds it, and whose it is."""

    owner: int
    engram: Engram
    was_new: bool
    replaced: str | None = None


class Writer:
    """Commits drafts to the ledger and proves it."""

    def __init__(self, database: Database, clock: Clock, on_commit: Callable[[], None]) -> None:
        self._database = database
        self._clock = clock
        self._on_commit = on_commit

    def save(self, identity: Identity, draft: Draft) -> Receipt:
        """Commit a draft and read it back; see `save_many`."""
        return self.save_many(identity, [draft])[0]

    def save_many(self, identity: Identity, drafts: Sequence[Draft]) -> list[Receipt]:
        """Commit drafts in one transaction, all or none, and read them back.

        Raises:
            InvalidInput: The same write was made before, and was forgotten since.
            StorageError: They could not be committed, or were not there when read back.
        """
        now = self._clock.now()
        with self._database.writing() as connection:
            kept = [self._kept(connection, identity, draft, now) for draft in drafts]
        self._on_commit()
        return self._proven(kept)

    def _kept(
        self, connection: Connection, identity: Identity, draft: Draft, now: datetime
    ) -> _Kept:
        owner = ensure_owner(connection, owner_key(identity, draft.scope))
        known = _already_there(connection, owner, identity, draft, now)
        if known is not None:
            is_this_very_save = known.id == _id_of(identity, draft, now)
            replaced = None
            if not is_this_very_save:
                replaced = said_again(connection, owner, identity, draft, known, now)
            return _Kept(owner, known, was_new=False, replaced=replaced)
        engram, replaced = _write(connection, owner, identity, draft, now)
        return _Kept(owner, engram, was_new=True, replaced=replaced)

    def _proven(self, kept: Sequence[_Kept]) -> list[Receipt]:
        with self._database.reading() as connection:
            return [self._receipt(connection, one) for one in kept]

    def _receipt(self, connection: Connection, kept: _Kept) -> Receipt:
        engram = kept.engram
        found = engram_by_id(connection, kept.owner, engram.id)
        if found is None or found.content != engram.content or found.topic != engram.topic:
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
        )


def _already_there(
    connection: Connection, owner: int, identity: Identity, draft: Draft, now: datetime
) -> Engram | None:
    if draft.write_key:
        engram_id = _id_of(identity, draft, now)
        made = engram_by_id(connection, owner, engram_id)
        if made is not None:
            return made
        if was_forgotten(connection, owner, engram_id):
            # A run that is started again would bring back what was forgotten meanwhile.
            raise InvalidInput("This very save was forgotten since. Say it anew to keep it again.")
    if not draft.once:
        return None
    return same_content(
        connection, owner, content_hash(draft.kind, draft.topic, draft.content), now
    )


def _write(
    connection: Connection, owner: int, identity: Identity, draft: Draft, now: datetime
) -> tuple[Engram, str | None]:
    engram = _engram(identity, draft, now)
    replaced = place_of(connection, owner, draft)
    if replaced is not None:
        supersede(connection, owner, replaced, engram.id, now)
    words = own_words(draft.topic, draft.content)
    before = said_before(connection, owner, draft.kind, identity.session)
    seq = add_engram(
        connection,
        owner,
        engram,
        text_hash=text_hash(meaning_text(words, before)),
        own_hash=text_hash(words),
        content_hash=content_hash(draft.kind, draft.topic, draft.content),
        derived=draft.derived,
    )
    add_words(connection, seq, owner, words, context_words(before))
    for exchange in before:
        add_context(connection, exchange.seq, draft.content[:NEIGHBOUR_CHARS])
    queue(connection, "embed", owner, engram.id, now)
    _tell(connection, owner, identity, engram, replaced, now)
    if draft.kind == "episode":
        count_turn(connection, owner, identity.session, draft.title[:TITLE_CHARS], now)
    return engram, replaced


def _engram(identity: Identity, draft: Draft, now: datetime) -> Engram:
    return Engram(
        id=_id_of(identity, draft, now),
        kind=draft.kind,
        content=draft.content,
        topic=draft.topic,
        scope=draft.scope,
        tenant=identity.tenant,
        user=identity.user,
        agent=identity.agent,
        session=identity.session,
        importance=draft.importance,
        confidence=draft.confidence,
        memory_type=draft.memory_type,
        emotion=draft.emotion,
        tags=draft.tags,
        expires_at=draft.expires_at,
        source=draft.source,
        source_ref=draft.source_ref,
        trust=draft.trust,
        created_at=now,
        event_at=now,
        metadata=draft.metadata,
    )


def _id_of(identity: Identity, draft: Draft, now: datetime) -> str:
    if draft.write_key:
        return derived_id(owner_key(identity, draft.scope), identity.session, draft.write_key)
    return new_id(now)


def _tell(
    connection: Connection,
    owner: int,
    identity: Identity,
    engram: Engram,
    replaced: str | None,
    now: datetime,
) -> None:
    def event(engram_id: str, action: str, why: str) -> None:
        add_event(
            connection,
            owner,
            engram_id,
            action,
            at=now,
            actor=engram.source,
            session=identity.session,
            why=why,
        )

    event(engram.id, "saved", f"turn {engram.source_ref}" if engram.source_ref else "")
    if replaced is not None:
        event(replaced, "superseded", f"by {engram.id}")
