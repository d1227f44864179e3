"""The moment of a game of Wahoo, and what was settled before the game. Immutable data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .ways import ends, pen


class State(NamedTuple):
    """One moment.

    ``kind``     the kind of the board, ``hex`` or ``square``
    ``service``  whether the service throws the die (WA-3)
    ``players``  each player's colour, in the order of play
    ``marbles``  by player the places of the four marbles, sorted: holes, or the pen's name
    ``die``      the face that waits for its move, or None before the throw
    """

    kind: str
    service: bool
    players: tuple[str, ...]
    marbles: tuple[tuple[str, ...], ...]
    to_play: int = 0
    die: int | None = None

    @property
    def winner(self) -> int | None:
        """WA-2: the player whose marbles are all in the home row."""
        for player, places in enumerate(self.marbles):
            if all(place[1:2] == "h" for place in places):
                return player
        return None

    @property
    def colour(self) -> str:
        """The colour of the player whose turn it is."""
        return self.players[self.to_play]

    def standing(self) -> dict[str, tuple[str, ...]]:
        """The colours that stand on each place."""
        found: dict[str, tuple[str, ...]] = {}
        for colour, places in zip(self.players, self.marbles, strict=True):
            for place in places:
                found[place] = (*found.get(place, ()), colour)
        return found

    def moves(self) -> list[tuple[str, str]]:
        """The moves (from, to) that the die allows the player; none before the throw (WA-3)."""
        if self.die is None or self.winner is not None:
            return []
        mine = self.marbles[self.to_play]
        return [
            (frm, to)
            for frm in dict.fromkeys(mine)
            for to in ends(self.kind, self.colour, frm, self.die, mine)
        ]

    def moved(self, player: int, frm: str, to: str) -> State:
        """The same with one marble of a player elsewhere."""
        left = list(self.marbles[player])
        left.remove(frm)
        places = tuple(sorted([*left, to]))
        return self._replace(marbles=(*self.marbles[:player], places, *self.marbles[player + 1 :]))

    def captured(self, to: str) -> int | None:
        """WA-8: the other player whose marble stands there; None if there is none."""
        for player, places in enumerate(self.marbles):
            if player != self.to_play and to in places:
                return player
        return None


def first_state(
    kind: str,
    service: bool,
    players: tuple[str, ...],
    first: int = 0,
    ahead: Sequence[int] = (),
) -> State:
    """WA-1: all marbles in their pens, but those that are ``ahead``, by player."""
    marbles = tuple(
        tuple(sorted((*(f"{c}h{4 - n}" for n in range(home)), *(pen(c),) * (4 - home))))
        for c, home in zip(players, ahead or (0,) * len(players), strict=True)
    )
    return State(kind, service, players, marbles, first)
