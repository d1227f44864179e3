"""The score of games on the boards for marbles: marbles home, holes to go, captures."""

from __future__ import annotations

from collections.abc import Collection
from itertools import groupby
from typing import Final

from engine.boards.marble import BULLSEYE, SIDES, TRACK_HOLES_PER_SIDE
from engine.events import Captured, Event, SentBack
from engine.game import Position

from .tally import Marbles, Order, Tally

TURN: Final = 7
EXIT: Final = 9
"""Where a marble turns into its home row, and where it comes out of its pen."""


class MarbleTally(Tally):
    """Marbles home decide, then the holes that are still to go along the track."""

    captures = True

    def order(self, position: Position, winners: Collection[int]) -> Order:
        """The winners first, then the teams by marbles home and holes to go."""
        teams: dict[int, list[int]] = {}
        for seat in position.seats:
            teams.setdefault(seat.team, []).append(seat.number)

        def standing(team: int) -> tuple[bool, int, int]:
            held = [self.marbles(position, seat) for seat in teams[team]]
            won = any(seat in winners for seat in teams[team])
            return not won, -sum(m.home for m in held), sum(m.to_go for m in held)

        ranked = groupby(sorted(teams, key=standing), key=standing)
        return tuple(frozenset(s for team in same for s in teams[team]) for _, same in ranked)

    def marbles(self, position: Position, seat: int) -> Marbles:
        """How a seat's marbles stand."""
        sides = SIDES[position.board.kind]
        colours = next(s.colours for s in position.seats if s.number == seat)
        home = total = to_go = under_way = 0
        for place, tokens in position.occupancy().items():
            for colour in tokens:
                if colour not in colours:
                    continue
                total += 1
                if place[1:2] == "h":
                    home += 1
                    continue
                under_way += place[1:2] != "p"
                to_go += to_turn(place, colour, sides)
        for colour in colours:
            to_go += sum(n for n in range(1, 5) if colour not in _at(position, f"{colour}h{n}"))
        return Marbles(home, total, to_go, not under_way)

    def lost(self, event: Event) -> str | None:
        """The captured marble's colour."""
        return event.token if isinstance(event, Captured) else None

    def sent_back(self, event: Event) -> str | None:
        """FT-25."""
        return event.token if isinstance(event, SentBack) else None


def to_turn(place: str, colour: str, sides: str | Collection[str]) -> int:
    """Holes along the main track from a place to the turn into the home row of a colour.

    Out of the pen is one hole, and so is it from the bull's eye to the own corner.

    >>> to_turn("A5", "A", "ABCDEF"), to_turn("A9", "A", "ABCDEF"), to_turn("Ap", "A", "ABCDEF")
    (2, 82, 83)
    """
    order = list(sides)
    around = TRACK_HOLES_PER_SIDE * len(order)
    turn = TRACK_HOLES_PER_SIDE * order.index(colour) + TURN
    if place[1:2] == "p":
        return 1 + around - (EXIT - TURN)
    if place == BULLSEYE:
        return 1 + TURN
    return (turn - TRACK_HOLES_PER_SIDE * order.index(place[0]) - int(place[1:])) % around


def _at(position: Position, place: str) -> tuple[str, ...]:
    return position.occupancy().get(place, ())
