"""The bores of a board at a real size, in mm: dimples, light holes and sensor pockets.

The board says where holes are. A light stands where it has most room between its neighbours. That
place is found from the board alone, so that any kind can be drilled.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations
from math import atan2, ceil, cos, dist, hypot, pi, radians, sin, sqrt
from typing import Final

from companion.errors import WorkshopError
from companion.workshop.measure import Point, Scaled, inside_by, mm
from engine.board import Board

FINGERS: Final = 10.0
"""With less room than this between two marbles, in mm, fingers knock the neighbours."""
WALL: Final = 1.0
"""The least wood between two bores, in mm."""
EDGE: Final = 3.0
"""The least wood between a bore and the edge, in mm."""
FLOOR: Final = 2.0
"""Wood that stays between dimple and sensor, in mm."""


@dataclass(frozen=True, slots=True)
class Bores:
    """What is drilled, in mm.

    ``marble``       diameter of the marbles (of the pawns on boards with squares)
    ``dimple``       width of the dimple in which a marble rests; None means marble / 2 + 2
    ``light``        with ``beside`` the pixel shines through a hole of its own, and the sensor lies
                     under the dimple; with ``under`` the pixel shines up through the dimple, and
                     the sensor lies beside it
    ``light_hole``   width of the light's hole; None means 5, or 3 with a ring
    ``sensor_hole``  width of the sensor's pocket, bored from below
    ``ring``         number of lights at each hole
    ``thickness``    of the wood
    """

    marble: float = 16.0
    dimple: float | None = None
    light: str = "beside"
    light_hole: float | None = None
    sensor_hole: float = 6.0
    ring: int = 1
    thickness: float = 12.0

    @property
    def dimple_mm(self) -> float:
        """Width of the dimple."""
        return self.marble / 2 + 2 if self.dimple is None else self.dimple

    @property
    def light_mm(self) -> float:
        """Width of a light's hole."""
        return (5.0 if self.ring == 1 else 3.0) if self.light_hole is None else self.light_hole

    @property
    def sink(self) -> float:
        """Depth of a marble's lowest point in its dimple."""
        r = self.marble / 2
        return r - sqrt(max(0.0, r * r - (self.dimple_mm / 2) ** 2))

    @property
    def pocket(self) -> float:
        """Depth of the sensor's pocket from below. At 0 the sensor is glued flat to the wood."""
        taken = FLOOR + (self.dimple_depth if self.light == "beside" else 0.0)
        return max(0.0, round(self.thickness - taken, 1))

    @property
    def dimple_depth(self) -> float:
        """Depth of a dimple: a little more than the marble sinks."""
        return round(self.sink + 0.5, 1)


@dataclass(frozen=True, slots=True)
class Tool:
    """One kind of bore: ``name`` (``dimple``, ``light``, ``sensor``), width, and how in words."""

    name: str
    diameter: float
    how: str


@dataclass(frozen=True, slots=True)
class Bore:
    """One bore of a hole. Its centre is in mm from the board's middle, seen from above."""

    hole: str
    tool: str
    x: float
    y: float
    diameter: float


@dataclass(frozen=True)
class Plan:
    """All bores of a board, and what its builder should know before drilling."""

    at: Scaled
    bores: tuple[Bore, ...]
    tools: tuple[Tool, ...]
    sizes: Bores
    notes: tuple[str, ...] = field(default=())

    @property
    def board(self) -> Board:
        """The board of this plan."""
        return self.at.board

    @property
    def gap(self) -> float:
        """Room between two marbles on neighbouring holes."""
        return self.at.nearest - self.sizes.marble

    @property
    def squares(self) -> bool:
        """True when pawns stand on squares, False when marbles stand in holes."""
        return all(space.shape == "square" for space in self.board.spaces)

    @cached_property
    def away(self) -> Mapping[str, float]:
        """Hole → angle to its light (or sensor) in radians. Its name stands on the other side."""
        return {space.id: free_angle(self.at, space.id) for space in self.board.spaces}

    def facts(self) -> Iterator[str]:
        """Sentences about size, pitch and room."""
        at, thing = self.at, "pawns" if self.squares else "marbles"
        left, top, right, bottom = at.box
        wood = f"{mm(at.flats)} across flats"
        if self.squares:
            wood = f"wood of {mm(right - left)} by {mm(bottom - top)}"
        what = "squares" if self.squares else "holes"
        count = len(self.board.spaces)
        yield f"{self.board.kind}: {count} {what}, {mm(at.size)} corner to corner, {wood}."
        yield (
            f"Pitch {mm(at.pitch)}: {mm(self.gap)} between two {thing} of {mm(self.sizes.marble)}."
        )


def free_angle(at: Scaled, hole: str) -> float:
    """The direction from a hole in which its light stands, in radians (0: right, clockwise).

    The direction is across the way between the hole's neighbours. Of two sides with room enough it
    is the one away from the board's middle, then the one clockwise of it, so that all sides of a
    board come out alike. On a square it is ahead and to the right for a pawn that stands there.
    """
    space, here = at.board.space(hole), at.points[hole]
    if space.shape == "square":
        return radians((space.heading or 0.0) - 45)
    others = [point for name, point in at.points.items() if name != hole]
    near = sorted(_angle(here, p) for p in others if dist(here, p) < 1.2 * at.pitch)
    outward = _angle((0.0, 0.0), here) if hypot(*here) > 1e-6 * at.pitch else pi / 2
    if not near:
        return outward
    ends = [*near[1:], near[0] + 2 * pi]
    candidates = [(a + b) / 2 for a, b in zip(near, ends, strict=True)]
    if len(near) == 1:
        candidates = [near[0] + pi / 2, near[0] - pi / 2]
    step = 0.42 * at.pitch

    def merit(angle: float) -> tuple[float, float, float]:
        x, y = here[0] + step * cos(angle), here[1] + step * sin(angle)
        room = min(dist((x, y), p) for p in others) / at.pitch
        turn = angle - outward
        return min(0.98, round(room, 3)), round(cos(turn), 4), round(sin(turn), 4)

    return max(candidates, key=merit)


def _angle(start: Point, end: Point) -> float:
    return atan2(end[1] - start[1], end[0] - start[0])


def plan(at: Scaled, sizes: Bores = Bores()) -> Plan:
    """The plan of a board at that size. Raises WorkshopError where marbles or bores meet."""
    found = Plan(at, (), (), sizes)
    _sound(found)
    found = replace(found, bores=tuple(_bores(found)), tools=tuple(_tools(found)))
    _apart(found)
    return replace(found, notes=tuple(_notes(found)))


def _sound(found: Plan) -> None:
    """Refuse impossible sizes before anything is placed."""
    sizes, at = found.sizes, found.at
    if sizes.light not in ("beside", "under"):
        raise WorkshopError(f"Light {sizes.light!r:.20} is not known: say beside or under.")
    if sizes.ring < 1 or sizes.ring > 24:
        raise WorkshopError(f"A ring of {sizes.ring} lights cannot be: 1 to 24.")
    if sizes.ring > 1 and (sizes.light == "under" or found.squares):
        raise WorkshopError("A ring of lights goes round a dimple: say light beside, on holes.")
    if min(sizes.marble, sizes.dimple_mm, sizes.light_mm, sizes.sensor_hole, sizes.thickness) <= 0:
        raise WorkshopError("Diameters and thickness are above zero.")
    if found.gap <= 0:
        least = ceil(at.size * (sizes.marble + FINGERS) / at.nearest)
        thing = "pawns" if found.squares else "marbles"
        raise WorkshopError(
            f"At {mm(at.size)} the holes are {mm(at.nearest)} apart, so {thing} of "
            f"{mm(sizes.marble)} touch; make the board {mm(least)} or take smaller {thing}."
        )
    if not found.squares and sizes.dimple_mm >= sizes.marble:
        raise WorkshopError(
            f"A marble of {mm(sizes.marble)} falls into a dimple of {mm(sizes.dimple_mm)}: "
            "make the dimple narrower than the marble."
        )
    if sizes.light == "under" and not found.squares and sizes.light_mm >= sizes.dimple_mm:
        raise WorkshopError(
            f"A light hole of {mm(sizes.light_mm)} leaves nothing of a dimple of "
            f"{mm(sizes.dimple_mm)}: make the light hole narrower."
        )


def _tools(found: Plan) -> Iterator[Tool]:
    sizes = found.sizes
    if not found.squares:
        yield Tool(
            "dimple",
            sizes.dimple_mm,
            f"from above, {mm(sizes.dimple_depth)} deep: marbles sink in by {mm(sizes.sink)}",
        )
    yield Tool("light", sizes.light_mm, "right through")
    deep = f"from below, {mm(sizes.pocket)} deep" if sizes.pocket else "glue it flat, no pocket"
    yield Tool("sensor", sizes.sensor_hole, f"{deep}, in wood of {mm(sizes.thickness)}")


def _bores(found: Plan) -> Iterator[Bore]:
    sizes = found.sizes
    for hole, (x, y) in found.at.points.items():
        if not found.squares:
            yield Bore(hole, "dimple", x, y, sizes.dimple_mm)
        if sizes.light == "under":
            yield Bore(hole, "light", x, y, sizes.light_mm)
            offset = sizes.light_mm / 2 + sizes.sensor_hole / 2 + 1.5
            angle = found.away[hole]
            sx, sy = x + offset * cos(angle), y + offset * sin(angle)
            yield Bore(hole, "sensor", sx, sy, sizes.sensor_hole)
            continue
        for lx, ly in light_points(found, hole):
            yield Bore(hole, "light", lx, ly, sizes.light_mm)
        yield Bore(hole, "sensor", x, y, sizes.sensor_hole)


def light_points(found: Plan, hole: str) -> list[Point]:
    """The lights of a hole in the order of their chain: clockwise from above."""
    sizes, (x, y) = found.sizes, found.at.points[hole]
    around = sizes.marble / 2 + sizes.light_mm / 2 + 1
    start = found.away[hole]
    if sizes.ring > 1:
        # The half step keeps lights off the line between two neighbours.
        start += pi / sizes.ring
    return [
        (x + around * cos(start + turn), y + around * sin(start + turn))
        for turn in (2 * pi * k / sizes.ring for k in range(sizes.ring))
    ]


def _apart(found: Plan) -> None:
    """Refuse bores that meet, or that break out of the wood."""
    tell = found.tools[0].name
    for one, other in combinations(found.bores, 2):
        if one.hole == other.hole and {one.tool, other.tool} != {"light", "sensor"}:
            continue
        wall = dist((one.x, one.y), (other.x, other.y)) - (one.diameter + other.diameter) / 2
        if wall < WALL - 1e-6:
            raise WorkshopError(
                f"The {one.tool} bore of {one.hole} and the {other.tool} bore of {other.hole} "
                f"leave {mm(max(0.0, wall))} of wood; make the board larger or the bores smaller."
            )
    for bore in found.bores:
        wood = inside_by((bore.x, bore.y), found.at.edge) - bore.diameter / 2
        if wood < EDGE:
            raise WorkshopError(
                f"The {bore.tool or tell} bore of {bore.hole} leaves {mm(max(0.0, wood))} to the "
                f"edge of the wood, {mm(EDGE)} are needed; make the board larger or the bore "
                "smaller."
            )


def _notes(found: Plan) -> Iterator[str]:
    """Sentences on what works, but not well."""
    sizes, at = found.sizes, found.at
    if found.gap < FINGERS:
        least = ceil(at.size * (sizes.marble + FINGERS) / at.nearest)
        yield (
            f"Only {mm(found.gap)} between neighbours: fingers knock them; {mm(FINGERS)} need a "
            f"board of {mm(least)}."
        )
    if not found.squares and sizes.dimple_mm < sizes.marble / 2:
        yield f"A dimple of {mm(sizes.dimple_mm)} hardly holds a marble of {mm(sizes.marble)}."
    if sizes.pocket == 0:
        yield f"Wood of {mm(sizes.thickness)} is too thin for a sensor's pocket."
    hidden = [
        (bore.hole, other)
        for bore in found.bores
        if bore.tool == "light" and sizes.light == "beside"
        for other, centre in at.points.items()
        if not found.squares
        and other != bore.hole
        and dist((bore.x, bore.y), centre) < sizes.marble / 2 + bore.diameter / 2
    ]
    if hidden:
        light, marble = hidden[0]
        yield (
            f"A marble on {marble} hides a light of {light} ({len(hidden)} such pairs); make the "
            "board larger."
        )
