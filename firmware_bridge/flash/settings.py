"""What the firmware must know of its board: the file ``trackside_settings.py`` on the Pico."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from firmware_bridge.errors import BadBuild
from firmware_bridge.firmware.core import messages as m
from firmware_bridge.flash.release import firmware_name
from hardware.wiring import BoardFile, PixelPart, SensorPart

FILE: Final = "trackside_settings.py"


@dataclass(frozen=True, slots=True)
class PicoSettings:
    """One Pico's part of a board file.

    ``holes``      inputs that it reports, and lights that it has; its sentinels follow behind
    ``ring``       pixels a light
    ``clock``, ``latch``, ``data``  pins of the chain of 74HC165; empty: it feels nothing
    ``magnet``     level of an input where a marble lies
    ``sentinels``  what the inputs behind the last hole read, True: as if a marble lay there
    ``pixels``     pin of the pixels; empty: it lights nothing
    ``order``      colours on their wire
    """

    board: str
    holes: int
    ring: int = 1
    clock: str = "GP2"
    latch: str = "GP3"
    data: str = "GP4"
    magnet: bool = False
    sentinels: tuple[bool, ...] = (True, False, True)
    pixels: str = "GP5"
    order: str = "GRB"

    def text(self) -> str:
        """The settings as the firmware imports them."""
        return "\n".join(
            [
                f"# The wiring of {self.board!r}, from its board file.",
                "# Written by `trackside firmware`: change the board file, then copy again.",
                f"NAME = {firmware_name()!r}",
                f"HOLES = {self.holes}",
                f"RING = {self.ring}",
                f"CLOCK = {self.clock!r}",
                f"LATCH = {self.latch!r}",
                f"DATA = {self.data!r}",
                f"MAGNET_READS = {self.magnet}",
                f"SENTINELS = {self.sentinels}",
                f"PIXELS = {self.pixels!r}",
                f"ORDER = {self.order!r}",
                "",
            ]
        )


def pico_settings(board: BoardFile, device: str | None = None) -> PicoSettings:
    """The part of the Pico at ``device``, or of the only one.

    BadBuild says why there is none: no Pico in the file, several, or too many holes for the wire.
    """
    device = _device(board, device)
    sensors = [p for p in board.sensors if p.driver == "pico" and p.device == device]
    strips = [p for p in board.pixels if p.driver == "pico" and p.device == device]
    for what, parts in (("sensor arrays", sensors), ("pixel chains", strips)):
        if len(parts) > 1:
            raise BadBuild(
                f"The board file gives the Pico at {device} {len(parts)} {what}, and its firmware "
                "drives one: join them, or take a second Pico."
            )
    settings = _settings(board, sensors, strips)
    if settings.holes > m.MAX_HOLES or settings.holes * settings.ring > m.MAX_PIXELS:
        raise BadBuild(
            f"{settings.holes} holes of {settings.ring} pixels are more than the firmware can do: "
            f"at most {m.MAX_HOLES} holes and {m.MAX_PIXELS} pixels."
        )
    return settings


def _device(board: BoardFile, device: str | None) -> str:
    known = board.devices
    if not known:
        raise BadBuild(
            "The board file has no part with the driver pico: this board needs no firmware."
        )
    if device is None and len(known) > 1:
        raise BadBuild(
            f"The board file has {len(known)} Picos: say which one with --device, "
            f"{' or '.join(known)}."
        )
    if device is not None and device not in known:
        raise BadBuild(f"The board file has no Pico at {device}, but at {', '.join(known)}.")
    return device or known[0]


def _settings(board: BoardFile, sensors: list[SensorPart], strips: list[PixelPart]) -> PicoSettings:
    ring = board.ring if strips else 1
    strip = strips[0] if strips else None
    pixels, order = (strip.pin, strip.order) if strip else ("", "GRB")
    if not sensors:
        assert strip is not None
        return PicoSettings(
            board.name, strip.count // ring, ring, "", "", "",
            sentinels=(), pixels=pixels, order=order,
        )  # fmt: skip
    part = sensors[0]
    return PicoSettings(
        board=board.name,
        holes=part.inputs,
        ring=ring,
        clock=part.clock,
        latch=part.latch,
        data=part.data,
        magnet=part.active == "high",
        sentinels=tuple(level == part.active for _, level in part.tied),
        pixels=pixels,
        order=order,
    )
