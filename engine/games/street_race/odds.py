"""The exact chances of what may be done now, over the dice alone: never over hands."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from .game_run import GameRun
from .grid import CHOP, WALK, inward
from .moment import Moment
from .moving import drift_to
from .pack import Car
from .play import begun
from .trying import rival, target_number

SURE = Fraction(1)
NEVER = Fraction(0)


class Chances(NamedTuple):
    """Shares of all rolls: won, tied; ``curb``: the curb test held, None if none follows."""

    win: Fraction
    tie: Fraction = NEVER
    curb: Fraction | None = None

    def to_json(self) -> dict[str, float | None]:
        """The chances as numbers from 0 to 1."""
        curb = None if self.curb is None else float(self.curb)
        return {"win": float(self.win), "tie": float(self.tie), "curb": curb}


def against_number(sides: int, more: int, target: int) -> Fraction:
    """FF-55: the share of faces that reach a number."""
    return Fraction(min(sides, max(0, sides + more - target + 1)), sides)


def against_car(sides: int, mine: int, theirs: int) -> Chances:
    """FF-56: the shares of pairs of faces that win and that tie."""
    ahead = mine - theirs
    pairs = [(a + ahead > b, a + ahead == b) for a in range(sides) for b in range(sides)]
    won, tied = (sum(pair[n] for pair in pairs) for n in (0, 1))
    return Chances(Fraction(won, len(pairs)), Fraction(tied, len(pairs)))


class Reckoner:
    """It knows the chances of single tests in one moment."""

    def __init__(self, run: GameRun) -> None:
        self.run = run
        self.sides = run.switches.die_sides

    def fixit(self, car: Car, use: str, gang: bool = True) -> Fraction:
        """FF-57: a Fixit test against the own Complexity."""
        run = self.run
        return against_number(self.sides, run.fixing(car, use, gang), run.complexity(car))

    def advance(self, car: Car) -> Chances:
        """FF-52, FF-53."""
        run, pack = self.run, self.run.pack
        other, mine = rival(pack, car), run.driving(car, "advance")
        if other is None:
            return Chances(against_number(self.sides, mine, target_number(pack, car)))
        return against_car(self.sides, mine, run.driving(other, "defend"))

    def drift(self, car: Car, way: str) -> Chances:
        """FF-61 to FF-63, FF-90."""
        run, pack = self.run, self.run.pack
        to = drift_to(run, car, way)
        other = pack.at(*to)
        chances = Chances(SURE)
        if other is not None and other.racer:
            mine, theirs = run.driving(car, "drift"), run.driving(other, "defend")
            chances = against_car(self.sides, mine, theirs)
        if pack.street.curb(car.col, to.col):
            return chances._replace(curb=self.fixit(car, "curb"))
        return chances

    def repair(self, car: Car) -> Chances:
        """FF-92, FF-96."""
        street = self.run.pack.street
        if street.zone(car.col) == WALK and street.walk(car.col) == CHOP:
            return Chances(SURE)
        return Chances(self.fixit(car, "repair"))


def odds(moment: Moment) -> Mapping[str, Mapping[str, float | None]]:
    """Text → chances, for every listed action of a car."""
    ask = moment.ask
    if ask is None:
        return {}
    reckoner = Reckoner(begun(moment.race, moment.state))
    found = {}
    for text in ask.texts:
        chances = _chances(moment, reckoner, ask.who[0], text.split(" "))
        if chances is not None:
            found[text] = chances.to_json()
    return found


def _chances(moment: Moment, reckoner: Reckoner, who: str, words: list[str]) -> Chances | None:
    verb, cars = words[0], moment.state.pack.cars
    if verb == "free" and words[2] == "yes":
        return reckoner.advance(cars[words[1]])
    if verb == "choose" and words[2] != "stay":
        car = cars[words[1]]
        return reckoner.drift(car, inward(car.col) if words[2] == "in" else words[2])
    if words == ["opt", "repair"]:
        pulling = moment.since[0].split(" ")
        return reckoner.repair(cars[pulling[1] if len(pulling) > 1 else who])
    if verb not in ("adv", "drift", "fix"):
        return None
    car = cars[moment.race.driven(who, words[1:])]
    if verb == "adv":
        return reckoner.advance(car)
    if verb == "fix":
        return Chances(reckoner.fixit(car, "repair", gang=False))
    return reckoner.drift(car, words[-1])
