"""An engram: one remembered thing, and the receipts of its coming and going."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

Kind = Literal[
    "topic", "fact", "episode", "note", "tool_output", "document_chunk", "session_summary"
]
Scope = Literal["session", "user", "agent", "tenant"]
Tier = Literal["short", "long"]
Source = Literal["user", "session", "directive", "agent", "tool", "document", "import"]
Trust = Literal["user", "agent", "tool", "document", "import"]

MEMORY_TYPES = ("insight", "fact", "preference", "pattern", "connection")
EMOTIONS = ("curiosity", "satisfaction", "concern", "neutral", "excitement")


@dataclass(frozen=True, slots=True)
class Engram:
    """One remembered thing.

    Attributes:
        id: UUIDv7, or a UUIDv5 for what must be idempotent.
        kind: What sort of thing it is; `topic` is found by key, the rest by meaning and keywords.
        content: The text as it was given, without embedding prefixes.
        topic: Canonical dotted key such as `user.language_preference`; None unless kind is topic.
        scope: Who shares it.
        importance: 0 to 1; 0.8 and above is pinned into every turn.
        confidence: 0 to 1; how sure we are that it is true.
        source: Who caused it to be stored.
        source_ref: The turn (query id) or document it came from; "" when unknown.
        trust: Whose word it is. Only `user` may be shown as the user's own word.
        feedback: -1 to 1 as rated by the user; None when never rated.
        created_at, event_at: When it was stored, and when what it tells happened (UTC).
        superseded_by: The id of the engram that replaced it; None while it stands.
        archived_at: When it was put aside: kept and listed on demand, never recalled.
        metadata: Plain JSON values of the caller, and for episodes `session_id`, `query_id`,
            `tool_calls` and `timestamp`.
    """

    id: str
    kind: Kind
    content: str
    scope: Scope
    tenant: str
    user: str
    agent: str
    session: str
    created_at: datetime
    event_at: datetime
    topic: str | None = None
    importance: float = 0.5
    confidence: float = 0.8
    memory_type: str | None = None
    emotion: str | None = None
    tags: tuple[str, ...] = ()
    source: Source = "user"
    source_ref: str = ""
    trust: Trust = "user"
    feedback: float | None = None
    tier: Tier = "short"
    last_accessed_at: datetime | None = None
    expires_at: datetime | None = None
    superseded_by: str | None = None
    anonymised_at: datetime | None = None
    archived_at: datetime | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Receipt:
    """The proof of a write: made only after the row was read back from the ledger by its id.

    `was_new` is False when the same thing was stored already (then `id` is the older one's);
    `replaced` is the id of the topic value that this one took the place of. `trust` is whose word it
    is kept as. `is_echo`: the older one says it in other words. `similar_to` is the id of a standing
    one that says nearly the same: both are kept, and a person may want to merge them.
    """

    id: str
    kind: Kind
    content: str
    topic: str | None
    was_new: bool
    replaced: str | None
    verified_at: datetime
    trust: Trust = "user"
    is_echo: bool = False
    similar_to: str | None = None


@dataclass(frozen=True, slots=True)
class ForgetReceipt:
    """The proof of a removal: what went, from where, and what a look afterwards still found."""

    ids: tuple[str, ...]
    removed: Mapping[str, int]
    remaining: int


@dataclass(frozen=True, slots=True)
class Event:
    """One line of an engram's history: who did what, when and why. Never any content."""

    at: datetime
    engram_id: str
    action: str
    actor: str
    session: str
    why: str
