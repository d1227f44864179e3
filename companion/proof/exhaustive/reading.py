"""The tracker as the check sees it: states by number, and what each fact makes of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

from companion.recogniser.deciding import decide
from companion.recogniser.decisions import Decision
from companion.recogniser.facts import Fact
from companion.recogniser.hypothesis import Hypothesis
from companion.recogniser.outlook import Board
from companion.recogniser.state import State, begin, price
from companion.recogniser.tracker import step

from .toy import Moment, Toy


class Went(NamedTuple):
    """Where a fact leads: the state's number, and how many steps passed the anchor."""

    to: int
    passed: int


class Readings:
    """Every state of the tracker that was met, each worked out once."""

    def __init__(self, toy: Toy, behind: int) -> None:
        self.toy: Final = toy
        self.board: Final = Board(toy, behind=behind, kept=None)
        self.states: Final[list[State]] = []
        self.decisions: Final[list[Decision]] = []
        self._numbers: Final[dict[object, int]] = {}
        self._went: Final[dict[tuple[int, Fact], Went]] = {}
        self.most = 0
        """Most stories alive at once."""

    def begin(self, moment: Moment) -> int:
        """The number of the state in which the board fits."""
        return self._number(begin(self.board, moment, self.toy.set_out(moment)))

    def _number(self, state: State) -> int:
        key = (replace(state, stories=()), frozenset(state.stories))
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self.states)
            self.states.append(state)
            self.decisions.append(decide(self.board, state))
            self.most = max(self.most, len(state.stories))
        return number

    def after(self, number: int, fact: Fact) -> Went:
        """What a fact makes of a state."""
        key = (number, fact)
        went = self._went.get(key)
        if went is None:
            before = self.states[number]
            state = step(self.board, before, fact)
            went = Went(self._number(replace(state, passed=0)), state.passed)
            self._went[key] = went
        return went

    def prices(self, number: int) -> list[tuple[Hypothesis, int]]:
        """Every story with its price above the cheapest."""
        stories = self.states[number].stories
        least = min(map(price, stories))
        return [(one[0], price(one) - least) for one in stories]
