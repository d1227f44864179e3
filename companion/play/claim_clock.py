"""The time for which a claim window is open, and the seats that let all windows of a turn go by.

A claim gives everybody the whole time anew; letting go gives nobody more. A seat that lets the
whole turn go by is answered for after a random part of each window: an answer at once would tell.
Pure: the time is passed in, and so is chance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from engine.game import Position

from . import claims
from .countdown import Countdown
from .open_game import OpenGame, latest


class ClaimClock:
    """The clock of the open window.

    ``wanted``     seconds, as the table has them set; None: the game's own, 0: no clock
    ``chance``     gives a share of a window, 0 to 1
    ``countdown``  time to claim; None without a window, and without a limit
    ``number``     of the window that is open, or was open last. It counts windows, never steps: who
                   is asked, and how often, may hang on a hidden hand
    """

    def __init__(self, wanted: float | None, chance: Callable[[], float]) -> None:
        self._wanted: Final = wanted
        self._chance: Final = chance
        self.number = 0
        self.anew()

    def anew(self) -> None:
        """Forget the window, and who lets the turn go by."""
        self.countdown: Countdown | None = None
        self._opened: int | None = None
        self._skipping: dict[int, int | None] = {}
        self._answers: dict[int, Countdown] = {}
        self._runs = False

    # ------------------------------------------------------------------------------- following

    def follow(self, game: OpenGame | None) -> None:
        """Follow the open game: a window opens, goes on, opens anew or is shut."""
        position = None if game is None else game.position
        turn = None if position is None else position.turn_number
        self._skipping = {seat: of for seat, of in self._skipping.items() if of == turn}
        if game is None or position is None or not claims.is_open(position):
            self.countdown = self._opened = None
            self._answers.clear()
            return
        opened = len(game.steps) - claims.passed(latest(game))
        if opened != self._opened:
            self._opened, self.countdown = opened, None
            self._answers.clear()
            self.number += 1
        if claims.may_close(position):
            self._give(game, position)

    def _give(self, game: OpenGame, position: Position) -> None:
        """Give the open window its time, and each seat that skips it the time of its answer."""
        seconds = game.claim_time.seconds(self._wanted)
        if self.countdown is None and seconds:
            self.countdown = Countdown(seconds)
        asked = position.to_act
        assert isinstance(asked, frozenset)
        left = seconds or game.claim_time.usual
        self._answers = {
            seat: self._answers.get(seat) or Countdown(left * self._chance())
            for seat in sorted(asked & self._skipping.keys())
        }

    def run(self, runs: bool, now: float) -> None:
        """Let everything run, or stand still."""
        self._runs = runs
        for clock in self._all():
            if runs:
                clock.run(now)
            else:
                clock.stop(now)

    # ---------------------------------------------------------------------------- a whole turn

    def skip(self, game: OpenGame, seats: frozenset[int], now: float) -> None:
        """These seats let every window of this turn go by."""
        self._skipping |= dict.fromkeys(seats, game.position.turn_number)
        self.follow(game)
        self.run(self._runs, now)

    def unskip(self, seats: Iterable[int]) -> None:
        """These seats answer for themselves again."""
        for seat in seats:
            self._skipping.pop(seat, None)
            self._answers.pop(seat, None)

    def skips(self, seat: int) -> bool:
        """Whether a seat lets all windows of this turn go by."""
        return seat in self._skipping

    # ----------------------------------------------------------------------------- running out

    def due(self) -> float | None:
        """Clock time at which something has run out."""
        if self.countdown is None and not self._answers:
            return None  # mostly, and it is asked for again and again
        times = [time for clock in self._all() if (time := clock.due()) is not None]
        return min(times, default=None)

    def out(self, position: Position, now: float) -> frozenset[int]:
        """The seats that let the window go by now, since a time has run out."""
        asked = position.to_act
        if not isinstance(asked, frozenset):
            return frozenset()
        if self.countdown is not None and self.countdown.out(now):
            return asked
        return frozenset(seat for seat, clock in self._answers.items() if clock.out(now)) & asked

    def again(self, seconds: float, now: float) -> None:
        """Try again so much later."""
        for clock in self._all():
            if clock.out(now):
                clock.again(seconds, now)

    def _all(self) -> list[Countdown]:
        first = [] if self.countdown is None else [self.countdown]
        return [*first, *self._answers.values()]
