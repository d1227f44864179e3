"""The disturbances: their names, how often each must come, and which one a gesture gets."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterable
from typing import Final

BOUNCE: Final = "bounce"
COUNTING: Final = "counting"

NAMES: Final = (
    BOUNCE,
    COUNTING,
    "capture_order",
    "slip",
    "wrong_place",
    "change_of_mind",
    "two_hands",
    "late_pen",
    "knock",
    "chatter",
    "dead_hole",
    "link_loss",
    "power_cut",
)
"""The names in the order of the rows."""

LEAST: Final = dict.fromkeys(NAMES, 0.02) | {BOUNCE: 1.0, COUNTING: 0.30}
"""Share of all gestures that a disturbance must have at least (PP-40)."""

AIM: Final = dict.fromkeys(NAMES, 0.026) | {BOUNCE: 1.0, COUNTING: 0.32}
"""Share that is aimed at. It is a little higher, because some disturbances do not come off."""

TOGETHER: Final = 2
"""At most this many disturbances meet in one gesture besides bounce and counting."""


HOPELESS: Final = 150
"""Gestures after which a disturbance that never came is wanted rarely.

The game may not have it (captures, for instance).
"""


class Drawer:
    """The draw of the disturbances for the next gesture, which keeps every rate.

    A disturbance that lags behind its share is wanted until a gesture comes that can have it.
    """

    def __init__(self, wanted: Collection[str], rng: random.Random) -> None:
        self._wanted = [name for name in NAMES if name in wanted and name != BOUNCE]
        self._rng = rng
        self._gestures = 0
        self._had: Counter[str] = Counter()

    def draw(self) -> set[str]:
        """Names of the disturbances that the next gesture should have."""
        lag = [
            name
            for name in self._wanted
            if self._had[name] < AIM[name] * (self._gestures + 1)
            and self._rng.random() < (0.7 if self._had[name] or self._gestures < HOPELESS else 0.02)
        ]
        rare = [name for name in lag if name != COUNTING]
        self._rng.shuffle(rare)
        return set(rare[:TOGETHER]) | ({COUNTING} & set(lag))

    def came(self, had: Iterable[str]) -> None:
        """Note that a gesture was made which had these."""
        self._gestures += 1
        self._had.update(had)
