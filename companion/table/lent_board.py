"""The board of a table while it is lent to service mode: the game waits, and is kept."""

from __future__ import annotations

from collections.abc import Mapping

from companion.lights.layers import Layer, Owner
from companion.model.message import Message
from companion.upkeep.service_mode import ServiceMode
from hardware.ports import HoleChange, LinkChange, LinkState, Snapshot

from .held_moment import HeldMoment
from .referee import Referee


class LentBoard:
    """The part of a table that service mode sees (``companion.upkeep.service_mode.Lender``)."""

    def __init__(self, held: HeldMoment, referee: Referee) -> None:
        self._held = held
        self._referee = referee

    def now(self) -> float:
        """The table's clock."""
        return self._held.now()

    @property
    def holes(self) -> tuple[str, ...] | None:
        """The open game's holes in sensor order; None without a game."""
        return self._held.holes

    @property
    def link(self) -> LinkState:
        """Whether the board is there."""
        return self._held.hands.sensors.link

    @property
    def sensed(self) -> tuple[bool, ...] | None:
        """What the sensors say now; None if nothing is known."""
        return self._held.hands.sensors.sensed

    @property
    def aside(self) -> Mapping[str, str]:
        """Hole → why its sensor is not believed."""
        return self._held.aside

    def set_aside(self, hole: str, why: str | None) -> None:
        """Stop believing a hole's sensor, or believe it again; an open game writes it down."""
        if self._held.game is not None:
            self._referee.set_aside(hole, why)
        else:
            self._held.hands.set_aside(hole, why, self.now())

    def heard(self, event: LinkChange) -> None:
        """Note that the board came or went; the page tells it."""
        if self._held.hands.feel(event, self.now()):
            self._referee.changed()

    def felt(self, event: HoleChange | Snapshot) -> None:
        """Take what the sensors say, without reading a move from it."""
        self._held.hands.sensors.note(event)

    @property
    def service(self) -> ServiceMode | None:
        """The service mode that has the board."""
        return self._held.service

    def lend(self, service: ServiceMode) -> None:
        """Lend the board: nothing is said any more, and nothing is made by itself."""
        self._held.service = service
        self._held.itself.saying.drop()
        self._held.notice = None

    def show(self, layer: Layer) -> None:
        """Show the lights of the check, and no others (PP-21)."""
        self._held.lights.only(Owner.SERVICE, layer)
        self._referee.changed()

    def go_on(self) -> None:
        """Let the table follow what was changed."""
        self._referee.evaluate()

    def take_back(self, picture: tuple[bool, ...] | None) -> None:
        """Go on with the game as it was if the board is as it was, else by correction (PP-10)."""
        held = self._held
        held.service = None
        held.itself.saying.drop()
        held.lights.only(Owner.SERVICE, {})
        if held.hands.look_again(picture):
            held.unread()
            held.disorder.keeping = None
        held.notice = Message("notice.tended")
        self._referee.evaluate()
