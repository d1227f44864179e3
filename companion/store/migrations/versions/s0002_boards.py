"""The table of the boards that write here. With it a lost file ``board-id`` loses no game."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Write down the name of every board that has a game."""
    op.create_table("boards", sa.Column("board_id", sa.String(32), primary_key=True))
    op.execute("INSERT INTO boards (board_id) SELECT DISTINCT board_id FROM games")


def downgrade() -> None:
    """Drop the table. The names stand in the games as well."""
    op.drop_table("boards")
