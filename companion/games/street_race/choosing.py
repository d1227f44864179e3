"""The places that a lifted car may go to, with their chances, from the engine's own odds."""

from __future__ import annotations

from fractions import Fraction

from engine.games.street_race import StreetPosition
from engine.games.street_race.grid import BACK, LEFT, RIGHT, Cell, beside
from engine.games.street_race.pack import Car, Pack
from engine.games.street_race.trying import rival, target_number

from .chances import Choice


def choices(position: StreetPosition, car: str) -> dict[str, Choice]:
    """Action → the place that it leads to, for the actions that move a racer by one space.

    Ranks are those that people see. ``adv`` is always a test, a drift only against a racer.
    """
    pack = position.moment.state.pack
    mover = pack.cars[car]
    found = {}
    for text, odds in position.odds().items():
        verb, *rest = text.split(" ")
        if verb not in ("adv", "drift") or _mover(position, rest) != car:
            continue
        way = rest[-1] if verb == "drift" else ""
        found[text] = _choice(pack, mover, way, odds["win"], odds["tie"], odds["curb"])
    return found


def _mover(position: StreetPosition, words: list[str]) -> str | None:
    """Whose action it is: named where each player has two cars, else the car of who is asked."""
    if position.moment.race.options.dual:
        return words[0]
    ask = position.moment.ask
    return None if ask is None else ask.who[0]


def _choice(
    pack: Pack,
    mover: Car,
    way: str,
    win: float | None,
    tie: float | None,
    curb: float | None,
) -> Choice:
    to = _target(pack, mover, way)
    occupant = pack.at(*to) if way else None
    against = rival(pack, mover) if not way else occupant
    racer = against is not None and against.racer
    return Choice(
        cell=Cell(to.rank - pack.front + 1, to.col),
        tested=not way or racer,
        win=_share(win),
        tie=_share(tie),
        curb=None if curb is None else _share(curb),
        rival=against.id if against is not None and racer else "",
        pushed=occupant.id if occupant is not None else "",
        needs=target_number(pack, mover) if against is None and not way else 0,
    )


def _target(pack: Pack, mover: Car, way: str) -> Cell:
    if way in (LEFT, RIGHT):
        return Cell(mover.rank, beside(mover.col, way))
    return pack.behind(mover) if way == BACK else pack.ahead(mover)


def _share(value: float | None) -> Fraction:
    """A share of rolls, exact again: no test has more than a few thousand outcomes."""
    return Fraction(value or 0).limit_denominator(10_000)
