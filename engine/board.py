"""A board: its spaces with place, kind, side, drawing coordinates and sensed holes.

A *space* is what is drawn and sensed: one hole, or one square of a tile. A *place* is what rules
speak of (``Position.occupancy()`` keys): usually one space, sometimes a group of interchangeable
spaces (a pen), sometimes a tray without any space (spun out, in limbo).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final


@dataclass(frozen=True, slots=True)
class Space:
    """One drawn and sensed space.

    ``id``     the hole's name, ``A9``, ``Ap1``, ``X``, ``4.1R``
    ``place``  the place it belongs to (``Ap1`` … ``Ap4`` belong to ``Ap``; else the id itself)
    ``kind``   the game's word: ``track``, ``corner``, ``turn-in``, ``pen-exit``, ``home``, ``pen``,
               ``bullseye``, ``tile``, ``lane`` …
    ``side``   the colour or side it belongs to, or None
    ``x, y``   centre in units of the board (page.md 3: unit circle, x right, y down)
    ``heading``  direction of travel in degrees clockwise from up, or None
    ``shape``  ``hole`` or ``square``
    """

    id: str
    place: str
    kind: str
    side: str | None
    x: float
    y: float
    heading: float | None = None
    shape: str = "hole"


IN_HAND: Final = "hand"
"""Kind of a tray whose tokens somebody holds, since they must go on to another place at once."""


@dataclass(frozen=True, slots=True)
class Place:
    """One place of the rules: its spaces (empty for a tray) and how many tokens it can take."""

    id: str
    kind: str
    side: str | None
    holes: tuple[str, ...]
    capacity: int


@dataclass(frozen=True, slots=True)
class Mark:
    """One piece of paint that is no space: part of a road, a line, a number.

    ``kind``    ``road`` (closed), ``joint``, ``kerb``, ``lane``, ``rail``, ``wall``, ``box``,
                ``start``, ``way`` (an arrow), ``label`` (on the wood), ``number`` (on the road);
                ``engine.drawing.svg_road`` says how they look
    ``points``  in board units
    ``text``    the text of a label or number
    """

    kind: str
    points: tuple[tuple[float, float], ...]
    text: str = ""


@dataclass(frozen=True)
class Board:
    """A board as data. ``kind`` is the physical kind (``hex``, ``square``, ``tiles``, ``street``).

    ``spaces``      in sensor order: the index is the hole number on wire and chain
    ``places``      by id, in stable order
    ``neighbours``  hole id → hole ids one pitch away along a way of the game (drawing, keyboard)
    ``pitch``       distance of neighbouring holes in board units
    ``view_box``    x, y, width, height in board units
    ``outline``     corners of the wood before rounding, clockwise; empty: the whole view box
    ``rounding``    radius of the wood's corners in board units
    ``scenery``     paint besides the spaces, from below
    """

    kind: str
    spaces: tuple[Space, ...]
    places: Mapping[str, Place]
    pitch: float
    view_box: tuple[float, float, float, float]
    neighbours: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    outline: tuple[tuple[float, float], ...] = ()
    rounding: float = 0.0
    scenery: tuple[Mark, ...] = ()

    @cached_property
    def holes(self) -> tuple[str, ...]:
        """Ids of all sensed holes in sensor order."""
        return tuple(space.id for space in self.spaces)

    @cached_property
    def shapes(self) -> frozenset[str]:
        """The shapes of its spaces."""
        return frozenset(space.shape for space in self.spaces)

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """The sides that its spaces belong to, in the order of the spaces."""
        return tuple(dict.fromkeys(space.side for space in self.spaces if space.side))

    @cached_property
    def homes(self) -> tuple[tuple[str, str | None], ...]:
        """The holes of the home rows, each with its side."""
        return tuple((space.id, space.side) for space in self.spaces if space.kind == "home")

    def space(self, hole: str) -> Space:
        """The space of that id; KeyError when the board has none."""
        return self._by_id[hole]

    @cached_property
    def _by_id(self) -> Mapping[str, Space]:
        return {space.id: space for space in reversed(self.spaces)}
