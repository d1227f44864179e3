"""The likely stories as marbles of a position: which marble stands where, in each of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from companion.wood.marbles import HAND, Marble, World
from companion.wood.seating import Occupancy, Seating

from .boardstate import BoardState
from .tracking import Tracking

Waiting = Counter[tuple[str, str]]
"""Token and pen of captured marbles that may still be in a hand (PP-6)."""


def believed(tracking: Tracking, occupancy: Occupancy, waiting: Waiting) -> BoardState:
    """The marbles of the position, and a world for each likely story, the likeliest first."""
    seating = tracking.game.seating
    marbles: list[Marble] = []
    worlds: list[World] = []
    slots = tuple(occupancy.items())
    for wood, hand in tracking.read.woods:
        found, near = tracking.paired(slots, _by_token(wood))
        at = _last_in_hand(tracking, found, near)
        if not worlds:
            marbles = _waiting(seating, found, at, waiting)
            worlds.append(_world(marbles, at, hand))
        else:
            worlds.append(_world(marbles, _aligned(marbles, worlds, found, at), hand))
    state = BoardState(seating, marbles, worlds)
    state.touched = set(tracking.read.touched)
    woods = [wood for wood, _ in tracking.read.woods]
    state.unknown = {hole for wood in woods for hole, token in wood.items() if not token}
    if tracking.state.fallen and tracking.touches.lifts:
        state.picked = tracking.game.names[tracking.touches.lifts[-1]]
    return state


def amiss(state: BoardState) -> set[str]:
    """Holes that are not as the position has them; of a marble that is out, all of its group."""
    found: set[str] = set()
    for d in state.blocking(state.plain(state.worlds[0])):
        place = state.marbles[d.marble].place
        found |= {d.at} if d.at != HAND else set(state.seating.holes[place])
    return found


def _last_in_hand(
    tracking: Tracking, marbles: Sequence[Marble], at: Sequence[str]
) -> Sequence[str]:
    """Where the marbles are: of two alike, both away, the one lifted last is in the hand."""
    if HAND not in at:
        return at
    holes, numbers = tracking.game.seating.holes, tracking.game.numbers
    out_of_one = {
        marble.token
        for marble, hole in zip(marbles, at, strict=True)
        if hole == HAND and len(holes.get(marble.place, ())) == 1
    }
    when = {}
    for i, marble in enumerate(marbles):
        if marble.token not in out_of_one:
            continue
        own = holes.get(marble.place, ())
        if len(own) == 1 and at[i] != own[0]:
            when[i] = tracking.touches.when(numbers[own[0]])
    out = list(at)
    for i in when:
        for j in when:
            alike = marbles[i].token == marbles[j].token and out[i] == HAND != out[j]
            if alike and 0 <= when[i] < when[j]:
                out[i], out[j] = out[j], out[i]
    return out


def _by_token(wood: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Token and hole of what stands, in the order of the tokens."""
    return tuple(sorted([(token, hole) for hole, token in wood.items()]))


def still_waiting(
    seating: Seating, occupancy: Occupancy, standing: Mapping[str, str], waiting: Waiting
) -> Waiting:
    """Those of the waiting marbles that cannot have come home: so many are missing in their pen.

    ``standing``  full hole → token in the likeliest story
    """
    if not waiting:
        return waiting
    left: Waiting = Counter()
    for (token, pen), count in waiting.items():
        home = sum(standing.get(hole) == token for hole in seating.holes.get(pen, ()))
        left[token, pen] = min(count, occupancy.get(pen, ()).count(token) - home)
    return +left


def _waiting(
    seating: Seating, marbles: Sequence[Marble], at: Sequence[str], waiting: Waiting
) -> list[Marble]:
    """The marbles, those that wait in a hand marked as such."""
    if not waiting:
        return list(marbles)
    owed = Counter(waiting)
    out = []
    for marble, hole in zip(marbles, at, strict=True):
        key = (marble.token, marble.place)
        late = hole not in seating.holes.get(marble.place, ()) and owed[key] > 0
        owed[key] -= late
        out.append(Marble(*key, True) if late else marble)
    return out


def _aligned(
    marbles: list[Marble], worlds: list[World], found: Sequence[Marble], at: Sequence[str]
) -> list[str]:
    """Where each known marble is; one that is not known yet joins them, off the other boards."""
    free: dict[tuple[str, str], list[int]] = {}
    for i, marble in enumerate(marbles):
        free.setdefault((marble.token, marble.place), []).append(i)
    out = [HAND] * len(marbles)
    for marble, hole in sorted(zip(found, at, strict=True), key=lambda pair: pair[1] != HAND):
        left = free.get((marble.token, marble.place), [])
        if left:
            out[_next(marbles, left, hole)] = hole
            continue
        marbles.append(marble)
        worlds[:] = [World((*world.at, HAND), world.lifts) for world in worlds]
        out.append(hole)
    return out


def _next(marbles: Sequence[Marble], left: list[int], hole: str) -> int:
    """The marble to be at that hole; off the board the waiting one comes first."""
    best = next((i for i in left if marbles[i].waiting == (hole == HAND)), left[0])
    left.remove(best)
    return best


def _world(marbles: Sequence[Marble], at: Sequence[str], hand: Iterable[str]) -> World:
    """The world, with the marbles of the hand in the order in which they were lifted."""
    out = [i for i, hole in enumerate(at) if hole == HAND]
    lifts = []
    for token in hand:
        one = next((i for i in out if marbles[i].token == token), None)
        if one is not None:
            out.remove(one)
            lifts.append(one)
    return World(tuple(at), tuple(lifts))
