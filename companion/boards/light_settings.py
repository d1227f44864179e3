"""What the pixels are told, and whether their supply can feed them, from plain settings."""

from __future__ import annotations

from firmware_bridge.link.lamp import LightSettings as LightSettings
from hardware.power import Supply


def light_settings(
    *,
    brightness: int,
    calm: bool,
    amperes: float,
    channel_ma: tuple[float, float, float],
    idle_ma: float,
) -> LightSettings:
    """Brightness (in percent), calm and supply for the board's pixels (PP-22, PP-23)."""
    return LightSettings(
        brightness=max(1, round(255 * brightness / 100)),
        calm=calm,
        milliamps=round(1000 * amperes),
        channel_ma=channel_ma,
        idle_ma=idle_ma,
    )


def shortage(supply: Supply, holes: int) -> str:
    """A sentence when the supply cannot feed even the dark pixels. Empty when it can (PP-22)."""
    idle = supply.dark_ma(holes)
    if supply.milliamps >= idle:
        return ""
    return (
        f"The supply gives {supply.amperes:g} A, but {holes * supply.ring} dark pixels draw "
        f"{idle / 1000:.2f} A: nothing will light. Use a stronger supply and set supply_amps."
    )
