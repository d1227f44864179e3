"""The reason why a placement is not legal now: rule, reason, blocking hole (``Position.explain``).

The reasons are tried in a fixed order, from "whose turn is it" to "the count is wrong"; the first
that holds is the answer. The keys of the message are page.md's, one for each row.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from ...game import Explanation
from . import duty, ways
from .kinds import displacements_of
from .question import Question, Turn, no
from .setup import Setup
from .track import ENTERING, PEN_EXIT, ROYAL, SIDE, VALUE

COUNTED: Final = frozenset(
    f"refusal.{key}" for key in ("count", "pass", "land", "turn_in", "too_far", "four")
)
"""Reasons that are plain once the holes are counted."""


def explain(turn: Turn, frm: str, to: str) -> Explanation:
    """The answer of ``Position.explain``; a pen may be named by one of its holes (``Ap1``)."""
    frm, to = _place(turn.setup, frm), _place(turn.setup, to)
    if turn.over:
        return no("FT-26", "the game is over", "over")
    if turn.card is None:
        return no("FT-7", "a card is played before a marble moves", "no_card")
    if any((frm, to) in displacements_of(move) for move in turn.moves.values()):
        return Explanation(True)
    asked = _Asked(turn, turn.card, frm, to)
    return asked.counted(asked.answer())


def _place(setup: Setup, name: str) -> str:
    """The place of a hole: the four holes of a pen are one."""
    if len(name) == 3 and name[1] == "p" and name[2] in "1234":
        return name[:2] if name[:2] in setup.track.places else name
    return name


class _Asked(Question):
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
            return no(None, f"this board has no hole {strange:.20}", "other")
        if self.colour < 0:
            return no(None, f"no marble stands on {self.frm}", "no_marble", hole=self.frm)
        if self.frm == self.to:
            return no("FT-9", "a move ends on another hole", "other")
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
            return no(
                "FT-21", "a Jack swaps two colours, both on the track or in the bull's eye", "jack"
            )
        first = self._first_on_corner(self.colour)
        return no("FT-24", "the marble that must move first is not in it", "jack_corner", first)

    def _mover(self) -> Explanation | None:
        """FT-9, FT-22: whose marble it is, and whether it may move at all."""
        if not self._ours():
            other = self.setup.colours[self.colour]
            return no("FT-9", f"{other} is not of the team to play", "not_yours", other=other)
        if not self.setup.profile.corners_first:
            return None
        crews = self.setup.crews[self.turn.to_play]
        segments = [self.turn.flat[crew.lo : crew.hi] for crew in crews]
        named = duty.named(self.setup, self.turn.to_play, segments)
        mine = named[next(i for i, crew in enumerate(crews) if crew.colour == self.colour)]
        if any(self.track.places[code] == self.frm for code in mine):
            return None
        first = self._first_on_corner(self.colour)
        return no("FT-22", "a marble on a corner moves first", "corner_first", first)

    # -- places that are no walk --

    def _to_pen(self) -> Explanation | None:
        if self.to[1:] != "p":
            return None
        rule = "FT-25" if self.setup.profile.corners_first else "BF-12"
        return no(rule, "only a marble that is sent back goes to its pen", "to_pen")

    def _other_home(self) -> Explanation | None:
        if self.to[1:2] != "h" or self.to[0] == self.setup.colours[self.colour]:
            return None
        other = self.to[0]
        return no("FT-10", f"that home row is {other}'s alone", "other_home", other=other)

    def _from_pen(self) -> Explanation | None:
        """FT-12, BF-3."""
        if self.frm[1:] != "p":
            return None
        rule = self.cites["pen"]
        if self.card not in ENTERING:
            return no(rule, "only A, 6 or Joker brings a marble out of its pen", "pen")
        exit_hole = f"{self.frm[0]}{PEN_EXIT}"
        if self.to != exit_hole:
            because = f"from the pen a marble goes to {exit_hole} and no further"
            return no(rule, because, "pen_exit", hole=exit_hole)
        return self._held(rule) or self._safe()

    def _from_bullseye(self) -> Explanation | None:
        """FT-17, BF-9."""
        if self.frm != "X":
            return None
        rule = self.cites["bullseye_out"]
        if self.card not in ROYAL:
            return no(rule, "only J, Q or K brings a marble out of the bull's eye", "bullseye_out")
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
        return no(rule, because, "own_corner", hole=corner)

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
            return no("BF-7", "by these rules nobody goes into the bull's eye", "bullseye_never")
        if not self.walker.marked:
            return no(rule, "only a marble in FT mode goes into the bull's eye", "fast_only")
        because = "into the bull's eye only with A, Joker, J, Q or K"
        return no(rule, because, "bullseye_card")

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
            return no(rule, because, "bullseye_ways")
        return no(rule, "the bull's eye is entered one past a corner", "bullseye_in")

    # -- walks --

    def _with_four(self) -> Explanation | None:
        """FT-16, FT-18, BF-10."""
        if not self.backs:
            return None
        if self.frm[1:2] == "h" or self.to[1:2] == "h":
            because = "backward a marble stays on the track, out of the home rows"
            return no(self.cites["backward"], because, "backward")
        for way in self._ending(self.walker.backward(4)):
            found = self._barred(way) or self._blocked(way.holes) or self._safe()
            if found is not None:
                return found
        return no(self.cites["four"], "a 4 moves four backward and nothing else", "four")

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
            return no(rule, "the first half of a seven may not cut", "first_cut", self.to)
        return no(rule, f"no other marble can go the {rest} that are left", "split", n=str(rest))

    def _backward(self) -> Explanation | None:
        """FT-19: backward with a card other than a 4."""
        for way in self._ending(self.walker.backward(VALUE[self.card])):
            if not self.setup.profile.forced_backward:
                if not self.setup.profile.four_backward:
                    return no("BF-4", "by these rules no card goes backward", "never_back")
                return no("BF-4", "only a 4 goes backward", "no_back")
            if self._goes_forward():
                return self._not_back()
            found = self._barred(way) or self._blocked(way.holes)
            if found is not None:
                return found
        return None

    def _not_back(self) -> Explanation:
        return no("FT-19", "the card can still be played forward", "not_back")

    def _home_turn(self) -> Explanation | None:
        """FT-10, BF-5: past the turn-in, or further than the home row."""
        n = VALUE[self.card]
        rule = self.cites["turn_in"]
        if self.walker.straight(n) == self.target:
            colour = self.setup.colours[self.colour]
            because = f"{colour} turns into its home row at {colour}7"
            return no(rule, because, "turn_in", colour=colour)
        if self.walker.overshoots(n) and (self.to[1:2] == "h" or self.frm[1:2] == "h"):
            return no(rule, "the home row ends before that", "too_far")
        return None

    def _count(self) -> Explanation:
        n = str(VALUE[self.card])
        because = f"a {self.card} moves {n}, and no way of {n} ends there"
        return no("FT-9", because, "count", card=self.card, n=n)
