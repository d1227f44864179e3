"""The first tables: games, their actions, and the positions at the turns."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the three tables."""
    op.create_table(
        "games",
        sa.Column("board_id", sa.String(32), primary_key=True),
        sa.Column("game_id", sa.String(32), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("revision", sa.String(64), nullable=False),
        sa.Column("started", sa.Float, nullable=False),
        sa.Column("closed", sa.Float, nullable=True),
        sa.UniqueConstraint("board_id", "number", name="one_game_a_number"),
    )
    op.create_table(
        "actions",
        sa.Column("board_id", sa.String(32), primary_key=True),
        sa.Column("game_id", sa.String(32), primary_key=True),
        sa.Column("seq", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("revision", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.ForeignKeyConstraint(
            ["board_id", "game_id"], ["games.board_id", "games.game_id"], name="action_of_a_game"
        ),
        sa.UniqueConstraint("board_id", "seq", name="one_action_a_number"),
    )
    op.create_table(
        "checkpoints",
        sa.Column("board_id", sa.String(32), primary_key=True),
        sa.Column("game_id", sa.String(32), primary_key=True),
        sa.Column("seq", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("revision", sa.String(64), nullable=False),
        sa.Column("position", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(
            ["board_id", "game_id", "seq"],
            ["actions.board_id", "actions.game_id", "actions.seq"],
            name="checkpoint_of_an_action",
        ),
    )


def downgrade() -> None:
    """Refuse: nothing of the log is ever deleted."""
    # Alembic asks every migration for a way back. The first one has none, on purpose.
    raise NotImplementedError("the journal has no way back before its first tables")
