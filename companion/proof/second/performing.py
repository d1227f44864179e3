"""Performing: hands make the strokes of one action, plainly or with one of the disturbances."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from typing import Final

from engine.board import Board

from .hands import Hands
from .intending import way_between
from .strokes import LIFT, OWN, PUT, TAKEN, Stroke
from .world import Held, World

FAR: Final = 12
"""At most so many holes are touched on one way."""


class Performer:
    """Hands at one gesture."""

    def __init__(self, hands: Hands, board: Board, rng: random.Random) -> None:
        self.hands = hands
        self.world: World = hands.world
        self.board = board
        self.rng = rng
        self.nearest = sorted_by_distance(board)

    def perform(
        self,
        strokes: Sequence[Stroke],
        kinds: Collection[str] = (),
        counting: bool = False,
    ) -> None:
        """All strokes in order."""
        uncover = self._sleeve(strokes) if "sleeve" in kinds else -1
        came, skip = "", False
        for n, stroke in enumerate(strokes):
            if n == uncover:
                self.hands.uncover()
            if skip:
                skip = False
                continue
            if "overlap" in kinds and self._pushed(strokes, n):
                self._slip(stroke.hole, strokes[n + 1].hole)
                skip = True
                continue
            came = self._one(stroke, came, kinds, counting)
            if n == 0:
                self._held(kinds)
        if self.world.covered:
            self.hands.uncover()

    def back(self, strokes: Sequence[Stroke]) -> None:
        """The same strokes undone, last one first."""
        for stroke in reversed(strokes):
            self.hands.pause(0.2, 0.7)
            if stroke.do == PUT:
                self.hands.lift(stroke.hole)
            elif (held := self.world.holding(stroke.token)) is not None:
                self.hands.put(held, stroke.hole)

    # ------------------------------------------------------------------------------ one stroke

    def _one(self, stroke: Stroke, came: str, kinds: Collection[str], counting: bool) -> str:
        """One stroke; the hole from which the mover's marble came."""
        if stroke.do == LIFT:
            self.hands.pause(0.15, 0.7)
            if self.world.wood.get(stroke.hole) is not None:
                self.hands.lift(stroke.hole)
            return stroke.hole if stroke.part == OWN else came
        held = self.world.holding(stroke.token)
        if held is None:
            return came
        hole = stroke.hole
        if stroke.part == TAKEN and "wrong_pen" in kinds:
            hole = self._wrong_pen(stroke)
        if stroke.part == OWN and came:
            self._on_the_way(came, hole, kinds, counting)
        self.hands.pause(0.2, 0.8)
        if hole not in self.world.wood:
            self.hands.put(held, hole)
        return came

    def _on_the_way(self, frm: str, to: str, kinds: Collection[str], counting: bool) -> None:
        way = [h for h in way_between(self.board, frm, to) if not self.world.full(h)][-FAR:]
        if "slide" in kinds:
            self.hands.talk.wait(self.rng.uniform(0.01, 0.06))
            for hole in way:
                self.hands.touch(hole, self.rng.uniform(0.03, 0.15))
                self.hands.talk.wait(self.rng.uniform(0.01, 0.06))
        elif counting:
            self.hands.pause(0.1, 0.4)
            for hole in way:
                self.hands.touch(hole, self.rng.uniform(0.10, 0.30) * self.hands.pace)
                self.hands.pause(0.06, 0.2)

    def _wrong_pen(self, stroke: Stroke) -> str:
        kind = self.board.places[stroke.place].kind
        others = [
            hole
            for place in self.board.places.values()
            if place.kind == kind and place.id != stroke.place
            for hole in self.world.free(place.holes)
        ]
        return self.rng.choice(others) if others else stroke.hole

    # ------------------------------------------------------------------------------ disturbances

    def slips(self, strokes: Sequence[Stroke]) -> bool:
        """Whether a marble of these strokes can be pushed to the next hole."""
        return any(self._pushed(strokes, n) for n in range(len(strokes) - 1))

    def _pushed(self, strokes: Sequence[Stroke], n: int) -> bool:
        """Whether this lift and the next put are one push to the next hole."""
        if n + 1 >= len(strokes):
            return False
        one, other = strokes[n], strokes[n + 1]
        return (
            (one.do, other.do, one.token) == (LIFT, PUT, other.token)
            and other.hole in self.board.neighbours.get(one.hole, ())
            and other.hole not in self.world.wood
            and one.hole in self.world.wood
        )

    def _slip(self, frm: str, to: str) -> None:
        self.hands.pause(0.15, 0.7)
        length = self.rng.uniform(0.005, 0.040)
        self.hands.slip(frm, to, length if self.rng.random() < 0.6 else -length)

    def _sleeve(self, strokes: Sequence[Stroke]) -> int:
        """Cover holes round one of the gesture's; the stroke before which the sleeve goes away."""
        middle = self.rng.choice(strokes).hole
        holes = self.nearest[middle][: self.rng.randint(2, 5)]
        self.hands.cover(holes)
        return self.rng.randint(1, len(strokes))

    def _held(self, kinds: Collection[str]) -> None:
        if "long_hold" not in kinds:
            return
        others = sorted(self.world.wood)
        self.rng.shuffle(others)
        for hole in others[: self.rng.randint(1, 3)]:
            self.hands.talk.wait(self.rng.uniform(10.0, 60.0))
            held = self.hands.lift(hole)
            self.hands.pause(0.2, 1.0)
            self.hands.put(held, hole)
        self.hands.talk.wait(self.rng.uniform(10.0, 60.0))

    def same_swap(self) -> bool:
        """Two marbles of one colour change places; False if there are none."""
        holes = sorted(self.world.wood)
        self.rng.shuffle(holes)
        for hole in holes:
            token = self.world.wood[hole]
            other = next((h for h in holes if h != hole and self.world.wood[h] == token), None)
            if other is not None:
                one, two = self.hands.lift(hole), self._next(other)
                self.hands.pause(0.2, 0.8)
                self.hands.put(one, other)
                self.hands.pause(0.2, 0.8)
                self.hands.put(two, hole)
                return True
        return False

    def touch_two(self) -> None:
        """Two marbles are lifted and put back where they were, as people do who look at them."""
        holes = sorted(self.world.wood)
        self.rng.shuffle(holes)
        lifted = [(hole, self._next(hole)) for hole in holes[:2]]
        for hole, held in lifted:
            self.hands.pause(0.2, 0.8)
            self.hands.put(held, hole)

    def _next(self, hole: str) -> Held:
        self.hands.pause(0.1, 0.6)
        return self.hands.lift(hole)

    def bump(self) -> bool:
        """Marbles jump out of their holes at once; some roll into others, some off the wood. False
        if the wood is empty: on the way to a race's first start all cars lie beside it."""
        if not self.world.wood:
            return False
        middle = self.rng.choice(sorted(self.world.wood))
        near = [h for h in self.nearest[middle] if h in self.world.wood]
        out = near[: self.rng.randint(5, 12)]
        self.rng.shuffle(out)
        rolled = []
        for hole in out:
            rolled.append(self.hands.lift(hole))
            self.hands.talk.wait(self.rng.uniform(0.0, 0.04))
        for held in rolled:
            if self.rng.random() < 0.35:
                free = self.world.free(self.nearest[middle][:20])
                if free:
                    self.hands.talk.wait(self.rng.uniform(0.02, 0.3))
                    self.hands.put(held, self.rng.choice(free))
        return True


def sorted_by_distance(board: Board) -> dict[str, list[str]]:
    """Hole → all holes, itself first, the nearest ones next; kept for each board."""
    found = _KEPT.get(id(board))
    if found is None or found[0] is not board:
        at = {space.id: (space.x, space.y) for space in board.spaces}
        near = {
            hole: sorted(at, key=lambda h: (at[h][0] - x) ** 2 + (at[h][1] - y) ** 2)
            for hole, (x, y) in at.items()
        }
        if len(_KEPT) > 8:
            _KEPT.clear()
        found = _KEPT[id(board)] = (board, near)
    return found[1]


_KEPT: dict[int, tuple[Board, dict[str, list[str]]]] = {}
