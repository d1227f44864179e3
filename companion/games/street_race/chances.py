"""What lights and tiles say of a choice: its chance, its rival, its push, the curb after it.

Chances come from the engine as exact shares. They count the dice and what is public, never a hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from companion.model.view import HoleView
from engine.games.street_race.grid import Cell
from engine.games.street_race.wood import (
    HALF,
    ROWS,
    column_number,
    hole_of,
    row_letter,
)

PLACE: Final = "destination"
PUSH: Final = "capture"
"""The roles of a place that a lifted car may go to."""

STEP: Final = "step"
"""The badge of a curb test that follows."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One place that a lifted car may go to.

    ``tested``   a test decides; else the car just goes
    ``win``      the share of rolls that get there, without ties
    ``tie``      the share of ties
    ``curb``     the share of rolls that come over the curb unhurt; None without a curb
    ``rival``    the car that it is tested against, "" for a number
    ``pushed``   the car that stands there, "" for a free space
    ``needs``    the number that the total must reach, where it is tested against none
    ``more``     what is added to the die then
    """

    cell: Cell
    tested: bool = False
    win: Fraction = Fraction(1)
    tie: Fraction = Fraction(0)
    curb: Fraction | None = None
    rival: str = ""
    pushed: str = ""
    needs: int = 0
    more: int = 0


def figure(share: Fraction) -> str:
    """A share in a hundred: 1 to 99 unless it is exactly nothing or all.

    >>> figure(Fraction(15, 36)), figure(Fraction(1, 1296)), figure(Fraction(1))
    ('42', '1', '100')
    """
    if share in (0, 1):
        return str(100 * share)
    return str(min(99, max(1, int(100 * share + Fraction(1, 2)))))


def light(choice: Choice) -> HoleView:
    """The light of one place: dot or figure, with rival or step; pink where a car is pushed."""
    chance = figure(choice.win) if choice.tested else ""
    if choice.pushed:
        return HoleView(choice.pushed, PUSH, figure=chance)
    badge = choice.rival if choice.tested else ""
    if not badge and choice.curb is not None:
        badge = STEP
    return HoleView("", PLACE, figure=chance, badge=badge)


def lights(choices: Iterable[Choice]) -> dict[Cell, HoleView]:
    """The lights of a lifted car. A place beyond the last row has a tile only."""
    return {choice.cell: light(choice) for choice in choices if choice.cell.rank < ROWS}


def during_test(choice: Choice, car: str) -> HoleView:
    """The light under the car while its test runs: as before, with the car on it."""
    before = light(choice)
    return HoleView(car, before.role, figure=before.figure, badge=before.badge)


def on_wood(shown: Mapping[Cell, HoleView], origin: int) -> dict[str, str]:
    """Square of the wood → role. Pixels show roles alone; figures and badges are the page's."""
    squares = ((hole_of(cell, origin), view.role) for cell, view in shown.items())
    return {square: role for square, role in squares if square is not None}


def turn_squares(cell: Cell | None, half_width: int, origin: int) -> tuple[str, ...]:
    """The squares of the turn light: under the mover's car, and the free edges of rank 1.

    The edges tell where the street begins; a street of eight columns has none.
    """
    own = hole_of(cell, origin) if cell is not None else None
    row = row_letter(1, origin)
    ends = (col for col in (-HALF, HALF) if half_width < HALF)
    edges = [f"{row}{column_number(col)}" for col in ends]
    return tuple(square for square in (own, *edges) if square is not None)


def winner_squares(col: int, origin: int) -> tuple[str, ...]:
    """The column of the car that won, from its last rank up to the road ahead."""
    number = column_number(col)
    return tuple(f"{row_letter(rank, origin)}{number}" for rank in reversed(range(ROWS)))
