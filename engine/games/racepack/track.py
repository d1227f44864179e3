"""Tracks as data (RP-10 … RP-19, RP-75 … RP-79): reading, writing and every check of RP-11.

Coordinates here are *cells* (half tiles), x east and y north, so that a chicane's half position
stays a whole number: a tile at ``[4, 4.5]`` has its south-west cell at ``(8, 9)`` and covers
``(8, 9) … (9, 10)``. Headings are 0 north, 1 east, 2 south, 3 west.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from ...errors import BadTrack, shown
from ...told import Told

Cell = tuple[int, int]
"""A place of one space on the grid, in cells."""

STEPS: Final[tuple[Cell, ...]] = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""One cell on, by heading."""

FEWEST: Final = 24
MOST: Final = 48
PIT_TILES: Final = 4
_FAR: Final = 1000
_READABLE: Final = 200


class Corner(NamedTuple):
    """One corner: its number from the line (from 1), its tile and the side it turns to (RP-13)."""

    no: int
    tile: int
    side: str


@dataclass(frozen=True, slots=True)
class Track:
    """A circuit as it was handed in, sound or not; ``problems()`` tells.

    ``tiles``  south-west cell of each tile in driving order
    ``walls``  edges shared by tiles that do not follow one another are walls (RP-75)
    ``wide``   a second row of tiles from the line to corner 1 (RP-79)
    ``pit``    the first of the four tiles beside which the pit lane lies (RP-77), or None
    """

    tiles: tuple[Cell, ...]
    walls: bool = False
    wide: bool = False
    pit: int | None = None

    @classmethod
    def of(
        cls,
        tiles: Sequence[Sequence[float]],
        *,
        walls: bool = False,
        wide: bool = False,
        pit: int | None = None,
    ) -> Track:
        """The track with these positions in tile units; BadTrack for one off the half grid."""
        return cls(tuple(_cell(i, xy) for i, xy in enumerate(tiles)), walls, wide, pit)

    @classmethod
    def from_json(cls, data: object) -> Track:
        """RP-19's form: ``"default"`` or ``{"tiles", "walls", "wide", "pit"}``; BadTrack."""
        if data == "default":
            return DEFAULT
        if not isinstance(data, Mapping):
            raise BadTrack(Told("track_form", 'A track is "default" or an object with "tiles".'))
        unknown = sorted(str(key) for key in data if key not in ("tiles", "walls", "wide", "pit"))
        if unknown:
            said = "A track has no key {key}; it knows tiles, walls, wide, pit."
            raise BadTrack(Told("track_key", said, key=f"{unknown[0]!r:.60}"))
        tiles = data.get("tiles")
        if not isinstance(tiles, list | tuple):
            said = 'A track needs "tiles", a list of positions [x, y].'
            raise BadTrack(Told("track_tiles", said))
        if len(tiles) > _READABLE:
            said = "A track of {tiles} tiles cannot be read; {most} are the most."
            raise BadTrack(Told("track_long", said, tiles=str(len(tiles)), most=str(MOST)))
        flags = {key: data.get(key, False) for key in ("walls", "wide")}
        for key, value in flags.items():
            if not isinstance(value, bool):
                said = "A track's '{key}' is true or false, not {value}."
                raise BadTrack(Told("track_flag", said, key=key, value=shown(value)))
        pit = data.get("pit")
        if pit is not None and (not isinstance(pit, int) or isinstance(pit, bool)):
            said = "A track's 'pit' is the number of a tile, not {value}."
            raise BadTrack(Told("track_pit", said, value=shown(pit)))
        return cls.of(tiles, walls=flags["walls"], wide=flags["wide"], pit=pit)

    def to_json(self) -> str | dict[str, object]:
        """RP-19's form; ``"default"`` for the default circuit, and only options that are set."""
        if self == DEFAULT:
            return "default"
        data: dict[str, object] = {
            "tiles": [[_half(x), _half(y)] for x, y in self.tiles],
            "walls": self.walls,
        }
        if self.wide:
            data["wide"] = True
        if self.pit is not None:
            data["pit"] = self.pit
        return data

    def __len__(self) -> int:
        return len(self.tiles)


def _cell(i: int, xy: object) -> Cell:
    if not isinstance(xy, Sequence) or isinstance(xy, str) or len(xy) != 2:
        raise BadTrack(
            Told("track_place", "Tile {i} of the track is no position [x, y].", i=str(i))
        )
    found = []
    for value in xy:
        if isinstance(value, bool) or not isinstance(value, int | float):
            said = "Tile {i} of the track has {value} where a number belongs."
            raise BadTrack(Told("track_number", said, i=str(i), value=shown(value)))
        if not -_FAR <= value <= _FAR or value * 2 != int(value * 2):
            said = (
                "Tile {i} of the track lies at {value}; positions are whole or half numbers "
                "between -{far} and {far}."
            )
            raise BadTrack(Told("track_far", said, i=str(i), value=str(value), far=str(_FAR)))
        found.append(int(value * 2))
    return found[0], found[1]


def _half(cells: int) -> int | float:
    return cells // 2 if cells % 2 == 0 else cells / 2


def squares(tile: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    """The four cells of the tile whose south-west cell is given."""
    x, y = tile
    return (x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)


def beside(tile: Cell, heading: int, side: str) -> Cell:
    """The tile on the left or right of this one, along a heading."""
    dx, dy = STEPS[(heading + (1 if side == "R" else 3)) % 4]
    return tile[0] + 2 * dx, tile[1] + 2 * dy


def other(side: str) -> str:
    """``L`` for ``R`` and back."""
    return "L" if side == "R" else "R"


def link(a: Cell, b: Cell) -> tuple[int, bool] | None:
    """Heading from a tile to the next, and whether it is shifted (RP-76); None without an edge."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    if abs(dx) == 2 and abs(dy) <= 1:
        return (1 if dx > 0 else 3), dy != 0
    if abs(dy) == 2 and abs(dx) <= 1:
        return (0 if dy > 0 else 2), dx != 0
    return None


class Course(NamedTuple):
    """The results of the order of the tiles (RP-13, RP-15); it needs every link to exist.

    ``out``     heading from each tile to the next
    ``into``    heading from the tile before
    ``shifted`` whether the link to the next tile is shifted by half a tile
    ``corners`` in driving order from the line
    ``inside``  the inside lane of each tile, ``L`` or ``R``
    """

    out: tuple[int, ...]
    into: tuple[int, ...]
    shifted: tuple[bool, ...]
    corners: tuple[Corner, ...]
    inside: tuple[str, ...]

    def is_corner(self, tile: int) -> bool:
        """Whether the road turns on this tile."""
        return self.out[tile] != self.into[tile]

    def ahead_of_corner(self) -> range:
        """The tiles from the line to the last one before corner 1."""
        return range(self.corners[0].tile if self.corners else 0)


@lru_cache(maxsize=256)
def course(track: Track) -> Course | None:
    """The course, or None if tiles that follow one another share no edge."""
    n = len(track)
    links = [link(track.tiles[i], track.tiles[(i + 1) % n]) for i in range(n)]
    known = [found for found in links if found is not None]
    if len(known) < n or n == 0:
        return None
    out = tuple(heading for heading, _ in known)
    into = tuple(out[i - 1] for i in range(n))
    bends = [i for i in range(n) if out[i] != into[i]]
    corners = tuple(
        Corner(no, i, "R" if (out[i] - into[i]) % 4 == 1 else "L") for no, i in enumerate(bends, 1)
    )
    inside = tuple(_inside(corners, i) for i in range(n))
    return Course(out, into, tuple(shifted for _, shifted in known), corners, inside)


def _inside(corners: Sequence[Corner], tile: int) -> str:
    """RP-15: the side of the first corner strictly after the tile."""
    for corner in corners:
        if corner.tile > tile:
            return corner.side
    return corners[0].side if corners else "R"


def outer_tiles(track: Track, way: Course) -> dict[int, Cell]:
    """RP-79: by road tile, the outer tile beside it; none without ``wide``."""
    if not track.wide:
        return {}
    return {
        i: beside(track.tiles[i], way.out[i], other(way.inside[i])) for i in way.ahead_of_corner()
    }


def pit_tiles(track: Track, way: Course) -> dict[int, Cell]:
    """RP-77: by road tile, the tile of the pit row beside it, in driving order; may be none."""
    if track.pit is None or not _pit_fits(track, way):
        return {}
    along = [(track.pit + k) % len(track) for k in range(PIT_TILES)]
    return {i: beside(track.tiles[i], way.out[i], other(way.inside[i])) for i in along}


def _pit_fits(track: Track, way: Course) -> bool:
    """Whether four straight tiles lie in one line, with no chicane among them or at their ends."""
    if track.pit is None or not 0 <= track.pit < len(track):
        return False
    n = len(track)
    along = [(track.pit + k) % n for k in range(PIT_TILES)]
    jogs = [way.shifted[(track.pit + k) % n] for k in range(-1, PIT_TILES)]
    return not any(way.is_corner(i) for i in along) and not any(jogs)


def corners(track: Track) -> tuple[Corner, ...]:
    """RP-13: the corners in driving order; none if the tiles do not hang together."""
    way = course(track)
    return way.corners if way else ()


def fits_grid(track: Track, cars: int) -> bool:
    """RP-12: whether the last ceil(cars/4) tiles are straight, so that the grid has room."""
    way = course(track)
    if way is None:
        return False
    return not any(way.is_corner(len(track) - 1 - k) for k in range((cars + 3) // 4))


@lru_cache(maxsize=256)
def problems(track: Track) -> tuple[str, ...]:
    """Everything that keeps this from being a circuit, as RP-11's codes in RP-11's order.

    Our additions: ``pit_off_straight`` (RP-77: not beside four straight tiles in a line). In
    ``overlap`` and ``touch`` the outer tile of road tile 3 reads ``O3``, and the pit row ``P0`` …
    ``P3``. Empty: the track can be raced on.
    """
    n = len(track)
    found = [
        f"not_adjacent:{i}"
        for i in range(n)
        if link(track.tiles[i], track.tiles[(i + 1) % n]) is None
    ]
    found += _overlaps([(str(i), tile) for i, tile in enumerate(track.tiles)])
    found += ["too_few"] * (n < FEWEST) + ["too_many"] * (n > MOST)
    way = course(track)
    if found or way is None:
        return tuple(found)
    if track.pit is not None and not _pit_fits(track, way):
        found.append("pit_off_straight")
    named = list(_named(track, way))
    found += _overlaps(named)
    if found:
        return tuple(found)
    if not track.walls:
        found += _touches(track, way, named)
    if way.is_corner(0) or way.is_corner(n - 1):
        found.append("line_not_on_straight")
    return (*found, *_chicanes(way, n))


def _named(track: Track, way: Course) -> Iterator[tuple[str, Cell]]:
    """Every tile that lies on the table, with the name it has in a problem's code."""
    yield from ((str(i), tile) for i, tile in enumerate(track.tiles))
    yield from ((f"O{i}", tile) for i, tile in outer_tiles(track, way).items())
    yield from ((f"P{k}", tile) for k, tile in enumerate(pit_tiles(track, way).values()))


def _overlaps(named: Sequence[tuple[str, Cell]]) -> list[str]:
    holders: dict[Cell, list[int]] = {}
    pairs: set[tuple[int, int]] = set()
    for j, (_, tile) in enumerate(named):
        for cell in squares(tile):
            pairs.update((i, j) for i in holders.get(cell, ()))
            holders.setdefault(cell, []).append(j)
    return [f"overlap:{named[i][0]},{named[j][0]}" for i, j in sorted(pairs)]


def _touches(track: Track, way: Course, named: Sequence[tuple[str, Cell]]) -> list[str]:
    """RP-11: edges shared by tiles that do not belong together."""
    holder = {cell: k for k, (_, tile) in enumerate(named) for cell in squares(tile)}
    together = _together(track, way)
    pairs: set[tuple[int, int]] = set()
    for (x, y), i in holder.items():
        for dx, dy in STEPS[:2]:
            j = holder.get((x + dx, y + dy), i)
            pair = (min(i, j), max(i, j))
            if i != j and (named[pair[0]][0], named[pair[1]][0]) not in together:
                pairs.add(pair)
    return [f"touch:{named[i][0]},{named[j][0]}" for i, j in sorted(pairs)]


def _together(track: Track, way: Course) -> frozenset[tuple[str, str]]:
    """Names of tiles that may share an edge, in the order in which a code would name them."""
    n = len(track)
    outer, pit = list(outer_tiles(track, way)), list(pit_tiles(track, way))
    pairs = [(str(i), str(i + 1)) for i in range(n - 1)] + [("0", str(n - 1))]
    pairs += [(str(i), f"O{i}") for i in outer] + [(f"O{i}", f"O{i + 1}") for i in outer]
    pairs += [(str(i), f"P{k}") for k, i in enumerate(pit)]
    pairs += [(f"P{k}", f"P{k + 1}") for k in range(len(pit))]
    return frozenset(pairs)


def _chicanes(way: Course, n: int) -> list[str]:
    """RP-76: no shifted link at a corner tile, none between the line and corner 1."""
    jogs = [i for i in range(n) if way.shifted[i]]
    at_corner = [i for i in jogs if way.is_corner(i) or way.is_corner((i + 1) % n)]
    ahead = way.ahead_of_corner()
    after_start = [-1] * way.shifted[n - 1] + [i for i in jogs if i in ahead]
    return [f"chicane_at_corner:{i}" for i in at_corner] + [
        f"chicane_after_start:{i}" for i in after_start
    ]


DEFAULT: Final = Track.of(
    (
        *((4, 0), (3, 0), (2, 0), (1, 0), (0, 0), (0, 1), (0, 2), (0, 3)),
        *((1, 3), (1, 4), (2, 4), (3, 4), (4, 4), (5, 4), (5, 3), (5, 2)),
        *((6, 2), (7, 2), (8, 2), (8, 1), (8, 0), (7, 0), (6, 0), (5, 0)),
    )
)
"""RP-18: the circuit with eight corners and the line on its bottom straight."""
