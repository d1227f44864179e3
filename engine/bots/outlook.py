"""What a seat may expect of an action: its chance to win, by the game's values.

Everything is looked up in ``Position.known_to``, so no hidden card is ever seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from ..action import Action
from ..game import Position
from ..values import Values

MOST_LEAVES: Final = 300
"""Five cards that play again have thousands of orders; so many ends are looked at."""
BEAM: Final = 10
"""So many half-played turns are followed on after each card."""
CLOSELY: Final = 5
"""The answers to so many actions are looked at."""
_MAX_PRELUDES: Final = 3


class Way(NamedTuple):
    """One card of a turn and its move: the first action of the turn, and where it led."""

    first: Action
    after: Position


class Outlook:
    """The chances that one seat sees."""

    def __init__(self, position: Position, seat: int, values: Values) -> None:
        self.seat = seat
        self.team = next(s.team for s in position.seats if s.number == seat)
        self.values = values
        self.leaves = 0

    def chance(self, position: Position) -> float:
        """The chance of the seat's team to win."""
        won = position.won_by
        if won is not None:
            return float(won == self.team)
        self.leaves += 1
        return self.values.chances(position.features())[self.team]

    def one_card(self, position: Position, action: Action) -> float:
        """The chance after an action; a card is as good as the best move that it gives."""
        return max(self.settled(way) for way in self._ways(position, action, action))

    def whole_turn(self, position: Position, choices: Sequence[Action]) -> list[float]:
        """The chance after each action if the rest of the turn is played as well as possible."""
        best = dict.fromkeys(choices, -1.0)
        frontier = [way for action in choices for way in self._ways(position, action, action)]
        while frontier:
            going_on: dict[Position, tuple[float, Way]] = {}
            for way in frontier:
                value = self.settled(way)
                if not self._goes_on(way):
                    best[way.first] = max(best[way.first], value)
                elif way.after not in going_on:
                    going_on[way.after] = value, way
            kept = sorted(going_on.values(), key=lambda one: -one[0])
            follow = 0 if self.leaves >= MOST_LEAVES else BEAM
            for value, way in kept[follow:]:
                best[way.first] = max(best[way.first], value)
            frontier = [
                further
                for _, way in kept[:follow]
                for action in self._own(way.after)
                for further in self._ways(way.after, action, way.first)
            ]
        return [best[action] for action in choices]

    def answered(self, known: Position, choices: Sequence[Action]) -> list[float]:
        """The chance after each action and the best answer to it, whatever card or face comes.

        Only the best few are looked at so closely; all others come after them. Where hands or decks
        of their own decide what comes, the rest of the own turn is all that can be looked at.
        """
        close = self.whole_turn(known, choices)
        if not any(way.after.lots() for way in self._ways(known, choices[0], choices[0])):
            return close
        few = sorted(range(len(choices)), key=lambda n: -close[n])[:CLOSELY]
        out = [value - 1.0 for value in close]
        for n in few:
            ways = self._ways(known, choices[n], choices[n])
            out[n] = max(self._met(way.after) for way in ways)
        return out

    def _met(self, after: Position) -> float:
        """The mean chance over what may come, if whoever it comes to makes the best of it."""
        lots = after.lots()
        if after.won_by is not None or not lots:
            return self.chance(after)
        total = sum(share * self._best(after.apply(lot).position) for lot, share in lots.items())
        return total / sum(lots.values())

    def _best(self, position: Position) -> float:
        """The own chance after what is best for whoever is to act."""
        acting = position.to_act
        if not isinstance(acting, frozenset) or len(acting) != 1:
            return self.chance(position)
        (seat,) = acting
        team = next(s.team for s in position.seats if s.number == seat)
        ends = [position.apply(action).position for action in position.legal()]
        self.leaves += len(ends)
        each = [self._chances(end) for end in ends]
        return max(each, key=lambda chances: chances[team])[self.team]

    def _chances(self, position: Position) -> Sequence[float]:
        won = position.won_by
        if won is not None:
            return [float(team == won) for team in sorted({s.team for s in position.seats})]
        return self.values.chances(position.features())

    def settled(self, way: Way) -> float:
        """The chance where a way leads."""
        return self.chance(way.after)

    def _ways(
        self, position: Position, action: Action, first: Action, depth: int = _MAX_PRELUDES
    ) -> Iterator[Way]:
        """Where an action leads, through the cards that only say how to read the next."""
        after = position.apply(action).position
        following = self._own(after) if action.prelude and depth else ()
        if not following:
            yield Way(first, after)
        for each in following:
            yield from self._ways(after, each, first, depth - 1)

    def _goes_on(self, way: Way) -> bool:
        return way.after.to_act == frozenset((self.seat,)) and not way.after.lots()

    def _own(self, position: Position) -> Sequence[Action]:
        return [action for action in position.legal() if action.seat == self.seat]
