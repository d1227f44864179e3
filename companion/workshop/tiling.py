"""A template cut into sheets of paper that overlap, with targets that must meet, and a map."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, dist
from typing import Final

from companion.errors import WorkshopError
from companion.workshop.measure import Point, inside_by
from companion.workshop.plan import Plan
from companion.workshop.shapes import (
    Circle,
    Shape,
    Sheet,
    Style,
    Text,
    Window,
    box,
    cross,
    extent,
    line,
    moved,
    polyline,
)
from companion.workshop.template import (
    ARM,
    GREY,
    INK,
    check_bar,
    from_where,
    headline,
    legend,
    marks,
)

PAPERS: Final = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height of paper in mm, upright."""
BORDER: Final = 9.0
"""White border in mm that a printer leaves round a sheet."""
STRIP: Final = 15.0
"""Height in mm of the strip under the window, which holds number and check bar."""
LEAST_OVERLAP: Final = 20.0

FRAME: Final = Style("frame", stroke="#8a8a8a", width=0.15)
CUT: Final = Style("cut", stroke="#000000", width=0.2, dash=(4.0, 2.0))
TARGET: Final = Style("target", stroke="#0a7d45", width=0.3)
PAPER: Final = Style("frame", stroke=None, fill="#ffffff")
TARGET_TEXT: Final = Style("target", stroke="#0a7d45", fill="#0a7d45")


@dataclass(frozen=True, slots=True)
class Tile:
    """One sheet: its place in the grid and the part of the board that it shows, in board mm."""

    number: int
    column: int
    row: int
    left: float
    top: float
    width: float
    height: float

    def shows(self, x: float, y: float, reach: float = 0.0) -> bool:
        """True when a circle of that radius lies whole on the sheet."""
        return (
            self.left + reach <= x <= self.left + self.width - reach
            and self.top + reach <= y <= self.top + self.height - reach
        )


@dataclass(frozen=True, slots=True)
class Tiling:
    """All sheets of one template on one paper. ``paper`` is width and height as it is printed."""

    paper: tuple[float, float]
    overlap: float
    tiles: tuple[Tile, ...]
    targets: tuple[tuple[str, float, float], ...]

    def at(self, column: int, row: int) -> Tile | None:
        """The sheet at that place, or None where nothing is on it."""
        return next((t for t in self.tiles if (t.column, t.row) == (column, row)), None)


def tiling(plan: Plan, paper: str, *, below: bool = False) -> Tiling:
    """The cut of the template with the paper upright or across, whichever takes fewer sheets."""
    if paper not in PAPERS:
        raise WorkshopError(f"Paper {paper!r:.20} is not known: say {' or '.join(PAPERS)}.")
    width, height = PAPERS[paper]
    widest = max(bore.diameter for bore in plan.bores)
    overlap = max(LEAST_OVERLAP, widest + 2 * ARM + 2)
    ways = [_cut(plan, size, overlap, below) for size in ((width, height), (height, width))]
    return min(ways, key=lambda way: len(way.tiles))


def _cut(plan: Plan, paper: tuple[float, float], overlap: float, below: bool) -> Tiling:
    width, height = paper[0] - 2 * BORDER, paper[1] - 2 * BORDER - STRIP
    left, top, right, bottom = plan.at.box
    if below:
        left, right = -right, -left
    columns, across = _spread(left, right, width, overlap)
    rows, down = _spread(top, bottom, height, overlap)
    flip = -1 if below else 1
    edge = [(flip * x, y) for x, y in plan.at.edge]
    tiles: list[Tile] = []
    for row in range(rows):
        for column in range(columns):
            tile = Tile(
                len(tiles) + 1,
                column,
                row,
                across + column * (width - overlap),
                down + row * (height - overlap),
                width,
                height,
            )
            if _touches(tile, edge):
                tiles.append(tile)
    targets = tuple(_targets(plan, tiles, overlap, flip))
    return Tiling(paper, overlap, tuple(tiles), targets)


def _spread(low: float, high: float, window: float, overlap: float) -> tuple[int, float]:
    """Number of windows that cover a length, and the start of the first. They lie centred."""
    step = window - overlap
    count = max(1, ceil((high - low + 2 - overlap) / step))
    whole = count * step + overlap
    return count, (low + high) / 2 - whole / 2


def _touches(tile: Tile, edge: list[Point]) -> bool:
    """True when any wood lies under the sheet."""
    if any(tile.shows(x, y) for x, y in edge):
        return True
    corners = [
        (tile.left + a * tile.width, tile.top + b * tile.height)
        for a in (0.0, 0.25, 0.5, 0.75, 1.0)
        for b in (0.0, 0.25, 0.5, 0.75, 1.0)
    ]
    return any(inside_by(corner, edge) >= 0 for corner in corners)


def _targets(
    plan: Plan, tiles: list[Tile], overlap: float, flip: int
) -> Iterator[tuple[str, float, float]]:
    """Two marks in every strip that two sheets share, kept clear of bores."""
    bores = [(flip * bore.x, bore.y) for bore in plan.bores]
    places = {(tile.column, tile.row): tile for tile in tiles}
    count = 0
    for tile in tiles:
        for right in (True, False):
            key = (tile.column + 1, tile.row) if right else (tile.column, tile.row + 1)
            if key not in places:
                continue
            other = places[key]
            for low, high in ((0.12, 0.42), (0.58, 0.88)):
                count += 1
                line_of = []
                for k in range(25):
                    share = low + (high - low) * k / 24
                    if right:
                        line_of.append((other.left + overlap / 2, tile.top + share * tile.height))
                    else:
                        line_of.append((tile.left + share * tile.width, other.top + overlap / 2))
                best = max(line_of, key=lambda p: min(20.0, min(dist(p, b) for b in bores)))
                yield str(count), best[0], best[1]


def tiled(plan: Plan, paper: str, *, below: bool = False) -> list[Sheet]:
    """The map and every sheet, ready for a PDF."""
    cut = tiling(plan, paper, below=below)
    drawn = marks(plan, below=below)
    extents = [extent(shape) for shape in drawn]
    sheets = [_map(plan, cut, paper, below)]
    for tile in cut.tiles:
        dx, dy = BORDER - tile.left, BORDER - tile.top
        right, bottom = tile.left + tile.width, tile.top + tile.height
        inside = [
            moved(shape, dx, dy)
            for shape, (x1, y1, x2, y2) in zip(drawn, extents, strict=True)
            if x1 < right and x2 > tile.left and y1 < bottom and y2 > tile.top
        ]
        inside += [moved(shape, dx, dy) for shape in _seams(tile, cut)]
        window = Window(BORDER, BORDER, tile.width, tile.height, tuple(inside))
        shapes: list[Shape | Window] = [window]
        shapes.append(box(BORDER, BORDER, tile.width, tile.height, FRAME))
        shapes += _strip(plan, tile, cut, below)
        title = f"{headline(plan)}, sheet {tile.number} of {len(cut.tiles)}"
        sheets.append(Sheet(*cut.paper, title, tuple(shapes)))
    return sheets


def _seams(tile: Tile, cut: Tiling) -> Iterator[Shape]:
    """Targets, and the line along which people cut this sheet to lay it on its neighbour."""
    before, above = cut.at(tile.column - 1, tile.row), cut.at(tile.column, tile.row - 1)
    if before:
        x = tile.left + cut.overlap / 2
        yield line(x, tile.top, x, tile.top + tile.height, CUT)
        words = f"cut here, lay on sheet {before.number}"
        yield box(x - 4, tile.top + tile.height / 2 - 17, 3.4, 34, PAPER)
        yield Text(x - 2.2, tile.top + tile.height / 2, words, 2.6, GREY, angle=-90.0)
    if above:
        y = tile.top + cut.overlap / 2
        yield line(tile.left, y, tile.left + tile.width, y, CUT)
        words = f"cut here, lay on sheet {above.number}"
        yield box(tile.left + tile.width / 2 - 17, y - 4, 34, 3.4, PAPER)
        yield Text(tile.left + tile.width / 2, y - 2.2, words, 2.6, GREY)
    for name, x, y in cut.targets:
        if not tile.shows(x, y, 3.0):
            continue
        yield Circle(x, y, 3.0, TARGET)
        yield from cross(x, y, 5.5, TARGET)
        yield Text(x + 4.6, y - 4.4, name, 3.6, TARGET_TEXT, bold=True)


def _strip(plan: Plan, tile: Tile, cut: Tiling, below: bool) -> Iterator[Shape]:
    """Number, check bar and the side that is up, under the window."""
    y = BORDER + tile.height + 11
    yield Text(BORDER, y - 4.5, f"Sheet {tile.number}", 6.0, INK, anchor="start", bold=True)
    side = "UNDERSIDE, mirrored" if below else "top side"
    words = f"of {len(cut.tiles)} · row {tile.row + 1}, column {tile.column + 1} · {side}"
    yield Text(BORDER, y + 0.8, words, 2.8, GREY, anchor="start")
    right = cut.paper[0] - BORDER
    yield from check_bar(right - 100, y + 1)


def _map(plan: Plan, cut: Tiling, paper: str, below: bool) -> Sheet:
    """The first page: the place of each sheet, what to do, what is drilled."""
    width, height = cut.paper
    shapes: list[Shape] = [
        Text(BORDER + 3, 20, headline(plan), 8.0, INK, anchor="start", bold=True)
    ]
    facts = [*plan.facts(), from_where(below), *plan.notes]
    for k, words in enumerate(facts[:4]):
        shapes.append(Text(BORDER + 3, 30 + 5.5 * k, words, 3.6, INK, anchor="start", bold=k == 2))
    across = width > height
    room = (width * 0.52, height - 75) if across else (width - 40, height * 0.45)
    shapes += _small(plan, cut, (BORDER + 5, 56), room, below)
    x, y = (width * 0.58, 56.0) if across else (BORDER + 3, 56 + room[1] + 12)
    shapes += _steps(cut, x, y)
    shapes += legend(plan, x, y + 34)
    shapes += check_bar(BORDER + 3, height - 14)
    name = {"a4": "A4", "letter": "Letter"}[paper]
    words = f"{name} · print at 100 %; the bar must measure 100 mm"
    shapes.append(Text(BORDER + 108, height - 15, words, 2.9, GREY, anchor="start"))
    return Sheet(width, height, f"{headline(plan)}, {name}", tuple(shapes))


def _small(
    plan: Plan, cut: Tiling, at: Point, room: tuple[float, float], below: bool
) -> Iterator[Shape]:
    """The board in small with the sheets over it."""
    left = min(tile.left for tile in cut.tiles)
    top = min(tile.top for tile in cut.tiles)
    wide = max(tile.left + tile.width for tile in cut.tiles) - left
    high = max(tile.top + tile.height for tile in cut.tiles) - top
    scale = min(room[0] / wide, room[1] / high)
    flip = -1 if below else 1

    def put(x: float, y: float) -> Point:
        return at[0] + (x - left) * scale, at[1] + (y - top) * scale

    wood = Style("wood", stroke="#6b4a2a", width=0.4, fill="#f3e7d4")
    yield polyline([put(flip * x, y) for x, y in plan.at.edge], wood, closed=True)
    dot = Style("dot", stroke=None, fill="#8a6a48")
    for x, y in plan.at.points.values():
        px, py = put(flip * x, y)
        yield Circle(px, py, max(0.5, 0.2 * plan.at.pitch * scale), dot)
    sheet = Style("sheet", stroke="#0a7d45", width=0.3)
    for tile in cut.tiles:
        x, y = put(tile.left, tile.top)
        yield box(x, y, tile.width * scale, tile.height * scale, sheet, radius=1.0)
    for tile in cut.tiles:
        x, y = put(tile.left + tile.width / 2, tile.top + tile.height / 2)
        yield Circle(x, y, 3.8, Style("sheet", stroke="#0a7d45", width=0.4, fill="#ffffff"))
        yield Text(x, y, str(tile.number), 4.4, TARGET_TEXT, bold=True)


def _steps(cut: Tiling, x: float, y: float) -> Iterator[Shape]:
    steps: tuple[str, ...] = (
        "1  Print at 100 %, never fitted to the page.",
        "2  Measure the bar: 100 mm. If not, stop.",
        "3  Cut along the dashed lines.",
        "4  Lay sheet on sheet: targets of one number meet.",
        "5  Tape, measure a long row once, then punch the centres.",
    )
    for k, words in enumerate(
        steps if len(cut.tiles) > 1 else (*steps[:2], "3  Punch the centres.")
    ):
        yield Text(x, y + 6 * k, words, 3.6, INK, anchor="start")
