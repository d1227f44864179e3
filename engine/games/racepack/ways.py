"""Every movement that a road allows from each of its spaces, apart from cars and speed limits.

Sets of spaces and of speeds are bits of a whole number, since the turn's look-ahead asks them
thousands of times.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from .road import FASTEST, NONE, PIT, Road, road
from .track import Track

ALL_SPEEDS: Final = sum(1 << speed for speed in range(1, FASTEST + 1))
CORNER_SPEEDS: Final = 1 << 1 | 1 << 2
"""RP-41: entering a corner."""

PIT_SPEEDS: Final = CORNER_SPEEDS | 1 << 3
"""RP-77: touching the pit lane."""

FREE: Final = tuple(
    sum(1 << s for s in range(max(1, speed - 2), min(FASTEST, speed + 1) + 1))
    for speed in range(FASTEST + 1)
)
"""RP-32: for each speed before, the speeds that need no token."""

SPEEDS_IN: Final = tuple(
    tuple(s for s in range(1, FASTEST + 1) if bits >> s & 1) for bits in range(1 << FASTEST + 1)
)
"""The speeds of a set, the lowest first."""


class Way(NamedTuple):
    """One movement; its speed stays open if the rules leave it open.

    ``kind``    the notation before the speed: ``F L R KF KL KR``, or ``E`` for re-entry
    ``to``      where it ends;  ``over``: every space that must be free, and whose hazards count
    ``speeds``  the speeds at which road, corners and pit lane allow it (RP-31, RP-41, RP-77)
    ``enters``  whether it enters a corner (RP-41)
    ``crosses`` whether it crosses the line
    ``keep``    whether the heading may be kept afterwards (RP-37)
    """

    kind: str
    to: int
    over: int
    speeds: int
    enters: bool
    crosses: bool
    keep: bool


@dataclass(frozen=True)
class Ways:
    """By space: the ways with the normal heading, and the ways that a kept heading adds (RP-37).

    ``reentry``  by tile: the ways back for a car spun out there (RP-46); none on straight tiles
    """

    plain: tuple[tuple[Way, ...], ...]
    kept: tuple[tuple[Way, ...], ...]
    reentry: tuple[tuple[Way, ...], ...]


@lru_cache(maxsize=64)
def ways_of(track: Track) -> Ways:
    """All ways of a sound track; BadTrack otherwise."""
    way = road(track)
    every = range(len(way.spaces))
    kept = tuple(_kept(way, s) for s in every)
    return Ways(
        plain=tuple(_plain(way, s) for s in every),
        kept=tuple(kept[s] + _plain(way, s) if kept[s] else () for s in every),
        reentry=tuple(
            tuple(Way("E", s, 1 << s, 1 << 1, False, False, False) for s in way.outsides(tile))
            for tile in range(way.tiles)
        ),
    )


def _plain(way: Road, space: int) -> tuple[Way, ...]:
    """RP-31: forward, then to either side."""
    found = []
    run = way.runs[space]
    for speed in range(1, len(run) + 1):
        forward = _way(way, "F", space, run[:speed], 1 << speed)
        if forward is not None:
            found.append(forward)
    for side, target in way.lane_changes(space):
        change = _way(way, side, space, (target,), ALL_SPEEDS)
        if change is not None:
            found.append(change)
    return tuple(found)


def _kept(way: Road, space: int) -> tuple[Way, ...]:
    """RP-37: the ways that only a kept heading has."""
    found = []
    ahead = way.keep_forward(space)
    if ahead != NONE:
        found.append(_way(way, "KF", space, (ahead,), 1 << 1))
    turn = way.keep_turn[space]
    if turn is not None:
        found.append(_way(way, f"K{turn[0]}", space, (turn[1],), ALL_SPEEDS))
    return tuple(one for one in found if one is not None)


def _way(way: Road, kind: str, frm: int, path: tuple[int, ...], speeds: int) -> Way | None:
    """The way over these spaces, or None if no speed is allowed on it."""
    to = path[-1]
    enters = any(way.corner[s] and way.tile[s] != way.tile[frm] for s in path)
    if enters:
        speeds &= CORNER_SPEEDS
    if any(way.lane[s] == PIT for s in (frm, *path)):
        speeds &= PIT_SPEEDS
    if not speeds:
        return None
    over = sum(1 << s for s in path)
    keep = way.entry[to] and way.tile[to] != way.tile[frm]
    return Way(kind, to, over, speeds, enters, way.crosses(frm, to), keep)
