"""The street without lights as SVG: wood, grounds, lines, signs, margins.

Everything is drawn in hundredths of a pitch, with only classes (see ``look``, ``street_look``).
What repeats is defined once and used by ``<use>``: a column of each ground, a sign, a car.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import sin
from typing import Final

from .look import number, tight
from .street import (
    BOTTOM,
    GROUNDS,
    MARGIN,
    ROWS,
    SIGN_Y,
    STREET_BOTTOM,
    STREET_TOP,
    TOP,
    Column,
    Street,
    row_y,
)
from .street_cars import WRENCH, car_defs, lay_by_spots

_TOP: Final = 100 * STREET_TOP
_BOTTOM: Final = 100 * STREET_BOTTOM
_SLAB: Final = (
    '<rect class="ts-slab" x="-43" y="-43" width="86" height="86" rx="10" stroke-width="3"/>'
    '<path class="ts-slab" stroke-width="2" d="M0-43V43M-43 0H43"/>'
)
_STEP: Final = '<path class="ts-sign-line" stroke-width="6" d="M-25 11H-2V-10H25"/>'
_BARRIER: Final = (
    '<path class="ts-sign-line" stroke-width="5" d="M-26-8H26M-26 8H26M-14-17V17M14-17V17"/>'
)


def street_box(street: Street) -> str:
    """The ``viewBox`` in hundredths of a pitch: ``-377 -500 754 936`` with six columns."""
    return " ".join(number(100 * value) for value in street.view_box)


def _column(name: str, square: str) -> str:
    far = ' class="ts-far"' if square == "sq" else ""
    uses = "".join(
        f'<use href="#{square}" y="{number(100 * row_y(row))}"{far if row == 0 else ""}/>'
        for row in range(ROWS)
    )
    return f'<g id="{name}">{uses}</g>'


def _specks() -> str:
    """A few knots of the bare wood, the same on every run."""
    dots = []
    for n in range(30):
        x = 42 * sin(n * 12.9898)
        y = -380 + 760 * ((n * 0.618034) % 1)
        dots.append(f"M{number(x)} {number(y)}h0")
    return f'<path id="k-bare" class="ts-speck" stroke-width="6" d="{tight("".join(dots))}"/>'


def street_defs(street: Street, tokens: Iterable[str] | None = None) -> str:
    """What the street's paint and its cars refer to; once in a document.

    ``tokens``  cars that may come later, when the mats may be others; None: what is there now
    """
    grounds = set(GROUNDS) if tokens else {column.ground for column in street.columns}
    x, y, width, height = (number(100 * value) for value in street.view_box)
    end = number(100 * (street.edge + MARGIN))
    left, right = _span(street)
    shade = '<stop class="ts-fade-{}" offset="{}" stop-opacity="{}"/>'
    parts = [
        '<linearGradient id="wood" gradientUnits="userSpaceOnUse" '
        f'x1="{x}" y1="{y}" x2="{end}" y2="{number(100 * BOTTOM)}">'
        '<stop class="ts-wood-1" offset="0"/><stop class="ts-wood-2" offset=".55"/>'
        '<stop class="ts-wood-3" offset="1"/></linearGradient>'
        '<linearGradient id="fade" x2="0" y2="1">'
        f"{shade.format(1, 0, 0)}{shade.format(2, 1, '.62')}</linearGradient>"
        f'<clipPath id="wood-edge"><rect id="plank" x="{x}" y="{y}" width="{width}" '
        f'height="{height}" rx="45"/></clipPath>'
        f'<clipPath id="rows"><rect x="{x}" y="-420" width="{width}" height="856"/></clipPath>'
        f'<clipPath id="street-edge"><rect x="{number(left)}" y="{number(_TOP)}" '
        f'width="{number(right - left)}" height="{number(_BOTTOM - _TOP)}" rx="14"/></clipPath>'
        '<rect id="sq" x="-43" y="-43" width="86" height="86" rx="14"/>'
        f'<path id="tool" transform="rotate(45)" d="{WRENCH}"/>'
        '<rect id="sign" x="-43" y="-26" width="86" height="52" rx="10" stroke-width="2"/>'
        '<path id="way" class="ts-sign-line" stroke-width="6" d="M0 17V-17M-12-5L0-17 12-5"/>',
    ]
    if "lane" in grounds:
        parts.append(_column("k-lane", "sq"))
    if "walk" in grounds:
        parts.append(f'<g id="slab">{_SLAB}</g>{_column("k-walk", "slab")}')
    if "chop" in grounds:
        both = '<use class="ts-chop-cell" href="#sq"/><use class="ts-tool" href="#tool"/>'
        parts.append(f'<g id="shop">{both}</g>{_column("k-chop", "shop")}')
    if "blocked" in grounds:
        parts.append(
            '<pattern id="bars" width="24" height="24" patternUnits="userSpaceOnUse" '
            'patternTransform="rotate(45)"><rect class="ts-bar-of" width="11" height="24"/>'
            '</pattern><rect id="k-blocked" x="-50" y="-404" width="100" height="804" '
            'fill="url(#bars)"/>'
        )
    if "bare" in grounds:
        parts.append(_specks())
    if street.finish or tokens:
        parts.append(
            '<pattern id="checks" width="25" height="25" patternUnits="userSpaceOnUse" x="0" '
            'y="-312.5"><rect class="ts-check-1" width="25" height="25"/>'
            '<path class="ts-check-2" d="M0 0h12.5v12.5h12.5v12.5h-12.5v-12.5h-12.5z"/></pattern>'
        )
    cars = car_defs(tokens or [car.token for car in (*street.cars, *street.lay_by)])
    return f"<defs>{''.join(parts)}{cars}</defs>"


def _span(street: Street) -> tuple[float, float]:
    """Left and right edge of the street: no man's land is bare wood."""
    built = [n for n, column in enumerate(street.columns) if column.ground != "bare"]
    return 100 * (street.x(built[0]) - 0.5), 100 * (street.x(built[-1]) + 0.5)


def _halves(street: Street, draw: Callable[[float, float, str], str]) -> str:
    """Something that reaches across the street, one piece a side: ``draw(edge, middle, class)``."""
    left, right = _span(street)
    return draw(left, 0.0, "ts-l") + draw(right, 0.0, "ts-r")


def _road(edge: float, middle: float, side: str) -> str:
    """Half of the asphalt, open at the centreline."""
    turn = 14 if edge < middle else -14
    return (
        f'<path class="ts-street {side}" stroke-width="5" d="M{number(middle)} {number(_TOP)}'
        f"H{number(edge + turn)}Q{number(edge)} {number(_TOP)} {number(edge)} {number(_TOP + 14)}"
        f"V{number(_BOTTOM - 14)}Q{number(edge)} {number(_BOTTOM)} {number(edge + turn)} "
        f'{number(_BOTTOM)}H{number(middle)}"/>'
    )


def _band(name: str, top: float, bottom: float, fill: str) -> Callable[[float, float, str], str]:
    """A painter of half a band across the street."""

    def draw(edge: float, middle: float, side: str) -> str:
        return (
            f'<rect class="{name} {side}" x="{number(min(edge, middle))}" y="{number(top)}" '
            f'width="{number(abs(edge - middle))}" height="{number(bottom - top)}" '
            f'fill="url(#{fill})"/>'
        )

    return draw


def _grain(street: Street, step: float, shift: float) -> str:
    """Long level waves over the wood, the same on every run."""
    half, parts, y = 100 * (street.edge + MARGIN), [], 100 * TOP + shift
    n = 0
    while y < 100 * BOTTOM:
        swing = 9 * sin(n * 2.3 + shift)
        quarter = number(half / 2)
        parts.append(
            f"M-{number(half)} {number(y)}q{number(half / 4)} {number(swing)} {quarter} 0"
            f"t{quarter} {number(swing / 2)}t{quarter} {number(-swing / 3)}t{quarter} 0"
        )
        y += step * (0.75 + 0.5 * abs(sin(n * 0.9 + shift)))
        n += 1
    return tight("".join(parts))


def wood_paint(street: Street) -> str:
    """The wood: shadow, planks, grain, edge."""
    return (
        '<use class="ts-shadow" stroke-width="12" y="6" href="#plank"/>'
        '<use class="ts-wood" fill="url(#wood)" href="#plank"/><g clip-path="url(#wood-edge)">'
        f'<path class="ts-grain-dark" stroke-width="2" d="{_grain(street, 74, 31)}"/>'
        f'<path class="ts-grain-light" stroke-width="2" d="{_grain(street, 120, 70)}"/></g>'
        '<use class="ts-edge-light" fill="none" stroke-width="3" href="#plank"/>'
    )


def mats_paint(street: Street) -> str:
    """Grounds and lines: what the two mats make of the street."""
    out = [_halves(street, _road)]
    grounds = []
    for n, column in enumerate(street.columns):
        x, side = number(100 * street.x(n)), street.side(n)
        if column.ground == "bare":
            out.append(f'<use class="ts-{side}" href="#k-bare" x="{x}"/>')
            continue
        if column.ground in ("walk", "chop"):
            grounds.append(
                f'<rect class="ts-{column.ground} ts-{side}" x="{number(100 * street.x(n) - 50)}" '
                f'y="{number(_TOP)}" width="100" height="{number(_BOTTOM - _TOP)}"/>'
            )
        kind = f"ts-cell ts-{side}" if column.ground == "lane" else f"ts-{side}"
        grounds.append(f'<use class="{kind}" href="#k-{column.ground}" x="{x}"/>')
    out.append(f'<g clip-path="url(#street-edge)">{"".join(grounds)}{_lines(street)}</g>')
    if street.median:
        out.append(
            '<g class="ts-mid"><rect class="ts-median" x="-14" y="-402" width="28" height="808" '
            'rx="14" stroke-width="4"/><path class="ts-stud" stroke-width="9" '
            'stroke-dasharray="0 50" d="M0-350V400"/></g>'
        )
    if street.finish:
        out.append(_halves(street, _band("ts-finish", -312.5, -287.5, "checks")))
    return "".join(out)


def signs_paint(street: Street) -> str:
    """The two mats as signs over their columns."""
    return "".join(_sign(street, n, column) for n, column in enumerate(street.columns))


def _lines(street: Street) -> str:
    """Dashes between lanes, curbs, dots before a chop shop, the centreline."""
    out = []
    for n in range(1, len(street.columns)):
        if n == street.half:
            continue
        outer, inner = (n - 1, n) if n < street.half else (n, n - 1)
        sign = -1 if n < street.half else 1
        pair = street.columns[inner].ground, street.columns[outer].ground
        x = 100 * (street.x(inner) + sign * 0.5)
        out.append(_line_between(pair, x, sign, street.side(n if n < street.half else n - 1)))
    if not street.median:
        out.append('<path class="ts-brass ts-mid" stroke-width="5" d="M-6.3-397V400M6.3-397V400"/>')
    return "".join(out)


def _line_between(pair: tuple[str, str], x: float, sign: int, side: str) -> str:
    inner, outer = pair
    if inner != "lane" or outer == "bare":
        return ""
    if outer == "lane":
        return (
            f'<path class="ts-dash ts-{side}" stroke-width="5" stroke-dasharray="40 60" '
            f'd="M{number(x)}-382V400"/>'
        )
    if outer == "chop":
        return (
            f'<path class="ts-dots ts-{side}" stroke-width="6" stroke-dasharray="0 12.5" '
            f'd="M{number(x)}-394V400"/>'
        )
    return (
        f'<path class="ts-curb ts-{side}" stroke-width="8" stroke-dasharray="98 2" '
        f'd="M{number(x + sign * 2)}-399V400"/>'
    )


def _sign(street: Street, n: int, column: Column) -> str:
    if column.ground == "bare":
        return ""
    left = street.side(n) == "l"
    if column.ground == "lane":
        shown = _lane_sign(column.number, left is not street.mirror)
    elif column.ground == "chop":
        shown = '<use class="ts-sign-tool" href="#tool"/>'
    elif column.ground == "blocked":
        shown = _BARRIER
    else:
        shown = f'<g transform="scale(-1 1)">{_STEP}</g>' if left else _STEP
    at = f"translate({number(100 * street.x(n))} {number(100 * SIGN_Y)})"
    return (
        f'<g class="ts-{street.side(n)}" transform="{at}">'
        f'<use class="ts-sign" href="#sign"/>{shown}</g>'
    )


def _lane_sign(value: int | None, oncoming: bool) -> str:
    """The arrow of travel; the number of its cars stands on its right."""
    turn = "rotate(180)" if oncoming else ""
    if value is None:
        return f'<use href="#way"{f" transform={chr(34)}{turn}{chr(34)}" if turn else ""}/>'
    return (
        f'<use href="#way" transform="translate(-22 0){turn}"/>'
        f'<text class="ts-sign-text" x="15" y="10.5">{value}+</text>'
    )


def margins_paint(street: Street, whole: bool = False) -> str:
    """Ranks, the caret of the road ahead (an 8 where that row is rank 8 now), the wood's rows.

    ``whole``  what is not seen now is there, too, hidden, since the street will change
    """
    at = 100 * (-street.edge - 0.31)
    left, right = number(at), number(-at)
    ahead = (
        f'<path class="ts-caret" stroke-width="5" d="M{number(at - 12)}-344'
        f'L{left}-358L{number(at + 12)}-344"{_unless(not street.wraps)}/>'
    )
    wrapped = (
        f'<text class="ts-rank ts-wraps" x="{left}" y="-340.5"{_unless(street.wraps)}>{ROWS}</text>'
    )
    ranks = [
        ahead if whole or not street.wraps else "",
        wrapped if whole or street.wraps else "",
        f'<rect class="ts-plate" x="{number(at - 25)}" y="-274" width="50" height="48" rx="6"/>'
        f'<text class="ts-plate-text" x="{left}" y="-240.5">1</text>',
    ]
    ranks += [
        f'<text class="ts-rank" x="{left}" y="{number(100 * row_y(row) + 9.5)}"'
        f"{_unless(row <= street.last)}>{row}</text>"
        for row in range(2, ROWS)
        if whole or row <= street.last
    ]
    taken = {y for _, _, y in lay_by_spots(street)}
    taken |= {100 * row_y(car.row) for car in street.cars if car.column >= len(street.columns)}
    rows = []
    for row, letter in enumerate(street.letters):
        y = 100 * row_y(row)
        if whole or y not in taken:
            far = " ts-far" if row > street.last else ""
            rows.append(
                f'<text class="ts-row{far}" x="{right}" y="{number(y + 9)}"'
                f"{_unless(y not in taken)}>{letter}</text>"
            )
    return (
        f'<g class="ts-l-edge" font-size="27">{"".join(ranks)}</g>'
        f'<g class="ts-r-edge" font-size="26">{"".join(rows)}</g>'
    )


def fade_paint(street: Street) -> str:
    """The shade behind the last racer; without height where that one is in the last row."""
    start = min(_BOTTOM, 100 * row_y(street.last) + 50)
    return _halves(street, _band("ts-fade", start, _BOTTOM, "fade"))


def _unless(seen: bool) -> str:
    """Nothing for what is seen; else the attribute that hides it."""
    return "" if seen else ' visibility="hidden"'
