"""A stroke of the table's own hand: plain data for whoever has such a hand."""

from __future__ import annotations

from typing import NamedTuple


class Stroke(NamedTuple):
    """One lift or put of the virtual hand. ``do``: ``lift`` or ``put``; ``token``: its marble."""

    do: str
    hole: str
    token: str
