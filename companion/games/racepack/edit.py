"""A race with its cars where people say they stand (PP-12), in the engine's interchange form.

A board cannot tell everything, so the likeliest is taken: a car went the shorter way round, and a
car that was taken off the road spun out in the corner behind it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.games.racepack import RacepackPosition
from engine.games.racepack.road import NONE, Road
from engine.games.racepack.state import (
    LAYING,
    MOVE,
    MOVEMENTS,
    OVER_PHASE,
    PENALTY,
    POLE,
    REACT,
    Car,
)

_OF_PHASES: Final = ("counted", "passed", "hazard_to", "rolls")
"""Keys that only one phase knows."""


def rearranged(
    race: RacepackPosition, tokens: Mapping[str, str], seat: int | None
) -> dict[str, object] | None:
    """``tokens``: space → car of every car on the road; ``seat`` is to drive, if given.

    None before the grid stands and after the race.
    """
    state = race.state
    if state.phase in (POLE, OVER_PHASE) or not set(tokens.values()) <= set(race.race.cars):
        return None
    data: dict[str, Any] = dict(race.to_json())
    at = {car: hole for hole, car in tokens.items()}
    seq = max(car.seq for car in state.cars)
    cars: dict[str, dict[str, Any]] = data["cars"]
    for name, car in zip(race.race.cars, state.cars, strict=True):
        if name in at:
            cars[name] |= _put(race.race.road, car, race.race.road.index[at[name]])
        elif car.at != NONE:
            seq += 1
            cars[name] |= _spun(race.race.road, car) | {"seq": seq}
    _number_places(cars)
    data["order"] += [name for name in cars if name not in data["order"]]
    return _turned(race, data, seat)


def _put(road: Road, car: Car, space: int) -> dict[str, Any]:
    """A car on a space; its laps are counted by the shorter way there (RP-23)."""
    if space == car.at:
        return {}
    old = car.at if car.at != NONE else None
    tile, before = road.tile[space], car.spun if old is None else road.tile[old]
    crossings = car.c
    if before != NONE:
        forward = (tile - before) % road.tiles <= road.tiles // 2
        crossings += (forward and tile < before) - (not forward and tile > before)
    elif car.place:
        crossings = max(1, car.c - 1)
    crossings = max(0, crossings)
    return {
        "at": road.spaces[space],
        "c": crossings,
        "keep": False,
        "spun": None,
        "place": 0,
        "started": car.started or crossings > 0,
    }


def _spun(road: Road, car: Car) -> dict[str, Any]:
    """A car off the road: spun out of the corner that it passed last (RP-45)."""
    tile = road.tile[car.at]
    back = next(n for n in range(road.tiles) if road.is_corner((tile - n) % road.tiles))
    corner = (tile - back) % road.tiles
    return {
        "at": None,
        "c": max(0, car.c - (corner > tile)),
        "keep": False,
        "spun": corner,
        "started": True,
    }


def _number_places(cars: Mapping[str, dict[str, Any]]) -> None:
    """Number the places without gaps, after a car came back from behind the finish."""
    done = sorted((fields["place"], name) for name, fields in cars.items() if fields["place"])
    for place, (_, name) in enumerate(done, 1):
        cars[name]["place"] = place


def _turned(race: RacepackPosition, data: dict[str, Any], seat: int | None) -> dict[str, object]:
    """The turn after that: the same driver's, unless another seat is to drive."""
    state, names = race.state, race.race.cars
    racing = [name for name in data["order"] if not data["cars"][name]["place"]]
    driver = race.driver
    owners = {name: race.race.owner[number] for number, name in enumerate(names)}
    if state.phase == LAYING:
        return data
    other = seat is not None and (driver is None or owners[driver] != seat)
    if other or driver not in racing:
        mine = [name for name in racing if seat in (None, owners[name])]
        data["turn"] = {"car": (mine or racing)[0] if racing else None}
    elif state.phase == MOVE or _still_rolling(race, data["cars"]):
        return data
    else:
        data["turn"] |= {"made": min(data["turn"]["made"], MOVEMENTS - 1), "stop": False}
    for key in _OF_PHASES:
        data.pop(key, None)
    return data | {"phase": MOVE, "threshold": 0}


def _still_rolling(race: RacepackPosition, cars: Mapping[str, dict[str, Any]]) -> bool:
    """Whether a penalty is being rolled or claimed, and the driver's car has not moved."""
    if race.driver is None or race.state.phase not in (PENALTY, REACT):
        return False
    at = race.state.cars[race.state.turn.car].at
    return bool(cars[race.driver]["at"] == race.race.road.spaces[at])
