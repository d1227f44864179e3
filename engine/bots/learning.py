"""Learning a table of values from games of bots against themselves, in plain Python.

The chances told at one turn are drawn towards those told at later turns and towards the end (the
λ-return of temporal differences). That is far less noisy than the end alone: 1,500 games are enough
where 900 games fitted to their ends lost against the rule of thumb.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from ..values import Features, softmax

TRUST: Final = 0.85
"""λ: how much a turn is drawn towards what follows the next one."""
RATE: Final = 0.1
"""The first step along a gradient; steps shrink with all that a feature has moved (Adagrad)."""
CAUTION: Final = 1.0
"""So much every feature counts as moved at the beginning."""


class Played(NamedTuple):
    """A game: the features at the beginning of each turn, and the team that won."""

    turns: Sequence[Features]
    winner: int


class Pupil:
    """Weights that learn from one game after the other.

    ``weights``  as they stand; ``mean``: over all games after the first half, which is calmer
    """

    def __init__(self, weights: Sequence[float], games: int) -> None:
        self.weights = list(weights)
        self.mean = list(weights)
        self._games = games
        self._seen = self._counted = 0
        self._moved = [CAUTION] * len(self.weights)

    def learn(self, game: Played) -> None:
        """Take one step for every turn of a game, the last one first."""
        rate = RATE * (1.0 - 0.8 * self._seen / self._games)
        told = [self._chances(held) for held in game.turns]
        goal = [float(team == game.winner) for team in range(len(told[0]))]
        for held, chances in zip(reversed(game.turns), reversed(told), strict=True):
            for team, own in enumerate(held):
                self._step(own, chances[team] - goal[team], rate)
            goal = [TRUST * g + (1 - TRUST) * c for g, c in zip(goal, chances, strict=True)]
        self._seen += 1
        if 2 * self._seen > self._games:
            self._counted += 1
            share = 1 / self._counted
            self.mean = [m + share * (w - m) for m, w in zip(self.mean, self.weights, strict=True)]

    def _chances(self, features: Features) -> tuple[float, ...]:
        weights = self.weights
        return softmax([sum([weights[n] for n in own]) for own in features])

    def _step(self, own: Sequence[int], off: float, rate: float) -> None:
        weights, moved = self.weights, self._moved
        for n in own:
            moved[n] += off * off
            weights[n] -= rate * off / math.sqrt(moved[n])
