"""What a position is worth to each team: features that are counted, and one value for each.

A game counts its features (``Position.features``); a table says what each is worth. The sum is a
team's strength, and the strengths make the chances to win (softmax). Tables are fitted by
``trackside train`` and read from the game's folder.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import resources

Features = Sequence[Sequence[int]]
"""By team: the numbers of the features it has, each as often as it has it."""


@dataclass(frozen=True, eq=False)
class Values:
    """A table of values.

    ``names``    of the features, in order
    ``weights``  what each is worth; larger is better for the team that has it
    ``told``     how it was made: rules, players, games, seed; empty for a first guess
    ``first``    the guess that stood before anything was learned; None if this is it
    """

    names: tuple[str, ...]
    weights: tuple[float, ...]
    told: Mapping[str, object] = field(default_factory=dict, hash=False, compare=False)
    first: Values | None = field(default=None, hash=False, compare=False, repr=False)

    @property
    def guess(self) -> Values:
        """The table that training begins with."""
        return self.first or self

    @cached_property
    def number(self) -> Mapping[str, int]:
        """Feature → its number."""
        return {name: n for n, name in enumerate(self.names)}

    def strengths(self, features: Features) -> list[float]:
        """The strength of each team."""
        weights = self.weights
        return [sum([weights[n] for n in held]) for held in features]

    def chances(self, features: Features) -> tuple[float, ...]:
        """The chance of each team to win."""
        return softmax(self.strengths(features))

    def with_weights(self, weights: Sequence[float], told: Mapping[str, object]) -> Values:
        """A table of the same features with other values."""
        return Values(self.names, tuple(weights), told, self.guess)

    def to_text(self) -> str:
        """The table as its file is written."""
        values = {n: round(w, 4) for n, w in zip(self.names, self.weights, strict=True)}
        return json.dumps({**self.told, "values": values}, indent=0) + "\n"


def softmax(strengths: Sequence[float]) -> tuple[float, ...]:
    """Shares of one that grow with the strengths."""
    best = max(strengths)
    shares = [math.exp(strength - best) for strength in strengths]
    total = sum(shares)
    return tuple([share / total for share in shares])


def read_values(package: str, names: Sequence[str], guess: Values) -> Values:
    """The first of these tables that a package ships; ``guess`` where it ships none.

    A feature that the file does not know keeps its guess.
    """
    folder = resources.files(package).joinpath("values")
    files = [file for name in names if (file := folder.joinpath(f"{name}.json")).is_file()]
    if not files:
        return guess
    data = json.loads(files[0].read_text(encoding="utf-8"))
    values = data.pop("values")
    known = zip(guess.names, guess.weights, strict=True)
    return guess.with_weights([float(values.get(n, w)) for n, w in known], data)
