"""The boards for marbles as people meet them: the names of their holes, the ways of the keys."""

from __future__ import annotations

from collections.abc import Mapping

from companion.model.message import Message
from engine.board import Board, Space
from engine.boards.marble import BULLSEYE, SIDES
from engine.boards.routes import routes


def marble_hole(hole: str) -> Message:
    """``Orange 2``, ``Red corner``, ``Red home 3``, ``Red pen``, ``bull's eye``, by id or place."""
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
    """The name of a hole of these boards; None for any other."""
    known = space.kind in MARBLE_KINDS and (space.side is not None or space.id == BULLSEYE)
    return marble_hole(space.id) if known else None


MARBLE_KINDS = frozenset({"corner", "track", "turn-in", "pen-exit", "home", "pen", "bullseye"})
"""Kinds of hole that these boards have."""


def marble_routes(board: Board, own: str | None) -> Mapping[str, Mapping[str, str]]:
    """The ways of the keys on these boards; empty for any other."""
    if board.kind not in SIDES:
        return {}
    ways = routes(board.kind, own or SIDES[board.kind][0])
    return {
        hole: {key: target for key, target in route._asdict().items() if target is not None}
        for hole, route in ways.items()
    }
