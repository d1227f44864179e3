"""One game as its rows stand in the database."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import Connection, and_, select

from companion.model.journal import GameRecord, Row

from . import fact_rows
from .tables import ACTIONS, CHECKPOINTS, GAMES


def as_row(found: Any) -> Row:
    """One line of the action log, as the database gives it."""
    data = as_object(found.data)
    return Row(seq=found.seq, kind=found.kind, text=found.text, data=data, at=found.at)


def game_rows(connection: Connection, board: str, game_id: str, after: int = 0) -> GameRecord:
    """A game that is there, with all its rows, or those after a number."""
    mine = and_(GAMES.c.board_id == board, GAMES.c.game_id == game_id)
    game = connection.execute(select(GAMES).where(mine)).one()
    rows = connection.execute(
        select(ACTIONS)
        .where(
            and_(ACTIONS.c.board_id == board, ACTIONS.c.game_id == game_id, ACTIONS.c.seq > after)
        )
        .order_by(ACTIONS.c.seq)
    ).all()
    stands = connection.execute(
        select(CHECKPOINTS)
        .where(and_(CHECKPOINTS.c.board_id == board, CHECKPOINTS.c.game_id == game_id))
        .order_by(CHECKPOINTS.c.seq.desc())
        .limit(1)
    ).one_or_none()
    return GameRecord(
        game_id=game.game_id,
        number=game.number,
        revision=rows[-1].revision if rows else game.revision,
        started=game.started,
        rows=tuple(map(as_row, rows)),
        checkpoint_seq=0 if stands is None else stands.seq,
        checkpoint=None if stands is None else as_object(stands.position),
        closed=game.closed is not None,
        facts=fact_rows.kept(connection, board, game_id),
    )


def as_object(text: str) -> dict[str, Any]:
    """The JSON object that a column holds; msgspec says what is wrong with another."""
    return msgspec.json.decode(text, type=dict[str, Any])
