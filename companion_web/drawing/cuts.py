"""The cards that were cut for the first turn, in ivory by the seats' badges."""

from __future__ import annotations

from html import escape
from math import hypot
from typing import Final

from companion.model.view import CutCard, View
from engine.board import Board

WIDE: Final = 1.2
HIGH: Final = 1.5
"""The size of a card in pitches."""
BADGE: Final = 1.05
BESIDE: Final = 1.5
"""How far the badge lies inside the ring, and the card clockwise beside the badge, in pitches."""


def cuts(board: Board, view: View) -> str:
    """The cards as markup of the board's drawing; the script hides them after the first move."""
    if not view.cuts:
        return ""
    shown = "" if view.cuts_lie else ' visibility="hidden"'
    cards = "".join(_card(board, cut) for cut in view.cuts)
    return f'<g class="cuts" aria-hidden="true"{shown}>{cards}</g>'


def _card(board: Board, cut: CutCard) -> str:
    p = board.pitch * 1000
    size = p if len(cut.label) == 1 else 0.85 * p
    x, y = (1000 * at for at in _place(board, cut.colour))
    return (
        f'<g transform="translate({x:.0f} {y:.0f})"><g class="upright">'
        f'<rect class="cut-card" x="{-WIDE * p / 2:.0f}" y="{-HIGH * p / 2:.0f}" '
        f'width="{WIDE * p:.0f}" height="{HIGH * p:.0f}" rx="{0.2 * p:.0f}"/>'
        f'<text class="cut-rank" font-size="{size:.0f}" dy="0.35em">'
        f"{escape(cut.label)}</text></g></g>"
    )


def _place(board: Board, colour: str) -> tuple[float, float]:
    """Clockwise of the side's badge; on a board without badges in the middle of its ring."""
    corners = [space for space in board.spaces if space.kind == "corner"]
    at = next(i for i, space in enumerate(corners) if space.side == colour)
    a, b = corners[at], corners[(at + 1) % len(corners)]
    x, y = (a.x + b.x) / 2, (a.y + b.y) / 2
    far = hypot(x, y)
    if len(corners) < 6:
        return x, y
    share, aside = 1 - BADGE * board.pitch / far, BESIDE * board.pitch / far
    return x * share - y * aside, y * share + x * aside
