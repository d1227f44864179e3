"""A picture to share: the board, the sentence of the move, who plays. It stands alone, and tells no
hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from engine.drawing.look import look_of, number, symbol_path
from engine.drawing.svg import svg, view_box
from engine.game import Position

from .light_marks import token_id

WIDTH: Final = 1080
_PLAIN: Final = (
    ".ts-grain-dark,.ts-grain-light,.ts-shadow{display:none}"
    ".ts-wood-1,.ts-wood-3{stop-color:var(--ts-wood-2)}"
)
"""Without grain and shadow, on wood of one colour, a PNG of the picture takes a third of the bytes:
else its shades are rounded until the wood has spots."""
_ROW: Final = 46
"""The height of a row of names."""
_LETTER: Final = 15
"""The width of a letter of a name, rather too much."""
_INK: Final = {
    "dark": ("#14100d", "#f6ecdf", "#c0b09b"),
    "light": ("#f4ecdf", "#2a1d12", "#6b5744"),
}
"""Page, text and second line of each theme (tokens of the page's design)."""
_FONT: Final = (
    "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif"
)


def share_picture(
    position: Position,
    told: str,
    line: str,
    players: Sequence[tuple[str, str]],
    theme: str,
    *,
    plain: bool = False,
) -> str:
    """The picture as one SVG document. ``position`` is the public one, ``players`` colour and name.

    ``theme``: dark or light; ``plain``: without what is dear to a PNG
    """
    page, ink, second = _INK[theme]
    _, _, width, height = map(float, view_box(position.board).split())
    tall = (WIDTH - 40) * height / width
    bottom = tall + 40
    board = svg(position, theme).replace(
        "<svg ", f'<svg x="20" y="20" width="{WIDTH - 40}" height="{number(tall)}" ', 1
    )
    if plain:
        board = board.replace("</style>", f"{_PLAIN}</style>", 1)
    columns = _columns([name for _, name in players])
    names = "".join(
        _name(n % columns, columns, *one, bottom + 128 + n // columns * _ROW, second)
        for n, one in enumerate(players)
    )
    whole = number(bottom + 168 + (len(players) - 1) // columns * _ROW)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {whole}" '
        f'width="{WIDTH}" height="{whole}" font-family="{_FONT}">'
        f'<rect width="100%" height="100%" fill="{page}"/>{board}'
        f'<text x="40" y="{number(bottom + 48)}" font-size="{44 if len(told) < 40 else 32}" '
        f'font-weight="700" fill="{ink}">{escape(told)}</text>'
        f'<text x="40" y="{number(bottom + 88)}" font-size="26" fill="{second}">'
        f"Trackside · {escape(line)}</text>{names}</svg>"
    )


def _columns(names: Sequence[str]) -> int:
    """So many names stand side by side: as many as have room, three at least."""
    longest = 60 + _LETTER * max(map(len, names), default=0)
    return max(3, min(len(names), int((WIDTH - 60) // longest)))


def _name(n: int, many: int, colour: str, name: str, y: float, ink: str) -> str:
    """A player's disc and name, which ends where the next one begins."""
    look = look_of(token_id(colour))
    room = (WIDTH - 60) / many
    x = 58 + n * room
    return (
        f'<g transform="translate({number(x)} {number(y)})">'
        f'<circle r="17" fill="{look.colour}" stroke="{look.rim}" stroke-width="2"/>'
        f'<path fill-rule="evenodd" fill="{look.ink}" d="{symbol_path(token_id(colour), 8)}"/>'
        f'<svg x="28" y="-20" width="{number(room - 54)}" height="40">'
        f'<text y="29" font-size="24" fill="{ink}">{escape(name)}</text></svg></g>'
    )
