"""The question why a marble may not go there: what is known, and what may bar its ways."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Final, NamedTuple

from ...game import Explanation
from . import duty, ways
from .kinds import Move, displacements_of
from .setup import Setup
from .steps import Step
from .track import VALUE

FURTHEST: Final = 20
"""So many holes are counted at most."""


class Turn(NamedTuple):
    """The facts that a reason needs: where marbles stand, whose turn it is, what may be done.

    ``flat``   codes of all marbles (see ``Setup``)
    ``card``   the card whose move is awaited, or None
    ``moves``  all moves of the card by their text; none after a win
    """

    setup: Setup
    flat: bytes
    to_play: int
    card: str | None
    over: bool
    moves: Mapping[str, Move]


def no(
    rule: str | None, because: str, key: str, blocked_by: str | None = None, **params: str
) -> Explanation:
    """The answer that it is not legal, by that rule."""
    return Explanation(False, rule, because, blocked_by, f"refusal.{key}", params)


class Question:
    """The marble on ``frm`` that is to go to ``to``, with what is known and what may bar it."""

    def __init__(self, turn: Turn, card: str, frm: str, to: str) -> None:
        setup = turn.setup
        self.turn = turn
        self.setup = setup
        self.track = setup.track
        self.cites = setup.profile.cites
        self.card = card
        self.backs = card == "4" and setup.profile.four_backward
        self.frm = frm
        self.to = to
        self.known = frm in self.track.places and to in self.track.places
        self.target = self.track.places.index(to) if self.known else -1
        self.colour = self._standing(frm)

    @cached_property
    def walker(self) -> ways.Walker:
        """The ways of the marble; asked only once a marble is known to stand there."""
        return ways.Walker(self.setup, self.turn.flat, self.colour, self.frm)

    def _standing(self, place: str) -> int:
        """Number of the colour that stands on a place, or -1."""
        size = self.setup.profile.marbles
        for index, code in enumerate(self.turn.flat):
            if self.track.places[code] == place:
                return index // size
        return -1

    def _ours(self) -> bool:
        crews = self.setup.crews[self.turn.to_play]
        return any(crew.colour == self.colour for crew in crews)

    def _first_on_corner(self, colour: int) -> str | None:
        """The hole of a marble that FT-22 names; one of ``colour`` if there is one."""
        setup, seat = self.setup, self.turn.to_play
        crews = setup.crews[seat]
        segments = [self.turn.flat[crew.lo : crew.hi] for crew in crews]
        holes: list[tuple[bool, str]] = []
        for crew, codes in zip(crews, duty.named(setup, seat, segments), strict=True):
            for code in duty.on_corners(setup, codes):
                holes.append((crew.colour != colour, self.track.places[code]))
        return min(holes)[1] if holes else None

    def _held(self, rule: str) -> Explanation | None:
        """An own marble stands on the destination."""
        if self._standing(self.to) != self.colour:
            return None
        return no(rule, f"a marble of the same colour stands on {self.to}", "land", self.to)

    def _safe(self) -> Explanation | None:
        """BF-12: the marble that stands there finds no room."""
        victim = self._standing(self.to)
        if victim < 0 or victim == self.colour:
            return None
        other = self.setup.colours[victim]
        because = f"{other} cannot be cut there: its pen is full and its pen exit is not to be had"
        return no("BF-12", because, "safe", self.to, other=other)

    def _taken(self, rule: str) -> Explanation | None:
        """What stands in the bull's eye keeps others out (FT-11, BF-9, BF-12)."""
        if self.setup.profile.bullseye_closed and self._standing("X") >= 0:
            return no("BF-9", "the bull's eye is taken", "bullseye_taken", "X")
        return self._held(rule) or self._safe()

    def _blocked(self, holes: list[int]) -> Explanation | None:
        """FT-11, BF-4: the first own marble on the way."""
        at = self.walker.first_own(holes)
        if at is None:
            return None
        rule, place = self.cites["own"], self.track.places[at]
        colour = self.setup.colours[self.colour]
        if place == self.to:
            found = no(rule, f"a marble of the same colour stands on {place}", "land", place)
        else:
            because = f"a marble of the same colour stands in the way on {place}"
            found = no(rule, because, "pass", place, colour=colour)
        return replace(found, walk=self._named(holes[: holes.index(at) + 1]))

    def _named(self, holes: list[int]) -> tuple[str, ...]:
        """The names of the holes of a way."""
        return tuple(self.track.places[at] for at in holes)

    def _way(self) -> tuple[list[int], int | None]:
        """The way of the whole card that is counted, and the first own marble on it.

        Several may lead on: one that the marble may go, into the bull's eye and forced backward
        too; else a free one. If none is free, but the marble may go otherwise, as with a half of a
        seven, no own marble is the reason: nothing is counted.
        """
        value = VALUE[self.card]
        ways = self.walker.backward(value) if self.backs else self.walker.forward(value)
        met = [(way.holes, self.walker.first_own(way.holes)) for way in ways if way.bar is None]
        for holes in (*(holes for holes, _ in met), *self._further(value)):
            if self.track.places[holes[-1]] in self._goes and self.walker.first_own(holes) is None:
                return holes, None
        holes, own = min(met, key=lambda one: one[1] is not None, default=([], None))
        return ([], None) if own is not None and self._goes else (holes, own)

    def _further(self, value: int) -> Iterator[list[int]]:
        """Ways of the whole card that some cards and marbles have: into the bull's eye, back."""
        bullseye = self.track.bullseye
        for way in self.walker.into_bullseye(self.card):
            if self.card != "7" or not way.half:
                yield [*way.holes, bullseye]
        if self.walker.marked and value == 1:
            yield [bullseye]
        for way in self.walker.backward(value):
            if way.bar is None:
                yield way.holes

    @cached_property
    def _goes(self) -> frozenset[str]:
        """Where the marble may go with the card; its pen is no such place (FT-25)."""
        found = (one for move in self.turn.moves.values() for one in displacements_of(move))
        return frozenset(to for frm, to in found if frm == self.frm and to[1:] != "p")

    def _ending(self, found: Iterator[ways.Way]) -> Iterator[ways.Way]:
        return (way for way in found if way.holes[-1] == self.target)

    def _barred(self, way: ways.Way) -> Explanation | None:
        """The way exists, but not for this marble."""
        if way.bar is ways.Bar.COMMITTED:
            return no("FT-14", "a committed marble stays on the ring", "committed")
        if way.bar is ways.Bar.UNMARKED:
            return no("BF-7", "only a marble in FT mode uses the ring", "fast_only")
        if way.bar is ways.Bar.NO_START:
            because = "the ring is entered only from another side's corner, not in mid-move"
            return no(self.cites["ring"], because, "ring_start")
        if way.bar is ways.Bar.NO_RING_BACK:
            return no("BF-10", "backward a marble keeps to the main track", "backward")
        return None

    def _goes_forward(self) -> bool:
        """Whether the card gives a forward play (FT-19)."""
        crews = self.setup.crews[self.turn.to_play]
        back = {
            step.text
            for crew in crews
            for code in self.turn.flat[crew.lo : crew.hi]
            for step in crew.steps.back[self.card][code]
        }
        return any(
            isinstance(move, tuple) or (isinstance(move, Step) and text not in back)
            for text, move in self.turn.moves.items()
        )

    def _on(self) -> int:
        """How many holes on the marble was put."""
        for n in range(1, FURTHEST + 1):
            if any(way.bar is None for way in self._ending(self.walker.forward(n))):
                return n
        return 0

    def _one_step_blocked(self) -> bool:
        """The same colour holds the hole ahead, so it is no matter of swapping."""
        if self._standing(self.to) != self.colour or not self._ours():
            return False
        return any(way.holes[-1] == self.target for way in self.walker.forward(1))
