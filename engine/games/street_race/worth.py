"""The worth of a moment to a player, for bots and for the win curve."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from .grid import WALK
from .moment import Moment
from .race import ACT, EXTRA, OVER, START

RANK: Final = 4.0
PLACE: Final = 2.0
WHOLE: Final = 1.5
STYLE: Final = 0.8
CARD: Final = 0.2
SIDEWALK: Final = 0.5
"""How much one of each counts."""

EARLY: Final = -0.012
BY_MATS: Final = 0.094
LAST: Final = 0.86
BESIDES: Final = 2.5
"""How much a point of the way counts for the chance to win: the more, the more mats were drawn. At
the very start it counts a little against its player. In the endgame it is ``LAST``, shared among
the turns that are left and ``BESIDES``.
"""
WHOLE_EARLY: Final = 0.13
WHOLE_BY_MATS: Final = 0.43
WHOLE_LAST: Final = 2.5
"""How much a point for a car without damage counts, at the start and more with the mats. In the
endgame it is worth ``WHOLE_LAST`` points of the way.
"""
OFF_CURVE: Final = frozenset({"whole", "walk", "style", "cards"})
"""Parts of the worth that do not count as points of the way."""
TURN: Final = 8.0
"""How many points of the way a turn to come is worth on the win curve."""
GENTLEST: Final = 0.012
"""The least that a point of the score counts.

These are fitted to games of bots (docs/bots.md).
"""


def worth(moment: Moment, seat: int) -> float:
    """Ranks and places ahead of the mean of the others, and what helps to get further."""
    return sum(terms(moment, seat).values())


def terms(moment: Moment, seat: int) -> dict[str, float]:
    """What makes up the worth.

    ``ahead``  ranks before the mean of the others · ``place`` the order of the pack · ``whole``
    cars without damage · ``walk`` off the sidewalk · ``style`` points · ``cards`` in hand
    """
    state, race = moment.state, moment.race
    player = race.players[seat]
    racers = state.pack.racers()
    others = [car.rank for car in racers if car.owner != player]
    ahead = order = whole = walk = 0.0
    for place, car in enumerate(racers):
        if car.owner == player:
            ahead += RANK * (sum(others) / max(1, len(others)) - car.rank)
            order -= PLACE * place
            whole += 0.0 if car.dmg else WHOLE
            walk -= SIDEWALK if state.pack.street.zone(car.col) == WALK else 0.0
    style, cards = STYLE * state.style[player], CARD * len(state.hands[player])
    return {
        "ahead": ahead, "place": order, "whole": whole, "walk": walk, "style": style,
        "cards": cards,
    }  # fmt: skip


def to_come(moment: Moment, seat: int) -> float:
    """What a player may still do in this turn, and in the endgame in the turn that is owed."""
    state, player = moment.state, moment.race.players[seat]
    turns = 0.0
    if state.turn == player and state.phase in (START, ACT):
        turns = state.actions / moment.race.actions
    if state.end is not None and player in state.end.to_come:
        turns += 1.0
    return TURN * turns


def steepness(moment: Moment) -> float:
    """How much a point of the score counts on the win curve: the less of the race is left, the
    more."""
    return max(GENTLEST, _pull(moment))


def on_curve(moment: Moment, parts: Mapping[str, float]) -> float:
    """What parts of the worth come to on the win curve, in points of ``steepness``: all but what
    tells nothing of who wins (``OFF_CURVE``), a whole car by a measure of its own."""
    way = sum(worth for part, worth in parts.items() if part not in OFF_CURVE)
    whole = _wholeness(moment) * parts.get("whole", 0.0)
    return (_pull(moment) * way + whole) / steepness(moment)


def lead(moment: Moment, seat: int) -> float:
    """The points of a player on the win curve, with what the player may still do."""
    return on_curve(moment, {**terms(moment, seat), "turns": to_come(moment, seat)})


def _pull(moment: Moment) -> float:
    """How much a point of the way counts."""
    state = moment.state
    if state.end is None:
        return EARLY + BY_MATS * _mats(moment)
    running = state.phase not in (EXTRA, OVER)
    return LAST / (BESIDES + len(state.end.to_come) + running)


def _wholeness(moment: Moment) -> float:
    """How much a point for a whole car counts."""
    if moment.state.end is None:
        return WHOLE_EARLY + WHOLE_BY_MATS * _mats(moment)
    return WHOLE_LAST * _pull(moment)


def _mats(moment: Moment) -> float:
    """The part of the street deck that was drawn."""
    return moment.state.drawn / moment.race.content.deck_size
