"""Fitting a table of values to games that were played: gradients by hand, in plain Python."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from ..lots import Generator, shuffle
from ..values import Features, Values, softmax

RATE: Final = 0.05
"""The first step along a gradient; steps shrink with all that a feature has moved (Adagrad)."""


class Sample(NamedTuple):
    """A moment of a game, and the team that won it."""

    features: Features
    winner: int


def fitted(values: Values, samples: Sequence[Sample], rounds: int, rng: Generator) -> list[float]:
    """Weights that make the winners of these moments likelier, starting from a table's own."""
    weights = list(values.weights)
    moved = [1e-8] * len(weights)
    order = list(range(len(samples)))
    for number in range(rounds):
        shuffle(order, rng)
        rate = RATE / (1 + number)
        for n in order:
            _step(weights, moved, samples[n], rate)
    return weights


def _step(weights: list[float], moved: list[float], sample: Sample, rate: float) -> None:
    held = sample.features
    shares = softmax([sum([weights[n] for n in own]) for own in held])
    for team, own in enumerate(held):
        off = shares[team] - (team == sample.winner)
        for n in own:
            moved[n] += off * off
            weights[n] -= rate * off / math.sqrt(moved[n])


def loss(values: Values, samples: Iterable[Sample]) -> float:
    """The mean surprise at the winners, in nats; smaller is better."""
    found = [-math.log(max(1e-12, values.chances(s.features)[s.winner])) for s in samples]
    return sum(found) / len(found)
