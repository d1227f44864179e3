"""The table of results, so that not every look at the past plays all games again."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table. It is filled when somebody looks."""
    op.create_table(
        "results",
        sa.Column("board_id", sa.String(32), primary_key=True),
        sa.Column("game_id", sa.String(32), primary_key=True),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("made_by", sa.String(96), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(
            ["board_id", "game_id"], ["games.board_id", "games.game_id"], name="result_of_a_game"
        ),
    )


def downgrade() -> None:
    """Drop the table. All of it stands in the actions, too."""
    op.drop_table("results")
