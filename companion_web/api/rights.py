"""What a visitor may take back, stop and begin anew: what would be refused is not offered."""

from __future__ import annotations

from collections.abc import Collection
from typing import Self

from msgspec import Struct

from companion.model.view import View


class Rights(Struct, frozen=True):
    """Of a visitor.

    ``sits``   it has a seat, or plays for the table
    ``seats``  those whose moves it may take back; None: anybody's
    ``again``  it may begin the game anew once it is over
    ``stops``  it may stop clocks and bots, and let them go on
    """

    sits: bool
    seats: frozenset[int] | None
    again: bool
    stops: bool

    @classmethod
    def of(cls, view: View, shared: Collection[int], *, host: bool) -> Self:
        """Of whoever is shown this view; ``shared``: the seats of a shared screen."""
        dealt = view.game is not None and view.game.hands == "virtual"
        own = tuple(shared) or (() if view.seat is None else (view.seat,))
        sits = bool(own) or not dealt
        again = bool(own) or host or not any(one.taken and not one.bot for one in view.players)
        return cls(sits, None if host or not dealt else frozenset(own), again, again or sits)

    def may(self, people: Collection[int]) -> bool:
        """Whether it may take back, or make again, what these have played."""
        return self.seats is None or (self.sits and self.seats.issuperset(people))
