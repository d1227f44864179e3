"""The part of a race that changes: cars, tokens, hazards, order, turn, phase. Immutable data."""

from __future__ import annotations

from typing import Final, NamedTuple

from .race import Race
from .road import NONE

MOVE, PENALTY, REACT = "move", "penalty", "react"
MOVE_HAZARD, POLE, LAYING, OVER_PHASE = "move_hazard", "pole", "hazards", "over"
PHASES: Final = (POLE, LAYING, MOVE, PENALTY, REACT, MOVE_HAZARD, OVER_PHASE)
"""RP-81."""

MOVEMENTS: Final = 3
"""RP-30: movements in a turn."""


class Car(NamedTuple):
    """One car (RP-80); ``at`` and ``spun`` are NONE where the JSON form has null.

    ``c`` line crossings (RP-23) · ``keep`` RP-37 · ``seq`` number of its latest spin-out ·
    ``started`` no longer on the grid · ``place`` 0 until it has finished · ``pits`` stops (RP-77)
    """

    at: int = NONE
    c: int = 1
    keep: bool = False
    spun: int = NONE
    seq: int = 0
    started: bool = True
    place: int = 0
    pits: int = 0


class Hazard(NamedTuple):
    """A null coin on a space, suit side up or blank."""

    at: int
    up: bool


class Turn(NamedTuple):
    """The car that moves (NONE: nobody's turn), movements made, last speed, hazard touched."""

    car: int = NONE
    made: int = 0
    speed: int = 0
    stop: bool = False


class State(NamedTuple):
    """One moment. ``tokens`` are by holder; ``extra`` is None without the option (RP-78).

    ``passed``     players who have passed in the open claim window (RP-44)
    ``hazard_to``  in phase ``move_hazard``: the space that gets the hazard
    ``rolls``      in phase ``pole``: the faces each player has rolled so far (RP-21)
    ``counted``    in phase ``hazards``: the tile whose icon space is to be named, or NONE
    """

    cars: tuple[Car, ...]
    tokens: tuple[tuple[str, ...], ...]
    hazards: tuple[Hazard, ...] = ()
    round: int = 2
    order: tuple[int, ...] = ()
    turn: Turn = Turn()
    phase: str = MOVE
    threshold: int = 0
    skipped: tuple[int, ...] = ()
    extra: int | None = None
    passed: tuple[int, ...] = ()
    hazard_to: int = NONE
    rolls: tuple[tuple[str, ...], ...] = ()
    counted: int = NONE

    def with_car(self, number: int, car: Car) -> State:
        """The same with one car changed."""
        return self._replace(cars=(*self.cars[:number], car, *self.cars[number + 1 :]))

    def without_token(self, holder: int, token: str) -> State:
        """RP-51: the same without one token of that holder; the others keep their order."""
        held = list(self.tokens[holder])
        held.remove(token)
        tokens = (*self.tokens[:holder], tuple(held), *self.tokens[holder + 1 :])
        return self._replace(tokens=tokens)


def race_order(race: Race, state: State) -> tuple[int, ...]:
    """RP-70: the cars still racing, leader first."""
    road = race.road

    def behind(number: int) -> tuple[int, int, int]:
        car = state.cars[number]
        if car.spun != NONE:
            return (-car.c, -road.spun_rank(car.spun), car.seq)
        return (-car.c, -road.rank[car.at] if car.at != NONE else 1, 0)

    racing = [n for n, car in enumerate(state.cars) if not car.place]
    return tuple(sorted(racing, key=behind))


def laps_left(race: Race, state: State) -> int:
    """RP-71: what the lap die shows."""
    return max(0, race.laps - max(max(0, car.c - 1) for car in state.cars))


def occupied(state: State) -> int:
    """The spaces on which a car stands, as bits."""
    bits = 0
    for car in state.cars:
        if car.at >= 0:
            bits |= 1 << car.at
    return bits
