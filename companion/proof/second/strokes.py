"""Strokes: the lifts and puts by which hands make one action, in an order that a person might use.

Only the engine's contract is read: the action's displacements, and the events that move marbles.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from engine.action import Action
from engine.board import Place
from engine.events import Event, TokenMove
from engine.game import Position

from .world import wanted

LIFT, PUT = "lift", "put"
OWN, TAKEN = "own", "taken"
LATE: Final = 0.06
"""Share of captured marbles that stay in a hand for a while (PP-6)."""
ORDERS: Final = ("own_first", "taken_first", "taken_up", "pen_first")


class Stroke(NamedTuple):
    """One lift or put. ``part``: the mover's own marble, or one that was taken."""

    do: str
    hole: str
    token: str
    part: str
    place: str = ""


class Planner:
    """Plans strokes on a copy of the wood. ``lost`` is true if the wood does not fit the action.

    ``standing``  how many of each colour stand on the wood that should lie beside it
    """

    def __init__(
        self,
        places: Mapping[str, Place],
        wood: Mapping[str, str],
        rng: random.Random,
        standing: Mapping[str, int] = MappingProxyType({}),
    ) -> None:
        self.places = places
        self.wood = dict(wood)
        self.rng = rng
        self.found: list[Stroke] = []
        self.late: list[TokenMove] = []
        self.lost = False
        self.standing = standing

    def lift(self, place: str, token: str, part: str) -> None:
        """Lift a marble of that colour from a place; nothing to do where it lies beside."""
        holes = [h for h in self.places[place].holes if self.wood.get(h) == token]
        if not holes:
            self.lost = (
                self.lost or bool(self.places[place].holes) or self.standing.get(token, 0) > 0
            )
            return
        hole = self.rng.choice(holes)
        del self.wood[hole]
        self.found.append(Stroke(LIFT, hole, token, part, place))

    def put(self, place: str, token: str, part: str) -> None:
        """Put it into a free hole of a place; nothing to do where it is laid beside."""
        holes = [h for h in self.places[place].holes if h not in self.wood]
        if not holes:
            self.lost = self.lost or bool(self.places[place].holes)
            return
        hole = holes[0] if self.rng.random() < 0.6 else self.rng.choice(holes)
        self.wood[hole] = token
        self.found.append(Stroke(PUT, hole, token, part, place))

    def swap(self, a: str, b: str) -> None:
        """Two marbles change places: both are out before either is put."""
        one, other = (self.wood.get(self.places[p].holes[0], "") for p in (a, b))
        lifts, puts = [(a, one), (b, other)], [(b, one), (a, other)]
        self.rng.shuffle(lifts)
        self.rng.shuffle(puts)
        for place, token in lifts:
            self.lift(place, token, OWN)
        for place, token in puts:
            self.put(place, token, OWN)

    def move(self, way: TokenMove, taken: Sequence[TokenMove]) -> None:
        """One marble goes its way; what stands in its target goes off."""
        order = self.rng.choice(ORDERS) if len(taken) < 2 else "taken_up"
        off = [*taken, *self._in_the_way(way, taken)]
        if order != "own_first" and order != "pen_first":
            self._off(off)
        if order == "taken_first":
            self._home(taken)
        self.lift(way.frm, way.token, OWN)
        if order in ("own_first", "pen_first"):
            self._off(off)
        if order == "pen_first":
            self._home(taken)
        self.put(way.to, way.token, OWN)
        if order in ("own_first", "taken_up"):
            if len(taken) == 1 and self.rng.random() < LATE:
                self.late += taken
            else:
                self._home(taken)

    def _in_the_way(self, way: TokenMove, taken: Sequence[TokenMove]) -> list[TokenMove]:
        """What stands in the target and is not taken: it stays in a hand until the table leads."""
        holes = self.places[way.to].holes
        if any(hole not in self.wood for hole in holes) or any(m.frm == way.to for m in taken):
            return []
        return [TokenMove(self.wood[hole], way.to, "") for hole in holes[:1]]

    def _off(self, taken: Iterable[TokenMove]) -> None:
        for one in taken:
            self.lift(one.frm, one.token, TAKEN)

    def _home(self, taken: Iterable[TokenMove]) -> None:
        for one in taken:
            self.put(one.to, one.token, TAKEN)


def taken_by(action: Action, events: Iterable[Event]) -> list[TokenMove]:
    """The marbles that the action takes: hands send them off without being told to."""
    ways = {tuple(way) for way in action.displacements}
    return [
        move
        for event in events
        if not event.blocking
        for move in event.moved
        if (move.frm, move.to) not in ways
    ]


def is_swap(action: Action) -> bool:
    """Whether two marbles change places."""
    ways = action.displacements
    return len(ways) == 2 and tuple(ways[0]) == tuple(ways[1])[::-1]


def plan(before: Position, wood: Mapping[str, str], action: Action, rng: random.Random) -> Planner:
    """The strokes of an action on the wood as it is."""
    events = before.apply(action).events
    there = (token for held in wanted(before).values() for token in held.elements())
    standing = Counter(wood.values()) - Counter(there)
    planner = Planner(before.board.places, wood, rng, standing)
    if is_swap(action):
        planner.swap(action.displacements[0].frm, action.displacements[0].to)
        return planner
    moved = {(m.frm, m.to): m.token for event in events for m in event.moved}
    left = taken_by(action, events)
    for n, way in enumerate(action.displacements, 1):
        token = moved.get((way.frm, way.to)) or _standing(before, action, way.frm)
        last = n == len(action.displacements)
        here = [one for one in left if last or one.frm == way.to]
        left = [one for one in left if one not in here]
        planner.move(TokenMove(token, way.frm, way.to), here)
    return planner


def _standing(position: Position, action: Action, place: str) -> str:
    """What an action moves away from a place: one of the mover's own, if one stands there.

    Of several of its own it is the one that the action names.
    """
    here = position.occupancy().get(place, ())
    own = {
        colour for seat in position.seats if seat.number == action.seat for colour in seat.colours
    }
    mine = [token for token in here if token in own]
    named = [token for token in mine if token in action.text.split()]
    return (named or mine or [*here, ""])[0]
