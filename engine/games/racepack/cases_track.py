"""The answers to RP-90's case ops ``track``, ``hazards`` and ``grid``.

Each function takes what the case hands in, and gives everything that its ``expect`` may name. The
form decides what is compared, and how.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from .road import road
from .track import Track, course, problems

HAZARDS: Final = 4
"""RP-2, RP-26: null coins in one piecepack."""


OUTSIDE: Final = MappingProxyType({"R": ("0L", "0R", "1L"), "L": ("0L", "0R", "1R")})
"""RP-16: the outside spaces of a corner tile by the side it turns to, in the order of their ids."""


def track_answer(data: object) -> dict[str, object]:
    """Op ``track``: problems, corners, inside lanes, spaces and the outside spaces by tile.

    A track whose tiles do not hang together has only problems. A closed but unsound track has no
    lanes besides the road's own. BadTrack if it cannot be read.
    """
    track = Track.from_json(data)
    found = problems(track)
    answer: dict[str, object] = {"problems": list(found)}
    way = course(track)
    if way is None:
        return answer
    answer["corners"] = [list(corner) for corner in way.corners]
    answer["inside"] = "".join(way.inside)
    answer["spaces"] = 4 * len(track) if found else len(road(track).spaces)
    answer["outside"] = {
        str(tile): [f"{tile}.{space}" for space in OUTSIDE[side]] for _, tile, side in way.corners
    }
    return answer


def hazard_tiles(track: Track, rolls: Sequence[int]) -> list[int]:
    """RP-26: the tiles that the dice count to, at most four.

    A null as first roll stays on the tile of corner 1. A later null is rolled again, so it is
    passed over. BadTrack if the track is not sound.
    """
    lap = road(track)
    found: list[int] = []
    for face in rolls:
        if found and face == 0:
            continue
        if len(found) == HAZARDS:
            break
        found.append(lap.hazard_tile(found[-1] if found else lap.corners[0].tile, face))
    return found


def hazards_answer(data: object, rolls: Sequence[int]) -> dict[str, object]:
    """Op ``hazards``: the tiles of the rolled faces; BadTrack."""
    return {"tiles": hazard_tiles(Track.from_json(data), rolls)}


def grid_order(players: Mapping[str, Sequence[str]], ranking: Sequence[str]) -> list[str]:
    """RP-22: the cars from the pole backward.

    Every player's first car comes in the order of the rolls, then the second ones in reverse order.

    >>> grid_order({"A": ["a1", "a2"], "B": ["b1", "b2"]}, ["A", "B"])
    ['a1', 'b1', 'b2', 'a2']
    """
    most = max((len(cars) for cars in players.values()), default=0)
    order: list[str] = []
    for nth in range(most):
        names = ranking if nth % 2 == 0 else ranking[::-1]
        order += [players[name][nth] for name in names if nth < len(players[name])]
    return order


def grid_answer(
    data: object, players: Mapping[str, Sequence[str]], ranking: Sequence[str]
) -> dict[str, object]:
    """Op ``grid``: the order of the first round, and where every car waits; BadTrack."""
    lap = road(Track.from_json(data))
    order = grid_order(players, ranking)
    places = lap.grid(len(order))
    return {
        "order": order,
        "at": {car: lap.spaces[s] for car, s in zip(order, places, strict=True)},
    }
