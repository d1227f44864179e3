"""What every kind of board under the table can do: a rig is sensors and lights in one.

A virtual one has hands, too.
"""

from __future__ import annotations

from typing import Protocol

from companion.model.ports import HandsPort
from firmware_bridge.link.devices import BoardAbout
from hardware.ports import LightFrame, SensorSink
from hardware.power import PowerUse


class Rig(Protocol):
    """Sensors and lights under one name; ``SensorArray`` and ``LightStrip`` in one."""

    @property
    def holes(self) -> int:
        """How many holes it senses."""

    @property
    def hands(self) -> HandsPort | None:
        """Hands, where the board is virtual."""

    @property
    def kind(self) -> str:
        """The kind of board that it is now."""

    @property
    def about(self) -> BoardAbout | None:
        """What the board told of itself; None before one answered."""

    @property
    def power(self) -> PowerUse | None:
        """What the pixels draw; None while nothing is known (PP-22)."""

    @property
    def fault(self) -> str:
        """Why pixels stay dark though the board is there; empty when all is well."""

    def start(self, sink: SensorSink) -> None:
        """Begin to report."""

    def resync(self) -> None:
        """Ask for a full Snapshot."""

    def show(self, frame: LightFrame) -> None:
        """Show that frame; the latest wins."""

    def off(self) -> None:
        """All pixels dark, now."""

    def close(self) -> None:
        """Lights out and stop; may be called twice."""
