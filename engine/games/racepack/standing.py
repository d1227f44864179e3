"""The places of the cars on the table: a space of the road or a tray."""

from __future__ import annotations

from .board import FINISHED, PADDOCK, SPUN
from .race import Race
from .road import NONE
from .state import Car, State


def car_place(race: Race, car: Car) -> str:
    """The place of a car on the table: its space, or one of the trays."""
    if car.at != NONE:
        return race.road.spaces[car.at]
    if car.spun != NONE:
        return SPUN
    return FINISHED if car.place else PADDOCK


def driver(race: Race, state: State) -> str | None:
    """The car whose turn it is."""
    return None if state.turn.car == NONE else race.cars[state.turn.car]


def standing(race: Race, state: State) -> dict[str, tuple[str, ...]]:
    """The cars by place; in a tray with several cars the driver's comes first."""
    found: dict[str, tuple[str, ...]] = {}
    first = driver(race, state)
    cars = zip(race.cars, state.cars, strict=True)
    for name, car in sorted(cars, key=lambda pair: pair[0] != first):
        place = car_place(race, car)
        found[place] = (*found.get(place, ()), name)
    return found
