"""The street's places in words: ``rank 2, inner lane``, ``road ahead, left walk``, ``row c``; and
which of two cars is meant."""

from __future__ import annotations

from typing import Final

from companion.model.message import Message
from engine.board import Space
from engine.games.street_race.grid import BACK, CHOP, LANE, LEFT, WALK, Cell, Street
from engine.games.street_race.wood import KIND, LAY_BY, LETTERS, SPARE

_LANES: Final = {1: ("lane",), 2: ("inner", "outer"), 3: ("inner", "middle", "outer")}
"""The names of a side's lanes from the centreline, by their number."""

AT_RANK: Final = "street.at.rank"
AHEAD: Final = "street.at.ahead"
"""The names of a square on the street; each has a form without its column, ``….alone``."""


def column_key(street: Street, col: int, mirror: bool = False) -> str:
    """The key of a column's name: ``street.where.oncoming_inner``, ``street.where.left_walk``.

    ``mirror``  the picture is flipped for traffic on the left (FF-15)
    """
    zone, side = street.zone(col), "right" if (col > 0) is not mirror else "left"
    if zone == LANE:
        names = _LANES.get(len(street.mat(col).lanes))
        name = names[abs(col) - 1] if names else "lane"
        return f"street.where.{name if col > 0 else f'oncoming_{name}'}"
    return f"street.where.{side}_{'walk' if zone == WALK else 'bare'}"


def place_name(cell: Cell, street: Street, mirror: bool = False) -> Message:
    """``rank 2, inner lane``; rank 0 is ``road ahead``."""
    where = {"where": f"@{column_key(street, cell.col, mirror)}"}
    if cell.rank == 0:
        return Message(AHEAD, where)
    return Message(AT_RANK, {"n": str(cell.rank), **where})


def numbered(name: str, car: str) -> str:
    """The name with the number of the car, where each player has two.

    >>> numbered("Anna", "A2"), numbered("Anna", "A")
    ('Anna 2', 'Anna')
    """
    return f"{name} {car[1:]}" if car[1:] else name


def way_name(word: str, mirror: bool = False) -> str:
    """``left``, ``right`` or ``back``, as people see the way of a command: L, R or B.

    >>> way_name("L"), way_name("L", mirror=True), way_name("B", mirror=True)
    ('left', 'right', 'back')
    """
    if word == BACK:
        return "back"
    return "left" if (word == LEFT) is not mirror else "right"


def ground(street: Street, col: int) -> str:
    """The key of what is special about a column: ``chop``, ``blocked``, or nothing."""
    if street.zone(col) != WALK:
        return ""
    kind = street.walk(col)
    return "" if kind == "open" else f"street.ground.{'chop' if kind == CHOP else 'blocked'}"


def wood_name(space: Space) -> Message | None:
    """The name of a square of the wood, whatever is on it: ``row c, column 5``.

    None for a space of any other board.
    """
    if space.kind not in (KIND, SPARE, LAY_BY) or space.id[:1] not in LETTERS:
        return None
    params = {"row": space.id[0], "n": space.id[1:]}
    if space.kind == LAY_BY:
        return Message("street.wood.lay_by", params)
    return Message("street.wood.square", params)
