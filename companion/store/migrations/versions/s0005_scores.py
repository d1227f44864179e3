"""The score book, and the people who play here."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the two tables."""
    op.create_table(
        "scores",
        sa.Column("board_id", sa.String(32), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("who", sa.Text, nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("data", sa.Text, nullable=False),
    )
    op.create_table(
        "players",
        sa.Column("board_id", sa.String(32), primary_key=True),
        sa.Column("known_as", sa.String(160), primary_key=True),
        sa.Column("name", sa.String(160), nullable=False),
        sa.Column("colour", sa.String(8), nullable=False),
        sa.Column("help", sa.String(16), nullable=False),
        sa.Column("ahead", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    """Drop them. Corrections and players are lost then; the games stay."""
    op.drop_table("players")
    op.drop_table("scores")
