"""The places that a lifted car may go to, with their chances, from the engine's own odds."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Final

from engine.games.street_race import StreetPosition
from engine.games.street_race.grid import BACK, LEFT, RIGHT, Cell, beside, inward
from engine.games.street_race.moment import Moment
from engine.games.street_race.pack import Car, Pack
from engine.games.street_race.play import begun
from engine.games.street_race.trying import rival, target_number

from .chances import Choice

NAMED: Final = ("free", "choose")
"""Verbs that name their car in every race."""


KEPT: Final = 32
"""So many positions are kept with their choices: every view asks for them."""


@lru_cache(maxsize=KEPT)
def choices(position: StreetPosition, car: str) -> Mapping[str, Choice]:
    """Action → the place that it leads to, for the actions that move a racer by one space.

    Ranks are those that people see. ``adv`` is always a test, a drift only against a racer. A car
    that was pushed drifts, a free advance is an advance.
    """
    pack = position.moment.state.pack
    found = {}
    for text, odds in position.odds().items():
        way = _way(position, car, text.split(" "))
        if way is not None:
            found[text] = _choice(position.moment, pack.cars[car], way, odds)
    return found


def _way(position: StreetPosition, car: str, words: list[str]) -> str | None:
    """The way of a drift, empty for an advance; None for what moves no car, or another one."""
    verb, *rest = words
    moves = {"adv": "", "drift": rest[-1] if rest else "", "free": "", "choose": words[-1]}
    if verb not in moves or words[-1] in ("no", "stay"):
        return None
    ask, race = position.moment.ask, position.moment.race
    if ask is None or car != (rest[0] if verb in NAMED else race.driven(ask.who[0], rest)):
        return None
    return inward(position.moment.state.pack.cars[car].col) if words[-1] == "in" else moves[verb]


def _choice(moment: Moment, mover: Car, way: str, odds: Mapping[str, float | None]) -> Choice:
    pack = moment.state.pack
    to = _target(pack, mover, way)
    occupant = pack.at(*to) if way else None
    against = rival(pack, mover) if not way else occupant
    racer = against is not None and against.racer
    alone = against is None and not way
    return Choice(
        cell=Cell(to.rank - pack.front + 1, to.col),
        tested=not way or racer,
        win=_share(odds["win"]),
        tie=_share(odds["tie"]),
        curb=None if odds["curb"] is None else _share(odds["curb"]),
        rival=against.id if against is not None and racer else "",
        pushed=occupant.id if occupant is not None else "",
        needs=target_number(pack, mover) if alone else 0,
        more=begun(moment.race, moment.state).driving(mover, "advance") if alone else 0,
    )


def _target(pack: Pack, mover: Car, way: str) -> Cell:
    if way in (LEFT, RIGHT):
        return Cell(mover.rank, beside(mover.col, way))
    return pack.behind(mover) if way == BACK else pack.ahead(mover)


def _share(value: float | None) -> Fraction:
    """A share of rolls, exact again: no test has more than a few thousand outcomes."""
    return Fraction(value or 0).limit_denominator(10_000)
