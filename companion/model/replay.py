"""A game that was played, move by move, as everybody may see it; plain data.

No hand and no order of a deck is in it. So a game that is over may be watched by anybody.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from msgspec import Struct, field

from companion.errors import FileRefused
from engine.game import Position

from .message import Message
from .past import GameResult, SeatResult
from .street import StreetView


class Watched(Struct, frozen=True):
    """How the board stood after a move. ``number`` 0: before the first.

    ``seat``   of whoever moved; ``token``: what moved, ``card`` as it looks, ``action`` its text
    ``told``   what happened in one sentence; ``line`` where from and where to; ``said`` aloud
    ``moves``  hole → hole, as hands did it; ``sent``: holes to which tokens were sent off
    ``took``   tokens that were captured; ``home``: tokens that came home
    ``turn``   counts the turns; ``at``: seconds since the game began
    ``holes``  hole → token; ``marks``: what lies there and is no token
    """

    number: int
    seat: int | None
    token: str
    card: str
    action: str
    told: Message
    line: Message | None
    said: Message
    moves: tuple[tuple[str, str], ...] = ()
    sent: tuple[str, ...] = ()
    took: tuple[str, ...] = ()
    home: tuple[str, ...] = ()
    turn: int = 0
    at: float = 0.0
    holes: dict[str, str] = field(default_factory=dict)
    marks: dict[str, str] = field(default_factory=dict)
    street: StreetView | None = None


class Turning(Struct, frozen=True):
    """A move that changed much: its number, and what it changed in one sentence."""

    number: int
    message: Message


class Replay(Struct, frozen=True):
    """One game to be watched.

    ``names``   by seat, as a param of a message; ``board``: the kind of its board
    ``stands``  the beginning and every move after it
    ``curve``   by moment, the chance of each team to win in whole percent; 0: under 1, or lost.
                Empty in a game whose chances nobody knows
    ``turns``   at most three turning points; ``decided``: after which the winner's chance rose most
    ``over``    somebody has won
    ``why``     why it stops at its last good move and cannot be read further; "" as a rule
    ``dealt``   the service has dealt cards, which are dealt anew for who plays on
    """

    id: str
    number: int
    game: str
    rules: str
    board: str
    started: float
    seats: tuple[SeatResult, ...]
    names: dict[int, str]
    stands: tuple[Watched, ...]
    curve: tuple[tuple[int, ...], ...] = ()
    turns: tuple[Turning, ...] = ()
    decided: Turning | None = None
    over: bool = False
    why: str = ""
    house: str = ""
    dealt: bool = False

    @property
    def last(self) -> int:
        """The number of the last move."""
        return len(self.stands) - 1


class Onward(Struct, frozen=True):
    """A game from the middle of another: the options of the row ``new``, and the position."""

    options: dict[str, Any]
    position: dict[str, Any]


class Replays(Protocol):
    """The games that may be watched. Safe to call from any thread.

    A game has its number for a name; a record that somebody loaded has one that begins with ``r``.
    Errors are FileRefused: ``no-such-game``, ``still-played``, ``unreadable``.
    """

    def replay(self, name: str) -> Replay:
        """A game move by move."""

    def now(self) -> Replay | None:
        """The game at the table as far as it is played; None without one."""

    def position(self, name: str, move: int) -> Position:
        """The position after a move, as everybody may know it; ``no-such-move`` otherwise."""

    def written(self, name: str) -> bytes:
        """The record of a game, to be kept and loaded again; it tells every hand.

        ``hands-hidden`` while the game can still be gone on with.
        """

    def withheld(self, name: str) -> FileRefused | None:
        """Why ``written`` gives no record of a game; None where it gives one."""

    def loaded(self) -> Sequence[tuple[str, GameResult]]:
        """The records that people loaded, by name."""

    def load(self, raw: bytes) -> str:
        """Take a record in, and give it a name; ``bad-record`` says what is wrong with it."""

    def forget(self, name: str) -> None:
        """Delete a record that was loaded."""

    def onward(self, name: str, move: int) -> Onward:
        """What a new game from that move needs; ``over-there`` if nothing can be played there."""
