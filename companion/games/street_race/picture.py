"""A position of the street race as the street that the page draws.

``origin`` and ``aside`` are the wood's: where rank 1 lies, and who waits in the lay-by.
"""

from __future__ import annotations

from collections.abc import Collection

from engine.drawing import street as drawn
from engine.games.street_race.grid import CHOP, LANE, OPEN, WALK, Cell, Street
from engine.games.street_race.pack import Car, Pack
from engine.games.street_race.wood import ROWS, column_number, row_letter


def picture(
    pack: Pack,
    origin: int = 0,
    aside: Collection[str] = (),
    mirror: bool = False,
    finish: bool = False,
) -> drawn.Street:
    """The street as it stands.

    ``aside``   cars in the lay-by, which may be on rank 8 or further back
    ``finish``  the finish is drawn: the endgame has begun
    """
    street = pack.street
    cols = columns(street, mirror)
    shift = pack.front - 1
    ranks = {car.id: car.rank - shift for car in pack.placed()}
    shared = {car.cell for car in pack.placed() if car.limbo}
    beside = {name for name, rank in ranks.items() if name in aside or rank >= ROWS}
    cars: list[drawn.Car] = []
    lay_by: list[drawn.Car] = []
    for car in pack.order():
        pushed = "" if car.cell not in shared else "out" if car.limbo else "by"
        shown = _car(car, ranks[car.id], cols.index(car.col), pushed)
        (lay_by if car.id in beside else cars).append(shown)
    last = pack.last
    return drawn.Street(
        columns=tuple(mat_column(street, col) for col in cols),
        names=tuple(str(column_number(col, mirror)) for col in cols),
        letters="".join(row_letter(rank, origin) for rank in range(ROWS)),
        cars=tuple(cars),
        lay_by=tuple(lay_by),
        median=street.median,
        finish=finish,
        last=ROWS - 1 if last is None else min(ROWS - 1, ranks[last.id]),
        mirror=mirror,
    )


def columns(street: Street, mirror: bool = False) -> tuple[int, ...]:
    """The columns from the left, as they are drawn and lie on the wood (FF-15).

    ``mirror``  traffic keeps left: the street is flipped, and nothing of the rules
    """
    return street.columns[::-1] if mirror else street.columns


def mat_column(street: Street, col: int) -> drawn.Column:
    """What the mats make of one column."""
    zone = street.zone(col)
    if zone == LANE:
        return drawn.Column("lane", street.mat(col).lanes[abs(col) - 1])
    if zone != WALK:
        return drawn.Column("bare")
    kind = street.walk(col)
    return drawn.Column({OPEN: "walk", CHOP: "chop"}.get(kind, "blocked"))


def spot(street: Street, cell: Cell, mirror: bool = False) -> tuple[int, int]:
    """Row and column of a cell in the drawing."""
    return cell.rank, columns(street, mirror).index(cell.col)


def _car(car: Car, rank: int, column: int, pushed: str) -> drawn.Car:
    if not car.racer:
        return drawn.Car(drawn.CIVILIAN, rank, column, down=car.facing != "F", pushed=pushed)
    return drawn.Car(car.id[0], rank, column, hurt=car.dmg, pushed=pushed, number=car.id[1:])
