"""The picture of any track, sound or not; an editor shows it while people lay tiles.

A sound track is painted as on its board (``scenery``). On any other track every tile is painted by
itself, and the edge between tiles that follow one another is opened. The picture is drawn in
thousandths with a cell ``CELL`` wide, x east, y south, its origin at the cells' origin. So the
picture of a tile does not move when others come and go.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ...board import Mark
from ...drawing.look import number
from ...drawing.svg_road import road_paint, square_path
from .road import road
from .scenery import Plan, Point, go, middle_of, scenery
from .track import STEPS, Cell, Track, course, link, outer_tiles, pit_tiles, problems, squares

CELL: Final = 100
"""Thousandths for each cell."""
_EDGE: Final = 0.07
"""Width of the road's edge in pitches (``svg_road``)."""
_SMALLEST: Final = 4
"""Tiles of the smallest ring."""
_HEAD: Final = 0.2
"""Pitches that a chevron reaches to each side."""


def bounds_of(track: Track) -> tuple[int, int, int, int]:
    """West, south, east and north of all tiles in cells, with pit row and outer tiles."""
    tiles = [*track.tiles, *_beside(track)]
    if not tiles:
        return 0, 0, 0, 0
    xs, ys = [x for x, _ in tiles], [y for _, y in tiles]
    return min(xs), min(ys), max(xs) + 2, max(ys) + 2


def draft_paint(track: Track, *, order: bool = False) -> str:
    """SVG markup of the track with the classes of ``engine.drawing.look``.

    ``order``: include every tile's number and a chevron from each tile to the next (classes
    ``ts-count``, ``ts-order``).
    """
    sound = not problems(track)
    parts = _sound(track) if sound else _unsound(track)
    if order:
        parts += _order(track)
    return "".join(parts)


def _at(x: float, y: float) -> Point:
    """A point in cells as units of the picture (a thousand of its numbers make one)."""
    return x * CELL / 1000, -y * CELL / 1000


def _square(cell: Cell) -> str:
    x, y = _at(cell[0] + 0.5, cell[1] + 0.5)
    return square_path(1000 * x, 1000 * y, CELL)


def _painted(marks: tuple[Mark, ...], cells: Iterator[Cell]) -> list[str]:
    tiles = "".join(_square(cell) for cell in cells)
    return [
        *road_paint(marks, CELL),
        f'<path class="ts-square" d="{tiles}"/>',
        *road_paint(marks, CELL, below=False),
    ]


def _sound(track: Track) -> list[str]:
    lap = road(track)
    return _painted(scenery(Plan(lap), _at), iter(lap.cells))


# -- tracks that are not sound yet --


def _unsound(track: Track) -> list[str]:
    extra = list(_beside(track))
    pieces: tuple[tuple[str, Iterator[tuple[Point, ...]]], ...] = (
        ("kerb", _kerbs(track)),
        ("lane", _lanes(track)),
        ("start", _start(track)),
    )
    marks = tuple(
        Mark(kind, tuple(_at(x, y) for x, y in points))
        for kind, lines in pieces
        for points in lines
    )
    tiles = [*extra, *track.tiles]
    cells = (cell for tile in tiles for cell in squares(tile))
    kerbs = tuple(mark for mark in marks if mark.kind == "kerb")
    rest = tuple(mark for mark in marks if mark.kind != "kerb")
    ground = "".join(_ground(tile) for tile in tiles)
    return [
        *road_paint(kerbs, CELL),
        f'<path class="ts-road" stroke-width="{number(_EDGE * CELL)}" d="{ground}"/>',
        f'<path class="ts-road" stroke-width="0" d="{"".join(_openings(track))}"/>',
        *_painted(rest, cells),
    ]


def _beside(track: Track) -> Iterator[Cell]:
    """Outer tiles and the pit row, if the tiles hang together at all."""
    way = course(track)
    if way is not None:
        yield from outer_tiles(track, way).values()
        yield from pit_tiles(track, way).values()


def _box(left: float, top: float, right: float, bottom: float) -> str:
    n = number
    return f"M{n(left)} {n(top)}H{n(right)}V{n(bottom)}H{n(left)}z"


def _ground(tile: Cell) -> str:
    x, y = tile[0] * CELL, -tile[1] * CELL
    return _box(x, y - 2 * CELL, x + 2 * CELL, y)


def _openings(track: Track) -> Iterator[str]:
    """The shared edges of tiles that follow one another, cleared of the road's edge."""
    half = _EDGE * CELL * 0.55
    for a, b in _pairs(track):
        if link(a, b) is None:
            continue
        left, right = max(a[0], b[0]), min(a[0], b[0]) + 2
        low, high = max(a[1], b[1]), min(a[1], b[1]) + 2
        # Of the two, one is the length of the edge and the other is zero.
        wide = half if left == right else -half
        tall = half if low == high else -half
        yield _box(left * CELL - wide, -high * CELL - tall, right * CELL + wide, -low * CELL + tall)


def _pairs(track: Track) -> Iterator[tuple[Cell, Cell]]:
    """Tiles that follow one another; with fewer than a ring has, the last one leads nowhere."""
    yield from zip(track.tiles, track.tiles[1:], strict=False)
    if len(track) >= _SMALLEST:
        yield track.tiles[-1], track.tiles[0]


def _ways(track: Track) -> list[tuple[int | None, int | None]]:
    """For each tile the heading from the tile before and to the next; None without an edge."""
    n = len(track)
    out: list[int | None] = []
    for a, b in _pairs(track):
        found = link(a, b)
        out.append(None if found is None else found[0])
    out += [None] * (n - len(out))
    return [(out[i - 1], out[i]) for i in range(n)]


def _lanes(track: Track) -> Iterator[tuple[Point, ...]]:
    for tile, (into, out) in zip(track.tiles, _ways(track), strict=True):
        middle = middle_of(tile)
        begin = middle if into is None else go(middle, into, -1)
        end = middle if out is None else go(middle, out, 1)
        if begin == end:
            continue
        yield (begin, end) if into == out or middle in (begin, end) else (begin, middle, end)


def _kerbs(track: Track) -> Iterator[tuple[Point, ...]]:
    for tile, (into, out) in zip(track.tiles, _ways(track), strict=True):
        if into is None or out is None or (out - into) % 2 == 0:
            continue
        away = 3 if (out - into) % 4 == 1 else 1
        middle, edge = middle_of(tile), 1.17
        begin = go(go(middle, into + away, edge), into, -1)
        apex = go(go(middle, into + away, edge), into, edge)
        yield begin, apex, go(go(middle, into, edge), into + away, -1)


def _start(track: Track) -> Iterator[tuple[Point, ...]]:
    """The line: the edge by which the road enters tile 0 (RP-10)."""
    if not len(track):
        return
    into, out = _ways(track)[0]
    heading = out if into is None else into
    if heading is not None:
        edge = go(middle_of(track.tiles[0]), heading, -1)
        yield go(edge, heading + 1, 1), go(edge, heading - 1, 1)


# -- the order of driving --


def _order(track: Track) -> list[str]:
    numbers = "".join(
        f'<text class="ts-count" data-tile="{i}" {_text_at(tile)}>{i}</text>'
        for i, tile in enumerate(track.tiles)
    )
    return [f'<path class="ts-order" d="{"".join(_chevrons(track))}"/>', numbers]


def _text_at(tile: Cell) -> str:
    x, y = _at(*middle_of(tile))
    return f'x="{number(1000 * x)}" y="{number(1000 * y)}"'


def _chevrons(track: Track) -> Iterator[str]:
    """A chevron at every edge from a tile to the next, in the middle of what they share."""
    for a, b in _pairs(track):
        found = link(a, b)
        if found is not None:
            (ax, ay), (bx, by) = middle_of(a), middle_of(b)
            yield _arrowhead(((ax + bx) / 2, (ay + by) / 2), STEPS[found[0]])


def _arrowhead(at: Point, along: Point) -> str:
    (x, y), (dx, dy) = at, along
    points = [
        (x - dx * _HEAD * 0.5 - dy * _HEAD, y - dy * _HEAD * 0.5 + dx * _HEAD),
        (x + dx * _HEAD * 0.6, y + dy * _HEAD * 0.6),
        (x - dx * _HEAD * 0.5 + dy * _HEAD, y - dy * _HEAD * 0.5 - dx * _HEAD),
    ]
    text = [" ".join(number(1000 * value) for value in _at(*point)) for point in points]
    return f"M{text[0]}L{text[1]}L{text[2]}"
