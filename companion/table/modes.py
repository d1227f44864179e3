"""The modes of the board: play or service mode. The table hands sensors and time to one of them."""

from __future__ import annotations

from typing import Protocol

from hardware.ports import HoleChange, SensorEvent

from .agenda import Agenda
from .held_moment import HeldMoment
from .referee import Referee


class Mode(Protocol):
    """The one that has the board: ``Play`` or ``companion.upkeep.service_mode.ServiceMode``."""

    @property
    def holes(self) -> tuple[str, ...] | None:
        """The holes whose lights it sets, in sensor order; None: all are dark."""

    def feel(self, event: SensorEvent) -> None:
        """Take a debounced change of a hole, a full picture, or news of the link."""

    def tick(self) -> None:
        """Do what is due at the ``deadline``."""

    def deadline(self) -> float | None:
        """Clock time of the next ``tick`` that is needed."""


class Play:
    """Play: the board is the game's."""

    def __init__(self, held: HeldMoment, referee: Referee) -> None:
        self._held = held
        self._referee = referee
        self._agenda = Agenda(held, referee)

    @property
    def holes(self) -> tuple[str, ...] | None:
        """The open game's holes; None without a game."""
        return self._held.holes

    def feel(self, event: SensorEvent) -> None:
        """Read what the sensors say as what hands did."""
        # In a pause a bot's hand ends the move that it has begun, and the pause goes on.
        of_bot = self._held.clocks.stopped and self._held.bot.moves
        if isinstance(event, HoleChange) and not of_bot:
            self._referee.stir()
        if self._held.hands.feel(event, self._held.now()):
            self._held.disorder.keeping = None
            self._referee.evaluate()

    def tick(self) -> None:
        """Do what is due on the agenda."""
        self._agenda.act()

    def deadline(self) -> float | None:
        """Clock time at which something on the agenda is due."""
        return self._agenda.due()
