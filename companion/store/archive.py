"""The games of one board as they are read back, and what was worked out of them.

Readers wait for no writer, and no writer for a reader: on SQLite they begin without the lock.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from sqlalchemy import Engine, and_, delete, func, insert, select

from companion.model.journal import GameRecord
from companion.model.past import GameResult

from .game_rows import game_rows
from .reached import reached
from .score_rows import ScoreRows
from .tables import ACTIONS, GAMES, RESULTS


class Archive:
    """All games of a board. Safe from any thread.

    ``reading``  an engine for reading (``database.reading``), ``writing`` the journal's own
    ``scores``   its score book, and the people who play here
    ``made_by``  names how results are worked out; those of another way are worked out anew
    """

    def __init__(self, reading: Engine, writing: Engine, board: str, made_by: str) -> None:
        self._reading, self._writing = reading, writing
        self._board, self._made_by = board, made_by
        self.scores = ScoreRows(reading, writing, board)

    def newest_rows(self) -> Mapping[str, int]:
        """Game → number of its newest row, the newest game first."""
        rows = (
            select(GAMES.c.game_id, func.max(ACTIONS.c.seq).label("newest"))
            .join_from(
                GAMES,
                ACTIONS,
                and_(GAMES.c.board_id == ACTIONS.c.board_id, GAMES.c.game_id == ACTIONS.c.game_id),
            )
            .where(GAMES.c.board_id == self._board)
            .group_by(GAMES.c.game_id, GAMES.c.number)
            .order_by(GAMES.c.number.desc())
        )
        with reached(self._reading) as connection:
            return {each.game_id: each.newest for each in connection.execute(rows)}

    def record(self, game_id: str) -> GameRecord | None:
        """All rows of a game; None if this board has no such game."""
        with reached(self._reading) as connection:
            known = select(GAMES.c.game_id).where(self._is(GAMES, game_id))
            if connection.scalar(known) is None:
                return None
            return game_rows(connection, self._board, game_id)

    def going(self, after: int) -> GameRecord | None:
        """The newest game with its rows after a number; None once it is closed."""
        mine = GAMES.c.board_id == self._board
        newest = select(GAMES.c.game_id, GAMES.c.closed).where(mine)
        with reached(self._reading) as connection:
            found = connection.execute(newest.order_by(GAMES.c.number.desc()).limit(1)).first()
            if found is None or found.closed is not None:
                return None
            return game_rows(connection, self._board, found.game_id, after)

    def results(self) -> Mapping[str, tuple[int, GameResult]]:
        """Game → its result as it was kept, and the number of the row up to which it goes."""
        kept = select(RESULTS.c.game_id, RESULTS.c.seq, RESULTS.c.text).where(
            and_(RESULTS.c.board_id == self._board, RESULTS.c.made_by == self._made_by)
        )
        with reached(self._reading) as connection:
            return {
                game: (seq, msgspec.json.decode(text, type=GameResult))
                for game, seq, text in connection.execute(kept)
            }

    def keep(self, result: GameResult, seq: int) -> None:
        """Keep the result of a game up to a row, in place of what was kept of it."""
        text = msgspec.json.encode(result).decode()
        row = {"board_id": self._board, "game_id": result.id, "seq": seq, "text": text}
        with reached(self._writing) as connection:
            connection.execute(delete(RESULTS).where(self._is(RESULTS, result.id)))
            connection.execute(insert(RESULTS), {**row, "made_by": self._made_by})

    def close(self) -> None:
        """Let go of the readers' connections."""
        if self._reading is not self._writing:
            self._reading.dispose()

    def _is(self, table: Any, game_id: str) -> Any:
        return and_(table.c.board_id == self._board, table.c.game_id == game_id)
