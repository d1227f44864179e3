"""Tracks that several tests drive on, and a Hypothesis strategy of sound ones."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import strategies as st

from engine.games.racepack.generate import circuit
from engine.games.racepack.track import DEFAULT, Track

RECTANGLE = [
    *((4, 0), (3, 0), (2, 0), (1, 0), (0, 0), (0, 1), (0, 2), (0, 3), (0, 4)),
    *((1, 4), (2, 4), (3, 4), (4, 4), (5, 4), (6, 4), (7, 4), (8, 4)),
    *((8, 3), (8, 2), (8, 1), (8, 0), (7, 0), (6, 0), (5, 0)),
]
"""Clockwise, nine by five: four right corners at 4, 8, 16 and 20."""

HAIRPIN = [
    *((2, 0), (1, 0), (0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (1, 4), (1, 3)),
    *((2, 3), (3, 3), (4, 3), (5, 3), (6, 3), (7, 3), (7, 2), (8, 2), (8, 1), (8, 0)),
    *((7, 0), (6, 0), (5, 0), (4, 0), (3, 0)),
]
"""A straight up, a tile beside its end and back down: the road runs along itself."""


def rectangle(**options: Any) -> Track:
    """The plain ring with options."""
    return Track.of(RECTANGLE, **options)


def moved(tiles: list[Any], **changes: Any) -> list[Any]:
    """A list of positions with some replaced: ``moved(RECTANGLE, t12=(4, 4.5))``."""
    numbers = {int(key[1:]): value for key, value in changes.items()}
    return [numbers.get(i, tile) for i, tile in enumerate(tiles)]


FIXED = {
    "default": DEFAULT,
    "rectangle": rectangle(),
    "anticlockwise": Track.of([(8 - x, y) for x, y in RECTANGLE]),
    "hairpin": Track.of(HAIRPIN, walls=True),
    "chicane": Track.of(moved(RECTANGLE, t12=(4, 4.5))),
    "wide": rectangle(wide=True),
    "wide left": Track.of([(8 - x, y) for x, y in RECTANGLE], wide=True),
    "pit": rectangle(pit=11),
    "pit on the line": Track(DEFAULT.tiles, pit=21),
    "pit before a corner": rectangle(pit=12),
    "wide and pit": rectangle(wide=True, pit=10),
}


@st.composite
def circuits(draw: st.DrawFn, cars: int = 8) -> Track:
    """Sound tracks of 24 to 48 tiles, with and without walls, chicanes, wide starts and pits."""
    return circuit(
        Random(draw(st.integers(0, 10**9))),
        tiles=2 * draw(st.integers(12, 24)),
        cars=cars,
        walls=draw(st.booleans()),
        chicanes=draw(st.integers(0, 2)),
        wide=draw(st.booleans()),
        pit=draw(st.booleans()),
    )
