"""What an action is worth on the mean over the dice, where a game counts no features.

It goes by the game's score. Dice are looked up face by face; claim windows that open on the way are
let go by, so it makes no difference who could use one; cards and mats that come are not looked at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from ..action import CHANCE_SEAT, LET_GO, Action
from ..game import CHANCE, OVER, Position
from .rule_of_thumb import WIN, of_events, score_of

MOST_LEAVES: Final = 300
"""At most about so many ends are looked at for a choice; then the score of the moment counts."""
LONGEST: Final = 12
"""At most so many dice and windows lie between an action and its outcome."""
SOONER: Final = 100.0
"""Among actions that win, the first of a turn counts for so much more than a later one."""
CLOSELY: Final = 5
"""The mean over the dice is looked up for so many actions."""


def expected(known: Position, choices: Sequence[Action], *, closely: bool) -> list[float]:
    """The worth of each action to its seat, in points of the game's score.

    With the middle face of every die; ``closely``: of the best few the mean over all faces and the
    best that may follow in the own turn. All others then come after them.
    """
    glance = Expectation(choices[0].seat, MOST_LEAVES // len(choices), mean=False)
    points = [glance.anew().of(known, action, 1) for action in choices]
    if not closely:
        return points
    few = sorted(range(len(choices)), key=lambda n: -points[n])[:CLOSELY]
    look = Expectation(choices[0].seat, MOST_LEAVES // len(few))
    near = {n: look.anew().of(known, choices[n], known.lookahead) for n in few}
    behind = min(near.values()) - max(points[n] for n in few)
    return [near[n] if n in near else behind + points[n] for n in range(len(choices))]


class Expectation:
    """The mean worth of actions to one seat."""

    def __init__(self, seat: int, leaves: int = MOST_LEAVES, *, mean: bool = True) -> None:
        """``mean``  over all faces of a die and the answers to them; else its middle face counts"""
        self.seat = seat
        self.left = leaves
        self.mean = mean

    def anew(self) -> Expectation:
        """The same for the next action, which has as many ends."""
        return Expectation(self.seat, self.left, mean=self.mean)

    def of(self, position: Position, action: Action, steps: int) -> float:
        """The worth of an action; ``steps``: so many actions of the own turn, this one first."""
        after, events = position.apply(action)
        told = of_events(position, self.seat, events) if self.seat == action.seat else 0.0
        if after.won_by is not None and after.won_by == self._team(after):
            told += steps * SOONER
        return told + self._later(after, steps - 1, LONGEST)

    def looked_up(self, position: Position) -> float:
        """The worth of a position with what dice bring next, and the answers to them."""
        return self._later(position, 0, LONGEST)

    def _later(self, position: Position, steps: int, more: int) -> float:
        won = position.won_by
        if won is not None or position.to_act is OVER:
            return score_of(position, self.seat) + (WIN if won == self._team(position) else 0.0)
        lots = position.lots() if self.mean else {}
        if lots and self.left > 0:
            total = sum(n * self._answered(position.apply(lot).position) for lot, n in lots.items())
            return total / sum(lots.values())
        if more and not position.chooses:
            thrown = list(faces(position))
            if thrown and self.left > 0:
                return self._thrown(position, thrown, steps, more - 1)
            let_go = passes(position)
            if let_go:
                return self._later(position.apply(let_go[0]).position, steps, more - 1)
        if steps > 0 and self.left > 0 and position.to_act == frozenset((self.seat,)):
            own = [a for a in position.distinct() if a.seat == self.seat and a.displacements]
            if own:
                return max(self.of(position, action, steps) for action in own)
        self.left -= 1
        return score_of(position, self.seat)

    def _team(self, position: Position) -> int:
        return next(seat.team for seat in position.seats if seat.number == self.seat)

    def _thrown(self, position: Position, thrown: Sequence[Action], steps: int, more: int) -> float:
        """The mean over the faces of a die; faces that lead to the same are looked at once."""
        if not self.mean:
            thrown = thrown[len(thrown) // 2 :][:1]
        ends = Counter([position.apply(face).position for face in thrown])
        return sum(n * self._later(end, steps, more) for end, n in ends.items()) / len(thrown)

    def _answered(self, position: Position) -> float:
        """The worth to the own seat of what is best for whoever is to act."""
        acting = position.to_act
        if not isinstance(acting, frozenset) or len(acting) != 1:
            self.left -= 1
            return score_of(position, self.seat)
        (seat,) = acting
        best = None
        for action in position.legal():
            after, events = position.apply(action)
            self.left -= 1
            theirs = of_events(position, seat, events) + score_of(after, seat)
            if best is None or theirs > best[0]:
                ours = of_events(position, self.seat, events) + score_of(after, self.seat)
                best = theirs, ours
        return score_of(position, self.seat) if best is None else best[1]


def faces(position: Position) -> Iterator[Action]:
    """The faces of a die that is thrown now, each as likely as the others; none without a die.

    A die that is asked for by kind is dear to look up: its lowest, middle and highest face will do.
    """
    request = position.chance()
    if request is not None:
        if request.kind == "die":
            low, high = request.domain[0], request.domain[-1]
            for face in (low, request.domain[len(request.domain) // 2], high):
                yield Action(CHANCE_SEAT, request.prefix + face)
        return
    legal = position.legal()
    if legal and all("die" in action.params for action in legal):
        yield from legal
    elif position.to_act is CHANCE:
        yield from legal[len(legal) // 2 :][:1]


def passes(position: Position) -> Sequence[Action]:
    """The actions that let a claim window go by, if one is open."""
    legal = position.legal()
    if not legal or not all("claim" in action.params for action in legal):
        return ()
    return [action for action in legal if action.params["claim"] == LET_GO]
