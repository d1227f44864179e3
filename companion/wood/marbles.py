"""Marbles, the places where they may be, and their pairing with the slots of a position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from .seating import Occupancy, Seating

HAND: Final = ""
"""The place of a marble that stands in no hole: in a hand, on a tray or in the box."""


class Marble(NamedTuple):
    """One marble: its token (empty: unknown) and the place where the position has it.

    ``place`` is empty when the position has no such marble. ``waiting``: the marble was captured
    and may stay in the hand while play goes on (PP-6).
    """

    token: str
    place: str
    waiting: bool = False


class World(NamedTuple):
    """One possibility. ``at[i]``: the hole of marble i, or HAND; ``lifts``: by last lift."""

    at: tuple[str, ...]
    lifts: tuple[int, ...] = ()


class Deviation(NamedTuple):
    """A marble that is not where the position has it. ``at`` is a hole or HAND."""

    marble: int
    at: str


Standing = tuple[str, str]
"""Token and hole (or HAND) of a marble."""


def occupied_slots(occupancy: Occupancy) -> list[tuple[str, str]]:
    """Every (token, place) of a position, one for each marble."""
    return [(token, place) for place, tokens in occupancy.items() for token in tokens]


def expected_holes(seating: Seating, occupancy: Occupancy) -> dict[str, str]:
    """Hole → token of a position set out as it should be; groups fill from their first hole."""
    return {
        hole: token
        for place, tokens in occupancy.items()
        for hole, token in zip(seating.holes.get(place, ()), tokens, strict=False)
    }


def at_home(seating: Seating, marble: Marble, at: str) -> bool:
    holes = seating.holes.get(marble.place, ())
    return at in holes if holes else at == HAND


def mixed_up(seating: Seating, before: Occupancy, after: Occupancy) -> frozenset[str]:
    """Holes that a move filled whose marbles hands may have mixed up: several colours went there.

    Holes of a pen are left out: what is misread is where a marble went.
    """
    went = {
        holes[0]: after[place]
        for place, holes in seating.holes.items()
        if len(holes) == 1 and after.get(place, ()) and before.get(place) != after[place]
    }
    return frozenset(went if len(set(went.values())) > 1 else ())


@lru_cache(maxsize=1024)
def _marble(token: str, place: str) -> Marble:
    """A marble that does not wait; the same few are made again and again."""
    return Marble(token, place)


PAIRED: Final = 64
"""So many pairings of a game are kept."""
Slots = tuple[tuple[str, tuple[str, ...]], ...]
"""An occupancy as it is looked up."""
Pairing = Callable[[Slots, tuple[Standing, ...]], tuple[Sequence[Marble], Sequence[str]]]


def pairing(seating: Seating) -> Pairing:
    """``paired`` over one seating, with the last answers kept: half of them are asked for again,
    while the same marbles stand for a dwell, or on a board that fits."""

    @lru_cache(maxsize=PAIRED)
    def pair(
        slots: Slots, standing: tuple[Standing, ...]
    ) -> tuple[Sequence[Marble], Sequence[str]]:
        marbles, at = paired(seating, dict(slots), list(standing))
        return tuple(marbles), tuple(at)

    return pair


def paired(
    seating: Seating, occupancy: Occupancy, standing: list[Standing]
) -> tuple[list[Marble], list[str]]:
    """Marbles with their places and holes: those at home first, then the nearest pairs."""
    slots = Counter(occupied_slots(occupancy))
    marbles: list[Marble] = []
    at: list[str] = []
    rest: list[Standing] = []
    unknown = [one for one in standing if not one[0]]
    places, free = seating.places, slots.get
    for token, hole in [one for one in standing if one[0]] + unknown if unknown else standing:
        place = places.get(hole, "")
        name = token or next((t for (t, p), n in slots.items() if p == place and n > 0), "")
        slot = name, place
        left_there = free(slot, 0)
        if left_there > 0 and hole != HAND:
            slots[slot] = left_there - 1
            marbles.append(_marble(name, place))
            at.append(hole)
        else:
            rest.append((token, hole))
    left = sorted([slot for slot, free in slots.items() for _ in range(free)])
    if not rest and not left:
        return marbles, at
    for (token, hole), (name, place) in _nearest_pairs(seating, rest, left):
        marbles.append(Marble(name or token, place))
        at.append(hole)
    return marbles, at


def _nearest_pairs(
    seating: Seating, rest: list[Standing], left: list[tuple[str, str]]
) -> list[tuple[Standing, tuple[str, str]]]:
    """Pair the leftovers of one token, shortest way first; one without a partner stays alone.

    A marble without a slot belongs to no place; a slot without a marble is not on the board.
    """

    def length(s: Standing, slot: tuple[str, str]) -> float:
        holes = seating.holes.get(slot[1], ())
        if not holes:
            return 0.0 if s[1] == HAND else 50.0
        if s[1] == HAND:
            return 100.0
        if len(holes) == 1:
            return seating.distance(s[1], holes[0])
        return min([seating.distance(s[1], hole) for hole in holes])

    ways = sorted(
        (s[0] == "", length(s, slot), i, j)
        for i, s in enumerate(rest)
        for j, slot in enumerate(left)
        if s[0] in ("", slot[0])
    )
    used_rest: set[int] = set()
    used_left: set[int] = set()
    out: list[tuple[Standing, tuple[str, str]]] = []
    for _, _, i, j in ways:
        if i not in used_rest and j not in used_left:
            used_rest.add(i)
            used_left.add(j)
            out.append((rest[i], left[j]))
    out += [(s, ("", "")) for i, s in enumerate(rest) if i not in used_rest and s[1] != HAND]
    out += [((slot[0], HAND), slot) for j, slot in enumerate(left) if j not in used_left]
    return out


def waiting_in(marbles: Iterable[Marble], world: World) -> Counter[tuple[str, str]]:
    """Token and place of the captured marbles that are still in a hand (PP-6)."""
    return Counter(
        (marble.token, marble.place)
        for marble, at in zip(marbles, world.at, strict=True)
        if marble.waiting and at == HAND
    )
