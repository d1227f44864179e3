"""The agenda: everything that the table does by itself as time goes on, and when it is due."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from companion.errors import JournalError
from companion.model.message import Message
from companion.play.clocks import RETRY_SECONDS, TimeUp
from engine.game import CHANCE

from .bot_play import BotPlay
from .held_moment import HeldMoment
from .referee import Referee


class Entry(NamedTuple):
    """One duty that waits for its time.

    ``due``    the clock time at which it is done; None while it waits for nothing
    ``act``    does it
    ``ready``  whether to do it now, for a duty that does not go by ``due`` alone
    """

    due: Callable[[], float | None]
    act: Callable[[], None]
    ready: Callable[[], bool] | None = None

    def is_ready(self, now: float) -> bool:
        """Whether to do it now."""
        if self.ready is not None:
            return self.ready()
        due = self.due()
        return due is not None and now >= due


class Agenda:
    """The table's duties, in the order in which they are done if several are due."""

    def __init__(self, held: HeldMoment, referee: Referee) -> None:
        self._held = held
        self._referee = referee
        bots = BotPlay(held, referee)
        self._entries = (
            Entry(self._reading_due, self._read),
            Entry(self._believing_due, referee.evaluate),
            Entry(self._clocks_due, self._ring),
            Entry(self._grain_due, self._sift, self._sand_has_run),
            Entry(self._beacon_due, self._beacon_out),
            Entry(self._saying_due, self._make_announced),
            Entry(bots.due, bots.act),
            Entry(self._preparing_due, self._prepare),
        )

    def due(self) -> float | None:
        """Clock time at which ``act`` has something to do."""
        first = None
        for entry in self._entries:
            time = entry.due()
            if time is not None and (first is None or time < first):
                first = time
        return first

    def act(self) -> None:
        """Do the first thing that is due."""
        now = self._held.now()
        entry = next((entry for entry in self._entries if entry.is_ready(now)), None)
        if entry is not None:
            entry.act()

    # ---------------------------------------------------------------------------------- the board

    def _reading_due(self) -> float | None:
        """When a dwell is over, or a row may be tried again."""
        return self._held.alarms.read

    def _read(self) -> None:
        """Read the board, unless time has passed that tells nothing new."""
        held, hands = self._held, self._held.hands
        held.alarms.read = None
        unwritten = hands.sensors.chattering or (held.position and held.position.to_act is CHANCE)
        if not unwritten and hands.rests_as_read(held.now()):
            held.alarms.read = hands.due()
            self._referee.facts.follow()
        else:
            self._referee.evaluate()

    def _believing_due(self) -> float | None:
        """When a sensor that chattered has been quiet for long enough (PP-13)."""
        hands = self._held.hands
        return hands.sensors.health.due() if hands.sensors.health.aside and hands.playing else None

    # --------------------------------------------------------------------------------- the clocks

    def _clocks_due(self) -> float | None:
        """When the time to claim, or the rules' time, has run out."""
        return self._held.clocks.due(self._held.alarms.read)

    def _ring(self) -> None:
        held = self._held
        assert held.position is not None
        up = held.clocks.up(held.position, held.now())
        if up is not None:
            self._play_late(up)
        else:
            self._referee.evaluate()

    def _play_late(self, up: TimeUp) -> None:
        """Let the referee play the actions for a time that has run out."""
        held, game, late = self._held, self._held.game, up.late
        assert game is not None
        position = game.position
        try:
            self._referee.play(up.actions, auto=True, joined=late is None)
        except JournalError as error:
            held.notice = Message(error.key)
            held.clocks.again(held.now())
            self._referee.changed()
            return
        if late is not None:
            who = game.presenter.player(position, late.seat, game.names)
            held.notice = Message("notice.late", {"p": who})
            held.clocks.was_late(len(position.seats))
        self._referee.evaluate()

    def _grain_due(self) -> float | None:
        """When a light of the sand-glass goes out."""
        return self._held.clocks.grain(self._held.now())

    def _sand_has_run(self) -> bool:
        clocks, lights = self._held.clocks, self._held.lights
        return clocks.turn is not None and clocks.shining(self._held.now()) != lights.grains

    def _sift(self) -> None:
        self._held.lights.sift(self._held)

    def _beacon_due(self) -> float | None:
        """When whoever asked where the own marbles are has seen them for long enough."""
        return self._held.lights.beacon.due

    def _beacon_out(self) -> None:
        lights = self._held.lights
        lights.beacon.fade(self._held.now())
        lights.darken(self._held)

    # ------------------------------------------------------------------------------- what is said

    def _saying_due(self) -> float | None:
        """When the only action has been said for long enough (PP-18)."""
        return self._held.itself.saying.due

    def _make_announced(self) -> None:
        held = self._held
        action = held.itself.saying.taken()
        assert action is not None
        try:
            self._referee.play((action,), auto=True)
        except JournalError as error:
            held.notice = Message(error.key)
            held.itself.saying.again(action, held.now() + RETRY_SECONDS)
            self._referee.changed()
        else:
            self._referee.evaluate()

    # -------------------------------------------------------------------------------- what may wait

    def _preparing_due(self) -> float | None:
        """When to work out what a move before its card could mean (PP-7).

        The lights of the last change are out by then, and the next lift finds the result ready.
        """
        due = self._held.alarms.prepare
        return due if due is not None and self._held.hands.playing else None

    def _prepare(self) -> None:
        self._held.alarms.prepare = None
        self._held.options.prepare()
