"""The table's two clocks: for an open claim window, and for the time that the rules give (RP-74).

Both stand still while nobody can be expected to act: the board is away or in disorder, a question
is open, the board is tested, or somebody has stopped the clocks. After a new game, a takeback or a
restart every time begins anew. The rules' time then waits for the first hand or word, so that no
game runs away from an empty table. Pure: the time is passed in. When a time has run out, the clocks
hand back the actions that are due and make nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

from companion.model.choices import Timer
from companion.wood.seating import Seating
from engine.action import Action
from engine.board import Board
from engine.game import Limit, Position

from . import claims
from .claim_clock import ClaimClock
from .countdown import Countdown
from .open_game import OpenGame

RETRY_SECONDS: Final = 1.0
"""Seconds after which a row that the journal refused is tried again."""
MOST_KEPT: Final = 32
"""At most this many budgets are kept, each with what was left of it."""


@dataclass(frozen=True)
class TimeUp:
    """The actions that are due when a time has run out.

    ``actions``  are made together; ``late``: the limit that was missed, None for a claim window
    """

    actions: tuple[Action, ...]
    late: Limit | None = None


class ClaimFace(Protocol):
    """The clock of the open window as everybody may read it."""

    @property
    def number(self) -> int:
        """The number of the window that is open, or was open last."""

    def skips(self, seat: int) -> bool:
        """Whether a seat lets all windows of this turn go by."""


class ClockFace(Protocol):
    """The clocks as everybody may read them."""

    @property
    def claims(self) -> ClaimFace:
        """The open window's clock."""

    @property
    def window(self) -> Countdown | None:
        """Time to claim; None without a window, and without a limit."""

    @property
    def turn(self) -> Countdown | None:
        """The rules' time."""

    @property
    def limit(self) -> Limit | None:
        """What the rules' time is given for."""

    @property
    def stopped(self) -> bool:
        """Whether somebody has stopped both."""

    @property
    def grains(self) -> tuple[str, ...]:
        """The holes of the sand-glass, in the order in which they go out."""

    def shining(self, now: float) -> int:
        """How many lights of the sand-glass shine now."""

    def timer(self, game: OpenGame, now: float) -> Timer | None:
        """The rules' time as everybody sees it."""


class Clocks:
    """The clocks that run now.

    ``claims``  that of the open window; how long it runs is as wished (``ClaimClock``)
    ``waits``  the rules' time waits for a first sign that somebody is there
    """

    def __init__(self, claim_seconds: float | None, chance: Callable[[], float]) -> None:
        self.claims = ClaimClock(claim_seconds, chance)
        self._glass: tuple[Board, tuple[str, ...]] | None = None
        self.grains: tuple[str, ...] = ()
        self.anew()

    def anew(self) -> None:
        """Begin every time anew: a game was opened or set otherwise, or a step was taken back."""
        self.claims.anew()
        self.turn: Countdown | None = None
        self.limit: Limit | None = None
        self.stopped = False
        self.waits = True
        self._budgets: dict[str, Countdown] = {}
        self._late = 0

    @property
    def window(self) -> Countdown | None:
        """Time to claim; None without a window, and without a limit."""
        return self.claims.countdown

    # ------------------------------------------------------------------------------- following

    def follow(
        self, game: OpenGame | None, seating: Seating | None, *, free: bool, now: float
    ) -> None:
        """Follow what stands on the table; called after everything that changes it.

        ``free``  the seats that are asked can act now; if they cannot, both clocks stand still
        """
        self.claims.follow(game)
        self._give(game, seating, now)
        free = free and not self.stopped
        self.claims.run(free, now)
        _set(self.turn, free and not self.waits, now)

    def _give(self, game: OpenGame | None, seating: Seating | None, now: float) -> None:
        """Set the rules' time that runs now; a budget that was used in part goes on."""
        position = None if game is None else game.position
        limit = None if position is None else position.limit()
        if position is not None and limit is not None and _late(position, limit) is None:
            limit = None  # no action stands for the end of this time
        known = None if limit is None else self._budgets.get(limit.budget)
        if self.turn is not None and self.turn is not known:
            self.turn.stop(now)
        self.limit, self.turn = limit, known
        self.grains = ()
        if limit is not None and game is not None and seating is not None:
            self.grains = self._sand(game, seating)
        if limit is not None and known is None:
            self.turn = self._budgets[limit.budget] = Countdown(limit.seconds)
        while len(self._budgets) > MOST_KEPT:
            self._budgets.pop(next(iter(self._budgets)))

    def _sand(self, game: OpenGame, seating: Seating) -> tuple[str, ...]:
        """The holes of the sand-glass on the open game's board."""
        board = game.position.board
        if self._glass is None or self._glass[0] is not board:
            places = game.presenter.glass(board)
            self._glass = (board, tuple(hole for place in places for hole in seating.holes[place]))
        return self._glass[1]

    def stir(self) -> None:
        """Run on, as somebody is there: a hand moved something in play, or something was told."""
        self.stopped = self.waits = False
        self._late = 0

    def stop(self) -> None:
        """Stop both clocks, as somebody asked."""
        self.stopped = True

    # ----------------------------------------------------------------------------- running out

    def due(self, resting: float | None) -> float | None:
        """Clock time at which a time has run out.

        ``resting``  a marble that was put down in time may rest its dwell until then
        """
        claims, turn = self.claims.due(), None if self.turn is None else self.turn.due()
        first = claims if turn is None else turn if claims is None else min(claims, turn)
        return first if first is None or resting is None else max(first, resting)

    def up(self, position: Position, now: float) -> TimeUp | None:
        """The actions for a time that has run out; None if none has."""
        letting = self.claims.out(position, now)
        if letting:
            return TimeUp(claims.passes(position, letting))
        if self.turn is None or self.limit is None or not self.turn.out(now):
            return None
        action = _late(position, self.limit)
        return None if action is None else TimeUp((action,), self.limit)

    def was_late(self, seats: int) -> None:
        """Count a seat that was late; after ``seats`` late ones in turn, nobody is there."""
        self._late += 1
        self.waits = self._late >= seats

    def again(self, now: float) -> None:
        """Try again a little later: the actions for a time that ran out could not be written."""
        self.claims.again(RETRY_SECONDS, now)
        if self.turn is not None and self.turn.out(now):
            self.turn.again(RETRY_SECONDS, now)

    # --------------------------------------------------------------------------- the sand-glass

    def shining(self, now: float) -> int:
        """How many lights of the sand-glass shine now."""
        if self.turn is None:
            return 0
        return sand(self.turn, len(self.grains), now)

    def grain(self, now: float) -> float | None:
        """Clock time at which the next light of the sand-glass goes out."""
        if self.turn is None or not self.grains:
            return None
        return next_grain(self.turn, len(self.grains), now)

    # ---------------------------------------------------------------------------------- shown

    def timer(self, game: OpenGame, now: float) -> Timer | None:
        """The rules' time as everybody sees it."""
        limit, turn = self.limit, self.turn
        if limit is None or turn is None:
            return None
        return Timer(
            seat=limit.seat,
            colour=game.presenter.colour_of(game.position, limit.seat),
            seconds=round(turn.left(now), 3),
            of=turn.of,
            running=turn.running,
            waits=self.waits,
            action=limit.action,
        )


def sand(clock: Countdown, grains: int, now: float) -> int:
    """How many of the ``grains`` lights still shine in a sand-glass."""
    return math.ceil(grains * clock.left(now) / clock.of - 1e-9)


def next_grain(clock: Countdown, grains: int, now: float) -> float | None:
    """Clock time at which one light fewer shines; None while it stands still."""
    due, shining = clock.due(), sand(clock, grains, now)
    if due is None or not shining:
        return None
    return due - (shining - 1) * clock.of / grains


def _late(position: Position, limit: Limit) -> Action | None:
    """The action that is due when this limit has run out."""
    known = (limit.seat, limit.action)
    return next((a for a in position.legal() if (a.seat, a.text) == known), None)


def _set(clock: Countdown | None, runs: bool, now: float) -> None:
    if clock is not None and runs:
        clock.run(now)
    elif clock is not None:
        clock.stop(now)
