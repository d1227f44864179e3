"""The ways that a marble might take, open or not; ``explain`` looks through them."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from .setup import Setup
from .track import SIDE, TURN_IN, VALUE


class Bar(Enum):
    """The reason why a way is closed to a marble, whatever stands on it."""

    COMMITTED = "FT-14: it must stay on the ring"
    UNMARKED = "BF-7: it is not in FT mode"
    NO_START = "FT-13: the ring does not begin there"
    NO_RING_BACK = "BF-10: no way back along the ring"


class Way(NamedTuple):
    """The holes entered, the last one being the end; ``half`` is n if it is a part of a seven."""

    holes: list[int]
    bar: Bar | None = None
    backward: bool = False
    half: int = 0


class Walker:
    """One marble and the ways before it.

    ``flat`` holds the codes of all marbles (see ``Setup``); one of this colour stands on ``frm``.
    """

    def __init__(self, setup: Setup, flat: bytes, colour: int, frm: str) -> None:
        size = setup.profile.marbles
        codes = flat[colour * size : colour * size + size]
        self.track = track = setup.track
        self.profile = setup.profile
        self.side = setup.sides[colour]
        self.steps = next(
            crew.steps for crews in setup.crews for crew in crews if crew.colour == colour
        )
        self.code = next(code for code in codes if track.places[code] == frm)
        self.start = track.flat_hole[self.code]
        self.marked = self.code in track.marked_corners
        self.own = {track.flat_hole[code] for code in codes} - {self.start}
        self.full = self.profile.home_overflow and all(
            track.homes[self.side] + k in self.own for k in range(4)
        )
        self.past = self.code == track.marked_eights[self.side]
        self.corner = track.is_corner(self.start)
        self.foreign = self.corner and self.start != SIDE * self.side

    def first_own(self, holes: list[int]) -> int | None:
        """The first hole of a way on which an own marble stands (FT-11)."""
        return next((hole for hole in holes if hole in self.own), None)

    def _walks(self) -> bool:
        return self.start not in self.track.pens and self.start != self.track.bullseye

    def forward(self, n: int) -> Iterator[Way]:
        """All ways n forward, open ones first; ``half`` is set for n below 7."""
        if not self._walks():
            return
        bound = self.foreign and self.marked and self.profile.mark_binds
        main = self.steps.main_way(self.start, n, self.full, self.past)
        if main is not None:
            yield Way(main, Bar.COMMITTED if bound else None, half=n % 7)
        if self.foreign:
            ring = self.steps.ring_way(self.start, n, self.full)
            closed = self.profile.ring_needs_mark and not self.marked
            if ring is not None:
                yield Way(ring, Bar.UNMARKED if closed else None, half=n % 7)
        elif main is not None:
            yield from self._mistaken_ring(main, n)

    def _mistaken_ring(self, main: list[int], n: int) -> Iterator[Way]:
        """FT-13: along the ring from the own corner, or from a corner passed in mid-move."""
        for i, hole in enumerate([self.start, *main[:-1]]):
            if self.track.is_corner(hole):
                rest = n - i
                ring = [(hole + SIDE * k) % self.track.length for k in range(1, rest + 1)]
                yield Way(main[:i] + ring, Bar.NO_START, half=n % 7)

    def backward(self, n: int) -> Iterator[Way]:
        """All ways n backward along the main track and, from a corner, along the ring."""
        if self.start >= self.track.length:
            return
        bound = self.corner and self.marked and self.profile.mark_binds
        main = [(self.start - k) % self.track.length for k in range(1, n + 1)]
        ring = self.steps.ring_way_back(self.start, n) if self.corner else main
        if ring != main:
            bar = None if self.profile.backward_ring else Bar.NO_RING_BACK
            yield Way(ring, bar, backward=True)
        open_ = ring == main and self.profile.backward_ring
        yield Way(main, Bar.COMMITTED if bound and not open_ else None, backward=True)

    def into_bullseye(self, card: str) -> Iterator[Way]:
        """FT-15: ways whose last hole but one is a corner, without the hole after it."""
        n = VALUE[card]
        found: list[Way] = []
        if card != "4" or not self.profile.four_backward:
            found += self.forward(n)
            if card == "7":
                found += [way for half in range(1, 7) for way in self.forward(half)]
        found += self.backward(n)
        for way in found:
            before = way.holes[-2] if len(way.holes) > 1 else self.start
            wide = self.profile.bullseye_any_route or (
                not self.corner and self.start < self.track.length and len(way.holes) > 1
            )
            if (
                wide
                and way.bar is None
                and self.track.is_corner(before)
                and not self.track.is_corner(way.holes[-1])
            ):
                yield way._replace(holes=way.holes[:-1])

    def straight(self, n: int) -> int | None:
        """Where n forward would end without the home row; None if the home row is not passed."""
        if self.start >= self.track.length:
            return None
        turn = SIDE * self.side + TURN_IN
        if not (self.past or 0 <= (turn - self.start) % self.track.length < n):
            return None
        return (self.start + n) % self.track.length

    def overshoots(self, n: int) -> bool:
        """Whether n forward is further than the home row goes."""
        return self._walks() and self.steps.main_way(self.start, n, self.full, self.past) is None
