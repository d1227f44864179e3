"""The table of facts: what the hands did since their stories were last written whole."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table. A game of before has no facts, and begins from its moves."""
    op.create_table(
        "facts",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("board_id", sa.String(32), nullable=False),
        sa.Column("game_id", sa.String(32), nullable=False),
        sa.Column("after", sa.BigInteger, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(
            ["board_id", "game_id"], ["games.board_id", "games.game_id"], name="facts_of_a_game"
        ),
    )


def downgrade() -> None:
    """Drop the table. The games do without it."""
    op.drop_table("facts")
