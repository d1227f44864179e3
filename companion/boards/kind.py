"""The abilities of every kind of board under the table. A rig is sensors and lights in one.

A virtual board has hands, too.
"""

from __future__ import annotations

from typing import Protocol

from companion.model.ports import HandsPort
from firmware_bridge.link.devices import BoardAbout
from hardware.ports import LightFrame, SensorSink
from hardware.power import PowerUse


class Rig(Protocol):
    """Sensors and lights under one name: ``SensorArray`` and ``LightStrip`` in one."""

    @property
    def holes(self) -> int:
        """Number of holes with a sensor."""

    @property
    def hands(self) -> HandsPort | None:
        """Hands on a virtual board, or None."""

    @property
    def kind(self) -> str:
        """The present kind of the board."""

    @property
    def about(self) -> BoardAbout | None:
        """What the board told of itself, or None before it answered."""

    @property
    def power(self) -> PowerUse | None:
        """What the pixels draw, or None while nothing is known (PP-22)."""

    @property
    def fault(self) -> str:
        """The reason why pixels stay dark though the board is there. Empty when all is well."""

    def start(self, sink: SensorSink) -> None:
        """Begin to report."""

    def resync(self) -> None:
        """Ask for a full Snapshot."""

    def show(self, frame: LightFrame) -> None:
        """Show that frame. The latest one wins."""

    def off(self) -> None:
        """Make all pixels dark now."""

    def close(self) -> None:
        """Put the lights out and stop. A second call does nothing."""
