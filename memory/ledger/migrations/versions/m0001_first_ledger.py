"""The first ledger: engrams, their events, vectors, outbox, sessions and the keyword index."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make every table of the first version."""
    op.create_table(
        "meta",
        sa.Column("key", sa.String, primary_key=True),
        sa.Column("value", sa.String, nullable=False),
    )
    op.create_table(
        "owners",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("key", sa.String, nullable=False, unique=True),
        sa.Column("epoch", sa.Integer, nullable=False, server_default="0"),
    )
    _engrams()
    op.create_table(
        "events",
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("at", sa.String, nullable=False),
        sa.Column("owner_id", sa.Integer, sa.ForeignKey("owners.id"), nullable=False),
        sa.Column("engram_id", sa.String, nullable=False),
        sa.Column("action", sa.String, nullable=False),
        sa.Column("actor", sa.String, nullable=False),
        sa.Column("session", sa.String, nullable=False),
        sa.Column("why", sa.String, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("events_by_engram", "events", ["engram_id"])
    op.create_table(
        "vectors",
        sa.Column("text_hash", sa.String, primary_key=True),
        sa.Column("embedder", sa.String, primary_key=True),
        sa.Column("vector", sa.LargeBinary, nullable=False),
    )
    _outbox()
    op.create_table(
        "sessions",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("owner_id", sa.Integer, sa.ForeignKey("owners.id"), nullable=False),
        sa.Column("provider", sa.String, nullable=False),
        sa.Column("chat_id", sa.String, nullable=False),
        sa.Column("title", sa.String, nullable=False),
        sa.Column("turns", sa.Integer, nullable=False),
        sa.Column("started_at", sa.String, nullable=False),
        sa.Column("last_turn_at", sa.String, nullable=False),
    )
    op.create_index("sessions_by_owner", "sessions", ["owner_id", "last_turn_at"])
    op.execute(
        "CREATE VIRTUAL TABLE words USING fts5("
        'content, context, owner, tokenize = "porter unicode61 remove_diacritics 2")'
    )


def _engrams() -> None:
    op.create_table(
        "engrams",
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("id", sa.String, nullable=False, unique=True),
        sa.Column("owner_id", sa.Integer, sa.ForeignKey("owners.id"), nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("content", sa.String, nullable=False),
        sa.Column("topic", sa.String),
        sa.Column("scope", sa.String, nullable=False),
        sa.Column("tenant", sa.String, nullable=False),
        sa.Column("user", sa.String, nullable=False),
        sa.Column("agent", sa.String, nullable=False),
        sa.Column("session", sa.String, nullable=False),
        sa.Column("importance", sa.Float, nullable=False),
        sa.Column("confidence", sa.Float, nullable=False),
        sa.Column("memory_type", sa.String),
        sa.Column("emotion", sa.String),
        sa.Column("tags", sa.JSON, nullable=False),
        sa.Column("source", sa.String, nullable=False),
        sa.Column("source_ref", sa.String, nullable=False),
        sa.Column("trust", sa.String, nullable=False),
        sa.Column("feedback", sa.Float),
        sa.Column("tier", sa.String, nullable=False),
        sa.Column("derived", sa.Boolean, nullable=False),
        sa.Column("created_at", sa.String, nullable=False),
        sa.Column("event_at", sa.String, nullable=False),
        sa.Column("last_accessed_at", sa.String),
        sa.Column("expires_at", sa.String),
        sa.Column("superseded_by", sa.String),
        sa.Column("superseded_at", sa.String),
        sa.Column("anonymised_at", sa.String),
        sa.Column("metadata", sa.JSON, nullable=False),
        sa.Column("text_hash", sa.String, nullable=False),
        sa.Column("own_hash", sa.String, nullable=False),
        sa.Column("content_hash", sa.String, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("engrams_by_owner", "engrams", ["owner_id", "seq"])
    op.create_index("engrams_by_owner_kind", "engrams", ["owner_id", "kind", "seq"])
    op.create_index("engrams_by_session", "engrams", ["owner_id", "session", "seq"])
    op.create_index("engrams_by_text", "engrams", ["text_hash"])
    op.create_index("engrams_by_own_text", "engrams", ["own_hash"])
    op.create_index("engrams_by_content", "engrams", ["owner_id", "content_hash"])
    op.create_index(
        "one_value_for_each_topic",
        "engrams",
        ["owner_id", "topic"],
        unique=True,
        sqlite_where=sa.text("topic IS NOT NULL AND superseded_by IS NULL"),
    )


def _outbox() -> None:
    op.create_table(
        "outbox",
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("engram_id", sa.String, nullable=False),
        sa.Column("owner_id", sa.Integer, sa.ForeignKey("owners.id"), nullable=False),
        sa.Column("step", sa.String, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False, server_default="0"),
        sa.Column("queued_at", sa.String, nullable=False),
        sa.Column("not_before", sa.String),
        sqlite_autoincrement=True,
    )
    op.create_index("outbox_by_step", "outbox", ["step", "seq"])
    op.create_index("outbox_by_engram", "outbox", ["engram_id"])
