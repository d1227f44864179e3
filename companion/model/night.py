"""A night: several games, and how their players stand; plain data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, Protocol

from msgspec import Struct

from .past import GameResult

Scheme = Literal["places", "wins", "home", "all"]
SCHEMES: Final[tuple[Scheme, ...]] = ("places", "wins", "home", "all")
"""For what there are points. ``places``: n for the first of n players, 1 for the last.

``wins``: one a win; ``home``: one a marble home; ``all``: the three of them together.
"""
NIGHT_SECONDS: Final = 8 * 3600.0
"""A night ends so long after it opened, if nobody ended it before."""
WHOLE_GAME: Final = -1
"""Stands for the seat in a correction of the game as a whole."""


class Mark(Struct, frozen=True):
    """One line of the score book, as it was written; none is ever changed or deleted.

    ``kind``  ``end`` (a night ends), ``reopen`` (it goes on after all), ``scheme``, ``correct``
    ``who``   the names of the seats that the writer held, or what stands for them
    """

    at: float
    who: str
    kind: str
    data: dict[str, Any]


class Corrected(Struct, frozen=True):
    """What was corrected in a game: when, by whom, what it was before and since.

    ``seat``  -1 for the game as a whole; ``field``: ``name``, ``place``, ``home`` or ``counts``
    """

    at: float
    who: str
    seat: int
    field: str
    was: str
    now: str


class NightGame(Struct, frozen=True):
    """A finished game of a night, as corrected. ``points``: by seat, 0 if it does not count."""

    result: GameResult
    points: tuple[int, ...]
    counts: bool = True
    lines: tuple[Corrected, ...] = ()


class Standing(Struct, frozen=True):
    """One player over all games of a night. A person is known by its name, whatever it plays.

    ``key``      names it in this night; ``colours``: as in its last game
    ``rank``     from 1 among the people; equal ones share it; 0 for a bot
    ``best``     has won the night, or leads it
    ``places``   by game, 0 where it did not play; ``ahead``: marbles it had ahead in its last game
    ``seconds``  of an average turn; None without one
    """

    key: str
    name: str
    bot: str
    colours: tuple[str, ...]
    rank: int
    best: bool
    points: int
    wins: int
    places: tuple[int, ...]
    ahead: int = 0
    home: int | None = None
    took: int | None = None
    lost: int | None = None
    back: int | None = None
    waited: int | None = None
    seconds: float | None = None


class Night(Struct, frozen=True):
    """Several games. ``ended``: None while it goes on; ``games``: the finished ones, in order."""

    number: int
    opened: float
    ended: float | None
    scheme: Scheme
    games: tuple[NightGame, ...]
    standings: tuple[Standing, ...]


class Scores(Protocol):
    """The score book. Safe to call from any thread. CommandRefused says what cannot be done."""

    def nights(self) -> Sequence[Night]:
        """All nights, the newest first. JournalError if they cannot be read."""

    def csv(self, night: Night) -> str:
        """A night as a table for spreadsheets."""

    def play_file(self, night: Night) -> Mapping[str, Any]:
        """A night as a play file of BG Stats: the data to be written as JSON."""

    def end(self, who: str) -> None:
        """End the night that goes on."""

    def reopen(self, who: str) -> None:
        """Go on with the newest night after all, if somebody ended it."""

    def choose(self, who: str, night: int, scheme: str) -> None:
        """Count a night's points by another scheme."""

    def correct(self, who: str, game_id: str, changes: Mapping[tuple[int, str], str]) -> None:
        """Correct a finished game: (seat, field) → what it shall be. What is so already stays."""
