"""The worth of a moment to a player, for hints."""

from __future__ import annotations

from typing import Final

from .grid import WALK
from .moment import Moment

RANK: Final = 4.0
PLACE: Final = 2.0
WHOLE: Final = 1.5
STYLE: Final = 0.8
CARD: Final = 0.2
SIDEWALK: Final = 0.5
"""How much one of each counts."""

EARLY: Final = 0.01
BY_MATS: Final = 0.076
ENDGAME: Final = 0.06
"""How much a point counts for the chance to win; the mats add their share, and so does the finish.

Fitted to 926 games of three bots (docs/bots.md).
"""


def worth(moment: Moment, seat: int) -> float:
    """Ranks and places ahead of the mean of the others, and what helps to get further."""
    state, race = moment.state, moment.race
    player = race.players[seat]
    racers = state.pack.racers()
    others = [car.rank for car in racers if car.owner != player]
    total = STYLE * state.style[player] + CARD * len(state.hands[player])
    for place, car in enumerate(racers):
        if car.owner == player:
            total += RANK * (sum(others) / max(1, len(others)) - car.rank) - PLACE * place
            total += 0.0 if car.dmg else WHOLE
            total -= SIDEWALK if state.pack.street.zone(car.col) == WALK else 0.0
    return total


def steepness(moment: Moment) -> float:
    """How much a point counts on the win curve: the fewer mats are left, the more a lead says."""
    state, content = moment.state, moment.race.content
    late = ENDGAME if state.end is not None else 0.0
    return EARLY + BY_MATS * state.drawn / content.deck_size + late
