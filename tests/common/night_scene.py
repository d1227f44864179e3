"""Two nights to be shown: a past that is set, with a real score book on a real database."""

from __future__ import annotations

import calendar
from collections.abc import Sequence
from pathlib import Path

from companion.model.journal import GameRecord
from companion.model.past import GameResult, SeatResult
from companion.service.score_book import ScoreBook
from companion.store.database import sqlite_url
from companion.store.journal import SqlJournal

HOUR = 3600.0
FRIDAY = float(calendar.timegm((2026, 11, 20, 18, 30, 0)))
PLAYERS = (("A", "Anna"), ("E", "Maximilian-Gustav"), ("D", "Dora"), ("B", ""))


def seat(n: int, place: int, home: int, ahead: int = 0) -> SeatResult:
    """What one of the four did in a game; the last is a bot."""
    colour, name = PLAYERS[n]
    bot = "" if name else "good"
    counted = (3 + n, 4 - n, n % 2, 5 + 2 * n)
    return SeatResult(
        n,
        (colour,),
        n,
        name,
        bot,
        place == 1,
        place,
        30,
        200.0 + 70 * n,
        home,
        4,
        9,
        ahead,
        *counted,
    )


def game(number: int, at: float, places: Sequence[int], over: bool = True) -> GameResult:
    """A game that ended with these places."""
    seats = tuple(seat(n, place, 5 - place, int(n == 2)) for n, place in enumerate(places))
    times = (at, at + 0.6 * HOUR)
    return GameResult(
        f"g{number}",
        number,
        "fast_track",
        "classic",
        "hex",
        *times,
        140 + number,
        over,
        True,
        seats,
    )


class SetPast:
    """``companion.model.past.Past`` with these games."""

    def __init__(self, *games: GameResult) -> None:
        self.found = sorted(games, key=lambda one: -one.number)

    def games(self) -> Sequence[GameResult]:
        """The newest first."""
        return self.found

    def record(self, game_id: str) -> GameRecord | None:
        """None is kept."""
        return None

    def going(self, after: int) -> GameRecord | None:
        """None goes on."""
        return None


def two_nights() -> SetPast:
    """One night of two games a week ago, and one of three games."""
    before = [game(n, FRIDAY - 168 * HOUR + n * HOUR, (1, 2, 3, 4)) for n in (1, 2)]
    orders = ((2, 1, 3, 4), (1, 3, 2, 3), (1, 2, 4, 2))
    now = [game(3 + n, FRIDAY + n * HOUR, order) for n, order in enumerate(orders)]
    return SetPast(*before, *now)


class Kept:
    """The score book over a past, in a folder; ``close`` lets go of its database."""

    def __init__(self, folder: Path, past: SetPast) -> None:
        url = sqlite_url(folder / "book.db")
        self.past = past
        self._journal = SqlJournal(url, board_id="b", revision="1", wall=lambda: FRIDAY)
        self._archive = self._journal.archive("1")
        self.book = ScoreBook(past, self._archive.scores, "ABCDEF", lambda: FRIDAY + 3 * HOUR)

    def close(self) -> None:
        """The test is over."""
        self._archive.close()
        self._journal.close()
