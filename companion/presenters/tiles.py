"""What people call a space of a road of tiles: ``Tile 4, second row, left`` (RP-14, 77, 79)."""

from __future__ import annotations

import re
from typing import Final

from companion.table.view import Message
from engine.board import Space

_ROAD: Final = re.compile(r"(\d+)\.([01])(L|R|O2|O3)")
_PIT: Final = re.compile(r"P(\d+)")


def tile_name(space: Space) -> Message | None:
    """The space in words; None for a space of any other board.

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
