"""The journal, which has every action on disk before anybody sees its result (PP-15)."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

import msgspec
from sqlalchemy import ColumnElement, Connection, Engine, Select, and_, func, insert, select, update
from sqlalchemy.exc import SQLAlchemyError

from companion.errors import JournalDamaged, JournalError
from companion.model.journal import Facts, GameRecord, Row

from . import fact_rows
from .archive import Archive
from .database import open_database, plain, reading, unsynced, wait_for_nothing, write_ahead_log
from .files import is_damage
from .game_rows import as_row, game_rows
from .syncing import Syncing
from .tables import ACTIONS, BOARDS, CHECKPOINTS, GAMES

NEW: Final = "new"
"""Kind of a game's first row. Its data are the options of op ``new``."""
CLOSE: Final = "close"
"""Kind of the row that closes a game."""


class SqlJournal:
    """``companion.model.journal.Journal`` on a database.

    ``board_id``  name of this board among those that share the database, or a function that chooses
                  it from the names that the database knows
    ``revision``  the engine's rules revision, written beside every row
    ``wall``      seconds since the epoch

    Sequence numbers rise by one over all games of a board. So board, game and number name one
    action, and no number comes back after a restart. Safe from any thread.
    """

    def __init__(
        self,
        url: str,
        *,
        board_id: str | Callable[[Collection[str]], str],
        revision: str,
        wall: Callable[[], float],
    ) -> None:
        self._revision = revision
        self._wall = wall
        self._lock = threading.Lock()
        self._closed = False
        self._engine: Engine = open_database(url)
        self._unsynced = unsynced(self._engine)
        self._syncing = Syncing(write_ahead_log(self._engine))
        try:
            with self._transaction() as connection:
                self._board = self._own_name(connection, board_id)
                self._seq = self._last_seq(connection)
                self._game = _open_game_id(connection, self._board)
        except BaseException:
            self._let_go()
            raise

    def open_game(self, options: Mapping[str, Any], position: Mapping[str, Any]) -> GameRecord:
        """Begin a game with its row ``new`` and its first checkpoint.

        Closes the game that was open.
        """
        game_id = uuid.uuid4().hex[:12]
        with self._lock, self._transaction() as connection:
            seq = self._close_open(connection)
            number = 1 + (
                connection.scalar(
                    select(func.max(GAMES.c.number)).where(GAMES.c.board_id == self._board)
                )
                or 0
            )
            at = self._wall()
            connection.execute(
                insert(GAMES),
                {
                    "board_id": self._board,
                    "game_id": game_id,
                    "number": number,
                    "options": _text(options),
                    "revision": self._revision,
                    "started": at,
                    "closed": None,
                },
            )
            self._write(connection, game_id, seq + 1, NEW, "", options, at, position)
            record = game_rows(connection, self._board, game_id)
        self._game, self._seq = game_id, seq + 1
        return record

    def append(
        self,
        kind: str,
        text: str,
        data: Mapping[str, Any] | None = None,
        checkpoint: Mapping[str, Any] | None = None,
        facts: Facts | None = None,
    ) -> int:
        """Write one row, the position after it, and what the hands did before it, if given.

        Returns the row's sequence number.
        """
        with self._lock:
            if self._game is None:
                raise JournalError(f"No game is open, so {kind} cannot be written.")
            seq = self._seq + 1
            with self._transaction() as connection:
                at = self._wall()
                self._write(connection, self._game, seq, kind, text, data or {}, at, checkpoint)
                if facts is not None:
                    fact_rows.keep(connection, self._board, self._game, facts)
            self._seq = seq
            return seq

    def note(self, facts: Facts) -> None:
        """Keep what the hands did in the open game, without waiting for the disk.

        A process that dies loses nothing of it, a power cut what was kept a moment ago.
        """
        with self._lock:
            if self._game is None:
                return
            with self._transaction(self._unsynced) as connection:
                wait_for_nothing(connection)
                fact_rows.keep(connection, self._board, self._game, facts)
        self._syncing.soon()

    def current(self) -> GameRecord | None:
        """The open game with all its rows, or None when no game is open."""
        with self._lock:
            if self._game is None:
                return None
            with self._transaction() as connection:
                return game_rows(connection, self._board, self._game)

    def latest(self, kind: str) -> Sequence[Row]:
        """The rows of a kind in this board's newest game, open or not, in their order."""
        game = _newest(GAMES.c.game_id, self._board).scalar_subquery()
        rows = select(ACTIONS).where(
            and_(
                ACTIONS.c.board_id == self._board,
                ACTIONS.c.game_id == game,
                ACTIONS.c.kind == kind,
            )
        )
        with self._lock, self._transaction() as connection:
            return [as_row(found) for found in connection.execute(rows.order_by(ACTIONS.c.seq))]

    def close_game(self) -> None:
        """Mark the open game as closed. Nothing happens when no game is open."""
        with self._lock:
            with self._transaction() as connection:
                seq = self._close_open(connection)
            self._game, self._seq = None, seq

    def archive(self, made_by: str) -> Archive:
        """The games of this board, to be read while the journal is open."""
        return Archive(reading(self._engine), self._engine, self._board, made_by)

    @property
    def seq(self) -> int:
        """The newest sequence number of this board, 0 before its first game."""
        return self._seq

    def close(self) -> None:
        """Let go of the database. A second call does nothing."""
        with self._lock:
            if not self._closed:
                self._closed = True
                self._let_go()

    # ------------------------------------------------------------------------------------ inside

    def _let_go(self) -> None:
        self._syncing.close()
        self._unsynced.dispose()
        self._engine.dispose()

    @contextmanager
    def _transaction(self, engine: Engine | None = None) -> Any:
        if self._closed:
            raise JournalError("The journal is closed already.")
        try:
            with (engine or self._engine).begin() as connection:
                yield connection
        except SQLAlchemyError as error:
            if is_damage(error):
                raise JournalDamaged(
                    f"The journal is damaged ({plain(error)}): stop Trackside and start it again. "
                    "It sets the file aside and offers the last copy."
                ) from error
            raise JournalError(f"The journal cannot be used: {plain(error)}.") from error
        except (msgspec.DecodeError, msgspec.ValidationError) as error:
            raise JournalDamaged(f"A row of the journal cannot be read: {error}.") from error

    def _own_name(
        self, connection: Connection, board_id: str | Callable[[Collection[str]], str]
    ) -> str:
        known = frozenset(connection.scalars(select(BOARDS.c.board_id)))
        name = board_id if isinstance(board_id, str) else board_id(known)
        if name not in known:
            connection.execute(insert(BOARDS), {"board_id": name})
        return name

    def _last_seq(self, connection: Connection) -> int:
        found = connection.scalar(
            select(func.max(ACTIONS.c.seq)).where(ACTIONS.c.board_id == self._board)
        )
        if not isinstance(found, int | None):
            raise JournalDamaged(f"A row of the journal has no number: {found!r:.40}.")
        return found or 0

    def _close_open(self, connection: Connection) -> int:
        """Close the open game within a transaction.

        Returns the newest sequence number after that.
        """
        if self._game is None:
            return self._seq
        at = self._wall()
        self._write(connection, self._game, self._seq + 1, CLOSE, "", {}, at, None)
        fact_rows.let_go(connection, self._board, self._game)
        connection.execute(
            update(GAMES)
            .where(and_(GAMES.c.board_id == self._board, GAMES.c.game_id == self._game))
            .values(closed=at)
        )
        return self._seq + 1

    def _write(
        self,
        connection: Connection,
        game_id: str,
        seq: int,
        kind: str,
        text: str,
        data: Mapping[str, Any],
        at: float,
        checkpoint: Mapping[str, Any] | None,
    ) -> None:
        where = {
            "board_id": self._board,
            "game_id": game_id,
            "seq": seq,
            "revision": self._revision,
        }
        row = {"kind": kind, "text": text, "data": _text(data), "at": at}
        connection.execute(insert(ACTIONS), where | row)
        if checkpoint is not None:
            connection.execute(insert(CHECKPOINTS), where | {"position": _text(checkpoint)})


def _newest(column: ColumnElement[str], board: str) -> Select[Any]:
    """A column of that board's games, the newest first."""
    mine = select(column).where(GAMES.c.board_id == board)
    return mine.order_by(GAMES.c.number.desc()).limit(1)


def _open_game_id(connection: Connection, board: str) -> str | None:
    found = connection.scalar(_newest(GAMES.c.game_id, board).where(GAMES.c.closed.is_(None)))
    return None if found is None else str(found)


def _text(data: Mapping[str, Any]) -> str:
    return msgspec.json.encode(dict(data), order="deterministic").decode()
