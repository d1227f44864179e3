"""The score book and the people who play here, as they stand in the database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import Engine, and_, delete, func, insert, select

from companion.model.night import Mark
from companion.model.players import Player

from .game_rows import as_object
from .reached import reached
from .tables import PLAYERS, SCORES


class ScoreRows:
    """The lines of one board's score book, and its people. Safe from any thread.

    ``reading``  an engine for reading (``database.reading``), ``writing`` the journal's own
    """

    def __init__(self, reading: Engine, writing: Engine, board: str) -> None:
        self._reading, self._writing, self._board = reading, writing, board

    def marks(self) -> tuple[Mark, ...]:
        """All lines, the oldest first."""
        lines = select(SCORES).where(SCORES.c.board_id == self._board).order_by(SCORES.c.number)
        with reached(self._reading) as connection:
            return tuple(
                Mark(row.at, row.who, row.kind, as_object(row.data))
                for row in connection.execute(lines)
            )

    def write(self, at: float, who: str, kind: str, data: Sequence[Mapping[str, Any]]) -> None:
        """Add a line for each of these data, all of them or none."""
        with reached(self._writing) as connection:
            newest = select(func.max(SCORES.c.number)).where(SCORES.c.board_id == self._board)
            last = connection.scalar(newest) or 0
            for number, one in enumerate(data, last + 1):
                row = {"board_id": self._board, "number": number, "at": at, "who": who}
                text = msgspec.json.encode(dict(one)).decode()
                connection.execute(insert(SCORES), {**row, "kind": kind, "data": text})

    def players(self) -> Mapping[str, Player]:
        """The people that are kept, by name without case."""
        kept = select(PLAYERS).where(PLAYERS.c.board_id == self._board)
        with reached(self._reading) as connection:
            return {
                row.known_as: Player(row.name, row.colour, row.help, row.ahead)
                for row in connection.execute(kept)
            }

    def keep(self, known_as: str, player: Player, was: str) -> None:
        """Keep somebody in place of whoever was known by ``was``."""
        row = {
            "board_id": self._board,
            "known_as": known_as,
            "name": player.name,
            "colour": player.colour,
            "help": player.help,
            "ahead": player.ahead,
        }
        with reached(self._writing) as connection:
            for name in {known_as, was}:
                connection.execute(delete(PLAYERS).where(self._is(name)))
            connection.execute(insert(PLAYERS), row)

    def forget(self, known_as: str) -> bool:
        """Forget somebody; False if nobody was known by that name."""
        with reached(self._writing) as connection:
            return bool(connection.execute(delete(PLAYERS).where(self._is(known_as))).rowcount)

    def _is(self, known_as: str) -> Any:
        return and_(PLAYERS.c.board_id == self._board, PLAYERS.c.known_as == known_as)
