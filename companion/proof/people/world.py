"""The simulator's world: marbles, hands, board, wire and table on one clock that never waits.

A hand moves a marble. The firmware's core scans the pins, the codec carries the edges, and the
session reads them. The debounce lets them through, the table decides, and its lights travel back.
Only the clock is false.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, Final, Protocol

from companion.games.packs import PACKS
from companion.model.commands import Caller, Command, New
from companion.model.view import View
from companion.store.memory import MemoryJournal
from companion.table.table import Table, TableSettings
from engine.board import Board
from engine.game import Position
from engine.registry import REGISTRY
from firmware_bridge.link.session import DeviceReport, Session
from firmware_bridge.virtual.simulated import STEP, SimulatedLink

from .felt import Ear, Overheard
from .judge import Judge

BOUNCE: Final = 0.012
"""Seconds that every contact chatters before it rests, at every lift and every put."""
AT_TABLE: Final = Caller(table=True)
DEALT: Final = "virtual"
"""Hands that the service deals: only the holder of a seat plays its cards."""
LINK_SECONDS: Final = 8.0
"""Seconds within which a healthy link is up again."""


class World(Protocol):
    """What a simulated person can do and see. ``wood`` is hole → token, ``hand`` the tokens held.

    ``ear`` is the judge's alone. It keeps what the sensors told the table.
    """

    board: Board
    judge: Judge
    ear: Ear

    @property
    def wood(self) -> Mapping[str, str]:
        """The marbles that really stand on the board."""

    @property
    def hand(self) -> tuple[str, ...]:
        """Marbles in anybody's hand. The last one was lifted last."""

    def lift(self, hole: str) -> None:
        """Lift the marble of that hole."""

    def put(self, hole: str, token: str) -> None:
        """Put a marble of that token from the hand into the hole."""

    def wait(self, seconds: float) -> None:
        """Let time pass."""

    def view(self) -> View:
        """What the page shows to everybody."""

    def command(self, command: Command) -> None:
        """Tap on the page. Raises CommandRefused as the page does."""

    def fault(self, name: str, value: float = 0.0) -> None:
        """Begin a fault of the wire (``firmware_bridge.virtual.faults``)."""

    def heal(self) -> None:
        """End the faults of the wire."""

    def force(self, hole: str, level: bool | None) -> None:
        """Make a sensor lie, or heal it."""

    def power_cut(self, seconds: float) -> None:
        """Take the power away for that many ``seconds``."""

    def close(self) -> None:
        """Clear the table away. A second call does nothing."""


def off_board(position: Position) -> list[str]:
    """Tokens that stand in no hole: on a tray, beside the board, in somebody's hand."""
    places = position.board.places
    standing = position.occupancy().items()
    return [token for name, tokens in standing if not places[name].holes for token in tokens]


def everybody(position: Position, view: View) -> Caller:
    """The one screen that all players share. Where hands are dealt, it holds every seat."""
    if view.game is None or view.game.hands != DEALT:
        return AT_TABLE
    return Caller(frozenset(range(len(position.seats))), host=True)


class SimulatedWorld:
    """``World`` in simulated time. ``options`` are the fields of the command ``new``."""

    def __init__(self, options: Mapping[str, Any], seed: int) -> None:
        self._rng = random.Random(seed)
        self.ear = Ear()
        self.journal = MemoryJournal(lambda row: self.ear.row_written(row.kind))
        self._start = 1000.0
        self._link: SimulatedLink | None = None
        self._table = self._new_table()
        self._table.command(New(**options), AT_TABLE)
        board = self._table.drawing()
        assert board is not None
        self.board = board
        game = REGISTRY.game(str(options["game"]))
        self.judge = Judge(game, self.journal)
        self._everybody = everybody(self.judge.position, self._table.view(None))
        self._link = SimulatedLink(
            board.holes, seed=self._rng.randrange(1 << 30), bounce=BOUNCE, start=self._start
        )
        beside = off_board(self.judge.position)
        self._link.board.world.set_out(self._table.expected_tokens(), beside, self._link.now)
        self._lit = -1
        self._tick_after = 0.0
        self.wait_for_link()

    # ------------------------------------------------------------------------------ the machine

    def now(self) -> float:
        """Seconds. This world is its own clock."""
        return self._start if self._link is None else self._link.now

    def _new_table(self, kind: str = "virtual") -> Table:
        self._sensing = Overheard(self, self.ear)
        return Table(
            REGISTRY,
            PACKS,
            self.journal,
            self,
            random.Random(self._rng.randrange(1 << 30)),
            TableSettings(),
            kind,
        )

    @property
    def link(self) -> SimulatedLink:
        """The board, the wire and the session."""
        assert self._link is not None
        return self._link

    def wait(self, seconds: float) -> None:
        """Let time pass. Everything that is due meanwhile happens at its moment."""
        link = self.link
        end = link.now + seconds
        while True:
            self._turn()
            if link.now >= end - 1e-9:
                return
            due = [link.now + link.step(), end]
            due += [t for t in (self._table_due(), self._sensing.deadline()) if t is not None]
            link.now = min(end, max(link.now + STEP / 4, min(due)))

    def _table_due(self) -> float | None:
        due = self._table.deadline()
        return None if due is None else max(due, self._tick_after)

    def _turn(self) -> None:
        """Do what is due now, from the wire to the lights."""
        link, table = self.link, self._table
        for event in link.turn():
            if not isinstance(event, DeviceReport):
                for felt in self._sensing.feed(event):
                    table.sensors(felt)
        for change in self._sensing.due(link.now):
            table.sensors(change)
        due = self._table_due()
        if due is not None and due <= link.now:
            table.tick()
            self._tick_after = link.now + STEP
        if table.seq != self._lit:
            self._lit = table.seq
            link.session.show(table.lights(), link.now)

    def wait_for_link(self) -> None:
        """Wait until the table has the board's picture again, for at most ``LINK_SECONDS``."""
        until = self.now() + LINK_SECONDS
        while self.now() < until:
            self.wait(0.05)
            if self._table.view(None).link == "up":
                return

    # --------------------------------------------------------------------------- hands and eyes

    @property
    def wood(self) -> Mapping[str, str]:
        """Hole → token of the marbles that really stand there."""
        return self.link.board.world.tokens

    @property
    def hand(self) -> tuple[str, ...]:
        """Marbles in hands. The last one was lifted last."""
        return tuple(held.token for held in self.link.board.world.hand)

    def lift(self, hole: str) -> None:
        """Lift the marble of that hole."""
        self.link.lift(hole)

    def put(self, hole: str, token: str) -> None:
        """Put a marble of that token into the hole."""
        self.link.put(hole, token)

    def view(self) -> View:
        """What the page shows to everybody."""
        return self._table.view(None)

    def command(self, command: Command) -> None:
        """Tap on the page."""
        self._table.command(command, self._everybody)
        self._turn()

    # ----------------------------------------------------------------------------------- faults

    def fault(self, name: str, value: float = 0.0) -> None:
        """Begin a fault of the wire."""
        self.link.board.fault(name, value)

    def heal(self) -> None:
        """End the faults of the wire. A pulled cable is back after its own time."""
        self.link.board.heal(None)

    def force(self, hole: str, level: bool | None) -> None:
        """Make a sensor lie, or heal it."""
        self.link.board.world.force(hole, level)
        self.link.board.scan()

    def power_cut(self, seconds: float, *, laid_anew: bool = False) -> None:
        """Take the power from service and board. A new table takes the journal up.

        ``laid_anew``: the marbles stand as a virtual board lays them; else as hands left them.
        """
        link = self.link
        link.port.unplug()
        link.turn()
        link.now += seconds
        link.session = Session(len(self.board.holes))
        link.board.heal(None)
        link.board.restart()
        link.board.plug()
        self._table = self._new_table("virtual" if laid_anew else "serial")
        self._lit, self._tick_after = -1, 0.0
        self._table.resume()
        self.wait_for_link()

    def close(self) -> None:
        """Do nothing: there is nothing to clear away."""
