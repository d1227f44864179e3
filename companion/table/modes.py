"""Whose the board is: play, or service mode. The table hands sensors and time to one of them."""

from __future__ import annotations

from typing import Protocol

from hardware.ports import HoleChange, SensorEvent

from .core import Core


class Mode(Protocol):
    """What has the board; ``Play`` or ``companion.upkeep.service_mode.ServiceMode``."""

    @property
    def holes(self) -> tuple[str, ...] | None:
        """The holes whose lights it sets, in sensor order; None: all are dark."""

    def feel(self, event: SensorEvent) -> None:
        """A debounced change of a hole, a full picture, or news of the link."""

    def tick(self) -> None:
        """Time has come to the ``deadline``."""

    def deadline(self) -> float | None:
        """Clock time of the next ``tick`` that is needed."""


class Play:
    """The board is the game's."""

    def __init__(self, core: Core) -> None:
        self._core = core

    @property
    def holes(self) -> tuple[str, ...] | None:
        """The open game's holes; None without a game."""
        return None if self._core.game is None else self._core.known_seating().names

    def feel(self, event: SensorEvent) -> None:
        """What the sensors say is read as what hands did."""
        core = self._core
        if isinstance(event, HoleChange):
            core.clocks.stir(core)
        if core.hands.feel(event, core.clock.now()):
            core.keeping = None
            core.evaluate()

    def tick(self) -> None:
        """A dwell is over, a time has run out, or the said action is made."""
        self._core.tick()

    def deadline(self) -> float | None:
        """When one of them is due."""
        return self._core.deadline()
