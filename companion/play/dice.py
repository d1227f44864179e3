"""Dice as the position asks for them: whose, how many, with what faces, and what is thrown.

Actions whose params name a ``die`` or ``dice`` are throws. People throw the dice of seats on the
table and tell the page. Chance's dice wait until somebody asks the service to throw. Pure: this
module knows no game, and the generator is passed in.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from engine.action import CHANCE_SEAT, Action
from engine.game import CHANCE, Position

THROWN: Final = ("die", "dice")
"""Params whose value is what dice show."""


@dataclass(frozen=True)
class Throw:
    """The throw that one seat (or chance) may make now.

    ``others``  the further params of its actions: for whom, if chance throws for several
    ``values``  each value that may come up → its action, in the order of the position's list
    """

    seat: int
    param: str
    others: tuple[tuple[str, str], ...]
    values: Mapping[str, Action]

    @property
    def faces(self) -> tuple[str, ...]:
        """The faces of one die, if each of ``count`` dice may show each face; else all values."""
        return self._split[1]

    @property
    def count(self) -> int:
        """How many dice are thrown."""
        return self._split[0]

    @property
    def _split(self) -> tuple[int, tuple[str, ...]]:
        values = tuple(self.values)
        lengths = {len(value) for value in values}
        faces = tuple(dict.fromkeys(face for value in values for face in value))
        count = next(iter(lengths))
        if len(lengths) == 1 and len(faces) ** count == len(values):
            return count, faces
        return 1, values

    @property
    def prefix(self) -> str | None:
        """The beginning of the action's text, if what came up is all that follows it."""
        starts = {
            action.text.removesuffix(value) if action.text.endswith(value) else None
            for value, action in self.values.items()
        }
        return next(iter(starts)) if len(starts) == 1 else None


def is_throw(action: Action) -> bool:
    """Whether an action tells what dice show."""
    params = action.params
    return bool(params) and not params.keys().isdisjoint(THROWN)


def throws(position: Position) -> tuple[Throw, ...]:
    """The throws that the position waits for, in the order of its list."""
    return gathered(position.legal())


def gathered(legal: Iterable[Action]) -> tuple[Throw, ...]:
    """The throws among these actions, one for each thrower and each seat thrown for."""
    found: dict[tuple[int, str, tuple[tuple[str, str], ...]], dict[str, Action]] = {}
    for action in legal:
        for param in THROWN:
            if param not in action.params:
                continue
            others = tuple((k, v) for k, v in action.params.items() if k != param)
            found.setdefault((action.seat, param, others), {})[action.params[param]] = action
    return tuple(Throw(*key, values) for key, values in found.items())


def waits(position: Position) -> bool:
    """Whether chance has a throw to make: people like to ask for it, so nobody makes it unasked."""
    if position.to_act is not CHANCE or position.chance() is not None:
        return False
    legal = position.legal()
    return bool(legal) and all(is_throw(action) for action in legal)


def thrown(throw: Throw, rng: random.Random) -> Action:
    """What comes up; every face of every die is equally likely."""
    return rng.choice(list(throw.values.values()))


def of_chance(throw: Throw) -> bool:
    """Whether the service throws it in any case."""
    return throw.seat == CHANCE_SEAT
