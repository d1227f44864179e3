"""The reason why a car may not go from one place to another now (``Position.explain``).

The reasons are tried in a fixed order, from "is a movement awaited at all" to "it would cost a
movement that is owed"; the first that holds is the answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from ...game import Explanation
from .board import FINISHED, PADDOCK
from .moves import TOKEN_SPEEDS, Driving, Movement
from .race import Race
from .road import NONE
from .standing import driver, standing
from .state import LAYING, MOVE, MOVE_HAZARD, OVER_PHASE, PENALTY, POLE, REACT, State
from .ways import ALL_SPEEDS, SPEEDS_IN, Way

AWAITED: Final = {
    PENALTY: ("RP-42", "the penalty die is rolled first", "roll_first"),
    REACT: ("RP-44", "the others may claim another roll first", "claim_first"),
    MOVE_HAZARD: ("RP-78", "a hazard is moved first", "hazard_first"),
    POLE: ("RP-21", "the dice for the grid are rolled first", "grid_first"),
    LAYING: ("RP-26", "the hazards are placed first", "hazard_first"),
}


def explain(
    race: Race, state: State, moves: Mapping[str, Movement], frm: str, to: str
) -> Explanation:
    """The answer of ``Position.explain``; a car off the road stands on a tray's name.

    ``moves`` are the legal movements by their notation.
    """
    if state.phase == OVER_PHASE:
        return _no("RP-73", "the race is over", "race_over")
    if state.phase != MOVE:
        return _no(*AWAITED[state.phase])
    asked = _Asked(race, state, frm, to)
    if asked.drives and any(move.way.to == asked.target for move in moves.values()):
        return Explanation(True)
    return asked.counted(asked.answer(), moves)


def _no(
    rule: str | None, because: str, key: str, blocked_by: str | None = None, **params: str
) -> Explanation:
    return Explanation(False, rule, because, blocked_by, f"refusal.car_{key}", params)


COUNTED: Final = frozenset(
    f"refusal.car_{key}"
    for key in (
        "start",
        "speed",
        "corner_speed",
        "corner_braking",
        "pit_speed",
        "no_way",
        "blocked",
    )
)
"""Reasons that are plain once the spaces are counted."""


class _Asked:
    """One question about the driver's next movement."""

    def __init__(self, race: Race, state: State, frm: str, to: str) -> None:
        self.race = race
        self.road = race.road
        self.state = state
        self.driving = Driving(race, state)
        self.standing = standing(race, state)
        self.name = driver(race, state) or ""
        self.frm, self.to = frm, to
        self.target = self.road.index.get(to, NONE)

    @property
    def drives(self) -> bool:
        """Whether the driver's car stands where the question begins."""
        return self.name in self.standing.get(self.frm, ())

    def answer(self) -> Explanation:
        """The first reason that holds."""
        for reason in (self._mover, self._place, self._taken, self._reentry, self._reach):
            found = reason()
            if found is not None:
                return found
        return self._road()

    def counted(self, found: Explanation, moves: Mapping[str, Movement]) -> Explanation:
        """The same with the spaces straight ahead counted: as far as the fastest speed goes that
        needs no token, or to the car in the way."""
        if found.key not in COUNTED:
            return found
        run = self.road.runs[self.driving.car.at]
        ahead = [self.road.spaces[space] for space in run]
        on = run.index(self.target) + 1 if self.target in run else 0
        if found.blocked_by is not None:
            far = ahead.index(found.blocked_by) + 1 if found.blocked_by in ahead else 0
        else:
            straight = (m.speed for m in moves.values() if m.way.kind == "F" and m.token is None)
            far = max(straight, default=0)
        return replace(found, walk=tuple(ahead[:far]), on=on)

    def _mover(self) -> Explanation | None:
        there = self.standing.get(self.frm, ())
        if not there:
            return _no(None, f"no car stands on {self.frm}", "none", hole=self.frm)
        if self.drives:
            return None
        if self.frm in (FINISHED, PADDOCK):
            return _no("RP-72", f"{there[0]} has finished", "finished", colour=there[0])
        because = f"{self.name} is to move, not {there[0]}"
        return _no("RP-70", because, "not_driver", colour=there[0], other=self.name)

    def _place(self) -> Explanation | None:
        if self.target != NONE:
            return None
        return _no("RP-45", "a car leaves the road only by a spin-out or the finish", "off_road")

    def _taken(self) -> Explanation | None:
        there = self.standing.get(self.to, ())
        if not there or self.to == self.frm:
            return None
        because = f"{there[0]} stands on {self.to}"
        return _no("RP-38", because, "taken", self.to, colour=there[0])

    def _reentry(self) -> Explanation | None:
        spun = self.driving.car.spun
        if spun == NONE:
            return None
        because = f"{self.name} comes back on an outside space of the corner where it spun out"
        if self.target not in self.road.outsides(spun):
            return _no("RP-46", because, "reentry")
        return self._duty()

    def _ways(self) -> list[Way]:
        car, ways = self.driving.car, self.race.ways
        every = ways.plain[car.at]
        if car.keep:
            every = ways.kept[car.at] or every
        return [way for way in every if way.to == self.target]

    def _reach(self) -> Explanation | None:
        """There is a way: the car that stands in it, or the speed that it needs."""
        ways = self._ways()
        if not ways:
            return None
        for way in ways:
            blocking = way.over & self.driving.taken
            if not blocking:
                return self._speed(way) or self._duty()
        return self._blocked(ways[0])

    def _blocked(self, way: Way) -> Explanation:
        place = next(
            space
            for space in self.road.runs[self.driving.car.at]
            if (way.over & self.driving.taken) >> space & 1
        )
        hole = self.road.spaces[place]
        there = self.standing[hole][0]
        because = f"{there} stands in the way on {hole}"
        return _no("RP-33", because, "blocked", hole, colour=there)

    def _speed(self, way: Way) -> Explanation | None:
        free = self.driving.free_speeds()
        allowed = free
        for token in self.driving.usable_tokens():
            allowed |= TOKEN_SPEEDS[token]
        if way.speeds & allowed:
            return None
        if not self.driving.car.started:
            return _no("RP-24", "the first movement of the race has speed 1", "start")
        low, high = SPEEDS_IN[free][0], SPEEDS_IN[free][-1]
        if way.enters:
            because = f"a corner is entered at 1 or 2, and after {self.state.turn.speed} "
            because += f"only {low} to {high} is possible"
            return _no("RP-41", because, "corner_braking", low=str(low), high=str(high))
        if way.speeds == ALL_SPEEDS or way.kind == "F":
            because = f"after {self.state.turn.speed} only {low} to {high} is possible"
            return _no("RP-32", because, "speed", low=str(low), high=str(high))
        return _no("RP-77", "in the pit lane 3 is the most", "pit_speed")

    def _duty(self) -> Explanation:
        because = "from there fewer movements could be made than are possible now"
        return _no("RP-53", because, "duty")

    def _road(self) -> Explanation:
        """There is no way there at all."""
        at, road = self.driving.car.at, self.road
        run = road.runs[at]
        if self.target in run:
            if self.frm.startswith("P") or self.to.startswith("P"):
                return _no("RP-77", "in the pit lane 3 is the most", "pit_speed")
            return _no("RP-41", "a corner is entered at 1 or 2 only", "corner_speed")
        if self._kept_only():
            because = "the heading is kept only right after coming into the corner"
            return _no("RP-37", because, "heading")
        if (road.tile[self.target] - road.tile[at]) % road.tiles > road.tiles // 2:
            return _no("RP-17", "nobody drives backward", "backward")
        return _no("RP-31", "straight on, or one space diagonally: neither ends there", "no_way")

    def _kept_only(self) -> bool:
        kept = self.race.ways.kept[self.driving.car.at]
        return not self.driving.car.keep and any(way.to == self.target for way in kept)
