"""From what a caller gives to what may be saved: cleaned, checked, under a canonical key."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from core.engram import Kind, Scope, Source, Trust
from core.errors import InvalidInput
from core.identity import Identity
from memory.gate.checking import checked_metadata, checked_share
from memory.text import (
    MAX_CONTENT_CHARS,
    MAX_WHOLE_CHARS,
    capped_text,
    clean_text,
    required_text,
    whole_text,
)
from memory.topic_key import canonical_topic

SIDE_CHARS = MAX_CONTENT_CHARS // 2 - 8
"""Kept of each side of an exchange: question, answer and their marks fit one memory."""


@dataclass(frozen=True, slots=True)
class Draft:
    """What is to be saved, already cleaned.

    `write_key` makes the write idempotent for its owner and session: the same key never writes
    twice. `once` refuses a second row that says the same. `replaces` is the id of the row whose
    place it takes; a topic takes that of its older value by itself. `whole` is the text of which
    `content` has only a part; content that is too long for a row is cut when it is written.
    """

    kind: Kind
    content: str
    topic: str | None = None
    importance: float = 0.5
    source: Source = "user"
    source_ref: str = ""
    trust: Trust = "user"
    metadata: Mapping[str, Any] = field(default_factory=dict)
    write_key: str = ""
    once: bool = True
    derived: bool = False
    title: str = ""
    scope: Scope = "user"
    confidence: float = 0.8
    memory_type: str | None = None
    emotion: str | None = None
    tags: tuple[str, ...] = ()
    expires_at: datetime | None = None
    replaces: str | None = None
    whole: str = ""


@dataclass(frozen=True, slots=True)
class Provenance:
    """Who said it, in which turn, and how much it weighs: the same for topics and notes."""

    source: Source
    source_ref: str
    trust: Trust
    importance: float
    write_key: str


def topic_draft(topic: str, content: str, said: Provenance) -> Draft:
    """A standing fact.

    Raises:
        InvalidInput: The key, the value or the importance cannot be used; it says how.
    """
    return Draft(
        kind="topic",
        topic=canonical_topic(topic),
        content=required_text(content, "value"),
        importance=checked_share("importance", said.importance),
        source=said.source,
        source_ref=clean_text(said.source_ref),
        trust=said.trust,
        write_key=said.write_key,
    )


def note_draft(content: str, said: Provenance) -> Draft:
    """Something noted.

    Raises:
        InvalidInput: The text or the importance cannot be used; it says how.
    """
    return Draft(
        kind="note",
        content=whole_text(content, "note"),
        importance=checked_share("importance", said.importance),
        source=said.source,
        source_ref=clean_text(said.source_ref),
        trust=said.trust,
        write_key=said.write_key,
    )


def foreign_draft(content: str, trust: Trust, source_ref: str, write_key: str) -> Draft:
    """What a tool, a document or an import brought.

    Raises:
        InvalidInput: The text cannot be used, or it is said to be somebody's own word.
    """
    if trust == "user" or trust == "agent":
        raise InvalidInput(
            f"Text from elsewhere is of trust tool, document or import, not {trust}."
        )
    kinds: dict[Trust, Kind] = {"tool": "tool_output", "document": "document_chunk"}
    return Draft(
        kind=kinds.get(trust, "fact"),
        content=whole_text(content, "text"),
        source=trust,
        source_ref=clean_text(source_ref),
        trust=trust,
        write_key=write_key,
    )


def episodic_draft(
    identity: Identity, content: str, metadata: Mapping[str, Any] | None, now: datetime
) -> Draft:
    """Something that happened, with what its caller knows of it.

    Raises:
        InvalidInput: The text is blank or too long, or the metadata are no plain JSON.
    """
    said = checked_metadata(metadata or {})
    return Draft(
        kind="episode",
        content=whole_text(content, "memory"),
        source="session",
        source_ref=str(said.get("query_id", "")),
        metadata={"session_id": identity.session, **said, "timestamp": now.isoformat()},
        once=False,
    )


def exchange_text(question: str, answer: str) -> str:
    """How an exchange is kept; each side is cut at `SIDE_CHARS` with a mark."""
    return _joined(question, answer, SIDE_CHARS)


def _joined(question: str, answer: str, limit: int) -> str:
    return f"Q: {capped_text(question, limit)}\nA: {capped_text(answer, limit)}"


def exchange_draft(
    identity: Identity,
    question: str,
    answer: str,
    *,
    query_id: str,
    tool_calls: int,
    derived: bool,
    now: datetime,
    trust: Trust = "user",
) -> Draft:
    """One finished exchange; the same turn is kept once."""
    turn = clean_text(query_id)
    asked = capped_text(question, SIDE_CHARS)
    content = exchange_text(question, answer)
    whole = _joined(question, answer, MAX_WHOLE_CHARS // 2)
    return Draft(
        kind="episode",
        content=content,
        whole="" if whole == content else whole,
        trust=trust,
        source="session",
        source_ref=turn,
        metadata={
            "session_id": identity.session,
            "query_id": turn,
            "tool_calls": tool_calls,
            "timestamp": now.isoformat(),
        },
        # A turn without an id cannot be told from the next one: both are kept.
        write_key=f"episode:{turn}" if turn else "",
        once=False,
        derived=derived,
        title=" ".join(asked.split()),
    )
