"""A diode matrix: rows are driven one after the other, all columns read at each.

Columns are only read. If they reported edges, two marbles in each of twelve columns would call back
6,000 times a second at 125 scans, for nobody.

A diode at every sensor keeps current from finding a way back through three other marbles, so any
pattern of marbles is read as it lies.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import Final

from hardware.gpio import LevelPin, OutPin, PinFactory, level_pin, output_pin
from hardware.ports import Clock
from hardware.scanning import ScannedArray

SETTLE: Final = 50e-6
"""Seconds between driving a row and reading it. A column with 200 pF on the Pi's 50 kΩ pull takes
10 µs to come back by 63 %. Before that it would read as a marble of the previous row.
"""


class MatrixReader:
    """An open matrix. ``read`` gives input = row · columns + column."""

    def __init__(
        self,
        rows: Sequence[int],
        columns: Sequence[int],
        *,
        active: str = "low",
        pull: str = "up",
        factory: PinFactory = None,
        settle: Callable[[], None] | None = None,
    ) -> None:
        self._settle = settle or (lambda: time.sleep(SETTLE))
        self._pins = ExitStack()
        with ExitStack() as undo:
            # If a later pin cannot be opened, the earlier ones must be let go.
            undo.callback(self._pins.close)
            self._rows = [self._out(bcm, active, factory) for bcm in rows]
            self._columns = [self._in(bcm, active, pull, factory) for bcm in columns]
            undo.pop_all()

    def read(self) -> list[bool]:
        """One scan of all rows."""
        levels: list[bool] = []
        for row in self._rows:
            row.on()
            self._settle()
            levels += [column.is_active for column in self._columns]
            row.off()
        return levels

    def close(self) -> None:
        """Let go of all pins; may be called twice."""
        self._pins.close()

    def _out(self, bcm: int, active: str, factory: PinFactory) -> OutPin:
        pin = output_pin(bcm, active, factory)
        self._pins.callback(pin.close)
        return pin

    def _in(self, bcm: int, active: str, pull: str, factory: PinFactory) -> LevelPin:
        pin = level_pin(bcm, active, pull, factory)
        self._pins.callback(pin.close)
        return pin


def gpio_matrix(
    rows: Sequence[int],
    columns: Sequence[int],
    clock: Clock,
    *,
    active: str = "low",
    pull: str = "up",
    hz: float = 125.0,
    factory: PinFactory = None,
) -> ScannedArray:
    """The sensor array on those BCM pins; pins are opened when it is started."""
    return ScannedArray(
        lambda: MatrixReader(rows, columns, active=active, pull=pull, factory=factory),
        len(rows) * len(columns),
        hz,
        clock,
    )
