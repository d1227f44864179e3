"""Dice as the position asks for them: whose, how many, with what faces; and what is thrown.

Actions whose params name a ``die`` or ``dice`` are throws. Those of seats are thrown on the table
and told on the page, those of chance wait until somebody asks the service to throw. Pure: no game
is known here, and the generator is passed in.
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
    """What one seat (or chance) may throw now.

    ``others``  the further params of its actions: for whom, where chance throws for several
    ``values``  what may come up → the action, in the order of the position's list
    """

    seat: int
    param: str
    others: tuple[tuple[str, str], ...]
    values: Mapping[str, Action]

    @property
    def faces(self) -> tuple[str, ...]:
        """The faces of one die, where each of ``count`` dice may show each; else all values."""
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
        """What the action's text begins with, if all it holds besides is what came up."""
        starts = {
            action.text.removesuffix(value) if action.text.endswith(value) else None
            for value, action in self.values.items()
        }
        return next(iter(starts)) if len(starts) == 1 else None


def is_throw(action: Action) -> bool:
    """Whether an action tells what dice show."""
    return any(param in action.params for param in THROWN)


def throws(position: Position) -> tuple[Throw, ...]:
    """The throws that the position waits for, in the order of its list."""
    return gathered(position.legal())


def gathered(legal: Iterable[Action]) -> tuple[Throw, ...]:
    """Actions that are throws, put together by who throws and for whom."""
    found: dict[tuple[int, str, tuple[tuple[str, str], ...]], dict[str, Action]] = {}
    for action in legal:
        for param in THROWN:
            if param not in action.params:
                continue
            others = tuple((k, v) for k, v in action.params.items() if k != param)
            found.setdefault((action.seat, param, others), {})[action.params[param]] = action
    return tuple(Throw(*key, values) for key, values in found.items())


def waits(position: Position) -> bool:
    """Whether chance is due for a throw: people like to ask for it, so it is not made unasked."""
    if position.to_act is not CHANCE or position.chance() is not None:
        return False
    legal = position.legal()
    return bool(legal) and all(is_throw(action) for action in legal)


def thrown(throw: Throw, rng: random.Random) -> Action:
    """What comes up: every face of every die alike."""
    return rng.choice(list(throw.values.values()))


def of_chance(throw: Throw) -> bool:
    """Whether the service throws it anyway."""
    return throw.seat == CHANCE_SEAT
