"""The wood of the street: eight rows of eight squares, used as a ring of ranks (section 17).

Rows are ``a`` (far) to ``h``, columns 1 to 8 from the left, so the squares are ``a1`` … ``h8``. A
street of six columns lies on columns 2 to 7. The column on its right is then the lay-by; the one on
its left stays free. A street of eight columns takes all, and its lay-by is a tray beside the wood.

A car's row is (rank - 1 + origin) mod 8. So a new front rank moves ``origin`` and no car. Ranks 0
(the road ahead) and 8 have the same row: a front rank can be made while no car stands on rank 8.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from ...board import Board, Place, Space
from ...told import Told
from .grid import Cell

KIND: Final = "street"
ROWS: Final = 8
LETTERS: Final = "abcdefgh"
"""The rows' names from the far edge."""
HALF: Final = 4
"""Columns of the wood on each side of the centreline."""
LAY_BY: Final = "lay-by"
"""The place of the cars for which the wood has no row."""
SPARE: Final = "spare"
"""The kind of a square that a narrow street leaves free on its left."""
GAP: Final = 0.30
"""Width of the centre strip, in pitches."""

_MARGIN: Final = 0.62
_FAR: Final = 1.0
"""Pitches from the far row's edge to the edge of the wood; mats lie in a slot there."""
_NEAR: Final = 0.36
_MOST_CARS: Final = 20
"""Twelve racers and eight Civilians."""
_WIDTH: Final = 2 * HALF + GAP + 2 * _MARGIN
_PITCH: Final = 2 / _WIDTH


def no_room(half_width: int) -> Told | None:
    """Why the wood has no room for the street of a data file; None when it has.

    >>> no_room(5)
    'half_width: 5, and the wood of a table has room for 4; make it smaller'
    """
    if half_width <= HALF:
        return None
    text = "{key}: {n}, and the wood of a table has room for {most}; make it smaller"
    return Told("no_room", text, key="half_width", n=half_width, most=HALF)


def column_number(col: int, mirror: bool = False) -> int:
    """Number of a column on the wood, from the left; ``mirror``: traffic keeps left (FF-15).

    >>> column_number(-4), column_number(-1), column_number(1), column_number(4)
    (1, 4, 5, 8)
    >>> column_number(1, mirror=True)
    4
    """
    return column_number(-col) if mirror else col + HALF + (col < 0)


def column_of(number: int) -> int:
    """The column of that number on the wood."""
    return number - HALF - (number <= HALF)


def hole_of(cell: Cell, origin: int, mirror: bool = False) -> str | None:
    """The square of a cell; None for a cell beyond the wood, whose cars wait in the lay-by.

    >>> hole_of(Cell(1, 1), 2), hole_of(Cell(0, 1), 2), hole_of(Cell(9, 1), 2)
    ('c5', 'b5', None)
    """
    if not 0 <= cell.rank <= ROWS or not 1 <= abs(cell.col) <= HALF:
        return None
    return f"{row_letter(cell.rank, origin)}{column_number(cell.col, mirror)}"


def row_letter(rank: int, origin: int) -> str:
    """The letter of the row that a rank lies on."""
    return LETTERS[(rank - 1 + origin) % ROWS]


def cell_of(hole: str, origin: int, last: int = 0, mirror: bool = False) -> Cell:
    """The cell of a square, rank 0 to 7. KeyError for a text that names no square.

    ``last``  the last rank with a car on the wood; if it is 8, the row of the road ahead is rank 8

    >>> cell_of("b5", 2), cell_of("b5", 2, last=8)
    (Cell(rank=0, col=1), Cell(rank=8, col=1))
    """
    if len(hole) != 2 or hole[0] not in LETTERS or hole[1] not in "12345678":
        raise KeyError(hole)
    rank = (LETTERS.index(hole[0]) + 1 - origin) % ROWS
    col = column_of(int(hole[1]))
    return Cell(rank or (ROWS if last == ROWS else 0), -col if mirror else col)


def rolled(origin: int, ahead: int) -> int:
    """The origin after the front rank has moved.

    ``ahead``  ranks that the front moved forward, so all others number so many more (FF-35); below
               0 when the front cars fell back and the numbers became smaller
    """
    return (origin - ahead) % ROWS


def waiting(cells: Mapping[str, Cell], before: Collection[str] = (), ahead: int = 0) -> set[str]:
    """The cars that belong into the lay-by.

    A car beyond rank 8 has no row. One on rank 8 may stay where it is, on the wood or not, until a
    front rank needs its row. One that comes to rank 7 or nearer returns to the wood.

    ``cells``   every car's cell
    ``before``  the cars that are in the lay-by now
    ``ahead``   front ranks that the next action makes, 0 or more

    >>> waiting({"A": Cell(1, 1), "B": Cell(8, 1), "C": Cell(9, 2)})
    {'C'}
    >>> sorted(waiting({"A": Cell(1, 1), "B": Cell(8, 1), "C": Cell(9, 2)}, ahead=1))
    ['B', 'C']
    """
    return {
        car
        for car, cell in cells.items()
        if cell.rank > ROWS - max(0, ahead) or (cell.rank == ROWS and car in before)
    }


def scoot(cells: Mapping[str, Cell], aside: Collection[str], ahead: int = 1) -> tuple[str, ...]:
    """The cars that must go to the lay-by before that many front ranks can be made.

    Empty while a row is free: a leader may drive into the last one.
    """
    return tuple(sorted(waiting(cells, aside, ahead) - set(aside)))


def returning(cells: Mapping[str, Cell], aside: Iterable[str]) -> tuple[str, ...]:
    """The cars of the lay-by whose rank is on the wood again."""
    return tuple(sorted(set(aside) - waiting(cells, frozenset(aside))))


def standing(cells: Mapping[str, Cell], aside: Collection[str], origin: int) -> dict[str, str]:
    """Car → its square, or ``lay-by``."""
    places = {car: hole_of(cell, origin) for car, cell in cells.items()}
    return {car: LAY_BY if car in aside or hole is None else hole for car, hole in places.items()}


@lru_cache(maxsize=2)
def street_wood(half_width: int = 3) -> Board:
    """The wood under a street with so many columns a side (3 or 4), far row first.

    The squares are the same for both, so one board file serves both.
    """
    spaces = tuple(_space(row, number, half_width) for row in range(ROWS) for number in _NUMBERS)
    places = {s.id: Place(s.id, s.kind, None, (s.id,), 1) for s in spaces if s.kind != LAY_BY}
    aside = tuple(space.id for space in spaces if space.kind == LAY_BY)
    places[LAY_BY] = Place(LAY_BY, LAY_BY if aside else "tray", None, aside, _MOST_CARS)
    half, far, near = _PITCH * _WIDTH / 2, _PITCH * (HALF + _FAR), _PITCH * (HALF + _NEAR)
    return Board(
        kind=KIND,
        spaces=spaces,
        places=MappingProxyType(places),
        pitch=_PITCH,
        view_box=(-half, -far, 2 * half, far + near),
        neighbours=MappingProxyType(_neighbours()),
        outline=((-half, -far), (half, -far), (half, near), (-half, near)),
        rounding=0.35 * _PITCH,
    )


_NUMBERS: Final = range(1, 2 * HALF + 1)


def across(col: int) -> float:
    """Pitches from the centreline to the middle of a column; left of it below 0."""
    return (GAP / 2 + abs(col) - 0.5) * (1 if col > 0 else -1)


def _space(row: int, number: int, half_width: int) -> Space:
    col, name = column_of(number), f"{LETTERS[row]}{number}"
    kind = KIND if abs(col) <= half_width else SPARE if col < 0 else LAY_BY
    x, y = _PITCH * across(col), _PITCH * (row - (ROWS - 1) / 2)
    return Space(name, LAY_BY if kind == LAY_BY else name, kind, None, x, y, 0.0, "square")


def _neighbours() -> dict[str, tuple[str, ...]]:
    """The squares beside each square, clockwise from the far one."""
    found = {}
    for row in range(ROWS):
        for number in _NUMBERS:
            near = ((row - 1, number), (row, number + 1), (row + 1, number), (row, number - 1))
            found[f"{LETTERS[row]}{number}"] = tuple(
                f"{LETTERS[r]}{n}" for r, n in near if 0 <= r < ROWS and n in _NUMBERS
            )
    return found
