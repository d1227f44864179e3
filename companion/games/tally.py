"""What a game counts for the score."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from engine.events import Event
from engine.game import Position

from .presenter import Presenter

Order = tuple[frozenset[int], ...]
"""Groups of seats, the best first; those of one group share a place."""


class Tally:
    """The score of any game: it knows who has won, and nothing else.

    ``marbles``  whether marbles go home in this game and are captured; they decide the places then
    """

    marbles: bool = False

    def order(self, position: Position, winners: Collection[int]) -> Order:
        """Who came in where, at the end of a game whose places marbles do not decide."""
        return _grouped([frozenset(winners), frozenset(s.number for s in position.seats)])

    def lost(self, event: Event) -> str | None:
        """The marble that was captured; None if it is no such event."""
        return None

    def sent_back(self, event: Event) -> str | None:
        """The marble that had to leave the ring; None if it is no such event."""
        return None


class RaceTally(Tally):
    """The score of a race: the order of its first runners."""

    def __init__(self, presenter: Presenter) -> None:
        self._presenter = presenter

    def order(self, position: Position, winners: Collection[int]) -> Order:
        """The seats in the order of the race; the winners are first."""
        race = self._presenter.race(position, {})
        runners = () if race is None else race.order
        rest = frozenset(s.number for s in position.seats)
        return _grouped([frozenset(winners), *(frozenset({r.seat}) for r in runners), rest])


def _grouped(groups: Collection[frozenset[int]]) -> Order:
    """The same groups, each seat in the first of them only, and no group empty."""

    def unseen() -> Iterator[frozenset[int]]:
        seen: frozenset[int] = frozenset()
        for group in groups:
            yield group - seen
            seen |= group

    return tuple(group for group in unseen() if group)
