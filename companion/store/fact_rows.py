"""Facts of the hands in the database: kept, read, and let go (``tables.FACTS``)."""

from __future__ import annotations

from sqlalchemy import Connection, and_, delete, insert, select

from companion.model.journal import Facts

from .tables import FACTS


def keep(connection: Connection, board: str, game: str, facts: Facts) -> None:
    """Write facts of a game; those that stand for all before let the others go."""
    if facts.anew:
        let_go(connection, board, game)
    connection.execute(
        insert(FACTS),
        {"board_id": board, "game_id": game, "after": facts.after, "text": facts.text},
    )


def let_go(connection: Connection, board: str, game: str) -> None:
    """Delete the facts of a game."""
    connection.execute(
        delete(FACTS).where(and_(FACTS.c.board_id == board, FACTS.c.game_id == game))
    )


def kept(connection: Connection, board: str, game: str) -> tuple[Facts, ...]:
    """The facts of a game, the oldest first. What is damaged is none: a game does without."""
    rows = connection.execute(
        select(FACTS.c.after, FACTS.c.text)
        .where(and_(FACTS.c.board_id == board, FACTS.c.game_id == game))
        .order_by(FACTS.c.number)
    ).all()
    if not all(isinstance(r.after, int) and isinstance(r.text, str) for r in rows):
        return ()
    return tuple(Facts(r.after, r.text, first == 0) for first, r in enumerate(rows))
