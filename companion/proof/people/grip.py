"""A simulated person's hands and eyes: the small moves of which everything is made."""

from __future__ import annotations

import random
from collections import Counter

from companion.errors import CommandRefused
from companion.model.commands import Command
from companion.recogniser.dwell import PATIENCE, STOP

from .gesture import Gesture
from .intent import Way, amiss, by_place
from .people import Step
from .trace import Trace
from .world import World


class Grip:
    """Hands over one table.

    ``now``  what they remember of the present gesture
    """

    def __init__(self, world: World, rng: random.Random) -> None:
        self.world = world
        self.rng = rng
        self.dead: set[str] = set()
        self.lasting: frozenset[str] = frozenset()
        """The dead sensors that stay dead for the whole game."""
        self.now = Gesture(dict(world.wood))

    def tap(self, command: Command) -> None:
        try:
            self.world.command(command)
        except CommandRefused as refused:
            self.now.out.told = f"{command}: {refused}"

    def wait(self, seconds: float) -> None:
        """Let time pass, and notice what has been committed meanwhile."""
        self.now.still += seconds
        before = self.world.judge.position
        self.world.wait(seconds)
        self.world.judge.catch_up()
        if self.world.judge.position is not before:
            self.now.committed, self.now.made = self.now.trace.end(), dict(self.world.wood)
            self.now.hearing = self.world.ear.decided

    def looks_first(self) -> bool:
        """Look at the board, once a gesture, for as long as the table may wait for a hand.

        False if they did already, or nothing is out.
        """
        now = self.now
        if now.looked or not self.world.hand:
            return False
        now.looked = True
        self.wait(PATIENCE)
        return True

    def begin_trace(self) -> None:
        """Begin the trace of the present gesture here."""
        world = self.world
        self.now.trace = self.now.committed = Trace(world.wood, world.hand)
        self.now.begun = dict(world.wood), world.hand, len(world.ear.felt)
        self.now.hearing = self.now.begun[2], self.now.begun[2]

    def hand(self, step: Step) -> bool:
        """Move a marble if that is possible. True when it was."""
        world = self.world
        if self.now.still > STOP:
            self.now.stood.append(dict(world.wood))
        self.now.still = 0.0
        if step.do == "lift":
            if world.wood.get(step.hole) != step.token:
                return False
            world.lift(step.hole)
            self.now.ignored[step.hole] += step.hole in self.dead
        else:
            if step.hole in world.wood or step.token not in world.hand:
                return False
            world.put(step.hole, step.token)
        self.now.trace.note(step.do, step.hole, step.token)
        return True

    def lift(self, hole: str) -> str:
        token = self.world.wood[hole]
        self.hand(Step("lift", hole, token))
        self.wait(self.rng.uniform(0.08, 0.3))
        return token

    def put(self, hole: str, token: str) -> None:
        self.hand(Step("put", hole, token))
        self.wait(self.rng.uniform(0.08, 0.2))

    def fill(self, hole: str, token: str, shown: str = "") -> bool:
        """Put a marble of that colour there, out of the hand or from where it is out of place.

        A marble in the hole ``shown`` goes first among those out of place, if it is of that colour.
        """
        world = self.world
        strayed = shown if world.wood.get(shown) == token else self.strayed(token)
        if token not in world.hand and strayed:
            self.lift(strayed)
        if token in world.hand:
            self.put(hole, token)
        return hole in world.wood

    def strayed(self, token: str) -> str:
        """A hole where a marble of that colour stands out of place."""
        world = self.world
        position = world.judge.position
        found: list[str] = []
        for place in amiss(world.board, world.wood, position):
            holes = [h for h in world.board.places[place].holes if world.wood.get(h) == token]
            if len(holes) > position.occupancy().get(place, ()).count(token):
                found += holes
        # A marble over a sensor that is known to have failed is likelier the one not felt.
        return min(found, key=lambda hole: hole not in self.dead, default="")

    def belongs(self, hole: str) -> str:
        """The colour that the position has in that hole."""
        place = self.world.board.space(hole).place
        tokens = self.world.judge.position.occupancy().get(place, ())
        return tokens[0] if tokens else ""

    def holds(self, token: str, others: int) -> bool:
        """True when the hand has a marble of that colour besides captured ones and ``others``."""
        gone = [w for w in self.now.intent.sent if w.token == token and not self.on_wood(w)]
        return self.world.hand.count(token) > self.now.late.count(token) + len(gone) + others

    def on_wood(self, way: Way) -> bool:
        """True when the marble that will be captured still stands where it stood."""
        holes = self.world.board.places[way.frm].holes
        return any(self.world.wood.get(hole) == way.token for hole in holes)

    def stands(self, way: Way) -> bool:
        """True when the marble of that way is where it was meant to go.

        A marble that the same action takes again was there if it has left where it came from.
        """
        world, shown = self.world, self.now.intent.shown
        there = by_place(world.board, world.wood)
        should = shown.get(way.to, ()).count(way.token)
        if should:
            return there.get(way.to, Counter())[way.token] >= should
        return there.get(way.frm, Counter())[way.token] <= shown.get(way.frm, ()).count(way.token)
