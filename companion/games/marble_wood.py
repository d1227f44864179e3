"""The boards for marbles in people's words: the names of their holes, and the ways of the keys.

Several games are played on these boards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from companion.games.whereabouts import Stand, Whereabouts, listed
from companion.model.message import Message
from engine.board import Board, Space
from engine.boards.marble import BULLSEYE, SIDES, track
from engine.boards.routes import routes
from engine.game import Position

TURN_IN: Final = 7
PEN_EXIT: Final = 9
"""Their numbers among the track holes of a side."""
KINDS: Final = frozenset({"corner", "track", "turn-in", "pen-exit", "home", "pen", "bullseye"})
"""Kinds of hole on these boards."""


def marble_hole(hole: str) -> Message:
    """``Orange 2``, ``Red corner``, ``Red home 3``, ``Red pen``, ``bull's eye``.

    ``hole`` is the id of a hole, or the name of a pen.
    """
    if hole == BULLSEYE:
        return Message("hole.bullseye")
    side, name = {"colour": f"@colour.{hole[:1]}"}, hole[1:]
    if name == "0":
        return Message("hole.corner", side)
    if name[:1] == "p":
        return Message("hole.pen", side)
    if name[:1] == "h":
        return Message("hole.home", {**side, "n": name[1:]})
    return Message("hole.track", {**side, "n": name})


def marble_hole_name(space: Space) -> Message | None:
    """The name of a hole on these boards; None for a hole of any other board."""
    known = space.kind in KINDS and (space.side is not None or space.id == BULLSEYE)
    return marble_hole(space.id) if known else None


def marble_routes(board: Board, own: str | None) -> Mapping[str, Mapping[str, str]]:
    """Hole → key → hole on these boards; empty for any other board."""
    if board.kind not in SIDES:
        return {}
    ways = routes(board.kind, own or SIDES[board.kind][0])
    return {
        hole: {key: target for key, target in route._asdict().items() if target is not None}
        for hole, route in ways.items()
    }


def holes_to_go(position: Position, colour: str) -> int:
    """The holes that a colour's marbles still have to go: along the track, into the free homes.

    Nobody is said to take the ring, since nobody knows who would get there.
    """
    board = position.board
    at = Counter(
        {place: held.count(colour) for place, held in position.occupancy().items() if held}
    )
    homes = [hole for hole, side in board.homes if side == colour]
    free = [depth for depth, hole in enumerate(homes, 1) if not at[hole]]
    out = {place: n for place, n in at.items() if n and place not in homes}
    return sum(n * _to_turn_in(board.kind, place, colour) for place, n in out.items()) + sum(free)


def _to_turn_in(kind: str, place: str, colour: str) -> int:
    """The holes from a place to the hole where a colour turns into its home row."""
    if place == BULLSEYE:
        return 1 + TURN_IN  # by its own corner
    way = track(kind)
    from_pen = place not in way
    start = f"{colour}{PEN_EXIT}" if from_pen else place
    return (way.index(f"{colour}{TURN_IN}") - way.index(start)) % len(way) + from_pen


def marble_whereabouts(position: Position, colour: str) -> Whereabouts:
    """``Red: 2 in the pen, Blue 6 is 12 from home, 1 home``: whoever has the longest way is first.

    How far it is, is counted along the track to the first hole of the home row.
    """
    board = position.board
    at = Counter({place: held.count(colour) for place, held in position.occupancy().items()})
    homes = [hole for hole, side in board.homes if side == colour]
    pens = [place for place in at if at[place] and board.places[place].kind == "pen"]
    far = {
        place: _to_turn_in(board.kind, place, colour) + 1
        for place in at
        if at[place] and place not in homes and place not in pens
    }
    out = sorted(far, key=lambda place: (-far[place], place))
    home = [hole for hole in homes if at[hole]]
    told = [Message("where.pen", {"n": str(at[pen])}) for pen in pens]
    told += [
        Message("where.way", {"k": str(far[place])}, {"h": marble_hole(place)}) for place in out
    ]
    told += [Message("where.home", {"n": str(len(home))})] if home else []
    line = Message(
        "where",
        {"c": f"@colour.{colour}"},
        {"list": listed(told or [Message("where.nowhere")])},
    )
    stands = [Stand(pen, marble_hole(pen)) for pen in pens for _ in range(at[pen])]
    stands += [Stand(place, told[len(pens) + i]) for i, place in enumerate(out)]
    stands += [Stand(hole, marble_hole(hole)) for hole in home]
    return Whereabouts(line, tuple(stands))
