"""The worth of a race to a player, for hints and bots (``Scored`` of ``engine.search``).

It does not look at what others will do, only at spaces gone, dangers run and tokens left. It is
rough on purpose; it only has to prefer sense to nonsense.
"""

from __future__ import annotations

from typing import Final

from .race import Race
from .road import NONE
from .state import LAYING, PENALTY, POLE, REACT, State

PLACE: Final = 60.0
"""The worth of one place better at the finish, in spaces of road."""

SPIN: Final = 14.0
"""The cost of a spin-out in spaces: the rest of the turn and one movement of the next."""

TOKEN: Final = 1.5
"""The worth of a token in hand, in spaces."""


def worth(race: Race, state: State, seat: int) -> float:
    """The worth; larger is better for that player."""
    return sum(terms(race, state, seat).values())


def terms(race: Race, state: State, seat: int) -> dict[str, float]:
    """What makes up the worth: ``finish``, ``road``, ``risk`` and ``tokens``; none before a start.

    ``risk``  the spin-outs that came, and what is to be feared of the penalty die
    """
    if state.phase in (POLE, LAYING):
        return {}
    rows = 2 * race.road.tiles
    finish = road = risk = 0.0
    for number in race.players[seat][1]:
        car = state.cars[number]
        if car.place:
            finish += rows * (race.laps + 1) + PLACE * (len(state.cars) - car.place)
            continue
        where = car.spun if car.spun != NONE else race.road.tile[car.at]
        row = 0 if car.spun != NONE else race.road.row[car.at]
        road += rows * car.c + 2 * where + row
        risk -= SPIN if car.spun != NONE else 0.0
        if number == state.turn.car and state.phase in (PENALTY, REACT):
            risk -= SPIN * (6 - state.threshold) / 6 + SPIN * _threats(race, state, seat) / 12
    held = [each for h, each in enumerate(state.tokens) if race.player_of(h) == seat]
    tokens = TOKEN * sum(len(each) for each in held)
    return {"finish": finish, "road": road, "risk": risk, "tokens": tokens}


def _threats(race: Race, state: State, seat: int) -> int:
    """The number of opponents that can demand another roll."""
    return len({race.player_of(h) for h, held in enumerate(state.tokens) if held} - {seat})
