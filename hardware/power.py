"""What a light frame draws from its supply, and a frame that stays below it (PP-22)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Final

from hardware.errors import BadSetting
from hardware.ports import LightFrame, Look, Motion

AMPERES: Final = 4.0
"""What a supply gives to the pixels where nobody says otherwise."""
CHANNEL_MA: Final = (20.0, 20.0, 20.0)
"""Current of red, green and blue of one WS2812B pixel at 255, in mA."""
IDLE_MA: Final = 1.0
"""What one dark WS2812B pixel draws, in mA."""


@dataclass(frozen=True, slots=True)
class Supply:
    """The supply of the pixels.

    ``amperes``     what it gives to the pixels
    ``channel_ma``  current of red, green and blue of one pixel at 255, in mA
    ``idle_ma``     what a dark pixel draws, in mA
    ``ring``        pixels a hole
    """

    amperes: float
    channel_ma: tuple[float, float, float] = CHANNEL_MA
    idle_ma: float = IDLE_MA
    ring: int = 1

    def __post_init__(self) -> None:
        least = min(self.channel_ma)
        if self.amperes <= 0 or least <= 0 or self.idle_ma < 0 or self.ring < 1:
            raise BadSetting(f"{self} cannot be: amperes, mA and ring are above zero")

    @property
    def milliamps(self) -> float:
        """What it gives, in mA."""
        return 1000 * self.amperes

    def dark_ma(self, holes: int) -> float:
        """What the pixels of so many holes draw when all are dark, in mA."""
        return holes * self.ring * self.idle_ma


@dataclass(frozen=True, slots=True)
class PowerUse:
    """What the pixels drew, by the board's own estimate, in mA.

    ``limit_ma``   what the supply is allowed to give; 0: no limit is set
    ``peak_ma``    the most that was drawn since the service began
    ``capped``     whether the picture of now is scaled down to the limit
    """

    limit_ma: int
    peak_ma: int
    capped: bool


def look_ma(look: Look, supply: Supply) -> float:
    """The most that one pixel of ``look`` draws in any moment of its motion, in mA."""
    # Fading to white and back passes through full white, which draws the most of all.
    white = look.motion is Motion.FADE_WHITE
    values = (255, 255, 255) if white else (look.red, look.green, look.blue)
    drawn = zip(values, supply.channel_ma, strict=True)
    return sum(value * ma for value, ma in drawn) / 255


def estimate_ma(frame: LightFrame, supply: Supply) -> float:
    """The most that ``frame`` draws at any moment, in mA: every motion at its brightest.

    >>> white = LightFrame((Look(0, 0, 0), Look(255, 255, 255)), (1,) * 10)
    >>> estimate_ma(white, Supply(4.0))
    610.0
    """
    used = Counter(cell for cell in frame.cells if cell)
    lit = sum(look_ma(frame.palette[cell], supply) * count for cell, count in used.items())
    return lit * supply.ring + supply.dark_ma(len(frame.cells))


def capped(frame: LightFrame, supply: Supply) -> LightFrame:
    """``frame`` with all colours scaled down alike until it fits the supply; itself if it fits.

    A supply too weak for even the dark pixels leaves nothing to light: every colour is 0. A look
    that fades to white does so whatever its colour, so it breathes instead when that is needed.
    """
    need = estimate_ma(frame, supply)
    if need <= supply.milliamps:
        return frame
    tame = tuple(
        replace(look, motion=Motion.BREATHE) if look.motion is Motion.FADE_WHITE else look
        for look in frame.palette
    )
    frame = LightFrame(tame, frame.cells)
    idle = supply.dark_ma(len(frame.cells))
    light = estimate_ma(frame, supply) - idle
    share = min(1.0, max(0.0, supply.milliamps - idle) / light) if light else 0.0
    scaled = tuple(
        replace(
            look,
            red=int(look.red * share),
            green=int(look.green * share),
            blue=int(look.blue * share),
        )
        for look in frame.palette
    )
    return LightFrame(scaled, frame.cells)
