"""A table at which the tests play a game of the engine with calm, faultless hands."""

from __future__ import annotations

import random
from collections.abc import Mapping

from companion.play.open_game import drawn
from companion.recogniser.deciding import decide
from companion.recogniser.decisions import Ask, Decision
from companion.recogniser.endings import EMPTY, Wood
from companion.recogniser.facts import Answer, Dwell, Edge, Fact, Told
from companion.recogniser.game_endings import GameEndings, said
from companion.recogniser.outlook import Board
from companion.recogniser.state import State, begin
from companion.recogniser.tracker import step
from companion.wood.seating import seat
from engine.action import Action
from engine.game import CHANCE, OVER, Position
from engine.registry import REGISTRY


class GameTable:
    """The tracker over a game. ``marbles``: hole → token, as the hands know it."""

    def __init__(self, options: Mapping[str, object], seed: int) -> None:
        game = REGISTRY.game(str(options["game"]))
        self.rng = random.Random(seed)
        self.position: Position = game.new(options)
        self.settle()
        self.seating = seat(game.seating, self.position.board)
        self.game = GameEndings(self.seating, self.position)
        wood = self.game.full_wood(self.position)
        self.marbles = {
            self.game.names[n]: self.game.tokens[token - 1]
            for n, token in enumerate(wood)
            if token != EMPTY
        }
        self.board = Board(self.game)
        beside = self.game.off(self.game.number(self.position))
        self.hand = [self.game.tokens[token - 1] for token in beside]
        self.state: State = begin(self.board, self.game.number(self.position), wood, beside)
        self.played: list[str] = []

    @property
    def over(self) -> bool:
        return self.position.to_act is OVER

    @property
    def decision(self) -> Decision:
        return decide(self.board, self.state)

    @property
    def committed(self) -> list[str]:
        """Everything that the tracker believes to have been played."""
        steps = self.state.committed
        return [s.text for s in steps]

    def happens(self, fact: Fact) -> None:
        self.state = step(self.board, self.state, fact)

    def settle(self) -> None:
        """Chance brings what is due."""
        while self.position.to_act is CHANCE:
            action = drawn(self.position, self.rng)
            if hasattr(self, "state"):
                self.happens(Told(said(self.position, action)))
            self.position = self.position.apply(action).position

    def turn(self) -> Action:
        """Somebody plays any action: says it where no wood shows it, else makes it by hand."""
        action = self.rng.choice(list(self.position.distinct()))
        after = self.position.apply(action).position
        number = self.game.number(after)
        shapes = [
            wood
            for wood, paths in self.game.ends(self.game.number(self.position)).items()
            if any(
                path[-1].text == said(self.position, action) and len(path) == 1 for path in paths
            )
        ]
        if not shapes:
            self.happens(Told(said(self.position, action)))
        else:
            self.set(shapes[0])
            self.happens(Dwell())
            self.answer(number)
        self.set(self.game.wood(number))
        self.send_home(after)
        self.happens(Dwell())
        self.position = after
        self.played.append(action.text)
        return action

    def answer(self, number: int) -> None:
        """Say which action it was, if that is asked."""
        decision = self.decision
        if isinstance(decision, Ask):
            mine = [o for o in decision.options if o.log and o.log[-1].position == number]
            assert mine, decision
            self.happens(Answer(mine[0]))

    def set(self, shape: Wood) -> None:
        """Lift what must go from the exact holes, then put what must come, from the hand or pen."""
        names, tokens = self.game.names[: len(shape)], self.game.tokens
        wanted = {n: tokens[t - 1] for n, t in zip(names, shape, strict=True) if t != EMPTY}
        for hole in names:
            if hole in self.marbles and self.marbles[hole] != wanted.get(hole):
                self.lift(hole)
        for hole, token in wanted.items():
            if hole not in self.marbles:
                if token not in self.hand:
                    self.lift(next(h for h, t in self.pens().items() if t == token))
                self.put(hole, token)

    def send_home(self, after: Position) -> None:
        """Put what was captured into its pen."""
        for place, tokens in after.occupancy().items():
            holes = self.seating.holes.get(place, ())
            for token in tokens if len(holes) > 1 else ():
                if token in self.hand and sum(h in self.marbles for h in holes) < len(tokens):
                    self.put(next(h for h in holes if h not in self.marbles), token)

    def pens(self) -> dict[str, str]:
        """The marbles in holes of groups."""
        exact = set(self.game.names[: self.game.exact])
        return {hole: token for hole, token in self.marbles.items() if hole not in exact}

    def lift(self, hole: str) -> None:
        self.hand.append(self.marbles.pop(hole))
        self.happens(Edge(self.game.numbers[hole], False))

    def put(self, hole: str, token: str) -> None:
        self.hand.remove(token)
        self.marbles[hole] = token
        self.happens(Edge(self.game.numbers[hole], True))
