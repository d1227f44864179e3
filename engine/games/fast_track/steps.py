"""Every single-marble move of one colour, worked out once from the track and the profile.

A *step* is one marble's way from a code to a code. Only the marbles of its own colour decide
whether it is open (FT-11, BF-4): the step carries their forbidden holes as a bit mask. Marbles of
other colours on the way are captured or hopped over, so they do not matter for the route.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from ...action import Displacement
from ...events import Moved
from .profiles import Profile
from .track import (
    ENTERING,
    HOME_ROW,
    PEN_EXIT,
    RANKS,
    ROYAL,
    SIDE,
    TURN_IN,
    VALUE,
    Track,
    track_for,
)

LONGEST: Final = 10
"""The longest single move (FT-9)."""


class Step:
    """One marble's way. Open when ``own & mask == value`` for the mask ``own`` of its colour.

    ``frm``, ``to``   codes; ``to`` carries the mark the marble has on arrival
    ``hits``          codes that a marble standing on the destination may have
    ``home``          it ends in the home row
    ``wins``          it ends on the pen exit from the turn-in: BF-13
    ``marked``        the marble is in FT mode before; ``marks``: it is afterwards (BF-8)
    """

    __slots__ = (
        "displacement", "event", "events", "frm", "frm_byte", "hits", "home", "mark_loss",
        "marked", "marks", "mask", "side", "text", "to", "to_bit", "to_byte", "value", "wins",
    )  # fmt: skip

    def __init__(
        self, track: Track, side: int, frm: int, to: int, mask: int, value: int, wins: bool
    ) -> None:
        places = track.places
        hole = track.flat_hole[to]
        self.side = side
        self.frm = frm
        self.to = to
        self.mask = mask
        self.value = value
        self.wins = wins
        self.home = track.is_home(to)
        self.hits = () if self.home else _standing(track, hole)
        self.marked = frm in track.marked_corners
        self.marks = to in track.marked_corners
        self.mark_loss = not self.marked and not self.marks
        self.frm_byte = bytes((frm,))
        self.to_byte = bytes((to,))
        self.to_bit = track.hole_bits[to]
        self.text = f"{places[frm]}-{places[to]}"
        self.displacement = Displacement(places[frm], places[to])
        self.event = Moved(track.sides[side], places[frm], places[to])
        self.events = (self.event,)

    def __repr__(self) -> str:
        return f"<Step {self.text}>"


Row = tuple[tuple[Step, ...], ...]
"""Steps by code of the marble."""


def _standing(track: Track, hole: int) -> tuple[int, ...]:
    """The codes that a marble in this hole may have."""
    if track.is_corner(hole):
        return (hole, track.marked_corners[hole // SIDE])
    if hole < track.length and hole % SIDE == TURN_IN + 1:
        return (hole, track.marked_eights[hole // SIDE])
    return (hole,)


class SideSteps:
    """All steps of one colour (side) under one profile.

    ``plays[full][rank]``  forward plays of the card by one marble, pen and bull's eye included
    ``halves[full][n]``    forward n as half of a seven (FT-20, BF-11)
    ``back[rank]``         backward by the card's value (FT-16, BF-10)

    ``full`` is 1 if the four home holes hold own marbles and the profile lets the fifth go on past
    them (BF-5), else 0. Each is a ``Row``.
    """

    __slots__ = ("back", "halves", "home", "plays", "profile", "side", "track")

    def __init__(self, track: Track, profile: Profile, side: int) -> None:
        self.track = track
        self.profile = profile
        self.side = side
        self.home = track.home_bits[side]
        """Mask of a full home row."""
        self.plays: list[dict[str, Row]] = []
        self.halves: list[tuple[Row, ...]] = []
        for full in (False, True) if profile.home_overflow else (False,):
            forward = [self._row_forward(n, full) for n in range(1, LONGEST + 1)]
            self.plays.append({rank: self._row_play(rank, forward) for rank in RANKS})
            self.halves.append((forward[0], *forward[:6]))
        backward = [self._row_backward(n) for n in range(1, LONGEST + 1)]
        self.back: dict[str, Row] = {rank: backward[VALUE[rank] - 1] for rank in RANKS}

    # -- rows --

    def _codes(self) -> Iterator[int]:
        """Codes from which a marble of this colour can walk."""
        track = self.track
        yield from range(track.length)
        yield from range(track.homes[self.side], track.homes[self.side] + HOME_ROW)
        yield from track.marked_corners
        yield track.marked_eights[self.side]

    def _row(self, found: dict[int, list[Step]]) -> Row:
        return tuple(tuple(found.get(code, ())) for code in range(self.track.codes))

    def _row_forward(self, n: int, full: bool) -> Row:
        return self._row({code: list(self._forward(code, n, full)) for code in self._codes()})

    def _row_backward(self, n: int) -> Row:
        return self._row({code: list(self._backward(code, n)) for code in self._codes()})

    def _row_play(self, rank: str, forward: list[Row]) -> Row:
        """The card's walk, and its other plays: pen exit, bull's eye exit, into the bull's eye."""
        if rank == "4" and self.profile.four_backward:
            return self._row({})
        found = {code: list(steps) for code, steps in enumerate(forward[VALUE[rank] - 1])}
        track = self.track
        if rank in ENTERING:
            exit_hole = SIDE * self.side + PEN_EXIT
            found[track.pens[self.side]] = [self._step(track.pens[self.side], exit_hole, [])]
        if rank in ROYAL:
            found[track.bullseye] = list(self._bullseye_exits())
        if self.profile.bullseye_marked and VALUE[rank] == 1:
            for corner in track.marked_corners:
                found[corner].append(self._step(corner, track.bullseye, []))
        return self._row(found)

    # -- single steps --

    def _step(
        self,
        frm: int,
        to: int,
        way: list[int],
        *,
        value: int = 0,
        more: int = 0,
        wins: bool = False,
    ) -> Step:
        """A step over the holes of ``way`` to ``to``; ``more`` bits must show ``value``."""
        bits = self.track.hole_bits
        mask = bits[to] | more
        for hole in way:
            mask |= bits[hole]
        return Step(self.track, self.side, frm, to, mask, value, wins)

    def _bullseye_exits(self) -> Iterator[Step]:
        """FT-17: to the own corner; BF-9: else to the next counter-clockwise without an own one."""
        track, count = self.track, len(self.track.sides)
        taken = 0
        for back in range(count if self.profile.bullseye_exit_yields else 1):
            side = (self.side - back) % count
            to = track.marked_corners[side] if self.profile.arrival_marks else SIDE * side
            yield self._step(track.bullseye, to, [], more=taken, value=taken)
            taken |= 1 << (SIDE * side)

    def _marked(self, code: int) -> bool:
        return code in self.track.marked_corners

    def _forward(self, code: int, n: int, full: bool) -> Iterator[Step]:
        """All ways n forward from a code on the track or in the home row."""
        track, profile = self.track, self.profile
        start = track.flat_hole[code]
        foreign = track.is_corner(start) and start != SIDE * self.side
        marked = self._marked(code)
        if not (foreign and marked and profile.mark_binds):
            way = self.main_way(start, n, full, past=code == track.marked_eights[self.side])
            if way is not None:
                yield self._arrive(code, way, full, ring=False, backward=False)
            yield from self._into_bullseye(code, start, way, n)
        if foreign and (marked or not profile.ring_needs_mark):
            way = self.ring_way(start, n, full)
            if way is not None:
                yield self._arrive(code, way, full, ring=True, backward=False)
            yield from self._past_corner_by_any_route(code, start, way)

    def _backward(self, code: int, n: int) -> Iterator[Step]:
        """All ways n backward from a code; none out of a home row (FT-16, BF-10)."""
        track, profile = self.track, self.profile
        start = track.flat_hole[code]
        if start >= track.length:
            return
        corner = track.is_corner(start)
        bound = corner and self._marked(code) and profile.mark_binds
        if not bound:
            way = [(start - k) % track.length for k in range(1, n + 1)]
            yield self._arrive(code, way, False, ring=False, backward=True)
            yield from self._into_bullseye(code, start, way, n)
        if corner and profile.backward_ring:
            way = self.ring_way_back(start, n)
            step = self._arrive(code, way, False, ring=True, backward=True)
            # From the corner nearest the pen the ring leads on to the main track: one way, not two.
            if bound or way[0] != (start - 1) % track.length:
                yield step
                yield from self._past_corner_by_any_route(code, start, way)

    def _arrive(self, code: int, way: list[int], full: bool, *, ring: bool, backward: bool) -> Step:
        """The step that ends on the last hole of ``way``, with the mark it brings."""
        track, profile = self.track, self.profile
        last = way[-1]
        own = SIDE * self.side
        past = code == track.marked_eights[self.side] or own + TURN_IN in (
            track.flat_hole[code],
            *way[:-1],
        )
        to, wins = last, False
        if track.is_corner(last):
            if ring or (profile.arrival_marks and not backward):
                to = track.marked_corners[last // SIDE]
        elif full and past and not backward:
            if last == own + TURN_IN + 1:
                to = track.marked_eights[self.side]
            wins = last == own + PEN_EXIT
        return self._step(code, to, way, wins=wins)

    # -- into the bull's eye (FT-15) --

    def _into_bullseye(
        self, code: int, start: int, way: list[int] | None, n: int
    ) -> Iterator[Step]:
        """Steps along the main track that end one past a corner."""
        track, profile = self.track, self.profile
        if profile.bullseye_any_route:
            yield from self._past_corner_by_any_route(code, start, way)
        elif (
            profile.bullseye_past_corner
            and way is not None
            and n > 1
            and start < track.length
            and not track.is_corner(start)
            and track.is_corner(way[-2])
        ):
            yield self._step(code, track.bullseye, way[:-1])

    def _past_corner_by_any_route(
        self, code: int, start: int, way: list[int] | None
    ) -> Iterator[Step]:
        """FT-15, wide: the last hole but one is a corner, the start counting; the last is none."""
        track = self.track
        if not self.profile.bullseye_any_route or way is None:
            return
        before = way[-2] if len(way) > 1 else start
        if track.is_corner(before) and not track.is_corner(way[-1]):
            yield self._step(code, track.bullseye, way[:-1])

    # -- ways --

    def main_way(self, start: int, n: int, full: bool, past: bool) -> list[int] | None:
        """The holes entered by going n forward along main track and home row (FT-10, BF-5)."""
        track = self.track
        own, home = SIDE * self.side, track.homes[self.side]
        way: list[int] = []
        hole = start
        for _ in range(n):
            if hole == own + TURN_IN:
                past = full
                hole = hole + 1 if full else home
            elif hole >= track.length:
                hole += 1
                if hole >= home + HOME_ROW:
                    return None
            elif past and hole == own + PEN_EXIT:
                return None
            else:
                hole = (hole + 1) % track.length
            way.append(hole)
        return way

    def ring_way(self, start: int, n: int, full: bool) -> list[int] | None:
        """The holes entered by going n along the ring, then past the own corner (FT-13)."""
        way: list[int] = []
        hole = start
        while len(way) < n and hole != SIDE * self.side:
            hole = (hole + SIDE) % self.track.length
            way.append(hole)
        if len(way) == n:
            return way
        rest = self.main_way(hole, n - len(way), full, past=False)
        return None if rest is None else way + rest

    def ring_way_back(self, start: int, n: int) -> list[int]:
        """The holes entered by going n back along the ring, which ends nearest the pen (FT-16)."""
        length = self.track.length
        leave = (SIDE * (self.side + 1)) % length
        way: list[int] = []
        hole = start
        on_ring = True
        for _ in range(n):
            on_ring = on_ring and hole != leave
            hole = (hole - (SIDE if on_ring else 1)) % length
            way.append(hole)
        return way


@lru_cache(maxsize=64)
def side_steps(kind: str, profile: Profile, side: int) -> SideSteps:
    """The steps of one colour; worked out at the first call, then shared."""
    return SideSteps(track_for(kind), profile, side)
