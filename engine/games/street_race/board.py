"""The street as a board: eight rows of columns, and places beside it.

Row 0 is the road ahead, row 1 the front rank. Cars further back than the last row wait in the
lay-by; racers that are not placed yet stand ``off`` the street.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from ...board import Board, Place, Space
from .grid import cell_text
from .pack import Pack

ROWS: Final = 8
LAY_BY: Final = "lay-by"
OFF: Final = "off"
GAP: Final = 0.30
"""Width of the strip between the two sides, in spaces."""
TRAY: Final = 14


@cache
def board_for(half_width: int) -> Board:
    """The board of that many columns a side."""
    columns = [*range(-half_width, 0), *range(1, half_width + 1)]
    spaces = []
    for row in range(ROWS):
        for col in columns:
            side = 1 if col > 0 else -1
            name = cell_text(row, col)
            x, y = side * (GAP / 2 + abs(col) - 0.5), row - ROWS / 2 + 0.5
            spaces.append(Space(name, name, "street", None, x, y, 0.0, "square"))
    places = {s.id: Place(s.id, s.kind, None, (s.id,), 1) for s in spaces}
    for tray in (LAY_BY, OFF):
        places[tray] = Place(tray, tray, None, (), TRAY)
    near = {
        space.id: tuple(
            other.id for other in spaces if abs(other.x - space.x) + abs(other.y - space.y) < 1.4
            and other is not space
        )
        for space in spaces
    }  # fmt: skip
    width, height = 2 * half_width + GAP, ROWS + 0.12
    return Board(
        "street",
        tuple(spaces),
        places,
        1.0,
        (-width / 2 - 0.62, -ROWS / 2 - 1.0, width + 1.24, height + 1.24),
        near,
    )


def where(rank: int, col: int) -> str:
    """The place of a car by the rank that people see."""
    if not col:
        return OFF
    return cell_text(rank, col) if 0 <= rank < ROWS else LAY_BY


def standing(pack: Pack) -> dict[str, tuple[str, ...]]:
    """The cars by place, in pack order."""
    shift = pack.front - 1
    found: dict[str, tuple[str, ...]] = {}
    unplaced = [car for car in pack.cars.values() if not car.col]
    for car in (*pack.order(), *unplaced):
        place = where(car.rank - shift, car.col)
        found[place] = (*found.get(place, ()), car.id)
    return found
