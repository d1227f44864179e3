"""Tests: driving and Fixit, against a number or another car (FF-52 … 57)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .asking import Flow
from .grid import LEFT, RIGHT, beside
from .pack import Car, Pack
from .run import Happening, Run, Trial

WIN, LOSE, TIE = "win", "lose", "tie"

BEHIND_ALL: Final = 1
WITHIN: Final = 4
AHEAD: Final = (4, 8, 12)
"""FF-53: the numbers for one, two, three or more ranks ahead of all others."""


def rival(pack: Pack, car: Car) -> Car | None:
    """FF-52: the racer that an advance is tested against."""
    rank, col = pack.ahead(car)
    near = [pack.at(rank, beside(col, way)) for way in (LEFT, RIGHT)]
    racers = [one for one in near if one is not None and one.owner is not None and one is not car]
    return min(racers, key=pack.standing, default=None)


def target_number(pack: Pack, car: Car) -> int:
    """FF-53: the number for an advance without opponent."""
    rank, others = car.rank - 1, pack.ranks_of_others(car)
    if not others:
        return WITHIN
    if rank > max(others):
        return BEHIND_ALL
    lead = min(others) - rank
    return WITHIN if lead <= 0 else AHEAD[min(lead, len(AHEAD)) - 1]


def _rolled(run: Run, trial: Trial) -> Flow[bool]:
    """The dice are thrown, the tester's first; False if a reaction has stopped the test."""
    announced = Happening("test.announced", trial.cars, trial)
    yield from run.before(announced)
    if announced.stopped:
        return False
    for car in trial.cars:
        face = yield from run.die()
        trial.dice[car.id] = face
        run.happened("rolled", car, n=face)
    rolled = Happening("test.rolled", trial.cars, trial)
    yield from run.before(rolled)
    return not rolled.stopped


def added(run: Run, trial: Trial, number: int) -> int:
    """FF-57: all that is added to the die."""
    car, use = trial.cars[number], trial.uses[number]
    if trial.kind == "drive":
        more = run.driving(car, use)
    else:
        more = run.fixing(car, use, trial.gang)
    return more + trial.extra.get(car.id, 0)


def total(run: Run, trial: Trial, number: int) -> int:
    """FF-57: the die and all that is added to it."""
    return trial.dice[trial.cars[number].id] + added(run, trial, number)


def drive(run: Run, car: Car, against: Car | int, use: str) -> Flow[str]:
    """FF-55, FF-56: a driving test; equality meets a number, and is a tie between two cars."""
    if isinstance(against, int):
        trial = Trial("drive", (car,), (use,), target=against)
    else:
        trial = Trial("drive", (car, against), (use, "defend"))
    if not (yield from _rolled(run, trial)):
        return LOSE
    if isinstance(against, int):
        outcome = WIN if total(run, trial, 0) >= against else LOSE
    else:
        outcome = _compared(run, trial)
    if outcome == TIE:
        yield from run.before(Happening("test.tied", trial.cars, trial))
        outcome = _compared(run, trial)
    run.happened("tested", car, n=total(run, trial, 0), by=outcome)
    return outcome


def _compared(run: Run, trial: Trial) -> str:
    """FF-56: more wins; a tie stays one, unless a reaction gave it to one of the two."""
    mine, theirs = total(run, trial, 0), total(run, trial, 1)
    if mine != theirs:
        return WIN if mine > theirs else LOSE
    if trial.tie_to is None:
        return TIE
    return WIN if trial.tie_to is trial.cars[0] else LOSE


def fixit(run: Run, car: Car, use: str, gang: bool = True) -> Flow[bool]:
    """FF-57, FF-95: a Fixit test against the car's own Complexity."""
    trial = Trial("fixit", (car,), (use,), gang, run.complexity(car))
    if not (yield from _rolled(run, trial)):
        return False
    mine = total(run, trial, 0)
    held = mine >= run.complexity(car)
    run.happened("tested", car, n=mine, by=WIN if held else LOSE)
    return held


def names(cars: Sequence[Car]) -> list[str]:
    """The ids of cars, in their order."""
    return [car.id for car in cars]
