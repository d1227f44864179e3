"""A sheet as SVG: one user unit is one millimetre, groups by layer, nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from companion.workshop.measure import Vertex, arc_of
from companion.workshop.shapes import Circle, Path, Shape, Sheet, Style, Text, Window

FONT: Final = "Helvetica, Arial, 'DejaVu Sans', sans-serif"


def number(value: float, digits: int = 3) -> str:
    """A coordinate as short as its digits allow, and never ``-0``.

    >>> number(12.0), number(-0.0001), number(3.26)
    ('12', '0', '3.26')
    """
    text = f"{value:.{digits}f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def svg(sheet: Sheet, digits: int = 3) -> str:
    """The sheet as a whole SVG file.

    ``digits``  digits after the point: 3 to drill by, 2 for a picture
    """
    writer = _Writer(digits)
    n = writer.n
    body = writer.body(sheet.shapes)
    size = f'width="{n(sheet.width)}mm" height="{n(sheet.height)}mm"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} '
            f'viewBox="0 0 {n(sheet.width)} {n(sheet.height)}" font-family="{FONT}">',
            f"<title>{escape(sheet.title)}</title>",
            f'<rect width="{n(sheet.width)}" height="{n(sheet.height)}" fill="#ffffff"/>',
            *body,
            "</svg>\n",
        ]
    )


class _Writer:
    def __init__(self, digits: int) -> None:
        self.digits = digits

    def n(self, value: float) -> str:
        return number(value, self.digits)

    def body(self, shapes: Iterable[Shape | Window]) -> list[str]:
        """The shapes as SVG.

        Neighbours of one style share a group, so that nothing is said twice.
        """
        out: list[str] = []
        for shared, group in groupby(shapes, key=self.shared):
            if shared:
                out.append(f"<g {shared}>")
            for drawn, run in groupby(group, key=lambda shape: isinstance(shape, Path)):
                if drawn:
                    # Many short lines as one path make the file a third as long.
                    ways = "".join(
                        self.path(s.points, s.closed) for s in run if isinstance(s, Path)
                    )
                    out.append(f'<path d="{ways}"/>')
                else:
                    out += [line for shape in run for line in self.lines(shape)]
            if shared:
                out.append("</g>")
        return out

    def shared(self, shape: Shape | Window) -> str:
        """The attributes that a shape shares with others of its kind. A window shares none."""
        if isinstance(shape, Window):
            return ""
        if not isinstance(shape, Text):
            return self.style(shape.style)
        anchor = "" if shape.anchor == "start" else f' text-anchor="{shape.anchor}"'
        bold = ' font-weight="700"' if shape.bold else ""
        colour = shape.style.fill or shape.style.stroke
        name = quoteattr(shape.style.layer)
        return f'class={name} font-size="{self.n(shape.size)}"{anchor}{bold} fill="{colour}"'

    def lines(self, shape: Shape | Window) -> list[str]:
        if not isinstance(shape, Window):
            return [self.shape(shape)]
        box = [self.n(v) for v in (shape.x, shape.y, shape.width, shape.height)]
        at = 'x="{}" y="{}" width="{}" height="{}"'.format(*box)
        return [f'<svg {at} viewBox="{" ".join(box)}">', *self.body(shape.shapes), "</svg>"]

    def style(self, style: Style) -> str:
        parts = [f"class={quoteattr(style.layer)}", f'fill="{style.fill or "none"}"']
        if style.stroke is not None:
            parts.append(f'stroke="{style.stroke}" stroke-width="{self.n(style.width)}"')
            parts.append('stroke-linejoin="round"')
            if style.round:
                parts.append('stroke-linecap="round"')
        if style.dash:
            dash = " ".join(self.n(d) for d in style.dash)
            parts.append(f'stroke-dasharray="{dash}"')
        return " ".join(parts)

    def shape(self, shape: Shape) -> str:
        n = self.n
        if isinstance(shape, Circle):
            return f'<circle cx="{n(shape.x)}" cy="{n(shape.y)}" r="{n(shape.r)}"/>'
        if isinstance(shape, Text):
            return self.text(shape)
        return f'<path d="{self.path(shape.points, shape.closed)}"/>'

    def text(self, shape: Text) -> str:
        n = self.n
        # The middle of capitals lies 0.36 of the size above the line, in every face used here.
        down = 0.36 * shape.size
        if shape.angle:
            turned = f"translate({n(shape.x)} {n(shape.y)}) rotate({n(shape.angle)})"
            at = f'transform="{turned} translate(0 {n(down)})"'
        else:
            at = f'x="{n(shape.x)}" y="{n(shape.y + down)}"'
        return f"<text {at}>{escape(shape.text)}</text>"

    def path(self, points: tuple[Vertex, ...], closed: bool) -> str:
        n = self.n
        parts = [f"M{n(points[0].x)} {n(points[0].y)}"]
        ends = points[1:] + (points[:1] if closed else ())
        for start, end in zip(points, ends, strict=False):
            if start.bulge:
                _, _, radius, _, sweep = arc_of(start, end)
                large, way = int(abs(sweep) > 3.14159), int(sweep > 0)
                parts.append(f"A{n(radius)} {n(radius)} 0 {large} {way} {n(end.x)} {n(end.y)}")
            elif closed and n(start.y) == n(end.y):
                parts.append(f"H{n(end.x)}")
            elif closed and n(start.x) == n(end.x):
                parts.append(f"V{n(end.y)}")
            else:
                parts.append(f"L{n(end.x)} {n(end.y)}")
        return "".join(parts) + ("z" if closed else "")
