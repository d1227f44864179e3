"""Styles that the drawings of the wiring share: dark on white paper, readable without colour."""

from __future__ import annotations

from typing import Final

from companion.workshop.shapes import Style

INK: Final = Style("text", stroke="#1a1a1a", fill="#1a1a1a")
GREY: Final = Style("note", stroke="#5c5c5c", fill="#5c5c5c")
WHITE: Final = Style("tag", stroke=None, fill="#ffffff")
LINE: Final = Style("line", stroke="#1a1a1a", width=0.3)
THIN: Final = Style("thin", stroke="#9a9a9a", width=0.2)
BLOCK: Final = Style("block", stroke="#1a1a1a", width=0.35, fill="#f7f5f1")
POWER: Final = Style("power", stroke="#b3211b", width=0.4)
GROUND: Final = Style("ground", stroke="#1a1a1a", width=0.4)
DATA: Final = Style("data", stroke="#0b4fd0", width=0.4)
SIGNAL: Final = Style("signal", stroke="#0a7d45", width=0.4)
CHAINS: Final = ("#0b4fd0", "#8a3ab9", "#00798c", "#b0570a")
"""Colours of the chains of pixels, one for each."""
GROUPS: Final = (
    "#f8cfc8", "#fbe3ac", "#d9edba", "#bfe8d8", "#c6defa", "#d9d0f6", "#f5cbe6", "#e3dacd",
)  # fmt: skip
"""Pale grounds that tell neighbouring chips or rows apart."""


def filled(style: Style) -> Style:
    """The style with its line's colour as filling."""
    return Style(style.layer, None, style.width, style.stroke)
