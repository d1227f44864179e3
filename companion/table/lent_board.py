"""The board of a table while service mode has it: the game waits, and its board is kept."""

from __future__ import annotations

from collections.abc import Mapping

from companion.lights.layers import Layer, Owner
from companion.model.message import Message
from companion.upkeep.service_mode import ServiceMode
from hardware.ports import HoleChange, LinkChange, LinkState, Snapshot

from .core import Core


class LentBoard:
    """What service mode may see and do of a table: its ``companion.upkeep.service_mode.Lender``."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def now(self) -> float:
        """The table's clock."""
        return self._core.clock.now()

    @property
    def holes(self) -> tuple[str, ...] | None:
        """The open game's holes in sensor order; None without a game."""
        return None if self._core.game is None else self._core.known_seating().names

    @property
    def link(self) -> LinkState:
        """Whether the board is there."""
        return self._core.hands.link

    @property
    def sensed(self) -> tuple[bool, ...] | None:
        """What the sensors say now; None where nothing is known."""
        return self._core.hands.sensed

    @property
    def aside(self) -> Mapping[str, str]:
        """Hole → why its sensor is not believed."""
        return self._core.hands.health.aside

    def set_aside(self, hole: str, why: str | None) -> None:
        """Believe that hole's sensor no more, or again; an open game writes it down."""
        if self._core.game is not None:
            self._core.set_aside(hole, why)
        else:
            self._core.hands.set_aside(hole, why, self.now())

    def heard(self, event: LinkChange) -> None:
        """The board came or went: the page tells it."""
        if self._core.hands.feel(event, self.now()):
            self._core.changed()

    def felt(self, event: HoleChange | Snapshot) -> None:
        """What the sensors say is known, and no move is read from it."""
        self._core.hands.note(event)

    @property
    def service(self) -> ServiceMode | None:
        """The service mode that has the board."""
        return self._core.service

    def lend(self, service: ServiceMode) -> None:
        """The board is lent: nothing is said any more, and nothing is made by itself."""
        self._core.service = service
        self._core.pending = self._core.notice = None

    def show(self, layer: Layer) -> None:
        """The check's lights, and nobody else's (PP-21)."""
        core = self._core
        core.layers.clear()
        core.layers.set(Owner.SERVICE, layer)
        core.lit = core.layers.merged()
        core.changed()

    def go_on(self) -> None:
        """The table takes what was changed to its consequence."""
        self._core.evaluate()

    def take_back(self, picture: tuple[bool, ...] | None) -> None:
        """The game goes on where it was if the board is as it was, else by correction (PP-10)."""
        core = self._core
        core.service = core.pending = None
        core.layers.clear()
        core.lit = {}
        if core.hands.look_again(picture):
            core.decision, core.reason, core.owed, core.keeping = None, None, (), None
            core.until = None
        core.notice = Message("notice.tended")
        core.evaluate()
