"""Circuits by chance: sound tracks (RP-11, RP-12) for "surprise me" and for tests.

A ring of tiles grows: pieces of its straights are pushed sideways until it has the wished length.
Then the line goes into the longest straight. Chicanes, a wide start and a pit lane are laid where
the checks allow it. The generator is passed in; the same numbers give the same circuit.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...lots import Generator
from .track import FEWEST, MOST, PIT_TILES, STEPS, Cell, Track, course, problems

_TRIES: Final = 40
_PUSHES: Final = 400
_SHORTEST: Final = 12
_NARROW: Final = 3
"""Tiles on a side, at least: a ring two wide would touch itself (RP-11)."""


def circuit(
    rng: Generator,
    *,
    tiles: int = FEWEST,
    cars: int = 8,
    walls: bool = False,
    chicanes: int = 0,
    wide: bool = False,
    pit: bool = False,
) -> Track:
    """A sound circuit by chance.

    ``tiles``     their number: even, 24 … 48 (a ring on a grid is never odd); else ValueError
    ``cars``      the number of cars that the grid has room for (RP-12)
    ``walls``     the road may run along itself: hairpins (RP-75)
    ``chicanes``  the number to lay, as far as there is room for them (RP-76)
    ``wide, pit`` with a wide start (RP-79), with a pit lane (RP-77)
    """
    if tiles % 2 or not FEWEST <= tiles <= MOST:
        raise ValueError(f"a circuit has an even number of tiles from {FEWEST} to {MOST}")
    for _ in range(_TRIES):
        ring = _mirrored(_grown(rng, tiles, walls), rng)
        found = _laid(ring, rng, cars, walls=walls, wide=wide, pit=pit)
        if found is not None:
            return _with_chicanes(found, rng, chicanes)
    plain = _laid(_oblong(tiles // 2 - 2, 4), rng, cars, walls=walls, wide=wide, pit=pit)
    if plain is None:
        raise ValueError(f"no circuit of {tiles} tiles has room for a grid of {cars} cars")
    return plain


def _oblong(width: int, height: int) -> list[Cell]:
    """A rectangular ring of ``2 (width + height) - 4`` tiles, in tile units."""
    bottom = [(x, 0) for x in range(width - 1)]
    right = [(width - 1, y) for y in range(height - 1)]
    top = [(x, height - 1) for x in range(width - 1, 0, -1)]
    left = [(0, y) for y in range(height - 1, 0, -1)]
    return bottom + right + top + left


def _between(rng: Generator, low: int, high: int) -> int:
    return low + rng.randrange(high - low + 1)


def _grown(rng: Generator, tiles: int, walls: bool) -> list[Cell]:
    """A ring of exactly ``tiles`` tiles: an oblong, pushed out and in."""
    half = _between(rng, _SHORTEST // 2 + 2, tiles // 2 + 2)
    width = _between(rng, _NARROW, half - _NARROW)
    ring = _oblong(width, half - width)
    for _ in range(_PUSHES):
        missing = (tiles - len(ring)) // 2
        if not missing:
            return ring
        start = rng.randrange(len(ring))
        ring = ring[start:] + ring[:start]
        straight = _straight(ring)
        least = 2 if walls else _NARROW
        if straight < least:
            continue
        length = _between(rng, least, min(straight, 6))
        depth = _between(rng, 1, min(missing, 3))
        pushed = _pushed(ring, length, depth, 1 if rng.randrange(2) else 3)
        if _clear(pushed, walls):
            ring = pushed
    return ring


def _straight(ring: Sequence[Cell]) -> int:
    """The number of tiles in one line from the first one on."""
    dx, dy = ring[1][0] - ring[0][0], ring[1][1] - ring[0][1]
    x, y = ring[0]
    count = 1
    while count < len(ring) and ring[count] == (x + count * dx, y + count * dy):
        count += 1
    return count


def _pushed(ring: Sequence[Cell], length: int, depth: int, turn: int) -> list[Cell]:
    """The first ``length`` tiles, pushed ``depth`` tiles sideways with their ends drawn out."""
    dx, dy = ring[1][0] - ring[0][0], ring[1][1] - ring[0][1]
    sx, sy = STEPS[(STEPS.index((dx, dy)) + turn) % 4]
    first, last = ring[0], ring[length - 1]
    way_out = [(first[0] + k * sx, first[1] + k * sy) for k in range(depth + 1)]
    across = [(x + depth * sx, y + depth * sy) for x, y in ring[1 : length - 1]]
    way_back = [(last[0] + k * sx, last[1] + k * sy) for k in range(depth, -1, -1)]
    return [*way_out, *across, *way_back, *ring[length:]]


def _clear(ring: Sequence[Cell], walls: bool) -> bool:
    """Whether no tile comes twice and, without walls, only tiles in sequence lie side by side."""
    number = {tile: i for i, tile in enumerate(ring)}
    if len(number) < len(ring):
        return False
    if walls:
        return True
    n = len(ring)
    for i, (x, y) in enumerate(ring):
        for dx, dy in STEPS:
            j = number.get((x + dx, y + dy), i)
            if (i - j) % n not in (0, 1, n - 1):
                return False
    return True


def _mirrored(ring: list[Cell], rng: Generator) -> list[Cell]:
    """The ring turned, mirrored or driven the other way round."""
    turns, mirror, back = rng.randrange(4), rng.randrange(2), rng.randrange(2)
    for _ in range(turns):
        ring = [(y, -x) for x, y in ring]
    if mirror:
        ring = [(-x, y) for x, y in ring]
    return ring[::-1] if back else ring


def _laid(
    ring: Sequence[Cell], rng: Generator, cars: int, *, walls: bool, wide: bool, pit: bool
) -> Track | None:
    """The ring as a track with its line in the longest straight; None if a check fails."""
    west, south = min(x for x, _ in ring), min(y for _, y in ring)
    cells = tuple((2 * (x - west), 2 * (y - south)) for x, y in ring)
    way = course(Track(cells))
    if way is None:
        return None
    n = len(cells)
    bends = [corner.tile for corner in way.corners]
    gaps = [((bends[k] - bends[k - 1]) % n - 1, bends[k - 1]) for k in range(len(bends))]
    length, bend = max(gaps, key=lambda gap: gap[0])
    behind = max((cars + 3) // 4, length // 2)
    if length < behind + 1:
        return None
    start = (bend + 1 + behind) % n
    track = Track(cells[start:] + cells[:start], walls, wide)
    if problems(track):
        return None
    return _with_pit(track, rng) if pit else track


def _with_pit(track: Track, rng: Generator) -> Track | None:
    """The track with a pit lane somewhere along a straight of four (RP-77)."""
    places = []
    for first in range(len(track)):
        there = Track(track.tiles, track.walls, track.wide, first)
        if not problems(there):
            places.append(there)
    near = [t for t in places if t.pit is not None and t.pit + PIT_TILES > len(track)]
    choice = near or places  # the pit belongs to the main straight, if it fits
    return choice[rng.randrange(len(choice))] if choice else None


def _with_chicanes(track: Track, rng: Generator, count: int) -> Track:
    """The track with up to ``count`` tiles of its straights shifted by one space."""
    way = course(track)
    if way is None:
        return track
    free = [i for i in range(len(track)) if not way.is_corner(i)]
    while count and free:
        i = free.pop(rng.randrange(len(free)))
        dx, dy = STEPS[(way.out[i] + (1 if rng.randrange(2) else 3)) % 4]
        x, y = track.tiles[i]
        tiles = (*track.tiles[:i], (x + dx, y + dy), *track.tiles[i + 1 :])
        shifted = Track(tiles, track.walls, track.wide, track.pit)
        if not problems(shifted):
            track, count = shifted, count - 1
    return track
