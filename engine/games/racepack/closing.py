"""RP-24: the queue on the grid, which closes up when a row has had its turn."""

from __future__ import annotations

from ...events import Event
from .events import ClosedUp
from .race import Race
from .road import INSIDE, NONE
from .state import State, occupied


def close_up(race: Race, state: State, next_car: int, events: list[Event]) -> State:
    """The state in which ``next_car`` has its first turn; if a row has left, the queue moved up.

    A row is done when the next car to go is the inside car of the row behind it. If an outside car
    is next, it goes with its row, unless only an empty space is before it. Then its row partner was
    missing, or has just left.
    """
    if not _is_due(race, state, next_car):
        return state
    road = race.road
    waiting = [n for n in state.order[state.order.index(next_car) :] if _waits(state, n)]
    for number in sorted(waiting, key=lambda n: -road.rank[state.cars[n].at]):
        car = state.cars[number]
        to = _next_row(race, car.at)
        if to == NONE or occupied(state) >> to & 1:
            continue
        events.append(ClosedUp(race.cars[number], road.spaces[car.at], road.spaces[to]))
        state = state.with_car(number, car._replace(at=to))
    return state


def _waits(state: State, number: int) -> bool:
    car = state.cars[number]
    return not car.started and car.at != NONE


def _next_row(race: Race, space: int) -> int:
    """The space one row on in the same lane; NONE beyond the line."""
    road = race.road
    to = road.ahead[road.heading[space]][space]
    return NONE if _front_row(race, space) else to


def _front_row(race: Race, space: int) -> bool:
    """Whether the line is straight ahead; no chicane lies on it (RP-76)."""
    to = race.road.ahead[race.road.heading[space]][space]
    return to != NONE and race.road.crosses(space, to)


def _is_due(race: Race, state: State, number: int) -> bool:
    if not _waits(state, number):
        return False
    space = state.cars[number].at
    if _front_row(race, space):
        return False
    if race.road.lane[space] == INSIDE:  # even if a chicane leaves it no space ahead
        return True
    to = _next_row(race, space)
    return to != NONE and not occupied(state) >> to & 1
