"""From the settings to what the lights need: their theme, and the pixels' settings."""

from __future__ import annotations

from companion.config import Config
from companion.lights.theme import Theme, load_theme
from firmware_bridge.link.lamp import LightSettings


def theme_of(config: Config) -> Theme:
    """The theme with the real marbles' colours; ConfigError names what cannot be (PP-20)."""
    return load_theme(config.theme, config.folder).with_marbles(config.marbles)


def shortage(config: Config, holes: int) -> str:
    """A sentence when the supply cannot even feed the dark pixels; empty when it can (PP-22)."""
    pixels = holes * config.pixels_per_hole
    idle = pixels * config.idle_ma / 1000
    if not 0 < config.supply_amps < idle:
        return ""
    return (
        f"The supply gives {config.supply_amps:g} A, but {pixels} dark pixels draw {idle:.2f} A: "
        "nothing will light. Use a stronger supply and set supply_amps."
    )


def light_settings(config: Config) -> LightSettings:
    """Brightness, calm and supply for the board's pixels (PP-22, PP-23)."""
    return LightSettings(
        brightness=max(1, round(255 * config.brightness / 100)),
        calm=config.calm,
        milliamps=round(1000 * config.supply_amps),
        channel_ma=config.channel_ma,
        idle_ma=config.idle_ma,
    )
