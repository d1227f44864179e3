"""The boards for marbles in people's words: the names of their holes, and the ways of the keys.

Several games are played on these boards.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.model.message import Message
from engine.board import Board, Space
from engine.boards.marble import BULLSEYE, SIDES
from engine.boards.routes import routes

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
