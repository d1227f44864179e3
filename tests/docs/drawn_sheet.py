"""A drawing of the builder's guide in the making: paper, ink and wires, written as SVG."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from xml.sax.saxutils import escape

INK, QUIET, PAPER, LINE = "#2a1d12", "#6b5744", "#fffaf2", "#dccab0"
WOOD, DARK, BOX = "#dcb883", "#a97a45", "#f3e7d4"
FIVE, THREE, GROUND, SIGNAL, DATA = "#c2203b", "#b8650f", "#2a1d12", "#2c5fb3", "#16795a"
FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif"
Point = tuple[float, float]


class Sheet:
    """One drawing, written piece by piece; sizes in px."""

    def __init__(self, width: int, height: int, title: str) -> None:
        self.width, self.height, self.title = width, height, title
        self.parts: list[str] = []

    def put(self, text: str) -> None:
        """A raw element."""
        self.parts.append(text)

    def box(self, x: float, y: float, w: float, h: float, fill: str = BOX, r: float = 8) -> None:
        """A rounded box."""
        self.put(
            f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="{r:g}" fill="{fill}" '
            f'stroke="{INK}" stroke-width="1.5"/>'
        )

    def text(
        self, x: float, y: float, words: str, *, size: int = 14, bold: bool = False,
        anchor: str = "middle", colour: str = INK,
    ) -> None:  # fmt: skip
        """Words on one line."""
        weight = ' font-weight="700"' if bold else ""
        self.put(
            f'<text x="{x:g}" y="{y:g}" font-size="{size}" text-anchor="{anchor}"{weight} '
            f'fill="{colour}">{escape(words)}</text>'
        )

    def wire(self, points: Sequence[Point], colour: str = SIGNAL, width: float = 2.5) -> None:
        """A wire from point to point."""
        line = " ".join(f"{x:g},{y:g}" for x, y in points)
        self.put(
            f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="{width:g}" '
            'stroke-linejoin="round" stroke-linecap="round"/>'
        )

    def dots(self, points: Iterable[Point], colour: str = SIGNAL) -> None:
        """Joints."""
        for x, y in points:
            self.put(f'<circle cx="{x:g}" cy="{y:g}" r="4" fill="{colour}"/>')

    def arrow(self, start: Point, end: Point, colour: str = QUIET) -> None:
        """A thin line that ends in an arrow."""
        angle = math.atan2(end[1] - start[1], end[0] - start[0])
        wings = [
            (end[0] - 8 * math.cos(angle + turn), end[1] - 8 * math.sin(angle + turn))
            for turn in (0.45, -0.45)
        ]
        self.wire([start, end], colour, 1.5)
        self.wire([wings[0], end, wings[1]], colour, 1.5)

    def ground(self, x: float, y: float) -> None:
        """The sign of ground, hanging from (x, y)."""
        self.wire([(x, y), (x, y + 6)], GROUND, 2)
        for at, half in enumerate((9, 6, 3)):
            self.wire([(x - half, y + 6 + 4 * at), (x + half, y + 6 + 4 * at)], GROUND, 2)

    def chip(
        self, x: float, y: float, w: float, h: float, name: str,
        left: Sequence[tuple[str, float]] = (), right: Sequence[tuple[str, float]] = (),
        under: str = "",
    ) -> None:  # fmt: skip
        """A part with its name and with pins at heights down its sides."""
        self.box(x, y, w, h)
        self.text(x + w / 2, y + 22, name, bold=True)
        if under:
            self.text(x + w / 2, y + 40, under, size=12, colour=QUIET)
        for label, at in left:
            self.text(x + 8, y + at + 5, label, size=13, anchor="start")
        for label, at in right:
            self.text(x + w - 8, y + at + 5, label, size=13, anchor="end")

    def svg(self) -> str:
        """The whole drawing."""
        body = "\n".join(self.parts)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" '
            f'width="{self.width}" height="{self.height}" role="img" font-family="{FONT}">\n'
            f"<title>{escape(self.title)}</title>\n"
            f'<rect width="{self.width}" height="{self.height}" rx="14" fill="{PAPER}"/>\n'
            f"{body}\n</svg>\n"
        )
