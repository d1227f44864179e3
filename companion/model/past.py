"""The games that were played: who sat where, how it ended, what happened; plain data.

All of it is read from the journal's rows, so nothing is counted twice, and what was taken back is
not counted at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from msgspec import Struct

from .journal import GameRecord


class SeatResult(Struct, frozen=True):
    """What one seat did in a game. None: its game has no notion of that.

    ``began``    its turn was the first one
    ``name``     of whoever sat there at the end ("" = unnamed); ``bot``: level of its bot, or empty
    ``place``    from 1; equal seats share it, and partners have the same; 0 before the end
    ``turns``    its turns, and the ``seconds`` that it thought in them; breaks do not count
    ``home``     marbles home at the end, ``of`` so many; ``to_go``: holes still to go for the rest
    ``ahead``    marbles that were home before the first turn (a handicap)
    ``took``     marbles of others that its moves sent off; ``lost``: those of its own that were
    ``back``     marbles of its own that had to leave the ring (FT-25)
    ``waited``   most of its turns in a row that ended with no marble on its way
    """

    seat: int
    colours: tuple[str, ...]
    team: int
    name: str = ""
    bot: str = ""
    won: bool = False
    place: int = 0
    turns: int = 0
    seconds: float = 0.0
    home: int | None = None
    of: int | None = None
    to_go: int | None = None
    ahead: int = 0
    took: int | None = None
    lost: int | None = None
    back: int | None = None
    waited: int | None = None
    began: bool = False


NAMELESS: Final = "*"
"""What stands for the name of a house that has none; no name has such a sign."""


class GameResult(Struct, frozen=True):
    """One game of the journal, in short.

    ``game``     name in the registry; ``rules`` and ``board``: as the game was ordered
    ``house``    name of the house by whose rules it was played; "" for those of the sheet;
                 ``*`` for a house without a name
    ``started``  seconds since the epoch; ``ended``: when the last move was made
    ``moves``    moves and throws that stand; ``over``: somebody has won
    ``closed``   nobody can go on with it
    ``curve``    the chance of each team to win, in percent, at some forty moments; empty without
    ``why``      why the record cannot be read, and the rest is empty; "" as a rule
    """

    id: str
    number: int
    game: str
    rules: str
    board: str
    started: float
    ended: float
    moves: int = 0
    over: bool = False
    closed: bool = True
    seats: tuple[SeatResult, ...] = ()
    why: str = ""
    curve: tuple[tuple[int, ...], ...] = ()
    house: str = ""

    @property
    def team_colours(self) -> list[str]:
        """The first colour of each team, in the order of their numbers."""
        first: dict[int, str] = {}
        for one in self.seats:
            first.setdefault(one.team, one.colours[0])
        return [first[team] for team in sorted(first)]


class Past(Protocol):
    """The games of this board. Safe to call from any thread, and no game waits for it."""

    def games(self) -> Sequence[GameResult]:
        """Every game, the newest first; the open one too. JournalError if none can be read."""

    def record(self, game_id: str) -> GameRecord | None:
        """All rows of one game; None if there is no such game.

        They tell every hand and the order of the deck: of an open game, nobody may see them.
        """

    def going(self, after: int) -> GameRecord | None:
        """The newest game, with its rows after the number ``after``; None once it is closed."""


class NoPast:
    """The past where no journal is kept."""

    def games(self) -> Sequence[GameResult]:
        """None."""
        return ()

    def record(self, game_id: str) -> GameRecord | None:
        """None."""
        return None

    def going(self, after: int) -> GameRecord | None:
        """None."""
        return None
