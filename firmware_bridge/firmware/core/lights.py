"""What the pixels show at a device time: palette, cells, motions, brightness and current cap.

Numbers of the motions are the wire's. Levels are 0 … 255 and scale linear light. All pixels of one
motion move in phase, because they follow the device's clock and not the frame's arrival; only the
sweep starts with its first frame. Motions and rates: page.md 2, table of lights (PP-20).
"""

from math import cos, pi

STEADY = 0
BREATHE = 1
PULSE = 2
BLINK_FAST = 3
FLASH_TWICE = 4
BLINK_SLOW = 5
BLINK = 6
CHASE = 7
FADE_WHITE = 8
TWINKLE = 9
SWEEP = 10
FAULT_BLINK = 11
DIM = 12
BREATHE_SLOW = 13

STILL = (STEADY, DIM)
"""Motions whose picture does not depend on time."""

DRAW = (200, 200, 200)
"""Current of the red, green and blue channel at full value, in tenths of a mA (WS2812B)."""

IDLE = 10
"""What a dark pixel draws, in tenths of a mA."""

SWEEP_MS = 2400
CHASE_MS = 400


def _wave(t: int, period: int, low: int) -> int:
    """Full at the start of each period, ``low`` in its middle."""
    swing = (1 + cos(2 * pi * (t % period) / period)) / 2
    return int(low + (255 - low) * swing)


def level(motion: int, t: int) -> int:
    """How bright a look of that motion is at ``t`` ms, 0 … 255; an unknown motion is steady."""
    if motion == BREATHE:
        return _wave(t, 1800, 140)
    if motion == BREATHE_SLOW:
        return _wave(t, 3200, 153)
    if motion == PULSE:
        return _wave(t, 1200, 115)
    if motion == BLINK_FAST:
        return 255 if t % 400 < 200 else 0
    if motion == BLINK:
        return 255 if t % 625 < 312 else 0
    if motion == BLINK_SLOW:
        return 255 if t % 1250 < 625 else 0
    if motion == FLASH_TWICE:
        at = t % 1600
        return 255 if at < 120 or 240 <= at < 360 else 0
    if motion == TWINKLE:
        return 255 if t % 2000 < 200 else 140
    if motion == FAULT_BLINK:
        return 255 if t % 4000 < 60 else 64
    return 77 if motion == DIM else 255


def rank_level(motion: int, rank: int, count: int, t: int, since: int) -> int:
    """Level of the ``rank``-th of ``count`` holes of one look that moves along its holes.

    A chase has one hole full for 0.4 s and the others faint; a sweep lights hole after hole
    within 2.4 s of ``since`` and then all of them.
    """
    if motion == CHASE:
        return 255 if (t // CHASE_MS) % count == rank else 26
    return 255 if (t - since) * count >= rank * SWEEP_MS else 0


def _shade(look: tuple[int, ...], t: int) -> tuple[int, int, int]:
    """Colour of a look whose holes all do the same."""
    red, green, blue, motion = look
    if motion == FADE_WHITE:
        mix = 255 - _wave(t, 1200, 0)
        return (
            red + (255 - red) * mix // 255,
            green + (255 - green) * mix // 255,
            blue + (255 - blue) * mix // 255,
        )
    full = level(motion, t)
    return red * full // 255, green * full // 255, blue * full // 255


class Lights:
    """The frame that stands, and its rendering.

    ``frame`` is its number, 0 when there is none; ``picture`` counts every change of frame, dark
    included, so that a pixel driver knows when to render again.
    """

    def __init__(self, holes: int, ring: int = 1) -> None:
        self.holes = holes
        self.ring = ring
        self.frame = 0
        self.picture = 0
        self.brightness = 255
        self.calm = False
        self.cap = 0
        self.draw = DRAW
        self.idle = IDLE
        self.palette: list[tuple[int, ...]] = []
        self.cells = bytearray(holes)
        self.peak = 0
        self.capped = False
        self._since: dict[int, int] = {}
        self._rgb: bytes | None = None

    def full(self, frame: int, palette: list[tuple[int, ...]], cells: bytes, t: int) -> None:
        """Show a whole frame; ValueError when it has the wrong length or names no look."""
        if len(cells) != self.holes:
            raise ValueError(f"{len(cells)} cells for {self.holes} holes")
        self._check(palette, cells)
        since: dict[int, int] = {}
        for look in set(cells):
            # A sweep starts when its look first lights a hole, not when the palette names it.
            kept = look < len(self.palette) and look < len(palette) and look in self._since
            if kept and self.palette[look] == palette[look]:
                since[look] = self._since[look]
            else:
                since[look] = t
        self._since = since
        self.palette = list(palette)
        self.cells = bytearray(cells)
        self.frame = frame
        self.picture += 1
        self._rgb = None

    def delta(
        self,
        frame: int,
        looks: list[tuple[int, ...]],
        cells: list[tuple[int, ...]],
        t: int,
    ) -> None:
        """Change looks and cells of the standing frame; all or nothing, ValueError as above."""
        palette = list(self.palette)
        for row in looks:
            if row[0] > len(palette):
                raise ValueError(f"look {row[0]} after {len(palette)} looks")
            if row[0] == len(palette):
                palette.append(row[1:])
            palette[row[0]] = row[1:]
        new = bytearray(self.cells)
        for hole, look in cells:
            if hole >= self.holes:
                raise ValueError(f"light for hole {hole} of {self.holes}")
            new[hole] = look
        self.full(frame, palette, bytes(new), t)

    def raw(self, frame: int, rgb: bytes) -> None:
        """Show plain pixel colours; ValueError when their number is wrong."""
        if len(rgb) != 3 * self.holes * self.ring:
            raise ValueError(f"{len(rgb)} bytes for {self.holes * self.ring} pixels")
        self._rgb = bytes(rgb)
        self.frame = frame
        self.picture += 1

    def dark(self) -> None:
        """Forget the frame: everything dark, and the next one must be whole."""
        self.frame = 0
        self.picture += 1
        self.palette = []
        self.cells = bytearray(self.holes)
        self._since = {}
        self._rgb = None

    def moving(self) -> bool:
        """Whether the picture changes by itself."""
        if self._rgb is not None:
            return False
        used = set(self.cells)
        return any(self.palette[look][3] not in STILL for look in used if look)

    def render(self, t: int) -> bytearray:
        """Red, green, blue of every pixel at ``t`` ms, after brightness and the current cap."""
        if self._rgb is not None:
            out = bytearray(self._rgb)
            self._limit(out, 1)
            return out
        out = self._colours(t // 2 if self.calm else t, t)
        self._limit(out, self.ring)
        return self._rings(out)

    def _check(self, palette: list[tuple[int, ...]], cells: bytes) -> None:
        for look in set(cells):
            if look and look >= len(palette):
                raise ValueError(f"look {look} of {len(palette)}")

    def _colours(self, t: int, real: int) -> bytearray:
        """Three bytes a hole. Look 0 is dark whatever the palette says."""
        out = bytearray(3 * self.holes)
        count: dict[int, int] = {}
        for look in self.cells:
            count[look] = count.get(look, 0) + 1
        shade: dict[int, tuple[int, int, int]] = {}
        rank: dict[int, int] = {}
        for hole in range(self.holes):
            look = self.cells[hole]
            if not look:
                continue
            entry = self.palette[look]
            if entry[3] == CHASE or entry[3] == SWEEP:
                at = rank.get(look, 0)
                rank[look] = at + 1
                # A calm sweep runs its elapsed time, not the clock, at half the rate.
                since = self._since[look]
                gone = (real - since) // 2 if self.calm else real - since
                full = rank_level(entry[3], at, count[look], t if entry[3] == CHASE else gone, 0)
                colour = (entry[0] * full // 255, entry[1] * full // 255, entry[2] * full // 255)
            else:
                if look not in shade:
                    shade[look] = _shade(entry, t)
                colour = shade[look]
            out[3 * hole] = colour[0]
            out[3 * hole + 1] = colour[1]
            out[3 * hole + 2] = colour[2]
        return out

    def _rings(self, colours: bytearray) -> bytearray:
        """Each hole's colour once for every pixel of its ring."""
        if self.ring == 1:
            return colours
        out = bytearray()
        for hole in range(self.holes):
            # MicroPython multiplies bytes, but no bytearray.
            out.extend(bytes(colours[3 * hole : 3 * hole + 3]) * self.ring)
        return out

    def _limit(self, out: bytearray, ring: int) -> None:
        """Scale to the brightness, then to the cap (PP-22); remembers the peak in mA.

        ``ring`` pixels show each of the colours. Every channel has its own current; a mA begun
        counts whole, and what is scaled is rounded down, so that the estimate is never too low.
        """
        red = green = blue = 0
        for at in range(0, len(out), 3):
            red += out[at]
            green += out[at + 1]
            blue += out[at + 2]
        draw = self.draw
        full = (red * draw[0] + green * draw[1] + blue * draw[2]) * ring
        current = ((full + 254) // 255 * self.brightness + 2549) // 2550
        idle = (len(out) // 3 * ring * self.idle + 9) // 10
        scale = self.brightness
        self.capped = 0 < self.cap < idle + current
        if self.capped:
            room = max(0, self.cap - idle)
            scale = scale * room // current if current else 0
            current = min(current, room)
        self.peak = max(self.peak, idle + current)
        if scale < 255:
            for at in range(len(out)):
                out[at] = out[at] * scale // 255
