"""The two boards for marbles as data: holes, places, geometry.

Six sides (``hex``) or four (``square``), each with a run of the track, a home row and a pen; the
bull's eye lies in the middle.

The geometry is that of the page's design: the unit is the circle round the outline, x right, y
down, side A at the bottom, sides clockwise. ``board_for("hex").space("A7")`` lies at (0, 0.8438).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from math import atan2, cos, degrees, pi, sin, sqrt, tan
from types import MappingProxyType
from typing import Final

from ..board import Board, Place, Space
from ..errors import BadConfig

SIDES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {"hex": ("A", "B", "C", "D", "E", "F"), "square": ("A", "B", "C", "D")}
)
"""Colours by board kind, clockwise from the bottom (FT-1)."""

TRACK_HOLES_PER_SIDE: Final = 14
BULLSEYE: Final = "X"

_KINDS: Final = ("corner", *["track"] * 6, "turn-in", "track", "pen-exit", *["track"] * 4)
"""The kinds of the fourteen track holes of a side, clockwise (FT-3)."""


@dataclass(frozen=True, slots=True)
class Geometry:
    """Measures of one board; all but ``pitch`` are in pitches.

    ``corner_a, corner_b``  a corner, along its side's outward and clockwise direction
    ``inner, outer``        outward distance of the arms' first hole and of the outer edge
    ``apothem, rounding``   of the wood's outline
    ``view_box``            x, y, width, height in thousandths of the unit
    """

    sides: int
    pitch: float
    corner_a: float
    corner_b: float
    inner: float
    outer: float
    apothem: float
    rounding: float
    view_box: tuple[int, int, int, int]

    def point(self, side: int, a: float, b: float) -> tuple[float, float]:
        """The point ``a`` pitches outward and ``b`` clockwise on a side, in board units."""
        phi = pi / 2 + side * 2 * pi / self.sides
        x = self.pitch * (a * cos(phi) - b * sin(phi))
        y = self.pitch * (a * sin(phi) + b * cos(phi))
        return x, y


def _hex_geometry() -> Geometry:
    a, b = 4.8 * cos(pi / 6), 4.8 * sin(pi / 6)
    inner = a + sqrt(1 - (b - 2) ** 2)
    return Geometry(6, 0.093, a, b, inner, inner + 4, 9.85, 4.1, (-1000, -926, 2000, 1852))


GEOMETRY: Final[Mapping[str, Geometry]] = MappingProxyType(
    {
        "hex": _hex_geometry(),
        "square": Geometry(4, 0.097, 2.0, 2.0, 3.0, 7.0, 7.85, 2.0, (-776, -776, 1552, 1552)),
    }
)
"""The measures of each board kind."""


def known(kind: str) -> str:
    """The kind itself; BadConfig if it is no marble board."""
    if kind not in SIDES:
        raise BadConfig(f"There is no marble board {kind!r}; choose 'hex' or 'square'.")
    return kind


def track(kind: str) -> tuple[str, ...]:
    """The main track clockwise from ``A0`` (FT-2): 84 holes on hex, 56 on square."""
    return tuple(f"{side}{i}" for side in SIDES[known(kind)] for i in range(TRACK_HOLES_PER_SIDE))


def ring(kind: str) -> tuple[str, ...]:
    """The ring clockwise: the corners ``A0 B0 …`` (FT-4)."""
    return tuple(f"{side}0" for side in SIDES[known(kind)])


def _side_points(geometry: Geometry) -> list[tuple[str, float, float]]:
    """Name after the colour, a and b of all 22 holes of a side in sensor order."""
    inner, outer = geometry.inner, geometry.outer
    points = [("0", geometry.corner_a, -geometry.corner_b)]
    points += [(str(i), inner + i - 1, -2.0) for i in range(1, 5)]
    points += [(str(i), outer, float(i - 7)) for i in range(5, 10)]
    points += [(str(i), outer - (i - 9), 2.0) for i in range(10, 14)]
    points += [(f"h{i}", outer - i, 0.0) for i in range(1, 5)]
    points += [
        ("p1", outer - 0.6, 3.35),
        ("p2", outer - 0.6, 4.35),
        ("p3", outer - 1.6, 3.35),
        ("p4", outer - 1.6, 4.35),
    ]
    return points


def _heading(frm: tuple[float, float], to: tuple[float, float]) -> float:
    """Degrees clockwise from up, 0 ≤ h < 360, rounded so that equal ways get equal numbers."""
    return round(degrees(atan2(to[0] - frm[0], frm[1] - to[1])), 6) % 360


def _kind(name: str) -> str:
    if name[0] in "hp":
        return "home" if name[0] == "h" else "pen"
    return _KINDS[int(name)]


def _spaces(kind: str) -> tuple[Space, ...]:
    """All spaces in sensor order: side by side ``k0 … k13 kh1 … kh4 kp1 … kp4``, then ``X``."""
    geometry = GEOMETRY[kind]
    at: dict[str, tuple[float, float]] = {}
    for number, side in enumerate(SIDES[kind]):
        for name, a, b in _side_points(geometry):
            at[side + name] = geometry.point(number, a, b)
    way = track(kind)
    following = dict(zip(way, way[1:] + way[:1], strict=True))
    spaces = []
    for hole, (x, y) in at.items():
        side, name = hole[0], hole[1:]
        heading: float | None = None
        if hole in following:
            heading = _heading((x, y), at[following[hole]])
        elif name[0] == "h":
            heading = _heading(at[f"{side}7"], (x, y))
        place = f"{side}p" if name[0] == "p" else hole
        spaces.append(Space(hole, place, _kind(name), side, x, y, heading))
    spaces.append(Space(BULLSEYE, BULLSEYE, "bullseye", None, 0.0, 0.0))
    return tuple(spaces)


def _places(spaces: tuple[Space, ...]) -> Mapping[str, Place]:
    members: dict[str, list[Space]] = {}
    for space in spaces:
        members.setdefault(space.place, []).append(space)
    return MappingProxyType(
        {
            name: Place(name, of[0].kind, of[0].side, tuple(s.id for s in of), len(of))
            for name, of in members.items()
        }
    )


def _neighbours(kind: str) -> Mapping[str, tuple[str, ...]]:
    """Holes one pitch apart: along the track, into and inside the home rows, within a pen."""
    way = track(kind)
    pairs = list(zip(way, way[1:] + way[:1], strict=True))
    for c in SIDES[kind]:
        pairs += [(f"{c}7", f"{c}h1"), (f"{c}h1", f"{c}h2"), (f"{c}h2", f"{c}h3")]
        pairs += [(f"{c}h3", f"{c}h4"), (f"{c}p1", f"{c}p2"), (f"{c}p1", f"{c}p3")]
        pairs += [(f"{c}p2", f"{c}p4"), (f"{c}p3", f"{c}p4")]
    found: dict[str, list[str]] = {space.id: [] for space in _spaces(kind)}
    for one, other in pairs:
        found[one].append(other)
        found[other].append(one)
    return MappingProxyType({hole: tuple(sorted(near)) for hole, near in found.items()})


def _outline(geometry: Geometry) -> tuple[tuple[float, float], ...]:
    """Corners of the wood, clockwise, the first between the first side and the second."""
    apothem = geometry.apothem
    halfway = apothem * tan(pi / geometry.sides)
    return tuple(geometry.point(side, apothem, halfway) for side in range(geometry.sides))


@cache
def board_for(kind: str) -> Board:
    """The board of that kind (``hex``: 133 holes, ``square``: 89); BadConfig for others (FT-1).

    >>> board_for("hex").places["Ap"].holes
    ('Ap1', 'Ap2', 'Ap3', 'Ap4')
    """
    geometry = GEOMETRY[known(kind)]
    spaces = _spaces(kind)
    x, y, width, height = geometry.view_box
    return Board(
        kind=kind,
        spaces=spaces,
        places=_places(spaces),
        pitch=geometry.pitch,
        view_box=(x / 1000, y / 1000, width / 1000, height / 1000),
        neighbours=_neighbours(kind),
        outline=_outline(geometry),
        rounding=geometry.rounding * geometry.pitch,
    )
