"""A simulated person's hands and eyes: what is known, and the small moves everything is made of."""

from __future__ import annotations

import random
from collections import Counter

from companion.errors import CommandRefused
from companion.model.commands import Command
from companion.recogniser.dwell import STOP
from engine.game import Position

from .intent import Intent, amiss
from .outcome import Outcome
from .people import Step
from .trace import Trace
from .world import World


class Grip:
    """Hands over one table, and what they remember of the gesture under way."""

    def __init__(self, world: World, rng: random.Random) -> None:
        self.world = world
        self.rng = rng
        self.dead: set[str] = set()
        self.lasting: frozenset[str] = frozenset()
        """Of the dead sensors those that stay so for the whole game."""
        self._out = Outcome()
        self._intent: Intent
        self._trace = Trace({}, ())
        self._planned = self._trace
        self._committed = self._by_then = self._trace
        """How far the gesture was made when something was committed last; and then as planned."""
        self._made = dict(world.wood)
        self._begun: tuple[dict[str, str], tuple[str, ...], int] = ({}, (), 0)
        """Wood, hand and how much was felt when the gesture began."""
        self._hearing = (0, 0)
        """How much had been felt, at least and at most, when something was committed last."""
        self._lied = False
        """A sensor told something else than stood there."""
        self._meant: list[Position] = []
        self._broken_off = self._cut = self._blind = False
        self._misread = False
        """What the table made of it was another gesture's as well, and has been undone."""
        self._late: tuple[str, ...] = ()
        self._earlier: list[Position] = []
        self._asked = ""
        self._correcting = False
        self._touched: dict[str, int] = {}
        self._ignored: Counter[str] = Counter()
        """How often a marble was lifted from a hole whose sensor has failed."""
        self._misnamed: Counter[str] = Counter()
        """How often a marble taken from a hole was not of the colour that was named."""
        self._undone: set[str] = set()
        """Actions that the table made of this gesture and that were undone by a tap."""
        self._returned = 0
        """How often hands on the board had taken moves back when the gesture began."""
        self._taps = 0
        self._puzzled = 0
        self._idle = 0
        """How often nothing could be done about what is owed."""
        self._tries = 0
        self._still = 0.0
        """Seconds since a hand moved a marble."""
        self._stood: list[dict[str, str]] = []
        """Boards that stood in mid-gesture for longer than counting takes."""
        self._rested: tuple[dict[str, str], ...] = ()
        """Those of them that stood before the lights were followed."""

    def _tap(self, command: Command) -> None:
        try:
            self.world.command(command)
        except CommandRefused as refused:
            self._out.told = f"{command}: {refused}"

    def _wait(self, seconds: float) -> None:
        """Let time pass; what has been committed meanwhile is noticed."""
        self._still += seconds
        before = self.world.judge.position
        self.world.wait(seconds)
        self.world.judge.catch_up()
        if self.world.judge.position is not before:
            self._committed, self._made = self._trace.end(), dict(self.world.wood)
            self._hearing = self.world.ear.decided

    def _begin_trace(self) -> None:
        """From here on it is this gesture."""
        world = self.world
        self._trace = self._committed = Trace(world.wood, world.hand)
        self._begun = dict(world.wood), world.hand, len(world.ear.felt)
        self._hearing = self._begun[2], self._begun[2]

    def _hand(self, step: Step) -> bool:
        """Move a marble, if it can be done."""
        world = self.world
        if self._still > STOP:
            self._stood.append(dict(world.wood))
        self._still = 0.0
        if step.do == "lift":
            if world.wood.get(step.hole) != step.token:
                return False
            world.lift(step.hole)
            self._ignored[step.hole] += step.hole in self.dead
        else:
            if step.hole in world.wood or step.token not in world.hand:
                return False
            world.put(step.hole, step.token)
        self._trace.note(step.do, step.hole, step.token)
        return True

    def _lift(self, hole: str) -> str:
        token = self.world.wood[hole]
        self._hand(Step("lift", hole, token))
        self._wait(self.rng.uniform(0.08, 0.3))
        return token

    def _put(self, hole: str, token: str) -> None:
        self._hand(Step("put", hole, token))
        self._wait(self.rng.uniform(0.08, 0.2))

    def _fill(self, hole: str, token: str, shown: str = "") -> bool:
        """Put a marble of that colour there: out of the hand, or one that is out of place.

        Of these the one in the hole that is ``shown``, if it is of that colour.
        """
        world = self.world
        strayed = shown if world.wood.get(shown) == token else self._strayed(token)
        if token not in world.hand and strayed:
            self._lift(strayed)
        if token in world.hand:
            self._put(hole, token)
        return hole in world.wood

    def _strayed(self, token: str) -> str:
        """A hole where a marble of that colour stands out of place."""
        world = self.world
        position = world.judge.position
        found: list[str] = []
        for place in amiss(world.board, world.wood, position):
            holes = [h for h in world.board.places[place].holes if world.wood.get(h) == token]
            if len(holes) > position.occupancy().get(place, ()).count(token):
                found += holes
        # Where a sensor is known to have failed, that marble is likelier the one not felt.
        return min(found, key=lambda hole: hole not in self.dead, default="")

    def _belongs(self, hole: str) -> str:
        """The colour that the position has in that hole."""
        place = self.world.board.space(hole).place
        tokens = self.world.judge.position.occupancy().get(place, ())
        return tokens[0] if tokens else ""
