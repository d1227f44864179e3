"""Civilians, and what new mats do to the cars: waves, no man's land (FF-40 … 46, 100 … 112)."""

from __future__ import annotations

from collections.abc import Callable

from .asking import Ask, Flow
from .grid import LANE, NO_MANS, Cell, inward
from .moving import compelled, damage, drift, spin_out
from .pack import Car
from .run import Run
from .trying import fixit


def _rearmost_first(run: Run, facing: str) -> list[Car]:
    """The Civilians of that direction in reverse pack order, as it is now."""
    cars = reversed(run.pack.order())
    return [car for car in cars if not car.racer and car.facing == facing]


def barrel(run: Run) -> Flow[None]:
    """FF-105: every oncoming Civilian, rearmost first, drives one space to the back."""
    for civilian in _rearmost_first(run, "O"):
        if not civilian.gone:
            yield from _barrel_one(run, civilian)


def _barrel_one(run: Run, civilian: Car) -> Flow[None]:
    """FF-106, FF-107: whoever is in the way is damaged and must drift."""
    to = Cell(civilian.rank + 1, civilian.col)
    other = run.pack.at(*to)
    if other is not None:
        other.limbo = True
    run.place(civilian, to)
    if other is None or other.gone:
        return
    spins = other.spins
    yield from damage(run, other)
    if other.gone or other.spins != spins:
        return
    if other.limbo or not run.switches.barrel_once:
        yield from compelled(run, other)


def fall_behind(run: Run) -> None:
    """FF-108: Civilians with the pack, rearmost first, fall back if the space is empty."""
    for civilian in _rearmost_first(run, "F"):
        to = run.pack.behind(civilian)
        if not civilian.gone and run.pack.at(*to) is None:
            run.place(civilian, to)


def wave(run: Run) -> Flow[None]:
    """FF-100 to FF-104: a die for each numbered lane; who comes stands in one new front rank."""
    lanes = [(col, number) for col, number in run.pack.street.lanes() if number is not None]
    coming = []
    for col, number in lanes:
        face = yield from run.die()
        run.happened("rolled", None, n=face)
        if face >= number:
            coming.append(col)
    cars = run.pack.cars
    there = sum(not car.racer for car in cars.values())
    rank = run.pack.front - 1
    free = (f"c{n}" for n in range(1, len(cars) + len(coming) + 1) if f"c{n}" not in cars)
    for col in coming[: max(0, run.switches.civilians - there)]:
        civilian = Car(next(free), None, rank, col)
        civilian.facing = "F" if col > 0 else "O"
        cars[civilian.id] = civilian
        run.happened("wave.entered", civilian, to=civilian.cell)


def clear_the_street(run: Run) -> Flow[None]:
    """FF-43, FF-44: first no man's land, then the blocked sidewalks, each front to back."""

    # A reaction may change the mats meanwhile, so the street is looked at anew each time.
    def stranded(car: Car) -> bool:
        return run.pack.street.zone(car.col) == NO_MANS

    def walled(car: Car) -> bool:
        return run.pack.street.blocked(car.col)

    done: set[str] = set()
    while (car := _foremost(run, stranded, done)) is not None:
        done.add(car.id)
        spins = car.spins
        if not (yield from fixit(run, car, "mats")):
            yield from damage(run, car)
        if not car.gone and car.spins == spins:
            yield from _come_in(run, car, lambda one: not stranded(one))
    done = set()
    while (car := _foremost(run, walled, done)) is not None:
        done.add(car.id)
        spins = car.spins
        yield from damage(run, car)
        if not car.gone and car.spins == spins:
            yield from _come_in(run, car, lambda one: run.pack.street.zone(one.col) == LANE)


def _foremost(run: Run, caught: Callable[[Car], bool], done: set[str]) -> Car | None:
    """The first car in pack order that is caught and has not been dealt with."""
    for car in run.pack.order():
        if caught(car) and car.id not in done:
            return car
    return None


def _come_in(run: Run, car: Car, home: Callable[[Car], bool]) -> Flow[None]:
    """FF-43, FF-45: two free drifts inward, each of them asked; who is not home then spins out."""
    spins = car.spins
    if car.racer or not run.switches.timid_civilians:
        for _ in range(2):
            if home(car):
                return
            if car.owner is not None:
                question = Ask("choose", (car.owner,), f"choose {car.id} ", ("in", "stay"))
                if (yield question) == "stay":
                    continue
            yield from drift(run, car, inward(car.col))
            if car.gone or car.spins != spins:
                return
    if not home(car):
        yield from spin_out(run, car)
