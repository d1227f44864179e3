"""Tags that say who sits where: a pill in the middle of the board for each seat."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Final, NamedTuple

from engine.board import Board
from engine.drawing.look import symbol_path

NEAR: Final = 0.48
"""How far from the middle a tag lies, as a part of the way to its innermost home hole."""
HIGH: Final = 160
LETTER: Final = 46
"""Thousandths of the board's unit for the height of a tag and the width of a letter."""
HEAD: Final = (
    '<g class="bot-head" transform="translate({x:g} 0)"><path d="M0-46v14"/>'
    '<circle cy="-48" r="6"/><rect x="-38" y="-30" width="76" height="58" rx="16"/>'
    '<circle class="eye" cx="-15" cy="-4" r="7"/><circle class="eye" cx="15" cy="-4" r="7"/>'
    '<path d="M-13 14h26"/></g>'
)


class Tag(NamedTuple):
    """One seat: its colour, and the word for who sits there."""

    colour: str
    text: str
    bot: bool = False


def seat_tags(board: Board, tags: Iterable[Tag]) -> str:
    """The tags as markup of the board's drawing."""
    return "".join(_tag(board, tag) for tag in tags)


def _tag(board: Board, tag: Tag) -> str:
    homes = [space for space in board.spaces if space.kind == "home" and space.side == tag.colour]
    inner = min(homes, key=lambda space: space.x**2 + space.y**2)
    x, y = NEAR * inner.x * 1000, NEAR * inner.y * 1000
    head = 120 if tag.bot else 0
    wide = 220 + head + LETTER * len(tag.text)
    left = -wide / 2
    text = left + 166 + head
    return (
        f'<g class="seat-tag" transform="translate({x:.0f} {y:.0f})"><g class="face">'
        f'<rect class="pill" x="{left:g}" y="{-HIGH / 2:g}" width="{wide:g}" height="{HIGH}" '
        f'rx="{HIGH / 2:g}"/><g class="seat-disc seat-{tag.colour}" '
        f'transform="translate({left + 82:g} 0)"><circle r="52"/>'
        f'<path fill-rule="evenodd" d="{symbol_path(tag.colour, 26)}"/></g>'
        f"{HEAD.format(x=left + 205) if tag.bot else ''}"
        f'<text x="{text:g}" dy="0.34em">{escape(tag.text)}</text></g></g>'
    )
