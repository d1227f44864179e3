"""The spaces of a road of tiles in words: ``Tile 4, second row, left`` (RP-14, 77, 79)."""

from __future__ import annotations

import re
from collections import defaultdict
from math import cos, hypot, radians, sin
from typing import Final

from companion.model.message import Message
from engine.board import Board, Space

_ROAD: Final = re.compile(r"(\d+)\.([01])(L|R|O2|O3)")
_PIT: Final = re.compile(r"P(\d+)")


def tile_name(space: Space) -> Message | None:
    """The name of a space; None for a space of any other board.

    >>> from engine.board import Space
    >>> tile_name(Space("4.1L", "4.1L", "tile", None, 0, 0)).params
    {'n': '4', 'row': '@row.1', 'lane': '@lane.L'}
    """
    if found := _ROAD.fullmatch(space.id):
        tile, row, lane = found.groups()
        return Message("hole.tile", {"n": tile, "row": f"@row.{row}", "lane": f"@lane.{lane}"})
    if found := _PIT.fullmatch(space.id):
        place = int(found[1])
        if space.kind == "stall":
            return Message("hole.stall", {"n": str(place // 2 + 1)})
        return Message("hole.pit", {"n": str(place // 2 + 1)})
    return None


def tile_routes(board: Board) -> dict[str, dict[str, str]]:
    """Space → key → space for moving the focus along a road of tiles; empty for other boards.

    Right and left lead on and back in the lane, wrapping. Up and down lead to the space on the
    driver's left and right. Next and previous corner lead to the lane's first space there.
    """
    lanes: dict[str, list[Space]] = defaultdict(list)
    for space in board.spaces:
        found = _ROAD.fullmatch(space.id) or _PIT.fullmatch(space.id)
        if found is None:
            return {}
        lanes[found[3] if found.re is _ROAD else "P"].append(space)
    routes: dict[str, dict[str, str]] = {}
    for lane in lanes.values():
        bends = [i for i, space in enumerate(lane) if _begins_bend(lane, i)]
        for i, space in enumerate(lane):
            ways = {"right": lane[(i + 1) % len(lane)].id, "left": lane[i - 1].id}
            if bends:
                ways["next_corner"] = lane[next((b for b in bends if b > i), bends[0])].id
                ways["previous_corner"] = lane[
                    next((b for b in bends[::-1] if b < i), bends[-1])
                ].id
            routes[space.id] = ways
    for space in board.spaces:
        if (beside := _to_the_right(space, board)) is not None:
            routes[space.id].setdefault("down", beside)
            routes[beside].setdefault("up", space.id)
    return routes


def _begins_bend(lane: list[Space], i: int) -> bool:
    tile = lane[i].id.partition(".")[0]
    return lane[i].kind == "bend" and lane[i - 1].id.partition(".")[0] != tile


def _to_the_right(space: Space, board: Board) -> str | None:
    """The space at the driver's right hand; in bends too, a tile has its own two lanes."""
    if space.id.endswith("L") and space.kind not in ("pit", "stall"):
        return f"{space.id[:-1]}R"
    angle = radians((space.heading or 0.0) + 90)
    x, y = space.x + sin(angle) * board.pitch, space.y - cos(angle) * board.pitch
    near = min(board.spaces, key=lambda other: hypot(other.x - x, other.y - y))
    alike = near.heading == space.heading and near.kind not in ("bend",)
    return near.id if alike and hypot(near.x - x, near.y - y) < 0.3 * board.pitch else None
