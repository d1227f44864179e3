"""The disturbances by name, how often each must come, and which one a gesture gets."""

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
"""In the order of the rows."""

LEAST: Final = dict.fromkeys(NAMES, 0.02) | {BOUNCE: 1.0, COUNTING: 0.30}
"""Share of all gestures that a disturbance must have at least (PP-40)."""

AIM: Final = dict.fromkeys(NAMES, 0.026) | {BOUNCE: 1.0, COUNTING: 0.32}
"""Share that is aimed at: a little more, so that what does not come off leaves enough."""

TOGETHER: Final = 2
"""Besides bounce and counting so many disturbances meet in one gesture at most."""


HOPELESS: Final = 150
"""What has not come in so many gestures this game may not have (captures); it is wanted rarely."""


class Drawer:
    """Says which disturbances the next gesture should have, so that every rate is kept.

    A disturbance that lags behind its share is wanted until a gesture comes that can have it.
    """

    def __init__(self, wanted: Collection[str], rng: random.Random) -> None:
        self._wanted = [name for name in NAMES if name in wanted and name != BOUNCE]
        self._rng = rng
        self._gestures = 0
        self._had: Counter[str] = Counter()

    def draw(self) -> set[str]:
        """What the next gesture should have."""
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
        """A gesture was made that had these."""
        self._gestures += 1
        self._had.update(had)
