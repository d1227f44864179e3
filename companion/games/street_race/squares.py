"""Where the arrow keys lead on the squares of the wood."""

from __future__ import annotations

from engine.board import Board
from engine.games.street_race.wood import KIND, LETTERS


def square_routes(board: Board) -> dict[str, dict[str, str]]:
    """Square → key → square beside it; the rows are a ring. Empty for any other board."""
    if board.kind != KIND:
        return {}
    squares = set(board.holes)
    ways = {}
    for square in board.holes:
        row, number = LETTERS.index(square[0]), int(square[1])
        near = {
            "up": f"{LETTERS[(row - 1) % len(LETTERS)]}{number}",
            "down": f"{LETTERS[(row + 1) % len(LETTERS)]}{number}",
            "left": f"{square[0]}{number - 1}",
            "right": f"{square[0]}{number + 1}",
        }
        ways[square] = {key: to for key, to in near.items() if to in squares}
    return ways
