"""The table's lights on their way to the board's pixels."""

from __future__ import annotations

from companion.model.ports import OwnedTable
from hardware.ports import LightFrame, LightStrip, Look, SensorArray


class Pixels:
    """Shows a frame whenever the table's lights have changed; does nothing without pixels."""

    def __init__(
        self, table: OwnedTable, strip: LightStrip | None, sensors: SensorArray | None
    ) -> None:
        self._table = table
        self._strip = strip
        self._sensors = sensors
        self._shown = -1

    def follow(self) -> None:
        """Show what the table lights now, if that is not what they show."""
        if self._strip is None or self._table.frames == self._shown:
            return
        self._shown = self._table.frames
        frame = self._table.lights()
        holes = len(frame.cells) if self._sensors is None else self._sensors.holes
        # Without a game there is nothing to show, and what the last game left must go out.
        self._strip.show(frame if len(frame.cells) == holes else _dark(holes))

    def forget(self) -> None:
        """New pixels hang there, which know no picture yet."""
        self._shown = -1


def _dark(holes: int) -> LightFrame:
    return LightFrame((Look(0, 0, 0),), (0,) * holes)
