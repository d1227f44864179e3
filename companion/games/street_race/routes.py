"""Where the keys lead on a street, and what each key does (section 6 of the page's design)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from engine.games.street_race.grid import Cell, beside
from engine.games.street_race.wood import ROWS

DRIVING: Final[Mapping[str, str]] = MappingProxyType(
    {"w": "ahead", "a": "left", "s": "back", "d": "right"}
)
"""Keys of a lifted car."""

DOING: Final[Mapping[str, str]] = MappingProxyType({"p": "pass", "l": "look", "x": "end_turn"})
"""Keys of a turn and of a window; 1 to 8 open a card."""

CARDS: Final = "12345678"


def cell_routes(half_width: int) -> dict[Cell, dict[str, Cell]]:
    """Cell → key → cell: up and down a rank, left and right a column. Nothing wraps."""
    columns = (*range(-half_width, 0), *range(1, half_width + 1))
    ways: dict[Cell, dict[str, Cell]] = {}
    for rank in range(ROWS):
        for col in columns:
            near = {
                "up": Cell(rank - 1, col),
                "down": Cell(rank + 1, col),
                "left": Cell(rank, beside(col, "L")),
                "right": Cell(rank, beside(col, "R")),
            }
            ways[Cell(rank, col)] = {
                key: to
                for key, to in near.items()
                if 0 <= to.rank < ROWS and abs(to.col) <= half_width
            }
    return ways


def car_ways(
    here: Cell, order: Sequence[Cell], leader: Cell | None = None, own: Cell | None = None
) -> dict[str, Cell]:
    """Where the keys between cars lead.

    Home leads to the leader, End to the own car, Page Up and Down to the car before and behind in
    pack order, wrapping. From a space without a car, cars of its own rank count as behind it.

    ``order``  the cars' cells in pack order, front first
    """
    ways = {key: cell for key, cell in (("home", leader), ("end", own)) if cell is not None}
    if not order:
        return ways
    if here in order:
        at = order.index(here)
        before, behind = at - 1, at + 1
    else:
        behind = sum(cell.rank < here.rank for cell in order)
        before = behind - 1
    count = len(order)
    return ways | {"next_car": order[behind % count], "previous_car": order[before % count]}
