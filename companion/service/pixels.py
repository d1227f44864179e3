"""The way of the table's lights to the board's pixels."""

from __future__ import annotations

from companion.model.ports import OwnedTable
from hardware.ports import LightFrame, LightStrip, Look, SensorArray


class Pixels:
    """Shows a frame whenever the table's lights have changed. Does nothing without pixels."""

    def __init__(
        self, table: OwnedTable, strip: LightStrip | None, sensors: SensorArray | None
    ) -> None:
        self._table = table
        self._strip = strip
        self._sensors = sensors
        self._shown = -1

    def follow(self) -> None:
        """Show the table's lights of now, unless the pixels show them already."""
        if self._strip is None or self._table.frames == self._shown:
            return
        self._shown = self._table.frames
        frame = self._table.lights()
        holes = len(frame.cells) if self._sensors is None else self._sensors.holes
        # Without a game there is nothing to show, and the lights of the last game must go out.
        self._strip.show(frame if len(frame.cells) == holes else _dark(holes))

    def forget(self) -> None:
        """Forget the last picture, because new pixels have seen none."""
        self._shown = -1


def _dark(holes: int) -> LightFrame:
    return LightFrame((Look(0, 0, 0),), (0,) * holes)
