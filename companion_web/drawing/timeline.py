"""The strip below a replay as SVG: what happened when, the way through the game, the win curve.

Coordinates are pixels. What has been is drawn fully, what comes is dimmed; the script moves the
line between the two (``static/js/replay.js``). The colours are the seats' (``lights.css``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from engine.drawing.look import number, symbol_path

from .light_marks import token_id

HOME_Y: Final = 11
BAR_Y: Final = 28
TAKEN_Y: Final = 45
CURVE_Y: Final = 66
"""Where the discs of marbles home, the bar, the crosses and the top of the curve lie."""
EDGE: Final = 14
"""Room for half a thumb at both ends of the bar."""
_CROSS: Final = "M-5-5L5 5M5-5L-5 5"


class Sheet(NamedTuple):
    """The size of the drawing, and the width of its left margin."""

    width: int
    height: int
    left: int


WIDE: Final = Sheet(652, 208, 40)
NARROW: Final = Sheet(336, 104, EDGE)
PANEL: Final = Sheet(416, 104, 2)
"""A curve alone, with the symbols at its end."""
ENDS: Final = 28
"""Room for them."""


class Marks(NamedTuple):
    """What happened: move and token of each marble home, move of each marble taken."""

    home: Sequence[tuple[int, str]]
    taken: Sequence[int]


def timeline_svg(
    last: int, at: int, marks: Marks, curve: Sequence[Sequence[int]], colours: Sequence[str],
    sheet: Sheet, name: str,
) -> str:  # fmt: skip
    """The drawing; ``at`` is the move that is shown, ``colours`` one of each team.

    ``name``  tells its ids from those of another one on the page
    """
    paper = _Paper(last, sheet, bool(curve))
    x = number(paper.x(at))
    past = x if at < last else str(sheet.width)  # the last mark whole
    drawn = f'<g id="tl-{name}">{_marks(paper, marks)}{_curve(paper, curve, colours)}</g>'
    bottom = paper.height
    knob = f'<path d="M0 {BAR_Y}V{bottom - 2}"/>' if curve else ""
    return (
        f'<svg class="timeline timeline-{name}" viewBox="0 0 {sheet.width} {bottom}" '
        f'data-x0="{number(paper.x(0))}" data-x1="{number(paper.x(last))}" aria-hidden="true">'
        f'<defs>{drawn}<clipPath id="tl-past-{name}"><rect data-past height="{bottom}" '
        f'width="{past}"/></clipPath></defs>{_axis(paper) if curve else ""}'
        f'<path class="tl-bar" d="M{number(paper.x(0))} {BAR_Y}H{number(paper.x(last))}"/>'
        f'<path class="tl-done" data-done d="M{number(paper.x(0))} {BAR_Y}H{x}"/>'
        f'<use class="tl-future" href="#tl-{name}"/>'
        f'<g clip-path="url(#tl-past-{name})"><use href="#tl-{name}"/></g>'
        f'<g class="tl-knob" data-knob transform="translate({x} 0)">{knob}'
        f'<circle cy="{BAR_Y}" r="9"/></g></svg>'
    )


def curve_svg(
    curve: Sequence[Sequence[int]], colours: Sequence[str], turning: int | None = None
) -> str:
    """The curve alone as far as it goes; ``turning``: the moment that a dashed line marks."""
    if len(curve) < 2:
        return ""
    paper = _Paper(len(curve) - 1, PANEL, curved=True, top=10, right=ENDS)
    mark = ""
    if turning is not None:
        mark = f'<path class="tl-axis tl-middle tl-turn" d="M{number(paper.x(turning))} 4V98"/>'
    sizes = f"{PANEL.width} {PANEL.height}"
    return (
        f'<svg class="curve" viewBox="0 0 {sizes}" aria-hidden="true">{_axis(paper, figures=False)}'
        f"{mark}{_curve(paper, curve, colours)}{_ends(paper, curve[-1], colours)}</svg>"
    )


def _ends(paper: _Paper, last: Sequence[int], colours: Sequence[str]) -> str:
    """A symbol beside the end of each line, none over another."""
    found = sorted((paper.y(chance), colour) for chance, colour in zip(last, colours, strict=True))
    step = min(17.0, (paper.height - 18) / max(1, len(found) - 1))
    highest, drawn = 9.0, ""
    for n, (y, colour) in enumerate(found):
        lowest = paper.height - 9 - step * (len(found) - 1 - n)
        at = max(highest, min(y, lowest))
        drawn += _disc(colour, paper.right + ENDS - 10, at, 8.0)
        highest = at + step
    return drawn


def mini_curve(curve: Sequence[Sequence[int]], colours: Sequence[str]) -> str:
    """A curve of 160 × 28 for a row of the history; empty without one."""
    if len(curve) < 2:
        return ""
    lines = ""
    for team, colour in enumerate(colours):
        points = [
            f"{number(2 + 156 * i / (len(curve) - 1))} {number(26 - 0.24 * row[team])}"
            for i, row in enumerate(curve)
        ]
        d = f"M{'L'.join(points)}"
        lines += f'<g class="seat-{token_id(colour)}"><path class="tl-case" d="{d}"/>'
        lines += f'<path class="tl-line" d="{d}"/></g>'
    return f'<svg class="mini" viewBox="0 0 160 28" aria-hidden="true">{lines}</svg>'


class _Paper:
    """Where moves and chances lie."""

    def __init__(
        self, last: int, sheet: Sheet, curved: bool, top: int = CURVE_Y, right: int = EDGE
    ) -> None:
        self.left, self.right, self._top = sheet.left, sheet.width - right, top
        self.height = sheet.height if curved else TAKEN_Y + 15
        self.small = sheet.width < 400
        self._step = (self.right - self.left) / max(1, last)

    def x(self, move: int) -> float:
        """Pixels from the left to a move."""
        return self.left + move * self._step

    def y(self, chance: float) -> float:
        """Pixels from the top to a chance in percent."""
        return self.height - 8 - (self.height - 8 - self._top) * chance / 100


def _marks(paper: _Paper, marks: Marks) -> str:
    """Discs of marbles that came home above the bar, crosses of taken ones below it."""
    size = 6.0 if paper.small else 8.0
    home = "".join(_disc(token, paper.x(move), HOME_Y, size) for move, token in marks.home)
    taken = "".join(
        f'<path class="tl-taken role-capture" d="{_CROSS}" '
        f'transform="translate({number(paper.x(n))} {TAKEN_Y})"/>'
        for n in marks.taken
    )
    return home + taken


def _axis(paper: _Paper, *, figures: bool = True) -> str:
    """The lines for 0, 50 and 100, and their figures where there is room."""
    drawn = ""
    for chance in (0, 50, 100):
        y = number(paper.y(chance))
        middle = " tl-middle" if chance == 50 else ""
        drawn += f'<path class="tl-axis{middle}" d="M{paper.left} {y}H{paper.right}"/>'
        if figures and not paper.small:
            drawn += f'<text class="tl-figure" x="{paper.left - 8}" y="{y}">{chance}</text>'
    return drawn


def _curve(paper: _Paper, curve: Sequence[Sequence[int]], colours: Sequence[str]) -> str:
    """A line for each team in its colour, cased by its rim, with its symbol here and there."""
    if not curve:
        return ""
    drawn, discs = "", ""
    for team, colour in enumerate(colours):
        points = [(paper.x(i), paper.y(row[team])) for i, row in enumerate(curve)]
        d = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in _thinned(points))
        seat = token_id(colour)
        drawn += f'<g class="seat-{seat}"><path class="tl-case" d="{d}"/>'
        drawn += f'<path class="tl-line" d="{d}"/></g>'
        for place in _places(len(points), team, len(colours)):
            discs += _disc(colour, *points[place], 6.5 if paper.small else 8.0)
    return drawn + discs


def _places(moves: int, team: int, teams: int) -> Iterable[int]:
    """Where on its line a team has its symbol: thrice, beside those of the others."""
    return sorted({int((moves - 1) * (0.08 + (i + team / teams) * 0.3)) for i in range(3)})


def _thinned(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """The points without those that lie on the line between their neighbours."""
    kept = [
        here
        for (before, here), (_, after) in zip(pairwise(points), pairwise(points[1:]), strict=False)
        if abs((before[1] + after[1]) / 2 - here[1]) > 0.3
    ]
    return [points[0], *kept, points[-1]]


def _disc(token: str, x: float, y: float, r: float) -> str:
    return (
        f'<g class="seat-{token_id(token)}" '
        f'transform="translate({number(x)} {number(y)})"><circle class="tl-disc" r="{number(r)}"/>'
        f'<path class="tl-sign" fill-rule="evenodd" d="{symbol_path(token, r / 2)}"/></g>'
    )
