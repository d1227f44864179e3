"""The lights' half of the session: the latest frame wins, a lost delta is noticed and made good."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from firmware_bridge.firmware.core import messages as m
from firmware_bridge.firmware.core.messages import Message
from hardware.ports import LightFrame
from hardware.power import CHANNEL_MA, IDLE_MA

WAIT: Final = 0.08
"""Seconds until an unacknowledged frame is sent again, whole; longer for a slow board."""
PIXEL: Final = 0.00006
"""More seconds for each pixel: it takes 30 µs on its wire, and as much again before that."""
WAIT_MAX: Final = 1.28
"""The longest such wait: it doubles with each further frame that gets no answer."""
REMEMBERED: Final = 8
"""Frames whose late answers still teach how long the board takes."""
IN_FLIGHT: Final = 3
"""Frames on their way at once. Newer ones wait for an acknowledgement; the latest replaces all."""


@dataclass(frozen=True, slots=True)
class LightSettings:
    """Brightness 0–255, calm (rates halved, PP-23), current cap in mA (0: none, PP-22).

    ``channel_ma``  current of red, green and blue of one pixel at full value, 0–25.5
    ``idle_ma``     what a dark pixel draws, 0–25.5
    """

    brightness: int = 255
    calm: bool = False
    milliamps: int = 0
    channel_ma: tuple[float, float, float] = CHANNEL_MA
    idle_ma: float = IDLE_MA

    def supply(self) -> dict[str, int]:
        """The fields of the messages that carry the supply: mA, and tenths of a mA."""
        red, green, blue, idle = (round(10 * ma) for ma in (*self.channel_ma, self.idle_ma))
        return {
            "cap": self.milliamps,
            "draw_red": red,
            "draw_green": green,
            "draw_blue": blue,
            "draw_idle": idle,
        }


@dataclass(frozen=True, slots=True)
class PixelFrame:
    """Plain colours for tools: red, green, blue of every pixel of the chain."""

    rgb: bytes


AnyFrame = LightFrame | PixelFrame


class _Patience:
    """How long to wait for an answer, from how long answers took: as TCP does it (RFC 6298)."""

    def __init__(self) -> None:
        self._usual: float | None = None
        self._swing = 0.0

    def took(self, seconds: float) -> None:
        """An answer came after so long."""
        if self._usual is None:
            self._usual, self._swing = seconds, seconds / 2
        else:
            self._swing += (abs(seconds - self._usual) - self._swing) / 4
            self._usual += (seconds - self._usual) / 8

    def wait(self, pixels: int) -> float:
        """Seconds until an answer of a board with that many pixels counts as lost."""
        measured = 0.0 if self._usual is None else self._usual + 4 * self._swing
        return min(WAIT_MAX, max(WAIT + PIXEL * pixels, measured))


class Lamp:
    """Which frame is wanted, which were sent, which one the device shows."""

    def __init__(self) -> None:
        self.wanted: AnyFrame | None = None
        self.shown: AnyFrame | None = None
        self.resent = 0
        self._settings = LightSettings()
        self._sent: list[tuple[int, AnyFrame]] = []
        self._base: tuple[int, AnyFrame] | None = None
        self._number = 0
        self._stale = True
        self._patience = _Patience()
        self._tries = 0
        self._times: dict[int, float] = {}
        self._due = 0.0

    def want(self, frame: AnyFrame) -> None:
        """Keep ``frame`` as the one to show; ValueError when the wire cannot carry it."""
        if isinstance(frame, PixelFrame):
            if len(frame.rgb) % 3 or not 0 < len(frame.rgb) <= 3 * m.MAX_PIXELS:
                raise ValueError(f"{len(frame.rgb)} bytes are not 1 to {m.MAX_PIXELS} pixels")
            self.wanted = frame
            return
        if len(frame.palette) > m.MAX_LOOKS:
            raise ValueError(f"a frame has at most {m.MAX_LOOKS} looks, not {len(frame.palette)}")
        if any(cell and not 0 <= cell < len(frame.palette) for cell in frame.cells):
            raise ValueError("a cell names a look that its palette does not have")
        for look in frame.palette:
            if not all(0 <= value <= 255 for value in (look.red, look.green, look.blue)):
                raise ValueError(f"{look} is no 8-bit colour")
        self.wanted = frame

    def configure(self, settings: LightSettings) -> None:
        """Use other settings; they travel with the next whole frame, which is sent at once."""
        if not 0 <= settings.brightness <= 255 or not 0 <= settings.milliamps <= 0xFFFF:
            raise ValueError("brightness is 0 to 255, the current cap 0 to 65535 mA")
        if not all(0 <= ma <= 25.5 for ma in (*settings.channel_ma, settings.idle_ma)):
            raise ValueError("a pixel's channel and a dark pixel draw 0 to 25.5 mA")
        if settings != self._settings:
            self._settings = settings
            self._stale = True

    @property
    def limit(self) -> int:
        """The current cap in mA that is set; 0: none."""
        return self._settings.milliamps

    def unplugged(self) -> None:
        """The device shows nothing of ours any more."""
        self.shown = None
        self._sent.clear()
        self._base = None
        self._stale = True
        self._patience = _Patience()
        self._tries = 0
        self._times.clear()

    @property
    def settled(self) -> bool:
        """Whether the device has acknowledged the frame that is wanted."""
        return not self._stale and (self.wanted is None or self.shown == self.wanted)

    @property
    def next_deadline(self) -> float | None:
        """When a missing acknowledgement becomes due; None when none is missing."""
        return self._due if self._sent else None

    def pump(self, now: float, holes: int, pixels: int) -> list[Message]:
        """Messages to send now. A frame for a board of another size waits for that board."""
        if self.wanted is None or not _fits(self.wanted, holes, pixels):
            self._sent.clear()
            return []
        if self._sent and now >= self._due:
            self._tries += 1
            self.resent += 1
            self._stale = True
        if not self._stale:
            same = self._base is not None and self._base[1] == self.wanted
            if same or len(self._sent) >= IN_FLIGHT:
                return []
        return self._send(self.wanted, now, pixels)

    def _send(self, frame: AnyFrame, now: float, pixels: int) -> list[Message]:
        base = None if self._stale else self._base
        if self._stale:
            self._sent.clear()
        self._number = self._number % 0xFFFF + 1
        self._sent.append((self._number, frame))
        self._base = self._sent[-1]
        self._stale = False
        self._times[self._number] = now
        while len(self._times) > REMEMBERED:
            del self._times[next(iter(self._times))]
        self._due = now + min(WAIT_MAX, self._patience.wait(pixels) * 2**self._tries)
        if isinstance(frame, PixelFrame):
            return pieces(self._number, frame, self._settings)
        if base is not None and isinstance(base[1], LightFrame):
            difference = delta(self._number, base[0], base[1], frame)
            if difference is not None:
                return [difference]
        return [whole(self._number, frame, self._settings)]

    def lit(self, number: int, status: int, now: float) -> None:
        """The device answered for frame ``number``."""
        if (sent_at := self._times.pop(number, None)) is not None:
            # Also for a frame that was given up too early: from it we learn to wait.
            self._patience.took(now - sent_at)
        at = next((i for i, sent in enumerate(self._sent) if sent[0] == number), None)
        if at is None:
            return
        if status == m.LIT_SHOWN:
            self.shown = self._sent[at][1]
            del self._sent[: at + 1]
            self._tries = 0
        elif status == m.LIT_NEEDS_FULL:
            self._stale = True
        else:
            # Refused: sent again with the next heartbeat and not at the speed of the wire.
            del self._sent[: at + 1]

    def standing(self, number: int) -> None:
        """A heartbeat names the frame that shows: if it is not ours and none is on its way, send it
        whole.
        """
        if not self._sent and self._base is not None and self._base[0] != number:
            self._stale = True


def _fits(frame: AnyFrame, holes: int, pixels: int) -> bool:
    if isinstance(frame, PixelFrame):
        return len(frame.rgb) == 3 * pixels
    return len(frame.cells) == holes


def pieces(number: int, frame: PixelFrame, settings: LightSettings) -> list[Message]:
    """The messages of plain colours, up to ``MAX_RGB`` pixels each, in order."""
    step = 3 * m.MAX_RGB
    return [
        Message(
            "LIGHTS_RGB",
            {
                "frame": number,
                "total": len(frame.rgb) // 3,
                "first": start // 3,
                "brightness": settings.brightness,
                **settings.supply(),
            },
            blobs={"pixels": frame.rgb[start : start + step]},
        )
        for start in range(0, len(frame.rgb), step)
    ]


def whole(number: int, frame: LightFrame, settings: LightSettings) -> Message:
    """The message of a whole frame."""
    return Message(
        "LIGHTS",
        {
            "frame": number,
            "brightness": settings.brightness,
            "calm": int(settings.calm),
            **settings.supply(),
        },
        rows={
            "palette": [(k.red, k.green, k.blue, k.motion.value) for k in frame.palette],
        },
        blobs={"cells": bytes(frame.cells)},
    )


def delta(number: int, base: int, old: LightFrame, new: LightFrame) -> Message | None:
    """The message of the difference; None where a whole frame is not longer."""
    if len(old.cells) != len(new.cells) or len(old.palette) > len(new.palette):
        return None
    looks: list[tuple[int, ...]] = [
        (at, k.red, k.green, k.blue, k.motion.value)
        for at, k in enumerate(new.palette)
        if at >= len(old.palette) or old.palette[at] != k
    ]
    cells: list[tuple[int, ...]] = [
        (hole, look)
        for hole, (look, was) in enumerate(zip(new.cells, old.cells, strict=True))
        if look != was
    ]
    if 5 * len(looks) + 3 * len(cells) >= 4 * len(new.palette) + len(new.cells):
        return None
    return Message(
        "LIGHTS_DELTA", {"frame": number, "base": base}, rows={"looks": looks, "cells": cells}
    )
