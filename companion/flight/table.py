"""A table with a flight recorder that listens. To the loop it is the table itself.

Every call that tells the table something becomes a line. It holds the time, what went into the
journal, what chance brought and the state that followed. One input has one time: the table's clock
stands still while it thinks.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol, TypeVar

import msgspec

from companion.errors import CommandRefused
from companion.lights.layers import Lit
from companion.model import refusals
from companion.model.commands import Caller, Command, Outcome, Report
from companion.model.journal import Journal
from companion.model.ports import OwnedTable, OwnQuestions
from companion.model.service import Serviced
from companion.model.states import AT_REST, TableState
from companion.model.stroke import Stroke
from companion.model.view import View
from hardware.ports import (
    Clock,
    HoleChange,
    LightFrame,
    SensorEvent,
    Snapshot,
)

from .lines import Head, Input, Raw, encode, mask
from .recorder import FlightRecorder
from .shown import Shown
from .tapped import StoppedClock, TappedJournal, TappedRandom

T = TypeVar("T")

CALM_SECONDS: Final = 3.0
"""Seconds without an event after which the next file is begun."""
CALM: Final = (AT_REST - {TableState.PENDING}) | {TableState.IDLE, TableState.OVER}
"""States in which a new table may take over without anybody noticing."""


class Playable(OwnedTable, Protocol):
    """The table proper, which the recorder listens to."""

    def resume(self, *, greet: bool = True) -> str | None:
        """Take up the journal's open game, and say so if ``greet`` is set.

        Returns why what the hands did before could not be believed again, or None.
        """

    @property
    def state(self) -> TableState:
        """What the table is waiting for."""

    @property
    def lit(self) -> Mapping[str, Lit]:
        """What every lit hole means, whatever the theme."""

    @property
    def brings(self) -> bool:
        """Whether the table's own hand still has to bring something that words have moved."""

    def told(self, t: float) -> tuple[SensorEvent, ...]:
        """What the sensors told it so far, as events of a time."""


Build = Callable[[Clock, random.Random, Journal, int], Playable]
"""A function that makes a table from clock, chance, journal and first sequence number."""


class FlightTable:
    """``companion.model.ports.OwnedTable`` and ``Recorder`` in one.

    ``build``   makes the table proper
    ``begin``   makes a flight's head from base, first sequence number and time
    ``report``  called with the recorder's file and its size when a misread was reported
    """

    def __init__(
        self,
        build: Build,
        *,
        clock: Clock,
        rng: random.Random,
        journal: Journal,
        recorder: FlightRecorder,
        begin: Callable[..., Head],
        report: Callable[[FlightRecorder], None] = lambda recorder: None,
    ) -> None:
        self._build = build
        self._clock = clock
        self._stopped = StoppedClock()
        self._rng = TappedRandom(rng)
        self._journal = TappedJournal(journal)
        self._recorder = recorder
        self._begin = begin
        self._report = report
        self._shown = Shown()
        self._touched = 0.0
        self._frames = 0
        """Frames of the tables before this one."""
        self._table = self._made(1)

    def _made(self, seq: int) -> Playable:
        return self._build(self._stopped, self._rng, self._journal, seq)

    # ------------------------------------------------------------------------------- being told

    def resume(self, *, greet: bool = True) -> str | None:
        """Take up the journal's open game; a flight begins with it."""
        t = self._clock.now()
        base = self._journal.base()
        head = self._begin(base=base, seq=self._table.seq, t=t)
        self._recorder.begin(encode(head))
        what = [] if greet else ["quietly"]
        return self._input("resume", what, lambda: self._table.resume(greet=greet))

    def sensors(self, event: SensorEvent) -> None:
        """A debounced change, a full picture, or news of the link."""
        kind, what = described(event)
        self._input(kind, what, lambda: self._table.sensors(event))

    def remark(self, hole: str, token: str) -> None:
        """The marble that the virtual hand will put into a hole next; empty if it does not say."""
        self._input("remark", [hole, token], lambda: self._table.remark(hole, token))

    def hand_comes(self) -> None:
        """Somebody's hand comes to the virtual board.

        That is a line only where it changes something: hands come all evening.
        """
        if self._table.brings:
            self._input("come", [], self._table.hand_comes)

    def command(self, command: Command, caller: Caller) -> Outcome:
        """Carry out; raises CommandRefused."""
        reported = isinstance(command, Report)
        if reported and self._recorder.dead:
            raise refusals.nothing_recorded()  # fmt: skip
        what = [msgspec.to_builtins(command), sorted(caller.seats), caller.table]
        what += ["host"] if caller.host else []
        outcome = self._input("command", what, lambda: self._table.command(command, caller))
        if reported:
            self.flush()
            self._report(self._recorder)
        return outcome

    def sit(self, seat: int, holder: str, *, bot: bool = False) -> Outcome:
        """Take a seat; with ``bot`` also that of a bot."""
        what = [seat, mask(holder)] + (["bot"] if bot else [])
        return self._input("sit", what, lambda: self._table.sit(seat, holder, bot=bot))

    def leave(self, holder: str, seat: int | None = None) -> Outcome:
        """Free all seats of a holder, or only ``seat``."""
        what = [mask(holder)] if seat is None else [mask(holder), seat]
        return self._input("leave", what, lambda: self._table.leave(holder, seat))

    def tick(self) -> None:
        """Do what is due: for the table, or for the next file."""
        due, now = self._table.deadline(), self._clock.now()
        if due is not None and due <= now:
            self._input("tick", [], self._table.tick)
        elif self._next_file_due() is not None and self._calm():
            self._begin_anew()

    # --------------------------------------------------------------------------------- being read

    @property
    def seq(self) -> int:
        """Rises with every visible change."""
        return self._table.seq

    @property
    def frames(self) -> int:
        """Rises with every change of the lights."""
        return self._frames + self._table.frames

    @property
    def state(self) -> TableState:
        """What the table is waiting for."""
        return self._table.state

    @property
    def game_id(self) -> str | None:
        """The id of the open game."""
        return self._table.game_id

    @property
    def questions(self) -> OwnQuestions:
        """The table itself: questions change nothing, so they are not recorded."""
        return self._table.questions

    def deadline(self) -> float | None:
        """Clock time of the next tick that is needed."""
        due = [t for t in (self._table.deadline(), self._next_file_due()) if t is not None]
        return min(due, default=None)

    def view(self, audience: int | None) -> View:
        """Snapshot for one audience."""
        if audience is not None:
            return self._view_now(audience)
        view = self._table.view(None)
        self._shown.show(view)
        return view

    def _view_now(self, audience: int) -> View:
        """The view for people who join late, with the time left now; the table's clock stands."""
        told = self._stopped.t
        self._stopped.t = self._clock.now()
        try:
            return self._table.view(audience)
        finally:
            self._stopped.t = told

    def strokes(self) -> tuple[Stroke, ...]:
        """What the bots' hand is to do; what comes of it is recorded as any hand's."""
        return self._table.strokes()

    def lights(self) -> LightFrame:
        """What the pixels show."""
        return self._table.lights()

    @property
    def service(self) -> Serviced | None:
        """The service mode that runs."""
        return self._table.service

    # --------------------------------------------------------------------------------- recording

    def event(self, event: SensorEvent) -> None:
        """Take what a sensor said, before debounce."""
        kind, what = described(event)
        self._recorder.line(encode(Raw(kind, self._clock.now(), what)))

    def flush(self) -> None:
        """Write what was gathered, since nothing else is to be done."""
        self._settle_view()
        self._recorder.flush()

    def _input(self, kind: str, what: list[Any], run: Callable[[], T]) -> T:
        """Tell the table, and write down what came of it."""
        self._settle_view()
        t = self._stopped.t = self._touched = self._clock.now()
        refused = broke = None
        try:
            return run()
        except CommandRefused as error:
            refused = error.code
            raise
        except Exception as error:
            broke = type(error).__name__
            raise
        finally:
            table, wrote, drew = self._table, self._journal.take(), self._rng.take()
            state = table.state.value
            due = table.deadline() or 0.0
            facts = self._journal.take_facts()
            line = Input(kind, t, what, state, table.seq, wrote, drew, refused, broke, due, facts)
            self._recorder.line(encode(line))

    def _settle_view(self) -> None:
        """Write what was shown since."""
        seen = self._shown.line(self._table.seq, self.frames, self._table.lit)
        if seen is not None:
            self._recorder.line(encode(seen))

    # ------------------------------------------------------------------------------ the next file

    def _next_file_due(self) -> float | None:
        """When the next file may begin; None while this one has room or hands are at work."""
        if not self._recorder.full or self._table.state not in CALM:
            return None
        # A sensor that chatters on and on leaves no calm; then any moment of rest must do.
        return self._touched + (0.0 if self._recorder.stuffed else CALM_SECONDS)

    def _calm(self) -> bool:
        due = self._next_file_due()
        if due is None or due > self._clock.now():
            return False
        view = self._table.view(None)
        runs = view.window is not None or view.timer is not None  # a new table gives it anew
        if not view.owed and not view.in_hand and view.ask is None and not runs:
            return True
        self._touched = self._clock.now()
        return False

    def _begin_anew(self) -> None:
        """Begin the table anew, as after a restart (PP-15): the next file holds a whole flight."""
        self._settle_view()
        self._frames += self._table.frames
        told = self._table.told(self._clock.now())
        self._table = self._made(self._table.seq)
        self.resume(greet=False)
        for event in told:
            self.sensors(event)


def described(event: SensorEvent) -> tuple[str, list[Any]]:
    """A sensor event as the kind and the parts of a line."""
    if isinstance(event, HoleChange):
        return "hole", [event.hole, event.present, event.t]
    if isinstance(event, Snapshot):
        return "picture", ["".join("1" if full else "0" for full in event.present), event.t]
    code = [event.code] if event.code else []
    return "link", [event.state.value, event.reason, *code]
