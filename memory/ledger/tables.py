"""The ledger's tables. What is here must equal what the migrations make; a test compares them."""

from datetime import UTC, datetime

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Dialect,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    text,
)
from sqlalchemy.types import TypeDecorator


class UtcDateTime(TypeDecorator[datetime]):
    """An aware UTC datetime, kept as fixed-width ISO text so that it sorts and can be read."""

    impl = String
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> str | None:  # noqa: ARG002  (SQLAlchemy's interface)
        """Store UTC with microseconds."""
        return None if value is None else value.astimezone(UTC).isoformat(timespec="microseconds")

    def process_result_value(self, value: str | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002  (SQLAlchemy's interface)
        """Give back an aware datetime."""
        return None if value is None else datetime.fromisoformat(value)


metadata = MetaData()

meta = Table(
    "meta",
    metadata,
    Column("key", String, primary_key=True),
    Column("value", String, nullable=False),
)

owners = Table(
    "owners",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("key", String, nullable=False, unique=True),
    # Raised when rows are erased, so that caches of other processes are dropped.
    Column("epoch", Integer, nullable=False, server_default="0"),
)

engrams = Table(
    "engrams",
    metadata,
    Column("seq", Integer, primary_key=True, autoincrement=True),
    Column("id", String, nullable=False, unique=True),
    Column("owner_id", Integer, ForeignKey("owners.id"), nullable=False),
    Column("kind", String, nullable=False),
    Column("content", String, nullable=False),
    Column("topic", String),
    Column("scope", String, nullable=False),
    Column("tenant", String, nullable=False),
    Column("user", String, nullable=False),
    Column("agent", String, nullable=False),
    Column("session", String, nullable=False),
    Column("importance", Float, nullable=False),
    Column("confidence", Float, nullable=False),
    Column("memory_type", String),
    Column("emotion", String),
    Column("tags", JSON, nullable=False),
    Column("source", String, nullable=False),
    Column("source_ref", String, nullable=False),
    Column("trust", String, nullable=False),
    Column("feedback", Float),
    Column("tier", String, nullable=False),
    # An episode that only retold memory: kept, never recalled (its own echo).
    Column("derived", Boolean, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    Column("event_at", UtcDateTime, nullable=False),
    Column("last_accessed_at", UtcDateTime),
    Column("expires_at", UtcDateTime),
    Column("superseded_by", String),
    Column("superseded_at", UtcDateTime),
    Column("anonymised_at", UtcDateTime),
    Column("metadata", JSON, nullable=False),
    # SHA-256 of the text that is embedded (without the model's prefix): the key of its vector.
    Column("text_hash", String, nullable=False),
    # The same of the own words alone, without those of the neighbours: tells whether a row that
    # was found by its neighbours bears on a question itself.
    Column("own_hash", String, nullable=False),
    # SHA-256 of kind, topic and content: the same thing is stored once.
    Column("content_hash", String, nullable=False),
    # Put aside by upkeep: kept and listed on demand, never recalled.
    Column("archived_at", UtcDateTime),
    Index("engrams_by_owner", "owner_id", "seq"),
    Index("engrams_by_owner_kind", "owner_id", "kind", "seq"),
    Index("engrams_by_session", "owner_id", "session", "seq"),
    Index("engrams_by_text", "text_hash"),
    Index("engrams_by_own_text", "own_hash"),
    Index("engrams_by_content", "owner_id", "content_hash"),
    Index(
        "one_value_for_each_topic",
        "owner_id",
        "topic",
        unique=True,
        sqlite_where=text("topic IS NOT NULL AND superseded_by IS NULL"),
    ),
    sqlite_autoincrement=True,
)

events = Table(
    "events",
    metadata,
    Column("seq", Integer, primary_key=True, autoincrement=True),
    Column("at", UtcDateTime, nullable=False),
    Column("owner_id", Integer, ForeignKey("owners.id"), nullable=False),
    Column("engram_id", String, nullable=False),
    Column("action", String, nullable=False),
    Column("actor", String, nullable=False),
    Column("session", String, nullable=False),
    Column("why", String, nullable=False),
    Index("events_by_engram", "engram_id"),
    sqlite_autoincrement=True,
)

vectors = Table(
    "vectors",
    metadata,
    Column("text_hash", String, primary_key=True),
    Column("embedder", String, primary_key=True),
    Column("vector", LargeBinary, nullable=False),
)

outbox = Table(
    "outbox",
    metadata,
    Column("seq", Integer, primary_key=True, autoincrement=True),
    Column("engram_id", String, nullable=False),
    Column("owner_id", Integer, ForeignKey("owners.id"), nullable=False),
    # embed: the vector is missing; index: Chroma is to be told; remove: Chroma is to forget it.
    Column("step", String, nullable=False),
    Column("attempts", Integer, nullable=False, server_default="0"),
    Column("queued_at", UtcDateTime, nullable=False),
    # A row that failed is left alone until then, so that it holds up no other.
    Column("not_before", UtcDateTime),
    Index("outbox_by_step", "step", "seq"),
    Index("outbox_by_engram", "engram_id"),
    sqlite_autoincrement=True,
)

sessions = Table(
    "sessions",
    metadata,
    Column("id", String, primary_key=True),
    Column("owner_id", Integer, ForeignKey("owners.id"), nullable=False),
    Column("provider", String, nullable=False),
    Column("chat_id", String, nullable=False),
    Column("title", String, nullable=False),
    Column("turns", Integer, nullable=False),
    Column("started_at", UtcDateTime, nullable=False),
    Column("last_turn_at", UtcDateTime, nullable=False),
    Index("sessions_by_owner", "owner_id", "last_turn_at"),
)

# The whole of a text that was longer than one memory may be; the row itself has its beginning.
wholes = Table(
    "wholes",
    metadata,
    Column("engram_id", String, primary_key=True),
    Column("owner_id", Integer, ForeignKey("owners.id"), nullable=False),
    Column("content", String, nullable=False),
)

# The last row (seq) of an owner that a kind of background upkeep has looked at.
upkeep = Table(
    "upkeep",
    metadata,
    Column("owner_id", Integer, ForeignKey("owners.id"), primary_key=True),
    Column("task", String, primary_key=True),
    Column("seq", Integer, nullable=False),
)
