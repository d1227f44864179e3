"""Whose moves a visitor may take back: what would be refused is not offered."""

from __future__ import annotations

from collections.abc import Collection
from typing import Self

from msgspec import Struct

from companion.model.view import View


class Rights(Struct, frozen=True):
    """Of a visitor.

    ``plays``  it has a seat, plays for the table, or is the host of dealt hands
    ``seats``  all that it plays for; None: for everybody
    """

    plays: bool
    seats: frozenset[int] | None

    @classmethod
    def of(cls, view: View, shared: Collection[int], *, host: bool) -> Self:
        """Of whoever is shown this view; ``shared``: the seats of a shared screen."""
        dealt = view.game is not None and view.game.hands == "virtual"
        if not dealt or host:
            return cls(plays=True, seats=None)
        own = tuple(shared) or (() if view.seat is None else (view.seat,))
        return cls(plays=bool(own), seats=frozenset(own))

    def may(self, people: Collection[int]) -> bool:
        """Whether it may take back, or make again, what these have played."""
        return self.plays and (self.seats is None or self.seats.issuperset(people))
