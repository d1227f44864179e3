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
"""Within this time a sweep lights its holes, one after the other; then all stay."""
CHASE_MS = 400
"""How long a chase keeps one hole full."""
CHASE_FAINT = 26
"""Level of the other holes of a chase."""

COLOURS = "RGB"
"""The order of the colours of every picture, and of the pixels' wire where nothing else is said."""


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
    return _at_level(look, level(motion, t))


def _at_level(look: tuple[int, ...], full: int) -> tuple[int, int, int]:
    """Colour of a look at that level, 0 … 255."""
    return look[0] * full // 255, look[1] * full // 255, look[2] * full // 255


class Lights:
    """The frame that stands, and its rendering.

    ``frame`` is its number, 0 when there is none; ``picture`` counts every change of frame, dark
    included, so that a pixel driver knows when to render again. ``order`` is that of the colours on
    the pixels' wire.
    """

    def __init__(self, holes: int, ring: int = 1, order: str = COLOURS) -> None:
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
        self._order = [COLOURS.index(colour) for colour in order]
        self._since: dict[int, int] = {}
        self._rgb: bytes | None = None
        self._places: dict[int, list[int]] = {}
        self._moves = False
        # What the pixels show, in their own order; and of each look the runs that stand in there.
        self._dark = bytes(3 * holes * ring)
        self._wire = bytearray(self._dark)
        self._painted: dict[int, list[tuple[int, bytes]]] = {}

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
        self._changed(frame, None)

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
        self._changed(frame, bytes(rgb))

    def dark(self) -> None:
        """Forget the frame: everything dark, and the next one must be whole."""
        self.palette = []
        self.cells = bytearray(self.holes)
        self._since = {}
        self._changed(0, None)

    def moving(self) -> bool:
        """Whether the picture changes by itself."""
        return self._moves

    def render(self, t: int) -> bytearray:
        """The bytes for all pixels at ``t`` ms, after brightness and the current cap.

        It is the same buffer every time, changed in place: only what differs is painted anew.
        """
        if self._rgb is not None:
            self._plain(self._rgb)
            return self._wire
        looks = {look: self._runs(look, t) for look in self._places}
        red = green = blue = 0
        for runs in looks.values():
            start = 0
            for stop, colour in runs:
                red += (stop - start) * colour[0]
                green += (stop - start) * colour[1]
                blue += (stop - start) * colour[2]
                start = stop
        scale = self._scale(red * self.ring, green * self.ring, blue * self.ring)
        for look, runs in looks.items():
            bright = [(stop, self._bytes(colour, scale)) for stop, colour in runs]
            if self._painted.get(look) != bright:
                self._painted[look] = bright
                self._paint(self._places[look], bright)
        return self._wire

    def _changed(self, frame: int, rgb: bytes | None) -> None:
        """Note for a new frame where each look's holes begin on the wire; all is dark."""
        self.frame = frame
        self.picture += 1
        self._rgb = rgb
        self._places = {}
        self._painted = {}
        self._wire[:] = self._dark
        if rgb is None:
            for hole in range(self.holes):
                look = self.cells[hole]
                # Look 0 is dark whatever the palette says.
                if look:
                    self._places.setdefault(look, []).append(3 * self.ring * hole)
        self._moves = any(self.palette[look][3] not in STILL for look in self._places)

    def _check(self, palette: list[tuple[int, ...]], cells: bytes) -> None:
        for look in set(cells):
            if look and look >= len(palette):
                raise ValueError(f"look {look} of {len(palette)}")

    def _runs(self, look: int, real: int) -> list[tuple[int, tuple[int, int, int]]]:
        """The colours of a look's holes in their order: each as far as the hole that ends it."""
        t = real // 2 if self.calm else real
        entry = self.palette[look]
        count = len(self._places[look])
        if entry[3] == CHASE:
            at = t // CHASE_MS % count
            faint = _at_level(entry, CHASE_FAINT)
            return [(at, faint), (at + 1, _at_level(entry, 255)), (count, faint)]
        if entry[3] == SWEEP:
            # A calm sweep runs its elapsed time, not the clock, at half the rate.
            gone = (real - self._since[look]) // (2 if self.calm else 1)
            lit = max(0, min(count, gone * count // SWEEP_MS + 1))
            return [(lit, _at_level(entry, 255)), (count, (0, 0, 0))]
        return [(count, _shade(entry, t))]

    def _bytes(self, colour: tuple[int, ...], scale: int) -> bytes:
        """What a hole of that colour puts on the wire: all pixels of its ring."""
        return bytes([colour[at] * scale // 255 for at in self._order]) * self.ring

    def _paint(self, places: list[int], runs: list[tuple[int, bytes]]) -> None:
        wire = self._wire
        width = 3 * self.ring
        start = 0
        for stop, pixels in runs:
            for at in places[start:stop]:
                wire[at : at + width] = pixels
            start = stop

    def _plain(self, rgb: bytes) -> None:
        """Plain colours, pixel by pixel; only tools show them, so speed does not matter."""
        sums = [0, 0, 0]
        for at in range(len(rgb)):
            sums[at % 3] += rgb[at]
        scale = self._scale(sums[0], sums[1], sums[2])
        for at in range(0, len(rgb), 3):
            for place in range(3):
                self._wire[at + place] = rgb[at + self._order[place]] * scale // 255

    def _scale(self, red: int, green: int, blue: int) -> int:
        """How far colours of those sums are dimmed, 255: not at all (PP-22).

        The brightness first, then the cap; remembers the peak in mA. Every channel has its own
        current; a mA begun counts whole, and what is scaled is rounded down, so that the estimate
        is never too low.
        """
        draw = self.draw
        full = red * draw[0] + green * draw[1] + blue * draw[2]
        current = ((full + 254) // 255 * self.brightness + 2549) // 2550
        idle = (self.holes * self.ring * self.idle + 9) // 10
        scale = self.brightness
        self.capped = 0 < self.cap < idle + current
        if self.capped:
            room = max(0, self.cap - idle)
            scale = scale * room // current if current else 0
            current = min(current, room)
        self.peak = max(self.peak, idle + current)
        return scale
