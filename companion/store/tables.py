"""The tables of the journal as they are now. ``migrations/`` tells how they came to be."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Column,
    Float,
    ForeignKeyConstraint,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

METADATA: Final = MetaData()

BOARDS: Final = Table("boards", METADATA, Column("board_id", String(32), primary_key=True))
"""The boards that write here. Each board's own name stands in its file ``board-id``, too."""

GAMES: Final = Table(
    "games",
    METADATA,
    Column("board_id", String(32), primary_key=True),
    Column("game_id", String(32), primary_key=True),
    Column("number", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("revision", String(64), nullable=False),
    Column("started", Float, nullable=False),
    Column("closed", Float, nullable=True),
    UniqueConstraint("board_id", "number", name="one_game_a_number"),
)
"""A game. ``started`` and ``closed`` are seconds since the epoch.

``closed`` is null for the open game.
"""

ACTIONS: Final = Table(
    "actions",
    METADATA,
    Column("board_id", String(32), primary_key=True),
    Column("game_id", String(32), primary_key=True),
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    Column("revision", String(64), nullable=False),
    Column("kind", String(32), nullable=False),
    Column("text", Text, nullable=False),
    Column("data", Text, nullable=False),
    Column("at", Float, nullable=False),
    ForeignKeyConstraint(
        ["board_id", "game_id"], ["games.board_id", "games.game_id"], name="action_of_a_game"
    ),
    UniqueConstraint("board_id", "seq", name="one_action_a_number"),
)
"""The action log. Board, game and ``seq`` together are the event id; ``data`` is a JSON object."""

CHECKPOINTS: Final = Table(
    "checkpoints",
    METADATA,
    Column("board_id", String(32), primary_key=True),
    Column("game_id", String(32), primary_key=True),
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    Column("revision", String(64), nullable=False),
    Column("position", Text, nullable=False),
    ForeignKeyConstraint(
        ["board_id", "game_id", "seq"],
        ["actions.board_id", "actions.game_id", "actions.seq"],
        name="checkpoint_of_an_action",
    ),
)
"""The position right after the action of that number, as JSON."""

FACTS: Final = Table(
    "facts",
    METADATA,
    Column("number", Integer, primary_key=True),
    Column("board_id", String(32), nullable=False),
    Column("game_id", String(32), nullable=False),
    Column("after", BigInteger, nullable=False),
    Column("text", Text, nullable=False),
    ForeignKeyConstraint(
        ["board_id", "game_id"], ["games.board_id", "games.game_id"], name="facts_of_a_game"
    ),
)
"""What the hands did in an open game after the action ``after``, for a restart.

Unlike actions they go: when newer ones stand for them, and when the game is closed. There are few,
so they have no index of their own, and writing one touches a single page.
"""

RESULTS: Final = Table(
    "results",
    METADATA,
    Column("board_id", String(32), primary_key=True),
    Column("game_id", String(32), primary_key=True),
    Column("seq", BigInteger, nullable=False),
    Column("made_by", String(96), nullable=False),
    Column("text", Text, nullable=False),
    ForeignKeyConstraint(
        ["board_id", "game_id"], ["games.board_id", "games.game_id"], name="result_of_a_game"
    ),
)
"""What was worked out of a game's actions up to ``seq``, as JSON; it can be made anew any time."""

SCORES: Final = Table(
    "scores",
    METADATA,
    Column("board_id", String(32), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
    Column("who", Text, nullable=False),
    Column("kind", String(32), nullable=False),
    Column("data", Text, nullable=False),
)
"""The score book: ends of nights, schemes, corrections of results. No line is ever changed."""

PLAYERS: Final = Table(
    "players",
    METADATA,
    Column("board_id", String(32), primary_key=True),
    Column("known_as", String(160), primary_key=True),
    Column("name", String(160), nullable=False),
    Column("colour", String(8), nullable=False),
    Column("help", String(16), nullable=False),
    Column("ahead", Integer, nullable=False),
)
"""People who play here; ``known_as`` is the name without case."""
