"""The true wood: which marble stands where, which ones are off it, and what each sensor says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from engine.board import Board
from engine.game import Position


@dataclass(slots=True)
class Held:
    """A marble in somebody's hand or beside the board, and the hole that it left ("" for none)."""

    token: str
    frm: str = ""


@dataclass
class World:
    """What nobody but the people knows.

    ``wood``     hole → colour of the marble that stands there
    ``hand``     marbles off the wood, in the order of lifting
    ``covered``  holes under a sleeve: their sensors read full whatever stands there
    ``crossed``  how often another marble was put than the one lifted last
    """

    wood: dict[str, str]
    hand: list[Held] = field(default_factory=list)
    covered: set[str] = field(default_factory=set)
    crossed: int = 0

    def full(self, hole: str) -> bool:
        """Whether the hole's sensor reads a marble."""
        return hole in self.wood or hole in self.covered

    def lift(self, hole: str) -> Held:
        """Take the marble off a hole; KeyError if none stands there."""
        held = Held(self.wood.pop(hole), hole)
        self.hand.append(held)
        return held

    def put(self, held: Held, hole: str) -> None:
        """Put a marble from the hand; KeyError if another one stands there."""
        if hole in self.wood:
            raise KeyError(hole)
        self.crossed += held.token != self.hand[-1].token
        self.hand.remove(held)
        self.wood[hole] = held.token

    def holding(self, token: str) -> Held | None:
        """The marble of that colour that was lifted last."""
        return next((held for held in reversed(self.hand) if held.token == token), None)

    def free(self, holes: Iterable[str]) -> list[str]:
        """Those of the holes on which nothing stands."""
        return [hole for hole in holes if hole not in self.wood]


def set_out(position: Position) -> World:
    """The wood as a position has it; groups fill from their first hole, trays lie beside it."""
    places = position.board.places
    world = World({})
    for place, tokens in position.occupancy().items():
        holes = places[place].holes
        if not holes:
            world.hand += [Held(token) for token in tokens]
        else:
            world.wood.update(zip(holes, tokens, strict=False))
    return world


def colours(board: Board, wood: Mapping[str, str]) -> dict[str, Counter[str]]:
    """Place → the colours that stand in its holes."""
    found: dict[str, Counter[str]] = {}
    for place in board.places.values():
        here = [wood[hole] for hole in place.holes if hole in wood]
        if here:
            found[place.id] = Counter(here)
    return found


def is_as_wanted(position: Position, wood: Mapping[str, str]) -> bool:
    """Whether ``colours`` and ``wanted`` are the same, without the counting: they nearly always
    are."""
    standing = position.occupancy()
    for place in position.board.places.values():
        if place.holes:
            here = [wood[hole] for hole in place.holes if hole in wood]
            there = standing.get(place.id, ())
            if len(here) != len(there) or (here and sorted(here) != sorted(there)):
                return False
    return True


def wanted(position: Position) -> dict[str, Counter[str]]:
    """Place → the colours that a position has in its holes; what lies in a tray is left out."""
    places = position.board.places
    return {
        place: Counter(tokens)
        for place, tokens in position.occupancy().items()
        if tokens and places[place].holes
    }
