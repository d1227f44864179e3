"""The gesture that was just accepted, while hands may still change it (PP-5)."""

from __future__ import annotations

from collections.abc import Container, Set
from dataclasses import dataclass, field
from typing import Final

from companion.wood.marbles import HAND
from companion.wood.seating import Occupancy

from .candidates import Candidate
from .matching import Match
from .recogniser import Decision, Kind, Recogniser

CHANGES: Final = frozenset(
    {Kind.LIFTED, Kind.WAIT, Kind.HALF, Kind.COMMIT, Kind.ASK, Kind.UNSEEN, Kind.REST}
)
"""Readings of the board before the last action that make sense of what stands there."""

PUT: Final = frozenset({Kind.WAIT, Kind.CARD, Kind.ASK, Kind.COMMIT})
"""Readings of something new that stands on the board, not in a hand."""


@dataclass(frozen=True, slots=True)
class Before:
    """The last accepted gesture: its recogniser, position's occupancy and what was accepted.

    ``since``  holes that changed after it
    """

    recogniser: Recogniser
    occupancy: Occupancy
    match: Match
    since: set[str] = field(default_factory=set)

    def change(self, hole: str, present: bool, now: float, token: str) -> None:
        """A hole became full or empty after the gesture; ``token``: which marble the hand put."""
        if self.recogniser.change(hole, present, now, token):
            self.since.add(hole)

    def taken_unseen(self, put: Set[str]) -> None:
        """Of a picture after a power cut: the marble that moved may have moved on in the dark.

        ``put`` holes became full; which marble is there, and which where it went, is asked (PP-15).
        """
        self.recogniser.state.exchanged_unseen(self._went(), put)

    def blind(self) -> None:
        """For a while nothing was felt: where the move went may have been touched."""
        self.since.update(self._went())

    def touched(self, aside: Container[str]) -> bool:
        """Whether a hole that the move went to has changed since, or is set aside.

        Else no hand has taken the move back: its marble has not been lifted.
        """
        went = self._went()
        return not went or any(hole in self.since or hole in aside for hole in went)

    def but_touched(self, passed: Set[str]) -> frozenset[str]:
        """Those of ``passed`` holes that the move went to: its marble went on at once."""
        return frozenset(self._went() & passed)

    def _went(self) -> set[str]:
        """The holes that the move went to."""
        goals = self.match.candidate.goals if self.match.candidate is not None else ()
        holes = self.recogniser.state.seating.holes
        return {hole for _, to in goals for hole in holes.get(to, ())}

    def held(self, reader: Recogniser) -> bool:
        """Whether the marble that moved is in a hand, however the board is read now.

        Another came to where its move began before it was lifted. ``reader``: of the position now
        """
        goals = self.match.candidate.goals if self.match.candidate is not None else ()
        went = {to for _, to in goals}
        moved = [i for i, marble in enumerate(reader.state.marbles) if marble.place in went]
        return any(all(world.at[i] == HAND for world in reader.state.worlds) for i in moved)

    def left(self, aside: Container[str]) -> bool:
        """Whether the move left a hole that is set aside."""
        goals = self.match.candidate.goals if self.match.candidate is not None else ()
        holes = self.recogniser.state.seating.holes
        return any(hole in aside for frm, _ in goals for hole in holes.get(frm, ()))

    @property
    def may_read_otherwise(self) -> bool:
        """Whether the marble that moved was out again, with others: who stands where it stood?"""
        state, candidate = self.recogniser.state, self.match.candidate
        if len(state.worlds) < 2 or candidate is None:
            return False
        return any(
            state.seating.places[hole] == to for hole in self.since for _, to in candidate.goals
        )

    def slid(self, again: Decision) -> bool:
        """Whether that reading says: the move as accepted, or another of the card.

        A capture moved on to a second one, the first victim put back, leaves the same holes full;
        which of the two stands is asked, never guessed (PP-3).
        """
        moves = {_ends(m.candidate) for m in again.matches if m.candidate is not None}
        made = self.match.candidate
        both = len(moves) > 1 and made is not None and _ends(made) in moves
        return both and again.kind in (Kind.WAIT, Kind.ASK)


def _ends(candidate: Candidate) -> tuple[object, ...]:
    """Who goes where, in whatever order: hands at work again tell nothing of the first one."""
    return tuple(sorted(candidate.goals)), tuple(sorted(candidate.loose))
