"""The table's two clocks: of an open claim window, and of the time that the rules give (RP-74).

Both stand still while nobody can be expected to act: the board is away or in disorder, a question
is open, the board is tested, somebody has stopped them. After a new game, a takeback or a restart
every time is given anew; the rules' time then waits for the first hand or word, so that no game
runs away from an empty table. Time is the table's clock; nothing here sleeps.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from companion.errors import JournalError
from companion.lights.layers import Owner
from companion.model.message import Message
from companion.model.states import TableState
from companion.model.view import Timer
from companion.table.settings import RETRY_SECONDS
from engine.action import Action
from engine.board import Board
from engine.game import Limit, Position
from hardware.ports import LinkState

from . import claims
from .countdown import Countdown

if TYPE_CHECKING:
    from companion.table.core import Core

    from .open_game import OpenGame

AT_A_STOP: Final = frozenset(
    {
        TableState.IDLE,
        TableState.ASK,
        TableState.CORRECTION,
        TableState.OVER,
        TableState.SERVICE,
    }
)
"""States in which no time runs: something else has to be done first."""
MOST_KEPT: Final = 32
"""Of so many budgets is known what was left of them."""


class Clocks:
    """What runs down now. ``claim_seconds`` for a claim window, 0: it stays open.

    ``window``  time to claim; None without a window or without a limit
    ``turn``    the rules' time, ``limit`` what it is
    ``stopped`` somebody has stopped both
    ``waits``   the rules' time waits for a first sign of somebody being there
    ``grains``  the holes of the sand-glass, in the order in which they go out
    """

    def __init__(self, claim_seconds: float) -> None:
        self._claim_seconds = claim_seconds
        self._glass: tuple[Board, tuple[str, ...]] | None = None
        self.grains: tuple[str, ...] = ()
        self.anew()

    def anew(self) -> None:
        """Give every time anew: a game was opened or set otherwise, or a step was taken back."""
        self.window: Countdown | None = None
        self.turn: Countdown | None = None
        self.limit: Limit | None = None
        self.stopped = False
        self.waits = True
        self._budgets: dict[str, Countdown] = {}
        self._late = 0

    # ------------------------------------------------------------------------------- following

    def follow(self, core: Core) -> None:
        """Take what stands on the table; called after everything that changes it."""
        now, position = core.clock.now(), core.position
        self._open_window(position)
        self._give(core, position, now)
        free = not self.stopped and _free(core)
        _set(self.window, free, now)
        _set(self.turn, free and not self.waits, now)

    def _open_window(self, position: Position | None) -> None:
        if not self._claim_seconds or position is None or not claims.may_close(position):
            self.window = None
        elif self.window is None:
            self.window = Countdown(self._claim_seconds)

    def _sand(self, core: Core) -> tuple[str, ...]:
        """The holes of the sand-glass on the open game's board."""
        game = core.game
        assert game is not None
        board = game.position.board
        if self._glass is None or self._glass[0] is not board:
            holes = core.known_seating().holes
            places = game.presenter.glass(board)
            self._glass = (board, tuple(hole for place in places for hole in holes[place]))
        return self._glass[1]

    def _give(self, core: Core, position: Position | None, now: float) -> None:
        """The rules' time that runs now; the one before is kept as far as it was used."""
        limit = None if position is None else position.limit()
        if position is not None and limit is not None and _late(position, limit) is None:
            limit = None  # nothing stands for its having run out
        known = None if limit is None else self._budgets.get(limit.budget)
        if self.turn is not None and self.turn is not known:
            self.turn.stop(now)
        self.limit, self.turn = limit, known
        self.grains = () if limit is None else self._sand(core)
        if limit is not None and known is None:
            self.turn = self._budgets[limit.budget] = Countdown(limit.seconds)
        while len(self._budgets) > MOST_KEPT:
            self._budgets.pop(next(iter(self._budgets)))

    def stir(self, core: Core) -> None:
        """Somebody is there: a hand moved something that is no set-up, or something was told."""
        if core.state is not TableState.CORRECTION:
            self.stopped = self.waits = False
            self._late = 0

    # ----------------------------------------------------------------------------- running out

    def due(self, core: Core) -> float | None:
        """When a time has run out. A marble that was put down in time may rest its dwell."""
        times = [c.due() for c in (self.window, self.turn) if c is not None]
        first = min((t for t in times if t is not None), default=None)
        return first if first is None or core.until is None else max(first, core.until)

    def ring(self, core: Core) -> bool:
        """Make what stands for a time that has run out; whether one had."""
        due, now, game = self.due(core), core.clock.now(), core.game
        if due is None or now < due or game is None or core.until is not None:
            return False
        window, turn = self.window, self.turn
        try:
            if window is not None and window.out(now):
                path = claims.passes(game.position, core.acting)
                core.play(path, auto=True, joined=True)
            elif turn is not None and self.limit is not None:
                self._run_out(core, game, self.limit)
        except JournalError as error:
            core.notice = Message(error.key)
            for clock in (window, turn):
                if clock is not None and clock.out(now):
                    clock.again(RETRY_SECONDS, now)
            core.changed()
        else:
            core.evaluate()
        return True

    def _run_out(self, core: Core, game: OpenGame, limit: Limit) -> None:
        position = game.position
        action = _late(position, limit)
        assert action is not None
        who = game.presenter.player(position, limit.seat, game.names)
        late = self._late + 1
        core.play((action,), auto=True)
        core.notice = Message("notice.late", {"p": who})
        # When everybody was late in turn, nobody is there.
        self._late, self.waits = late, late >= len(position.seats)

    # --------------------------------------------------------------------------- the sand-glass

    def shining(self, core: Core) -> int:
        """How many lights of the sand-glass shine now."""
        if self.turn is None:
            return 0
        return sand(self.turn, len(self.grains), core.clock.now())

    def grain(self, core: Core) -> float | None:
        """Clock time at which the next light of the sand-glass goes out."""
        if self.turn is None or not self.grains:
            return None
        return next_grain(self.turn, len(self.grains), core.clock.now())

    def sift(self, core: Core) -> bool:
        """Put out the light whose time has come; whether there was one. Nothing else changes."""
        if self.turn is None or self.shining(core) == len(core.layers.of(Owner.GLASS)):
            return False
        core.relight()
        return True

    # ---------------------------------------------------------------------------------- shown

    def timer(self, core: Core) -> Timer | None:
        """The rules' time as everybody sees it."""
        limit, turn, game = self.limit, self.turn, core.game
        if limit is None or turn is None or game is None:
            return None
        return Timer(
            seat=limit.seat,
            colour=game.presenter.colour_of(game.position, limit.seat),
            seconds=round(turn.left(core.clock.now()), 3),
            of=turn.of,
            running=turn.running,
            waits=self.waits,
            action=limit.action,
        )

    @property
    def ticking(self) -> bool:
        """Whether any of them runs."""
        return any(clock is not None and clock.running for clock in (self.window, self.turn))


def sand(clock: Countdown, grains: int, now: float) -> int:
    """How many of so many lights still shine in a sand-glass."""
    return math.ceil(grains * clock.left(now) / clock.of - 1e-9)


def next_grain(clock: Countdown, grains: int, now: float) -> float | None:
    """Clock time at which one light fewer shines; None while it stands still."""
    due, shining = clock.due(), sand(clock, grains, now)
    if due is None or not shining:
        return None
    return due - (shining - 1) * clock.of / grains


def _late(position: Position, limit: Limit) -> Action | None:
    """The action that stands for a time's having run out."""
    known = (limit.seat, limit.action)
    return next((a for a in position.legal() if (a.seat, a.text) == known), None)


def _set(clock: Countdown | None, runs: bool, now: float) -> None:
    if clock is not None and runs:
        clock.run(now)
    elif clock is not None:
        clock.stop(now)


def _free(core: Core) -> bool:
    """Whether whoever is asked can act now."""
    here = core.hands.link in (LinkState.UP, LinkState.NONE)
    return here and core.state not in AT_A_STOP
