"""The unlit board as SVG markup: wood, ways, paint and dimples, from board data alone.

Everything is drawn in thousandths of the board's unit, with only classes (see ``look``).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import atan2, cos, degrees, hypot, pi, sin, tan
from typing import Final

from ..board import Board, Space
from .look import circle_path, number, seat_class, sides_of, symbol_path
from .svg_road import road_paint, square_path

MARBLE_RADIUS: Final = 0.355
"""All radii are in pitches."""
RIM: Final = 0.05
SYMBOL: Final = 0.20
BADGE_RADIUS: Final = 0.46
SPOT_RADIUS: Final = 0.39
DIMPLE_RADIUS: Final = 0.255
BULLSEYE_RADIUS: Final = 0.32

_TRACK_KINDS = frozenset(("corner", "track", "turn-in", "pen-exit"))


class Frame:
    """A board seen with a turn: coordinates in thousandths, and sizes from pitches."""

    def __init__(self, board: Board, turn: int = 0) -> None:
        self.board = board
        self.pitch = board.pitch * 1000
        sides = max(1, len(board.sides))
        angle = -turn * 2 * pi / sides
        self._cos, self._sin = cos(angle), sin(angle)
        self.degrees = degrees(angle)

    def at(self, x: float, y: float) -> tuple[float, float]:
        """A point given in board units."""
        return 1000 * (x * self._cos - y * self._sin), 1000 * (x * self._sin + y * self._cos)

    def hole(self, hole: str) -> tuple[float, float]:
        """A hole's centre."""
        space = self.board.space(hole)
        return self.at(space.x, space.y)

    def side(self, side: str, kind: str) -> list[Space]:
        """The spaces of one kind on one side, in sensor order."""
        return [s for s in self.board.spaces if s.side == side and s.kind == kind]

    def p(self, pitches: float) -> str:
        """A length given in pitches, as text."""
        return number(pitches * self.pitch)


def _line(points: Sequence[tuple[float, float]], closed: bool = False) -> str:
    text = "L".join(f"{number(x)} {number(y)}" for x, y in points)
    return f"M{text}{'z' if closed else ''}"


def outline_path(board: Board, turn: int = 0) -> str:
    """The wood's edge as path data: a polygon with rounded corners, or the rounded view box."""
    frame = Frame(board, turn)
    corners = [frame.at(x, y) for x, y in board.outline]
    rounding = board.rounding * 1000
    if not corners:
        x, y, width, height = (1000 * value for value in board.view_box)
        corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
        rounding = min(width, height) * 0.05
    count = len(corners)
    cut = rounding * tan(pi / count)
    parts = []
    for i, (x, y) in enumerate(corners):
        ends = []
        for ox, oy in (corners[i - 1], corners[(i + 1) % count]):
            share = cut / hypot(ox - x, oy - y)
            ends.append((x + (ox - x) * share, y + (oy - y) * share))
        (ax, ay), (bx, by) = ends
        start = "M" if i == 0 else "L"
        r = number(rounding)
        parts.append(f"{start}{number(ax)} {number(ay)}A{r} {r} 0 0 1 {number(bx)} {number(by)}")
    return "".join(parts) + "z"


def board_defs(board: Board, turn: int = 0) -> str:
    """The ``<defs>`` that ``board_paint`` and ``marble`` refer to; once in a document."""
    x, y, width, height = (1000 * value for value in board.view_box)
    n = number
    pools = "".join(
        f'<radialGradient id="ts-pool-{side}" class="{seat_class(side)}">'
        '<stop class="ts-glow" offset="0" stop-opacity=".44"/>'
        '<stop class="ts-glow" offset=".5" stop-opacity=".28"/>'
        '<stop class="ts-glow" offset="1" stop-opacity="0"/></radialGradient>'
        for side in sides_of(board)
    )
    return (
        '<defs><linearGradient id="ts-wood" gradientUnits="userSpaceOnUse" '
        f'x1="{n(x)}" y1="{n(y)}" x2="{n(x + width)}" y2="{n(y + height)}">'
        '<stop class="ts-wood-1" offset="0"/><stop class="ts-wood-2" offset=".55"/>'
        '<stop class="ts-wood-3" offset="1"/></linearGradient>'
        '<radialGradient id="ts-shine" cx=".32" cy=".26" r=".42">'
        '<stop offset="0" stop-color="#fff" stop-opacity=".55"/>'
        '<stop offset=".45" stop-color="#fff" stop-opacity=".14"/>'
        '<stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>'
        f'{pools}<clipPath id="ts-clip"><path d="{outline_path(board, turn)}"/></clipPath></defs>'
    )


def _grain_path(board: Board, step: float, shift: float) -> str:
    """Long level waves across the view box, the same on every run."""
    left, top, width, height = (1000 * value for value in board.view_box)
    parts = []
    row = 0
    level = top + shift
    while level < top + height:
        swing = 7 + 5 * sin(row * 1.7 + shift)
        points = []
        for i in range(5):
            x = left + width * i / 4
            points.append((x, level + swing * sin(row * 2.3 + i * 1.9 + shift)))
        (x0, y0), rest = points[0], points[1:]
        curve = "".join(f"T{number(x)} {number(y)}" for x, y in rest[1:])
        cx = x0 + width / 8
        bend = y0 + swing * cos(row * 1.1)
        parts.append(
            f"M{number(x0)} {number(y0)}Q{number(cx)} {number(bend)} "
            f"{number(rest[0][0])} {number(rest[0][1])}{curve}"
        )
        level += step * (0.75 + 0.5 * abs(sin(row * 0.9 + shift)))
        row += 1
    return "".join(parts)


def _wood(frame: Frame, turn: int) -> list[str]:
    edge = outline_path(frame.board, turn)
    p = frame.p
    shadow = "".join(
        f'<path class="ts-shadow" transform="translate(0 {p(0.12)})" '
        f'stroke-width="{p(width)}" d="{edge}"/>'
        for width in (0.1, 0.22, 0.34)
    )
    return [
        f"{shadow}",
        f'<path class="ts-wood" fill="url(#ts-wood)" d="{edge}"/>',
        '<g clip-path="url(#ts-clip)">'
        f'<path class="ts-grain-dark" stroke-width="4" d="{_grain_path(frame.board, 56, 9)}"/>'
        f'<path class="ts-grain-light" stroke-width="4" d="{_grain_path(frame.board, 88, 40)}"/>'
        "</g>",
        f'<path class="ts-edge-light" clip-path="url(#ts-clip)" stroke-width="18" d="{edge}"/>',
        f'<path class="ts-edge" stroke-width="9" d="{edge}"/>',
    ]


def _pool(frame: Frame, side: str, lit: bool) -> str:
    homes = frame.side(side, "home")
    turn_ins = frame.side(side, "turn-in")
    if not homes or not turn_ins:
        return ""
    (ax, ay), (bx, by) = frame.hole(turn_ins[0].id), frame.hole(homes[-1].id)
    on = " ts-on" if lit else ""
    return (
        f'<circle class="ts-pool{on}" data-pool="{side}" cx="{number((ax + bx) / 2)}" '
        f'cy="{number((ay + by) / 2)}" r="{frame.p(4.6)}" fill="url(#ts-pool-{side})"/>'
    )


def _ways(frame: Frame) -> list[str]:
    """Groove, ring and the circles round the bull's eye."""
    spaces = frame.board.spaces
    out = []
    route = [frame.hole(s.id) for s in spaces if s.kind in _TRACK_KINDS]
    if route:
        out.append(
            f'<path class="ts-groove" stroke-width="{frame.p(0.5)}" d="{_line(route, True)}"/>'
        )
    corners = [frame.hole(s.id) for s in spaces if s.kind == "corner"]
    if corners:
        ring = _line(corners, True)
        out.append(f'<path class="ts-band" stroke-width="46" d="{ring}"/>')
        out.append(f'<path class="ts-ring" stroke-width="7" d="{ring}"/>')
    for space in spaces:
        if space.kind == "bullseye":
            x, y = frame.hole(space.id)
            for radius, width in ((0.78, 6), (1.08, 4)):
                out.append(
                    f'<circle class="ts-inlay" cx="{number(x)}" cy="{number(y)}" '
                    f'r="{frame.p(radius)}" stroke-width="{width}"/>'
                )
    return out


def _tilted_box(
    frame: Frame, spaces: Sequence[Space], margin: float, rounding: float, classes: str
) -> str:
    """A rounded box about some spaces, along the line from the first of them to the second."""
    points = [frame.hole(s.id) for s in spaces]
    cx = sum(x for x, _ in points) / len(points)
    cy = sum(y for _, y in points) / len(points)
    angle = atan2(points[1][1] - points[0][1], points[1][0] - points[0][0])
    along = [(x - cx) * cos(angle) + (y - cy) * sin(angle) for x, y in points]
    across = [(y - cy) * cos(angle) - (x - cx) * sin(angle) for x, y in points]
    half = margin * frame.pitch
    a, b = max(along) + half, max(across) + half
    return (
        f'<rect class="{classes}" x="{number(-a)}" y="{number(-b)}" width="{number(2 * a)}" '
        f'height="{number(2 * b)}" rx="{frame.p(rounding)}" '
        f'transform="translate({number(cx)} {number(cy)}) rotate({number(degrees(angle))})"/>'
    )


def _glyph(frame: Frame, side: str, x: float, y: float, scale: float, classes: str) -> str:
    path = symbol_path(side, SYMBOL * scale * frame.pitch)
    return (
        f'<path class="{classes}" fill-rule="evenodd" '
        f'transform="translate({number(x)} {number(y)})" d="{path}"/>'
    )


def _side_paint(frame: Frame, side: str, used: bool) -> str:
    """Home row, pen, channel, bar, spots and badge of one side; bare recesses when unused."""
    homes, pens = frame.side(side, "home"), frame.side(side, "pen")
    bare = "" if used else " ts-bare"
    out = []
    for spaces, margin, rounding, kind in ((homes, 0.39, 0.39, "home"), (pens, 0.4, 0.4, "pen")):
        if len(spaces) > 1:
            out.append(_tilted_box(frame, spaces, margin, rounding, f"ts-bed{bare}"))
            if used:
                out.append(_tilted_box(frame, spaces, margin, rounding, f"ts-{kind}"))
    if not used:
        return "".join(out)
    p = frame.p
    for kind, group, classes, extra in (
        (
            "pen-exit",
            pens,
            "ts-channel",
            f'stroke-width="{p(0.09)}" stroke-linecap="round" stroke-dasharray="0 {p(0.2)}" ',
        ),
        ("turn-in", homes, "ts-bar", f'stroke-width="{p(0.1)}" '),
    ):
        roots = frame.side(side, kind)
        if roots and group:
            line = _line(_between(frame, roots[0], group[0]))
            out.append(f'<path class="{classes}" {extra}d="{line}"/>')
    for space in (*frame.side(side, "corner"), *frame.side(side, "pen-exit")):
        x, y = frame.hole(space.id)
        at = f'cx="{number(x)}" cy="{number(y)}" r="{p(SPOT_RADIUS)}"'
        out.append(f'<circle class="ts-bed" {at}/><circle class="ts-spot" {at}/>')
    if len(pens) > 1:
        points = [frame.hole(s.id) for s in pens]
        x, y = (sum(v) / len(points) for v in zip(*points, strict=True))
        out.append(_glyph(frame, side, x, y, 0.85, "ts-glyph"))
    out.append(_seat_badge(frame, side))
    return f'<g class="{seat_class(side)}" data-side="{side}">{"".join(out)}</g>'


def _between(frame: Frame, root: Space, first: Space) -> list[tuple[float, float]]:
    """From the rim of a track hole to a hole beside it, so that no paint shows inside dimples."""
    (ax, ay), (bx, by) = frame.hole(root.id), frame.hole(first.id)
    length = hypot(bx - ax, by - ay)
    start, end = 0.30 * frame.pitch / length, 1 - 0.38 * frame.pitch / length
    return [
        (ax + (bx - ax) * start, ay + (by - ay) * start),
        (ax + (bx - ax) * end, ay + (by - ay) * end),
    ]


def _seat_badge(frame: Frame, side: str) -> str:
    """The seat's disc inside the ring, where the board has room for it (six sides)."""
    corners = [s for s in frame.board.spaces if s.kind == "corner"]
    if len(corners) < 6:
        return ""
    index = next(i for i, s in enumerate(corners) if s.side == side)
    (ax, ay), (bx, by) = (frame.hole(corners[i % len(corners)].id) for i in (index, index + 1))
    mx, my = (ax + bx) / 2, (ay + by) / 2
    share = 1 - 1.05 * frame.pitch / hypot(mx, my)
    x, y = mx * share, my * share
    disc = (
        f'<circle class="ts-badge" cx="{number(x)}" cy="{number(y)}" r="{frame.p(BADGE_RADIUS)}"/>'
    )
    return disc + _glyph(frame, side, x, y, BADGE_RADIUS / MARBLE_RADIUS, "ts-symbol")


def _dimples(frame: Frame) -> list[str]:
    """All unlit holes in two paths, and square spaces in one of rounded squares."""
    lips, wells, squares = [], [], list[str]()
    for space in frame.board.spaces:
        x, y = frame.hole(space.id)
        if space.shape == "square":
            squares.append(square_path(x, y, frame.pitch))
            continue
        radius = BULLSEYE_RADIUS if space.kind == "bullseye" else DIMPLE_RADIUS
        wells.append(circle_path(x, y, radius * frame.pitch))
        lips.append(circle_path(x, y + 0.028 * frame.pitch, radius * frame.pitch))
    parts = [("ts-square", squares), ("ts-lip", lips), ("ts-dimple", wells)]
    return [f'<path class="{name}" d="{"".join(paths)}"/>' for name, paths in parts if paths]


def board_paint(
    board: Board, colours_used: Collection[str], turn: int = 0, lit: Collection[str] = ()
) -> str:
    """The unlit board: shadow, wood, turn pools, groove, ring, paint of the used sides, dimples.

    Sides whose colours are not in ``colours_used`` have no paint, badge or symbol. All used sides
    have turn pools, but only those in ``lit`` are visible (class ``ts-on``). Needs ``board_defs``
    in the document and ``look.board_rules`` as its style.
    """
    frame = Frame(board, turn)
    sides = sides_of(board)
    pools = "".join(_pool(frame, side, side in lit) for side in sides if side in colours_used)
    parts = [
        *_wood(frame, turn),
        f'<g clip-path="url(#ts-clip)">{pools}</g>',
        *_ways(frame),
        *road_paint(frame.board.scenery, frame.pitch),
        *(_side_paint(frame, side, side in colours_used) for side in sides),
        *_dimples(frame),
        *road_paint(frame.board.scenery, frame.pitch, below=False),
    ]
    return f'<g class="ts-static" aria-hidden="true">{"".join(parts)}</g>'
