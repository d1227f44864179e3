"""A table at which the tests move marbles of the toy board, in one line of text."""

from __future__ import annotations

from companion.proof.exhaustive.toy import LETTERS, Toy
from companion.recogniser.deciding import decide
from companion.recogniser.decisions import Ask, Decision
from companion.recogniser.endings import UNSURE
from companion.recogniser.facts import Answer, Dwell, Edge, Fact, Told, Waited
from companion.recogniser.outlook import Board
from companion.recogniser.state import State, begin
from companion.recogniser.tracker import step


class ToyTable:
    """The tracker over the toy game.

    ``moves("-0 +1 . ")``: hole 0 lets go, hole 1 is full, a dwell. ``+1!`` at once after the edge
    before, ``+1^`` so late that the lights were read, ``~`` the table has waited, ``card:1`` and
    ``0+1`` name an action.
    """

    def __init__(
        self, ring: str, turn: str = "a", cards: bool = False, behind: int = 3, colours: int = 2
    ) -> None:
        self.toy = Toy(len(ring), cards, colours)
        self.board = Board(self.toy, behind)
        moment = self.toy.moment(ring, LETTERS.index(turn))
        self.state: State = begin(self.board, moment, self.toy.set_out(moment))

    def moves(self, text: str) -> Decision:
        """Everything in the text happens; the answer is what the table does then."""
        for word in text.split():
            self.happens(self.fact(word))
        return self.decision

    def happens(self, fact: Fact) -> None:
        self.state = step(self.board, self.state, fact)

    def fact(self, word: str) -> Fact:
        if word == ".":
            return Dwell()
        if word == "~":
            return Waited()
        if word[0] in "+-":
            hole, full = int(word[1:].rstrip("!^")), word[0] == "+"
            return Edge(hole, full, word.endswith("!"), late=word.endswith("^"))
        return Told(word)

    @property
    def decision(self) -> Decision:
        return decide(self.board, self.state)

    @property
    def played(self) -> str:
        """What is committed, as text."""
        return " ".join(one.text for one in self.state.committed)

    @property
    def options(self) -> set[tuple[str, str]]:
        """The options of the question: what was played, and the ring."""
        decision = self.decision
        assert isinstance(decision, Ask), decision
        return {
            (" ".join(one.text for one in option.log), letters(option.wood or b""))
            for option in decision.options
        }

    def answer(self, log: str) -> None:
        """The option in which that was played is chosen."""
        decision = self.decision
        assert isinstance(decision, Ask), decision
        option = next(o for o in decision.options if " ".join(s.text for s in o.log) == log)
        self.happens(Answer(option))

    def alive(self, log: str) -> bool:
        """Whether some story holds that log."""
        return any(" ".join(s.text for s in h.log) == log for h, _ in self.state.stories)


def letters(wood: bytes) -> str:
    """A wood as text; ``?`` where nobody knows."""
    return "".join("?" if token == UNSURE else LETTERS[token] for token in wood)
