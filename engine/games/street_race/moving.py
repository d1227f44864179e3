"""Advancing, drifting, displacement, damage and spin-outs (FF-50 … 90)."""

from __future__ import annotations

from collections.abc import Sequence

from .asking import Flow
from .grid import BACK, LEFT, RIGHT, Cell, beside
from .pack import Car
from .run import Happening, Root, Run
from .trying import LOSE, TIE, WIN, drive, fixit, rival, target_number

SUCCESS, FAIL = "success", "fail"
MOVED, LOST = "moved", "lost"


def advance(run: Run, car: Car, test: bool = True) -> Flow[str]:
    """FF-50 to FF-56: into the empty space ahead; ``success``, ``fail`` or ``tie``.

    One whose car a reaction has moved meanwhile is over (FF-152).
    """
    place = car.cell
    announced = Happening("advance.announced", (car,))
    yield from run.before(announced)
    to = run.pack.ahead(car)
    if announced.stopped or car.cell != place or run.pack.at(*to) is not None:
        return FAIL
    if test:
        other = rival(run.pack, car)
        against = target_number(run.pack, car) if other is None else other
        outcome = yield from drive(run, car, against, "advance")
        if outcome == TIE and other is not None:
            yield from damage(run, car)
            yield from damage(run, other)
            return TIE
        if outcome == LOSE or car.cell != place or run.pack.at(*to) is not None:
            return FAIL
    run.place(car, to)
    return SUCCESS


def drift_to(run: Run, car: Car, way: str) -> Cell:
    """FF-60: the space that a drift enters."""
    return run.pack.behind(car) if way == BACK else Cell(car.rank, beside(car.col, way))


def drift(
    run: Run,
    car: Car,
    way: str,
    *,
    compulsory: bool = False,
    root: Root | None = None,
    test: bool = True,
) -> Flow[str]:
    """FF-60 to FF-74: one space left, right or back; ``moved``, ``lost`` or ``tie``.

    A compulsory one to an impossible place becomes a fall-back (FF-69), in whatever column (FF-72).
    Whether a voluntary one is possible is for the caller to know. One that a reaction has moved
    meanwhile makes it no more, unless it still must.
    """
    place, pushed = car.cell, car.limbo
    announced = Happening("drift.announced", (car,))
    yield from run.before(announced)
    moved, placed = car.cell != place, pushed and not car.limbo
    if car.gone or placed or ((announced.stopped or (moved and not compulsory)) and not car.limbo):
        return LOST
    if compulsory and run.pack.street.why_not(car.col, way) is not None:
        way = BACK
    to = drift_to(run, car, way)
    beaten: list[Car] = []
    while (other := _to_beat(run, to, beaten)) is not None and test:
        place, pushed = car.cell, car.limbo
        outcome = yield from drive(run, car, other, "drift")
        if outcome != WIN:
            yield from _not_won(run, car, other, outcome, compulsory)
            return TIE if outcome == TIE else LOST
        if car.gone or (car.cell, car.limbo) != (place, pushed):
            return LOST
        beaten.append(other)
    yield from _moved(run, car, to, run.pack.at(*to), way, root)
    return MOVED


def _to_beat(run: Run, to: Cell, beaten: Sequence[Car]) -> Car | None:
    """FF-63: the racer there now; reactions to a test may put another one there."""
    other = run.pack.at(*to)
    return other if other is not None and other.racer and other not in beaten else None


def _not_won(run: Run, car: Car, other: Car, outcome: str, compulsory: bool) -> Flow[None]:
    """FF-66, FF-70: lost or tied."""
    if outcome == TIE:
        # A drifter that must spin out anyway does not also fall back before that.
        yield from damage(run, car, fall_back=not compulsory)
        yield from damage(run, other)
    if compulsory and not car.gone:
        yield from spin_out(run, car)


def _moved(
    run: Run, car: Car, to: Cell, other: Car | None, way: str, root: Root | None
) -> Flow[None]:
    """FF-74: move in, style, the displaced car's chain, and then the mover's own curb test."""
    frm, spins = car.col, car.spins
    curb = run.pack.street.curb(frm, to.col)
    if other is not None:
        other.limbo = True
    run.place(car, to)
    if root is not None:
        _style(run, car, frm, curb, root)
    if other is not None and not other.gone:
        yield from _displaced(run, other, way, root)
    if curb and not car.gone and car.spins == spins and not (yield from fixit(run, car, "curb")):
        yield from damage(run, car)


def _style(run: Run, car: Car, frm: int, curb: bool, root: Root) -> None:
    """FF-120, FF-121: a point for the centreline or a curb, to whose move action it was."""
    outward = frm > 0 > car.col
    back = frm < 0 < car.col and car is not root.car and run.switches.any_crossing
    if outward or back or curb:
        run.score(root.player, 1)


def _displaced(run: Run, car: Car, way: str, root: Root | None) -> Flow[None]:
    """FF-67, FF-68: back, or on in the same direction, at once and compulsory."""
    run.happened("displaced", car, frm=car.cell)
    ways: tuple[str, ...] = (BACK,)
    if car.racer and way != BACK:
        ways = run.pack.street.possible(car.col, (BACK, way)) or (BACK,)
    chosen = yield from run.choose(car, ways)
    yield from drift(run, car, chosen, compulsory=True, root=root)


def compelled(run: Run, car: Car) -> Flow[None]:
    """FF-75, FF-106: a compulsory drift whose direction the owner picks."""
    ways: tuple[str, ...] = (BACK,)
    if car.racer:
        ways = run.pack.street.possible(car.col, (LEFT, RIGHT, BACK)) or (BACK,)
    chosen = yield from run.choose(car, ways)
    yield from drift(run, car, chosen, compulsory=True)


def damage(run: Run, car: Car, fall_back: bool = True) -> Flow[None]:
    """FF-80, FF-81: the damaged face, or a compulsory fall-back if it shows already."""
    if car.gone or (_hurt(car) and not fall_back):
        return
    pending = Happening("damage.pending", (car,))
    yield from run.before(pending)
    if pending.stopped or car.gone:
        return
    if _hurt(car):
        if fall_back:
            yield from drift(run, car, BACK, compulsory=True)
    else:
        car.dmg = True
        run.happened("damaged", car)


def _hurt(car: Car) -> bool:
    """Whether the damaged face shows now, which a reaction may have turned."""
    return car.dmg or not car.racer


def spin_out(run: Run, car: Car) -> Flow[None]:
    """FF-83 to FF-85: behind the last other racer, then damaged; a Civilian leaves play."""
    pending = Happening("spinout.pending", (car,))
    yield from run.before(pending)
    # One that has no place of its own is placed all the same, only not damaged.
    stands = not car.limbo and run.pack.street.open_to_cars(car.col)
    if car.gone or (pending.stopped and stands):
        return
    run.spun.append(car.id)
    car.spins += 1
    if not car.racer:
        run.happened("spun_out", car, frm=car.cell)
        run.remove(car)
        return
    to = yield from run.choose_cell(car, run.pack.spin_cells(car))
    run.place(car, to, "spun_out")
    if not pending.stopped:
        yield from damage(run, car, fall_back=False)
