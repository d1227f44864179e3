"""The score of a street race."""

from __future__ import annotations

from collections.abc import Collection

from companion.games.tally import Order, Tally
from engine.game import Position
from engine.games.street_race import WoodPosition


class StreetTally(Tally):
    """FF-134: the racers in the order of the pack; a player comes in with the first of its cars."""

    def order(self, position: Position, winners: Collection[int]) -> Order:
        """The players in that order."""
        assert isinstance(position, WoodPosition)
        moment = position.race.moment
        cars = moment.state.ranking or ()
        seats = dict.fromkeys(moment.race.players.index(car[0]) for car in cars)
        return tuple(frozenset({seat}) for seat in seats) or super().order(position, winners)
