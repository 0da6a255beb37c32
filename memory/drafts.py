"""From what a caller gives to what may be saved: cleaned, checked, under a canonical key."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from core.engram import Kind, Scope, Source, Trust
from core.errors import InvalidInput
from core.identity import Identity
from memory.text import MAX_CONTENT_CHARS, capped_text, clean_text, required_text
from memory.topic_key import canonical_topic

SIDE_CHARS = MAX_CONTENT_CHARS // 2 - 8
"""Kept of each side of an exchange: question, answer and their marks fit one memory."""


MEMORY_TYPES = ("insight", "fact", "preference", "pattern", "connection")
EMOTIONS = ("curiosity", "satisfaction", "concern", "neutral", "excitement")

MOST_DAYS = 36_500
"""A hundred years: what is to stay longer has no end."""


@dataclass(frozen=True, slots=True)
class Draft:
    """What is to be saved, already cleaned.

    `write_key` makes the write idempotent for its owner and session: the same key never writes
    twice. `once` refuses a second row that says the same.
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
        importance=_checked_share("importance", said.importance),
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
        content=required_text(content, "note"),
        importance=_checked_share("importance", said.importance),
        source=said.source,
        source_ref=clean_text(said.source_ref),
        trust=said.trust,
        write_key=said.write_key,
    )


def fact_draft(
    content: str,
    said: Provenance,
    *,
    scope: Scope,
    expires_in_days: float | None,
    memory_type: str | None,
    emotion: str | None,
    tags: Sequence[str],
    confidence: float,
    metadata: Mapping[str, Any],
    now: datetime,
) -> Draft:
    """A fact without a key, with all that may be said about it.

    Raises:
        InvalidInput: Something cannot be used; it says what and lists the choices.
    """
    if expires_in_days is not None and not 0 < expires_in_days <= MOST_DAYS:
        raise InvalidInput(f"expires_in_days is {expires_in_days}; give 0 < days <= {MOST_DAYS}.")
    return Draft(
        kind="fact",
        content=required_text(content, "fact"),
        scope=_checked_choice("scope", scope, ("user", "agent", "tenant")),  # type: ignore[arg-type]
        importance=_checked_share("importance", said.importance),
        confidence=_checked_share("confidence", confidence),
        memory_type=_checked_choice("memory_type", memory_type, MEMORY_TYPES),
        emotion=_checked_choice("emotion", emotion, EMOTIONS),
        tags=tuple(dict.fromkeys(required_text(tag, "tag") for tag in tags)),
        source=said.source,
        source_ref=clean_text(said.source_ref),
        trust=said.trust,
        metadata=_checked_metadata(metadata),
        write_key=said.write_key,
        expires_at=None if expires_in_days is None else now + timedelta(days=expires_in_days),
    )


def episodic_draft(
    identity: Identity, content: str, metadata: Mapping[str, Any] | None, now: datetime
) -> Draft:
    """Something that happened, with what its caller knows of it.

    Raises:
        InvalidInput: The text is blank or too long, or the metadata are no plain JSON.
    """
    said = _checked_metadata(metadata or {})
    return Draft(
        kind="episode",
        content=required_text(content, "memory"),
        source="session",
        source_ref=str(said.get("query_id", "")),
        metadata={"session_id": identity.session, **said, "timestamp": now.isoformat()},
        once=False,
    )


def exchange_text(question: str, answer: str) -> str:
    """How an exchange is kept; each side is cut at `SIDE_CHARS` with a mark."""
    return f"Q: {capped_text(question, SIDE_CHARS)}\nA: {capped_text(answer, SIDE_CHARS)}"


def exchange_draft(
    identity: Identity,
    question: str,
    answer: str,
    *,
    query_id: str,
    tool_calls: int,
    derived: bool,
    now: datetime,
) -> Draft:
    """One finished exchange; the same turn is kept once."""
    turn = clean_text(query_id)
    asked = capped_text(question, SIDE_CHARS)
    return Draft(
        kind="episode",
        content=exchange_text(question, answer),
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


def _checked_share(name: str, value: float) -> float:
    if not 0 <= value <= 1:
        raise InvalidInput(f"{name.capitalize()} is between 0 and 1, not {value}.")
    return float(value)


def _checked_choice(name: str, value: str | None, choices: Sequence[str]) -> str | None:
    if value is not None and value not in choices:
        raise InvalidInput(f"There is no {name} {value!r}. Use one of: {', '.join(choices)}.")
    return value


def _checked_metadata(metadata: Mapping[str, Any]) -> dict[str, Any]:
    """The metadata as they will be read back."""
    try:
        plain = json.dumps(dict(metadata), allow_nan=False, ensure_ascii=False)
        kept: dict[str, Any] = json.loads(clean_text(plain))
    except (TypeError, ValueError, RecursionError) as error:
        raise InvalidInput(f"Metadata must be plain JSON values ({error}).") from None
    return kept
