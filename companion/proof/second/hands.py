"""Hands: they lift, put, touch and cover, and the sensors tell what they feel of it."""

from __future__ import annotations

import random
from collections.abc import Iterable

from .talk import Talk
from .world import Held, World


class Hands:
    """The hands of everybody at one table. All times in seconds.

    ``pace``  how quick these people are: 1 is ordinary, less is quicker
    """

    def __init__(self, world: World, talk: Talk, rng: random.Random, pace: float = 1.0) -> None:
        self.world = world
        self.talk = talk
        self.rng = rng
        self.pace = pace

    def pause(self, least: float, most: float) -> None:
        """Time that goes by between two motions."""
        self.talk.wait(self.rng.uniform(least, most) * self.pace)

    def lift(self, hole: str) -> Held:
        """Take the marble off a hole."""
        held = self.world.lift(hole)
        self._tell(hole, True)
        return held

    def put(self, held: Held, hole: str) -> None:
        """Put a marble into an empty hole."""
        was = self.world.full(hole)
        self.world.put(held, hole)
        self._tell(hole, was)

    def touch(self, hole: str, seconds: float) -> None:
        """Dip the marble in the hand into an empty hole, as people do who count."""
        if self.world.full(hole):
            return
        self.talk.edge(hole, True)
        self.talk.wait(seconds)
        self.talk.edge(hole, False)

    def slip(self, frm: str, to: str, overlap: float) -> None:
        """Push a marble to the next hole.

        ``overlap``  for so long both sensors read full; less than 0: for so long none does
        """
        held = self.world.lift(frm)
        self.world.put(held, to)
        if overlap >= 0:
            self._tell(to, to in self.world.covered)
            self.talk.wait(overlap)
            self._tell(frm, True)
        else:
            self._tell(frm, True)
            self.talk.wait(-overlap)
            self._tell(to, to in self.world.covered)

    def cover(self, holes: Iterable[str]) -> None:
        """Lay a sleeve over holes."""
        for hole in holes:
            was = self.world.full(hole)
            self.world.covered.add(hole)
            self._tell(hole, was)
            self.talk.wait(self.rng.uniform(0.0, 0.02))

    def uncover(self) -> None:
        """Take the sleeve away."""
        for hole in sorted(self.world.covered):
            self.world.covered.discard(hole)
            if self.world.full(hole):
                continue
            self._tell(hole, True)
            self.talk.never_was(hole)
            self.talk.wait(self.rng.uniform(0.0, 0.02))

    def _tell(self, hole: str, was: bool) -> None:
        now = self.world.full(hole)
        if now != was:
            self.talk.edge(hole, now)
