"""The board as data for the page's scripts: sent once, views carry only what lies on it."""

from __future__ import annotations

from typing import Any

from companion.games.packs import keyboard_routes
from companion.model.view import View
from engine.board import Board


def board_json(board: Board, own: str | None = None) -> dict[str, Any]:
    """Spaces, neighbours and the keyboard's routes; ``own`` is the side that sits at the bottom."""
    return {
        "kind": board.kind,
        "pitch": board.pitch,
        "view_box": board.view_box,
        "own": own,
        "spaces": [
            {
                "id": space.id,
                "place": space.place,
                "kind": space.kind,
                "side": space.side,
                "x": round(space.x, 4),
                "y": round(space.y, 4),
                "heading": space.heading,
                "shape": space.shape,
            }
            for space in board.spaces
        ],
        "places": {
            place.id: {"kind": place.kind, "side": place.side, "holes": place.holes}
            for place in board.places.values()
            if place.holes != (place.id,)
        },
        "neighbours": dict(board.neighbours),
        "routes": keyboard_routes(board, own),
    }


def own_side(view: View, board: Board | None) -> str | None:
    """The side at the bottom: the audience's first colour, where the board has that side."""
    sides = {space.side for space in board.spaces} if board is not None else set()
    for player in view.players:
        if player.seat == view.seat and player.colours and player.colours[0].colour in sides:
            return player.colours[0].colour
    return None
