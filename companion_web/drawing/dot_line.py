"""The places of one player over the games of a night: a line of dots, the first place in honey."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from markupsafe import Markup

STEP: Final = 22
HEIGHT: Final = 28
_EDGE: Final = 6


def dot_line(places: Sequence[int], most: int, label: str) -> Markup:
    """The drawing; a game without a place is a gap. ``most``: the last place there may be."""
    width = 2 * _EDGE + STEP * max(0, len(places) - 1)
    points = [
        (_EDGE + STEP * n, _EDGE + (HEIGHT - 2 * _EDGE) * (place - 1) / max(1, most - 1), place)
        for n, place in enumerate(places)
        if place
    ]
    line = " ".join(f"{x:g},{y:.4g}" for x, y, _ in points)
    dots = "".join(
        f'<circle class="{_kind(place)}" cx="{x:g}" cy="{y:.4g}" r="{4.5 if place == 1 else 3.5}"/>'
        for x, y, place in points
    )
    drawn = Markup(f'<polyline points="{line}"/>{dots}')
    return Markup(
        '<svg class="dot-line" viewBox="0 0 {w} {h}" width="{w}" height="{h}" role="img" '
        'aria-label="{label}">{drawn}</svg>'
    ).format(w=width, h=HEIGHT, label=label, drawn=drawn)


def _kind(place: int) -> str:
    return "first" if place == 1 else "dot"
