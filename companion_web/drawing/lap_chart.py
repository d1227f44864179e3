"""The lap chart of a race as SVG markup: one line a runner, its rank after every round.

Coordinates are pixels of a drawing of the given width; classes only, the colours are the seats'
(``lights.css``). A table with the same facts stands beside it on the page.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from itertools import pairwise
from typing import Final

from companion.model.chart import Chart, ChartTurn
from engine.drawing.look import number, symbol_path

from .light_marks import token_id

STEP: Final = 34
"""Pixels from rank to rank, where there is room."""

LEAST_STEP: Final = 16

_TOP, _BOTTOM, _SIDE = 26, 8, 26
_SIGNS: Final[Mapping[str, str]] = {
    "cross": "M-3-3L3 3M3-3L-3 3",
    "clock": "M0-4V0H3",
    "wave": "M-2-4q2 2 0 4t0 4M2-4q2 2 0 4t0 4",
    "stop": "M-2.5 4V-4H.5a2.2 2.2 0 0 1 0 4.5H-2.5",
    "tick": "M-3.5 0L-1 3L4-3.5",
}
"""Signs for what befell a runner, on its line; the table alone tells the rest."""


def chart_svg(
    chart: Chart, width: int, label: str, laps: Mapping[int, str], height: int | None = None
) -> str:
    """The drawing; ``label`` names it to screen readers, ``laps`` are what each lap is called.

    ``height``  of the drawing in pixels; without it, as many as the runners need
    """
    paper = _Paper(chart, width, height)
    lines = "".join(_line(chart, car.token, paper) for car in chart.cars)
    ends = "".join(_ends(chart, car.token, paper) for car in chart.cars)
    return (
        f'<svg class="lap-chart" viewBox="0 0 {width} {paper.height}" width="{width}" '
        f'height="{paper.height}" role="img" aria-label="{escape(label)}">'
        f'<g aria-hidden="true">{_laps(chart, paper, laps)}{lines}{ends}</g></svg>'
    )


class _Paper:
    """Where rounds and ranks lie, and how large a disc may be."""

    def __init__(self, chart: Chart, width: int, height: int | None) -> None:
        ranks = max(1, len(chart.cars) - 1)
        room = STEP if height is None else (height - _TOP - _BOTTOM) / (ranks + 0.8)
        self.step = max(LEAST_STEP, min(STEP, room))
        self.disc = min(11.0, 0.4 * self.step)
        self.height = round(_TOP + _BOTTOM + self.step * ranks + 2 * self.disc)
        self._across = (width - 2 * _SIDE) / max(len(chart.turns) - 1, 8)

    def x(self, turn: int) -> float:
        """Pixels from the left to a round."""
        return _SIDE + turn * self._across

    def y(self, turn: ChartTurn, token: str) -> float:
        """Pixels from the top to the rank that a runner has in a round."""
        return _TOP + self.disc + self.step * turn.order.index(token)


def _points(chart: Chart, token: str, paper: _Paper) -> list[tuple[float, float]]:
    return [
        (paper.x(i), paper.y(turn, token))
        for i, turn in enumerate(chart.turns)
        if token in turn.order
    ]


def _line(chart: Chart, token: str, paper: _Paper) -> str:
    points = _points(chart, token, paper)
    if not points:
        return ""
    n = number
    d = f"M{n(points[0][0])} {n(points[0][1])}"
    for (ax, ay), (bx, by) in pairwise(points):
        mid = n((ax + bx) / 2)
        d += f"H{n(bx)}" if ay == by else f"C{mid} {n(ay)} {mid} {n(by)} {n(bx)} {n(by)}"
    return (
        f'<g class="seat-{token_id(token)}"><path class="chart-case" d="{d}"/>'
        f'<path class="chart-line" d="{d}"/></g>'
    )


def _ends(chart: Chart, token: str, paper: _Paper) -> str:
    """The runner's disc at both ends, and signs for what befell it between them."""
    points = _points(chart, token, paper)
    if not points:
        return ""
    signs = "".join(
        _sign(_SIGNS[event.sign], paper.x(i), paper.y(turn, token))
        for i, turn in enumerate(chart.turns)
        for event in turn.events
        if event.token == token and event.sign in _SIGNS and token in turn.order
    )
    first, last = points[0], points[-1]
    both = [first, last] if last != first else [first]
    return signs + "".join(_disc(token, x, y, paper.disc) for x, y in both)


def _sign(path: str, x: float, y: float) -> str:
    return (
        f'<g class="chart-sign" transform="translate({number(x)} {number(y)})">'
        f'<circle r="7.5"/><path d="{path}"/></g>'
    )


def _disc(token: str, x: float, y: float, r: float) -> str:
    return (
        f'<g class="seat-disc seat-{token_id(token)}" '
        f'transform="translate({number(x)} {number(y)})"><circle r="{number(r)}"/>'
        f'<path fill-rule="evenodd" d="{symbol_path(token, r / 2)}"/></g>'
    )


def _laps(chart: Chart, paper: _Paper, names: Mapping[int, str]) -> str:
    """A line where the leader has done another lap, with its name above."""
    drawn = []
    for i, (before, turn) in enumerate(pairwise(chart.turns), start=1):
        if turn.laps > before.laps:
            x = number(paper.x(i))
            name = escape(names.get(turn.laps, str(turn.laps)))
            drawn.append(
                f'<path class="chart-lap" d="M{x} {_TOP - 8}V{paper.height - 2}"/>'
                f'<text class="chart-name" x="{x}" y="{_TOP - 12}">{name}</text>'
            )
    return "".join(drawn)
