"""One table from its start to the next power cut, with all that the service puts around it.

The parts are the service's own: debounce, timers, orders, set-up of a virtual board. Only its queue
and thread are missing, because a script says what comes next.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.boards.debounced import Debounced
from companion.games.packs import PACKS
from companion.model.commands import Caller, Command
from companion.model.journal import Journal
from companion.service.admission import only_kind
from companion.service.inbox import Inbox
from companion.service.orders import Orders
from companion.service.published import PublishedViews
from companion.service.senses import Senses
from companion.service.setting_out import SettingOut
from companion.service.timers import Timers
from companion.table.settings import TableSettings
from companion.table.table import Table
from companion.upkeep.service_desk import ServiceDesk
from engine.registry import REGISTRY
from hardware.ports import HoleChange, LinkChange, LinkState

from .clock import RehearsalClock, micros
from .wood import Wood

PULLED = "The board does not answer: its cable is out."


@dataclass(frozen=True)
class Props:
    """Everything that outlives a power cut. ``kind``: of the board, ``serial`` or ``virtual``."""

    clock: RehearsalClock
    rng: random.Random
    journal: Journal
    settings: TableSettings
    kind: str
    wood: Wood


class Stage:
    """A table, the board under it, and the link between them, which is down at first."""

    def __init__(self, props: Props) -> None:
        self.props = props
        self.linked = False
        clock = props.clock
        # Nobody waits in simulated time, so nothing is worked out ahead.
        self.table = Table(
            REGISTRY,
            PACKS,
            props.journal,
            clock,
            props.rng,
            props.settings,
            props.kind,
            ahead=False,
        )
        debounce, desk = Debounced(clock), ServiceDesk()
        layer = self if props.kind == "virtual" else None
        self._items = Inbox()
        self._timers = Timers(self.table, debounce, clock)
        self._senses = Senses(self.table, debounce, desk.upkeep, None)
        self._setting = SettingOut(self.table, clock, self._items, self._senses.feel, layer, layer)
        self._orders = Orders(
            self.table,
            self._timers,
            self._admit,
            desk,
            self._setting,
            PublishedViews(self.table, clock),
        )

    # ---------------------------------------------------------------------------------- time

    def until(self, at: int) -> None:
        """Let everything happen that is due until then, each thing at its own time."""
        clock, end = self.props.clock, RehearsalClock.of(at)
        last = micros(end)
        while (due := self._timers.due()) is not None and micros(due) <= last:
            clock.move(due)
            self._timers.follow()
            self._setting.follow()
        clock.move(end)

    # --------------------------------------------------------------------------- from outside

    def resume(self) -> None:
        """Take up the journal's open game, as after a restart of the service."""
        self._orders.resume()

    def take_up(self, *, set_out: bool) -> None:
        """Take up the journal's open game as one that begins; ``set_out``: as its position is."""
        self.table.resume(greet=False, set_out=set_out)
        self._orders.taken_up()
        if set_out:
            self._lay()

    def command(self, command: Command, caller: Caller) -> None:
        """Carry a command out. Raises CommandRefused. The first game brings its board along."""
        self._orders.carry_out(command, caller)
        if not self.props.wood.kind:
            self._lay()
            self.show()

    def _lay(self) -> None:
        board = self.table.drawing()
        if board is not None:
            self.props.wood.lay(board.kind, board.holes, self.table.expected_tokens())

    def connect(self) -> None:
        """Bring the link up, if it is down; the board shows its picture."""
        if not self.linked:
            self.linked = True
            self._senses.feel(LinkChange(LinkState.UP))
        self.show()

    def disconnect(self) -> None:
        """Take the link down, if it is up."""
        if self.linked:
            self.linked = False
            self._senses.feel(LinkChange(LinkState.DOWN, PULLED))

    def show(self) -> None:
        """Let the board show its picture, unless the link is down."""
        if self.linked and self.props.wood.kind:
            self._senses.feel(self.props.wood.picture(self.props.clock.now()))

    def edge(self, hole: str, full: bool, stamp: float, token: str | None = None) -> None:
        """One sensor changes; ``token``: what the hand says that it puts, empty if nothing."""
        wood = self.props.wood
        new = (hole in wood.full) != full
        wood.change(hole, full)
        if not self.linked:
            return
        if token is not None and new:
            self.table.remark(hole, token)
        self._senses.feel(HoleChange(wood.number(hole), full, stamp))

    # -------------------------------------------------------------- the virtual board's set-up

    def set_out(
        self,
        board: str,
        holes: Sequence[str],
        tokens: Mapping[str, str],
        beside: Sequence[str] = (),
    ) -> None:
        """Lay a board with these holes, and set the marbles."""
        self.props.wood.lay(board, holes, tokens)

    def resync(self) -> None:
        """Queue the board's picture, unless the link is down."""
        if self.linked:
            self._items.put(self.props.wood.picture(self.props.clock.now()))

    def _admit(self, command: Command) -> Command:
        """Refuse a game that the real board cannot carry. A virtual one becomes any other."""
        kind = self.props.wood.kind
        if kind and self.props.kind == "serial":
            only_kind(kind, "the line that began this rehearsal")(command)
        return command
