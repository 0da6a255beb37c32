"""Puts a draft into the ledger: its row, its words, its whole text, its outbox row, its history."""

from datetime import datetime

from sqlalchemy import Connection

from core.engram import Engram
from core.identity import Identity
from memory.gate.drafts import Draft
from memory.gate.standing import place_of
from memory.ids import content_hash, derived_id, new_id, text_hash
from memory.ledger.conversations import TITLE_CHARS
from memory.ledger.engrams import add_engram, supersede
from memory.ledger.events import add_event
from memory.ledger.outbox import queue
from memory.ledger.sessions import count_turn
from memory.ledger.wholes import add_whole
from memory.ledger.words import add_context, add_words
from memory.neighbours import NEIGHBOUR_CHARS, context_words, meaning_text, own_words, said_before
from memory.owner import owner_key
from memory.text import beginning


def add_row(
    connection: Connection, owner: int, identity: Identity, draft: Draft, now: datetime
) -> tuple[Engram, str | None]:
    """Add the row of a draft; gives it, and the id of the row whose place it has taken.

    Raises:
        InvalidInput: The place it is to take cannot be taken.
    """
    engram = _engram(identity, draft, now)
    replaced = place_of(connection, owner, draft)
    if replaced is not None:
        supersede(connection, owner, replaced, engram.id, now)
    if engram.content != draft.content or draft.whole:
        add_whole(connection, owner, engram.id, draft.whole or draft.content)
    words = own_words(engram.topic, engram.content)
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
        add_context(connection, exchange.seq, engram.content[:NEIGHBOUR_CHARS])
    queue(connection, "embed", owner, engram.id, now)
    _tell(connection, owner, identity, engram, replaced, now)
    if draft.kind == "episode":
        count_turn(connection, owner, identity.session, draft.title[:TITLE_CHARS], now)
    return engram, replaced


def _engram(identity: Identity, draft: Draft, now: datetime) -> Engram:
    engram_id = id_of(identity, draft, now)
    return Engram(
        id=engram_id,
        kind=draft.kind,
        content=beginning(draft.content, engram_id),
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


def id_of(identity: Identity, draft: Draft, now: datetime) -> str:
    """The id of the row that a draft becomes: its write key's, else a new one."""
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
