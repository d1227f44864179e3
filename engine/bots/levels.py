"""The levels of bots. They differ in how far they look ahead; all use one evaluation.

``beginner``  looks at one card, overlooks some moves and all danger, and is careless
``middle``    looks at one card and its move, and does not care what cards are left
``good``      looks through its whole turn, and at what a die may bring
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, Literal

from ..action import LET_GO, Action
from ..errors import BadConfig, shown
from ..game import Position
from ..lots import Generator
from ..values import Values
from .expecting import expected
from .outlook import Outlook
from .rule_of_thumb import best_of, choices_of

Level = Literal["beginner", "middle", "good"]
"""How well a bot plays."""
LEVELS: Final[tuple[Level, ...]] = ("beginner", "middle", "good")
"""All levels, the weakest first."""

CARELESS: Final = 0.04
"""A beginner takes an action whose odds are so much smaller (as a logarithm) e times less often."""
OVERLOOKED: Final[Mapping[Level, int]] = {"beginner": 4, "middle": 8}
"""A level overlooks one action of so many."""
UNSEEN: Final[Mapping[Level, tuple[str, ...]]] = {
    "beginner": ("danger", "card"),
    "middle": ("card",),
    "good": (),
}
"""What a level never sees: features whose names begin so."""
_FINE: Final = 1 << 24
"""Steps into which a drawn share is divided."""


def choose(position: Position, level: Level, rng: Generator, seat: int | None = None) -> Action:
    """What a bot of that level does, for ``seat`` if several may act; any throw of a die.

    It looks only at what that seat may know. The same position, level and generator give the same
    action. IllegalAction if nobody, or not that seat, is to act; BadConfig for another level.
    """
    if level not in LEVELS:
        raise BadConfig(f"level: {shown(level)} is none of {', '.join(LEVELS)}")
    choices = choices_of(position, seat, "no bot has anything to do")
    if len(choices) == 1:
        return choices[0]
    if all("die" in action.params or "dice" in action.params for action in choices):
        return choices[rng.randrange(len(choices))]
    known = position.known_to(choices[0].seat)
    there = set(known.legal())
    looked = [action for action in choices if action in there]
    if not looked:  # what others did hangs on what they hold, so nothing can be looked up
        return next((a for a in choices if a.params.get("claim") == LET_GO), choices[0])
    choices = looked
    if level in OVERLOOKED:
        choices = _noticed(choices, rng, OVERLOOKED[level])
    if level == "beginner":
        return _careless(choices, valued(known, choices, level), rng)
    return best_of(choices, valued(known, choices, level), rng)


def ranked(position: Position, level: Level, seat: int | None = None) -> list[Action]:
    """What a bot of that level looks at, the best first; equal ones in the order of their text.

    It looks only at what that seat may know; what it cannot look up is left out.
    """
    choices = choices_of(position, seat, "no bot has anything to do")
    known = position.known_to(choices[0].seat)
    there = set(known.legal())
    looked = [action for action in choices if action in there]
    if len(looked) < 2:
        return looked or list(choices[:1])
    worths = dict(zip(looked, valued(known, looked, level), strict=True))
    return sorted(looked, key=lambda action: -worths[action])


def valued(
    known: Position, choices: Sequence[Action], level: Level, values: Values | None = None
) -> list[float]:
    """What each action is worth to its seat by the lights of that level.

    ``values``  the table to go by, if not what that level sees of the game's own
    """
    values = values or _seen(known.values(), level)
    if values is None:
        points = expected(known, choices, closely=level == "good")
        return [CARELESS / known.carelessness * each for each in points]
    outlook = Outlook(known, choices[0].seat, values)
    if level == "good":
        return [_odds(chance) for chance in outlook.answered(known, choices)]
    return [_odds(outlook.one_card(known, action)) for action in choices]


@lru_cache(maxsize=64)
def _seen(values: Values | None, level: Level) -> Values | None:
    """The table as a level sees it."""
    unseen = UNSEEN[level]
    if values is None or not unseen:
        return values
    known = zip(values.names, values.weights, strict=True)
    return values.with_weights([0.0 if n.startswith(unseen) else w for n, w in known], {})


def _odds(chance: float) -> float:
    """The logarithm of the odds, within bounds."""
    chance = min(max(chance, 1e-12), 1 - 1e-12)
    return math.log(chance / (1 - chance))


def _noticed(choices: Sequence[Action], rng: Generator, overlooked: int) -> list[Action]:
    """The actions that are not overlooked; at least one."""
    kept = [action for action in choices if rng.randrange(overlooked)]
    return kept or [choices[rng.randrange(len(choices))]]


def _careless(choices: Sequence[Action], values: Sequence[float], rng: Generator) -> Action:
    """Rather a good one than a bad one, but any."""
    best = max(values)
    shares = [math.exp((value - best) / CARELESS) for value in values]
    rest = rng.randrange(_FINE) / _FINE * sum(shares)
    for action, share in zip(choices, shares, strict=True):
        rest -= share
        if rest < 0:
            return action
    return choices[-1]
