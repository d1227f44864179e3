"""The sensor trace of a gesture, and whether it could have been another gesture.

The trace alone decides. Marbles are anonymous to the sensors: while several are in hands, a put may
be any of them. Every assignment is followed. If some end as another legal action would (or as
nothing at all), the gesture is *indistinguishable* (PP-40).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from engine.board import Board
from engine.game import Position

from .intent import Intent, Occupancy, amiss, announced, intend, same_ways

MOST: Final = 300
"""At most this many assignments are followed."""


class Trace:
    """Lifts and puts of one gesture over the wood as it was before."""

    def __init__(self, wood: Mapping[str, str], hand: Sequence[str]) -> None:
        self._wood = dict(wood)
        self._hand = tuple(hand)
        self._events: list[tuple[str, str, str]] = []
        self._told = False

    @classmethod
    def felt(
        cls, wood: Mapping[str, str], hand: Sequence[str], told: Iterable[tuple[str, bool]]
    ) -> Trace:
        """The trace that the sensors told, hole by hole.

        It includes what they mistook for a marble. A hole that became full while no hand held
        anything was filled by no marble.
        """
        out = cls(wood, hand)
        out._told = True
        for hole, present in told:
            out.note("put" if present else "lift", hole, "")
        return out

    def note(self, do: str, hole: str, token: str) -> None:
        """Note one lift or put."""
        self._events.append((do, hole, token))

    def text(self) -> str:
        """The trace as text for people."""
        return " ".join(f"{do} {hole}({token})" for do, hole, token in self._events)

    def readings(self) -> list[dict[str, str]]:
        """Every wood that the trace may have led to: hole → token."""
        State = tuple[frozenset[tuple[str, str]], tuple[str, ...]]
        states: set[State] = {(frozenset(self._wood.items()), tuple(sorted(self._hand)))}
        for do, hole, _ in self._events:
            after: set[State] = set()
            for wood, hand in states:
                if do == "lift":
                    token = dict(wood).get(hole, "")
                    rest = frozenset(item for item in wood if item[0] != hole)
                    after.add((rest, tuple(sorted((*hand, token))) if token else hand))
                elif self._told and not hand:
                    after.add((wood, hand))
                else:
                    for token in set(hand):
                        left = list(hand)
                        left.remove(token)
                        after.add((wood | {(hole, token)}, tuple(left)))
            states = after if len(after) <= MOST else set(sorted(after, key=repr)[:MOST])
        return [dict(wood) for wood, _ in states]

    def ambiguous(self, intent: Intent, board: Board) -> bool:
        """True when another legal action, or nothing, would have given the same trace.

        A choice that no board shows (a speed, for instance) makes every trace of it ambiguous.
        """
        if any(
            action != intent.action and same_ways(action, intent.action)
            for action in announced(intent.before)
        ):
            return True
        if not self._together():
            return False
        others: list[Position | Occupancy] = [intent.before]
        for action in announced(intent.before):
            if action != intent.action:
                other = intend(intent.before, None, action)
                if other.after != intent.after:
                    others.append(other.shown)
        meant = [w for w in self.readings() if amiss(board, w, intent.shown)]
        return any(not amiss(board, wood, other) for wood in meant for other in others)

    def may_be(
        self, board: Board, standing: Position | Occupancy, unfelt: Collection[str] = ()
    ) -> bool:
        """True when the trace may have led to that board. Hands that did nothing led nowhere.

        ``unfelt``  places where a marble may be missing, because no sensor there is believed
        """
        return bool(self._events) and any(
            not amiss(board, wood, standing, unfelt) for wood in self.readings()
        )

    def stood(self, board: Board, standing: Position | Occupancy) -> bool:
        """True when that board stood after one of its lifts and puts, marble for marble."""
        step = Trace(self._wood, self._hand)
        for event in self._events:
            step.note(*event)
            if not amiss(board, step._standing(), standing):
                return True
        return False

    def looks_like(self, board: Board, occupancy: Occupancy) -> bool:
        """True when the holes alone, full or empty at its end, agree with that board."""
        full = set(self._standing())
        return all(
            sum(hole in full for hole in place.holes) == len(occupancy.get(name, ()))
            for name, place in board.places.items()
            if len(place.holes) == 1
        )

    def _standing(self) -> dict[str, str]:
        """The wood at the end of the trace."""
        wood = dict(self._wood)
        for do, hole, token in self._events:
            if do == "lift":
                wood.pop(hole, None)
            else:
                wood[hole] = token
        return wood

    def end(self) -> Trace:
        """A copy of the trace so far, which grows no more."""
        out = Trace(self._wood, self._hand)
        out._events = list(self._events)
        return out

    def _together(self) -> bool:
        """True when two marbles were in hands at the same time."""
        held = len(self._hand)
        for do, _, _ in self._events:
            held += 1 if do == "lift" else -1
            if held > 1:
                return True
        return False
