"""Upkeep: archived rows, texts too long to recall as a whole, and how far each kind of upkeep came."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add what upkeep needs."""
    op.add_column("engrams", sa.Column("archived_at", sa.String))
    op.create_table(
        "wholes",
        sa.Column("engram_id", sa.String, primary_key=True),
        sa.Column("owner_id", sa.Integer, sa.ForeignKey("owners.id"), nullable=False),
        sa.Column("content", sa.String, nullable=False),
    )
    op.create_table(
        "upkeep",
        sa.Column("owner_id", sa.Integer, sa.ForeignKey("owners.id"), primary_key=True),
        sa.Column("task", sa.String, primary_key=True),
        sa.Column("seq", sa.Integer, nullable=False),
    )
