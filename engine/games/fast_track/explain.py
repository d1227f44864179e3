"""The reason why a placement is not legal now: rule, reason, blocking hole (``Position.explain``).

The reasons are tried in a fixed order, from "whose turn is it" to "the count is wrong"; the first
that holds is the answer. The keys of the message are page.md's, one for each row.
"""

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
from .track import ENTERING, PEN_EXIT, ROYAL, SIDE, VALUE

COUNTED: Final = frozenset(
    f"refusal.{key}" for key in ("count", "pass", "land", "turn_in", "too_far", "four")
)
"""Reasons that are plain once the holes are counted."""
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


def explain(turn: Turn, frm: str, to: str) -> Explanation:
    """The answer of ``Position.explain``; a pen may be named by one of its holes (``Ap1``)."""
    frm, to = _place(turn.setup, frm), _place(turn.setup, to)
    if turn.over:
        return _no("FT-26", "the game is over", "over")
    if turn.card is None:
        return _no("FT-7", "a card is played before a marble moves", "no_card")
    if any((frm, to) in displacements_of(move) for move in turn.moves.values()):
        return Explanation(True)
    asked = _Asked(turn, turn.card, frm, to)
    return asked.counted(asked.answer())


def _place(setup: Setup, name: str) -> str:
    """The place of a hole: the four holes of a pen are one."""
    if len(name) == 3 and name[1] == "p" and name[2] in "1234":
        return name[:2] if name[:2] in setup.track.places else name
    return name


def _no(
    rule: str | None, because: str, key: str, blocked_by: str | None = None, **params: str
) -> Explanation:
    return Explanation(False, rule, because, blocked_by, f"refusal.{key}", params)


class _Question:
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
        return _no(rule, f"a marble of the same colour stands on {self.to}", "land", self.to)

    def _safe(self) -> Explanation | None:
        """BF-12: the marble that stands there finds no room."""
        victim = self._standing(self.to)
        if victim < 0 or victim == self.colour:
            return None
        other = self.setup.colours[victim]
        because = f"{other} cannot be cut there: its pen is full and its pen exit is not to be had"
        return _no("BF-12", because, "safe", self.to, other=other)

    def _taken(self, rule: str) -> Explanation | None:
        """What stands in the bull's eye keeps others out (FT-11, BF-9, BF-12)."""
        if self.setup.profile.bullseye_closed and self._standing("X") >= 0:
            return _no("BF-9", "the bull's eye is taken", "bullseye_taken", "X")
        return self._held(rule) or self._safe()

    def _blocked(self, holes: list[int]) -> Explanation | None:
        """FT-11, BF-4: the first own marble on the way."""
        at = self.walker.first_own(holes)
        if at is None:
            return None
        rule, place = self.cites["own"], self.track.places[at]
        colour = self.setup.colours[self.colour]
        if place == self.to:
            found = _no(rule, f"a marble of the same colour stands on {place}", "land", place)
        else:
            because = f"a marble of the same colour stands in the way on {place}"
            found = _no(rule, because, "pass", place, colour=colour)
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
            return _no("FT-14", "a committed marble stays on the ring", "committed")
        if way.bar is ways.Bar.UNMARKED:
            return _no("BF-7", "only a marble in FT mode uses the ring", "fast_only")
        if way.bar is ways.Bar.NO_START:
            because = "the ring is entered only from another side's corner, not in mid-move"
            return _no(self.cites["ring"], because, "ring_start")
        if way.bar is ways.Bar.NO_RING_BACK:
            return _no("BF-10", "backward a marble keeps to the main track", "backward")
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


class _Asked(_Question):
    """The reasons against it, one method each; the first that holds is the answer."""

    def answer(self) -> Explanation:
        """The first reason that holds."""
        for reason in (self._nowhere, self._swap, self._mover):
            if (found := reason()) is not None:
                return found
        for reason in (
            self._to_pen,
            self._other_home,
            self._from_pen,
            self._from_bullseye,
            self._into_bullseye,
            self._with_four,
            self._forward,
            self._half,
            self._backward,
            self._home_turn,
        ):
            if (found := reason()) is not None:
                return found
        return self._count()

    def counted(self, found: Explanation) -> Explanation:
        """The same with the holes counted, where the count says why."""
        if found.legal or found.key not in COUNTED:
            return found
        if found.walk:
            return replace(found, on=self._on())
        holes, own = self._way()
        if own is None:
            return replace(found, walk=self._named(holes), on=self._on())
        walk = self._named(holes[: holes.index(own) + 1])
        return replace(found, walk=walk, on=self._on(), stop=walk[-1])

    # -- whose and which --

    def _nowhere(self) -> Explanation | None:
        if not self.known:
            strange = self.to if self.frm in self.track.places else self.frm
            return _no(None, f"this board has no hole {strange:.20}", "other")
        if self.colour < 0:
            return _no(None, f"no marble stands on {self.frm}", "no_marble", hole=self.frm)
        if self.frm == self.to:
            return _no("FT-9", "a move ends on another hole", "other")
        return None

    def _swap(self) -> Explanation | None:
        """FT-21, FT-24: a Jack, put where another marble stands."""
        if self.card != "J" or not self.setup.profile.jack_swaps:
            return None
        other = self._standing(self.to)
        if other < 0 or self.frm[1:] == "p" or self.to[1:] == "p" or self._one_step_blocked():
            return None
        on_track = not (self.frm[1:2] == "h" or self.to[1:2] == "h")
        if other == self.colour or not on_track:
            return _no(
                "FT-21", "a Jack swaps two colours, both on the track or in the bull's eye", "jack"
            )
        first = self._first_on_corner(self.colour)
        return _no("FT-24", "the marble that must move first is not in it", "jack_corner", first)

    def _mover(self) -> Explanation | None:
        """FT-9, FT-22: whose marble it is, and whether it may move at all."""
        if not self._ours():
            other = self.setup.colours[self.colour]
            return _no("FT-9", f"{other} is not of the team to play", "not_yours", other=other)
        if not self.setup.profile.corners_first:
            return None
        crews = self.setup.crews[self.turn.to_play]
        segments = [self.turn.flat[crew.lo : crew.hi] for crew in crews]
        named = duty.named(self.setup, self.turn.to_play, segments)
        mine = named[next(i for i, crew in enumerate(crews) if crew.colour == self.colour)]
        if any(self.track.places[code] == self.frm for code in mine):
            return None
        first = self._first_on_corner(self.colour)
        return _no("FT-22", "a marble on a corner moves first", "corner_first", first)

    # -- places that are no walk --

    def _to_pen(self) -> Explanation | None:
        if self.to[1:] != "p":
            return None
        rule = "FT-25" if self.setup.profile.corners_first else "BF-12"
        return _no(rule, "only a marble that is sent back goes to its pen", "to_pen")

    def _other_home(self) -> Explanation | None:
        if self.to[1:2] != "h" or self.to[0] == self.setup.colours[self.colour]:
            return None
        other = self.to[0]
        return _no("FT-10", f"that home row is {other}'s alone", "other_home", other=other)

    def _from_pen(self) -> Explanation | None:
        """FT-12, BF-3."""
        if self.frm[1:] != "p":
            return None
        rule = self.cites["pen"]
        if self.card not in ENTERING:
            return _no(rule, "only A, 6 or Joker brings a marble out of its pen", "pen")
        exit_hole = f"{self.frm[0]}{PEN_EXIT}"
        if self.to != exit_hole:
            because = f"from the pen a marble goes to {exit_hole} and no further"
            return _no(rule, because, "pen_exit", hole=exit_hole)
        return self._held(rule) or self._safe()

    def _from_bullseye(self) -> Explanation | None:
        """FT-17, BF-9."""
        if self.frm != "X":
            return None
        rule = self.cites["bullseye_out"]
        if self.card not in ROYAL:
            return _no(rule, "only J, Q or K brings a marble out of the bull's eye", "bullseye_out")
        held = self._held(rule)
        if held is not None and self.target in self._exits():
            return held
        corner = f"{self.setup.colours[self.colour]}0"
        for text in self.turn.moves:
            if text.startswith("X-"):
                corner = text[2:]
        if self.to == corner:
            return self._safe()
        because = f"out of the bull's eye a marble goes to {corner}"
        return _no(rule, because, "own_corner", hole=corner)

    def _exits(self) -> Iterator[int]:
        """The corners out of the bull's eye: the own one; by some rules the next one, and so on,
        as long as own marbles stand there (FT-17, BF-9)."""
        count = len(self.track.sides)
        for back in range(count if self.setup.profile.bullseye_exit_yields else 1):
            corner = SIDE * ((self.walker.side - back) % count)
            yield corner
            if corner not in self.walker.own:
                return

    def _into_bullseye(self) -> Explanation | None:
        """FT-15, BF-7, BF-9."""
        if self.to != "X":
            return None
        profile, rule = self.setup.profile, self.cites["bullseye_in"]
        one_past = profile.bullseye_past_corner or profile.bullseye_any_route
        if profile.bullseye_marked and self.walker.marked and VALUE[self.card] == 1:
            return self._taken("BF-7")
        if one_past:
            return self._one_past_a_corner(rule)
        if not profile.bullseye_marked:
            return _no("BF-7", "by these rules nobody goes into the bull's eye", "bullseye_never")
        if not self.walker.marked:
            return _no(rule, "only a marble in FT mode goes into the bull's eye", "fast_only")
        because = "into the bull's eye only with A, Joker, J, Q or K"
        return _no(rule, because, "bullseye_card")

    def _one_past_a_corner(self, rule: str) -> Explanation:
        """FT-15, in either width."""
        profile = self.setup.profile
        for way in self.walker.into_bullseye(self.card):
            if way.backward and not self.backs:
                if not profile.forced_backward:
                    continue
                if self._goes_forward():
                    return self._not_back()
            found = self._blocked(way.holes)
            if found is not None:
                return found
            if (found := self._taken(rule)) is not None:
                into = self._named([*way.holes, self.track.bullseye])
                return replace(found, walk=into) if found.key in COUNTED else found
            if way.half:
                return self._leaves(way)
        if profile.bullseye_marked:
            because = "into the bull's eye one past a corner, or in FT mode with A, Joker, J, Q, K"
            return _no(rule, because, "bullseye_ways")
        return _no(rule, "the bull's eye is entered one past a corner", "bullseye_in")

    # -- walks --

    def _with_four(self) -> Explanation | None:
        """FT-16, FT-18, BF-10."""
        if not self.backs:
            return None
        if self.frm[1:2] == "h" or self.to[1:2] == "h":
            because = "backward a marble stays on the track, out of the home rows"
            return _no(self.cites["backward"], because, "backward")
        for way in self._ending(self.walker.backward(4)):
            found = self._barred(way) or self._blocked(way.holes) or self._safe()
            if found is not None:
                return found
        return _no(self.cites["four"], "a 4 moves four backward and nothing else", "four")

    def _forward(self) -> Explanation | None:
        """The whole value forward."""
        found = list(self._ending(self.walker.forward(VALUE[self.card])))
        found.sort(key=lambda way: way.bar is not None)
        for way in found:
            reason = self._barred(way) or self._blocked(way.holes) or self._safe()
            if reason is not None:
                return reason
        return None

    def _half(self) -> Explanation | None:
        """FT-20, BF-11: a part of a seven."""
        if self.card != "7":
            return None
        for n in range(1, 7):
            for way in self._ending(self.walker.forward(n)):
                if way.bar is None:
                    return self._blocked(way.holes) or self._leaves(way)
        return None

    def _leaves(self, way: ways.Way) -> Explanation:
        """Nobody can take the rest of the seven."""
        rest = 7 - way.half
        rule = self.cites["split"]
        if not self.setup.profile.split_first_captures and self._standing(self.to) >= 0:
            return _no(rule, "the first half of a seven may not cut", "first_cut", self.to)
        return _no(rule, f"no other marble can go the {rest} that are left", "split", n=str(rest))

    def _backward(self) -> Explanation | None:
        """FT-19: backward with a card other than a 4."""
        for way in self._ending(self.walker.backward(VALUE[self.card])):
            if not self.setup.profile.forced_backward:
                if not self.setup.profile.four_backward:
                    return _no("BF-4", "by these rules no card goes backward", "never_back")
                return _no("BF-4", "only a 4 goes backward", "no_back")
            if self._goes_forward():
                return self._not_back()
            found = self._barred(way) or self._blocked(way.holes)
            if found is not None:
                return found
        return None

    def _not_back(self) -> Explanation:
        return _no("FT-19", "the card can still be played forward", "not_back")

    def _home_turn(self) -> Explanation | None:
        """FT-10, BF-5: past the turn-in, or further than the home row."""
        n = VALUE[self.card]
        rule = self.cites["turn_in"]
        if self.walker.straight(n) == self.target:
            colour = self.setup.colours[self.colour]
            because = f"{colour} turns into its home row at {colour}7"
            return _no(rule, because, "turn_in", colour=colour)
        if self.walker.overshoots(n) and (self.to[1:2] == "h" or self.frm[1:2] == "h"):
            return _no(rule, "the home row ends before that", "too_far")
        return None

    def _count(self) -> Explanation:
        n = str(VALUE[self.card])
        because = f"a {self.card} moves {n}, and no way of {n} ends there"
        return _no("FT-9", because, "count", card=self.card, n=n)
