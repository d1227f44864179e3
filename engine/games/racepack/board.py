"""The board of a track as data: spaces, trays, neighbours, and the road that is painted (RP-14).

The unit is half the longer side of the whole picture, x right, y down, north up. Our own choice:
the outer lanes of RP-79 and the pit row of RP-77 lie beside the road like tiles of their own.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from ...board import Board, Place, Space
from .road import NONE, O2, PIT, Road, road
from .scenery import Plan, scenery
from .track import DEFAULT, STEPS, Track

SPUN: Final = "spun"
FINISHED: Final = "finished"
PADDOCK: Final = "paddock"
TRAYS: Final = (SPUN, FINISHED, PADDOCK)
"""Places without a space (RP-4): for cars spun out, finished, or waiting for the grid."""

__all__ = ["DEFAULT", "FINISHED", "PADDOCK", "SPUN", "TRAYS", "board_of"]

_MOST_CARS: Final = 8
_MARGIN: Final = 0.95
"""Pitches from the road to the edge of the wood."""
_SHADE: Final = 0.2
"""Pitches around the wood for its shadow."""


@lru_cache(maxsize=32)
def board_of(track: Track) -> Board:
    """The board of a sound track, kind ``tiles``; BadTrack if it is not sound.

    Spaces come in the order of their ids (``Road``), which is the sensor order. Kinds: ``tile``,
    ``bend`` (a space of a corner tile), ``outer``, ``pit``, ``stall``. A place is a space; cars off
    the road are in the trays ``spun``, ``finished`` and ``paddock``.
    """
    lap = road(track)
    plan = Plan(lap)
    west, south, east, north = plan.bounds
    across, up = east - west + 2 * _MARGIN, north - south + 2 * _MARGIN
    pitch = 2.0 / (max(across, up) + 2 * _SHADE)

    def at(x: float, y: float) -> tuple[float, float]:
        """A point in cells, as board units with the middle of the picture at the origin."""
        return pitch * (x - (west + east) / 2), pitch * ((south + north) / 2 - y)

    spaces = tuple(_space(lap, s, at(x + 0.5, y + 0.5)) for s, (x, y) in enumerate(lap.cells))
    places = {space.id: Place(space.id, space.kind, None, (space.id,), 1) for space in spaces}
    places |= {tray: Place(tray, "tray", None, (), _MOST_CARS) for tray in TRAYS}
    half_x, half_y = pitch * across / 2, pitch * up / 2
    shade = pitch * _SHADE
    return Board(
        kind="tiles",
        spaces=spaces,
        places=MappingProxyType(places),
        pitch=pitch,
        view_box=(
            -half_x - shade,
            -half_y - shade,
            2 * (half_x + shade),
            2 * (half_y + shade),
        ),
        neighbours=MappingProxyType(_neighbours(lap)),
        outline=((-half_x, -half_y), (half_x, -half_y), (half_x, half_y), (-half_x, half_y)),
        rounding=pitch * 0.9,
        scenery=scenery(plan, at),
    )


def _space(lap: Road, s: int, xy: tuple[float, float]) -> Space:
    name = lap.spaces[s]
    return Space(name, name, _kind(lap, s), None, *xy, 90.0 * lap.heading[s], "square")


def _kind(lap: Road, s: int) -> str:
    if lap.stall[s] != NONE:
        return "stall"
    if lap.lane[s] == PIT:
        return "pit"
    if lap.lane[s] >= O2:
        return "outer"
    return "bend" if lap.corner[s] else "tile"


def _neighbours(lap: Road) -> Mapping[str, tuple[str, ...]]:
    """Spaces side by side on the road, clockwise from the north; walls part them."""
    holder = {cell: s for s, cell in enumerate(lap.cells)}
    found = {}
    for s, (x, y) in enumerate(lap.cells):
        near = (holder.get((x + dx, y + dy), NONE) for dx, dy in STEPS)
        found[lap.spaces[s]] = tuple(
            lap.spaces[to]
            for to in near
            if to != NONE and (lap.tile[to] - lap.tile[s]) % lap.tiles in (0, 1, lap.tiles - 1)
        )
    return found
