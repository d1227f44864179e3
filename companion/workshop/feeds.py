"""The feeds: what gives power to pixels, sensors and chips.

Table, diagrams, parts and power all ask this module.

Many hall switches draw more than the 3.3 V of a Pi or Pico should give. Then a regulator at the 5 V
supply feeds them, and with them their chips and resistors. A chip with another feed than its
sensors would take current through its inputs when one of the two is off.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from hardware.wiring import BoardFile

RAIL_MA: Final = 300.0
"""Milliamperes of a Pico's 3.3 V pin by its data sheet. A Pi's pin gives little more."""
ROOM: Final = 1.25
"""A supply runs cool when it gives this many times what is drawn."""
SUPPLIES: Final = (2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 15.0, 20.0, 30.0, 40.0, 60.0)
"""Amperes of the 5 V supplies that are sold."""
REGULATORS: Final = (1.0, 2.0, 3.0, 5.0, 10.0)
"""Amperes of the modules from 5 V to 3.3 V that are sold."""


@dataclass(frozen=True, slots=True)
class SensorFeed:
    """What the sensors draw together, and from where.

    ``sensors``  number of those that draw current; reed switches draw none
    """

    sensors: int = 0
    ma: float = 0.0

    @property
    def regulator(self) -> float:
        """Amperes of the regulator. 0 where the computer's own 3.3 V will do."""
        if self.ma <= RAIL_MA:
            return 0.0
        return next((a for a in REGULATORS if 1000 * a >= ROOM * self.ma), REGULATORS[-1])

    def rail(self, whose: str) -> str:
        """The source of 3.3 V for chips, sensors and resistors: ``3V3 of the regulator``.

        >>> SensorFeed(133, 399.0).rail("the Pico"), SensorFeed(12, 36.0).rail("the Pi")
        ('3V3 of the regulator', '3V3 of the Pi')
        """
        return "3V3 of the regulator" if self.regulator else f"3V3 of {whose}"


NOTHING: Final = SensorFeed()
"""The feed of a board whose sensors draw nothing."""


def sensor_feed(board: BoardFile) -> SensorFeed:
    """The feed of that board's sensors."""
    each = [board.sensor(wire.input.part).draws for wire in board.holes if wire.input]
    return SensorFeed(sum(1 for ma in each if ma), sum(each))


def whole_supply(amperes: float, feed: SensorFeed) -> float:
    """Amperes of the 5 V supply for the pixels, and for the regulator if there is one."""
    return next_supply(amperes + feed.ma / 1000) if feed.regulator else amperes


def next_supply(amperes: float) -> float:
    """The smallest supply sold that gives as much. The largest where none does."""
    return next((size for size in SUPPLIES if size >= amperes - 1e-9), SUPPLIES[-1])
