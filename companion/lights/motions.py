"""The motions of lights: one table for pixels, page and documents (PP-20, PP-23).

The firmware carries them out by its own clock (``firmware_bridge/firmware/core/lights.py``), the
page by its style sheet. Tests hold both to this table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from hardware.ports import Motion

__all__ = ["FLASH", "MOVES", "Motion", "Moves"]


@dataclass(frozen=True, slots=True)
class Moves:
    """One motion: ``period`` in milliseconds (0: it stands still), and its least share of light.

    ``low``   the least share on pixels
    ``page``  the same on the page, where a dark ring would hide its shape
    ``lit``   milliseconds of a period at full light, for motions that switch; None: a soft wave
    """

    period: int = 0
    low: float = 1.0
    page: float = 1.0
    lit: int | None = None

    @property
    def still(self) -> bool:
        """Whether the light stands still."""
        return self.period == 0

    @property
    def flashes(self) -> float:
        """How many times a second the light goes from dark to bright."""
        twice = 2 if self.lit == FLASH * 2 else 1
        return 1000 * twice / self.period if self.period and self.low < 0.3 else 0.0


FLASH: Final = 120
"""Milliseconds of each of the two flashes, and of the dark between them."""

MOVES: Final[Mapping[Motion, Moves]] = MappingProxyType(
    {
        Motion.STEADY: Moves(),
        Motion.DIM: Moves(low=0.3, page=0.8),
        Motion.BREATHE: Moves(1800, 0.55, 0.55),
        Motion.BREATHE_SLOW: Moves(3200, 0.6, 0.6),
        Motion.PULSE: Moves(1200, 0.45, 0.45),
        Motion.BLINK_FAST: Moves(400, 0.0, 0.45, 200),
        Motion.BLINK: Moves(625, 0.0, 0.45, 312),
        Motion.BLINK_SLOW: Moves(1250, 0.0, 0.45, 625),
        Motion.FLASH_TWICE: Moves(1600, 0.0, 0.45, 2 * FLASH),
        Motion.CHASE: Moves(1600, 0.1, 0.35, 400),
        Motion.FADE_WHITE: Moves(1200, 1.0, 0.6),
        Motion.TWINKLE: Moves(2000, 0.55, 0.75, 200),
        Motion.SWEEP: Moves(2400, 0.0, 0.35),
        Motion.FAULT_BLINK: Moves(4000, 0.25, 0.75, 60),
    }
)
"""Every motion. A chase has the period of a pen of four; its 400 ms for each hole are fixed."""
