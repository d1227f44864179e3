"""What a drawn street is: its columns, its cars, and where they lie (plain data).

The street runs upwards: row 0 is the road ahead, row 1 the front rank, row 7 the last row drawn.
Lengths are in pitches, x right, y down, with the origin in the middle of the eight rows.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

ROWS: Final = 8
GAP: Final = 0.30
"""Width of the centre strip."""
MARGIN: Final = 0.62
"""Width of the margins: ranks on the left, the wood's rows and the lay-by on the right."""
TOP: Final = -5.0
BOTTOM: Final = 4.36
STREET_TOP: Final = -4.04
STREET_BOTTOM: Final = 4.0
SIGN_Y: Final = -4.47
CIVILIAN: Final = "civ"
"""The token of a car that nobody drives."""

GROUNDS: Final = ("lane", "walk", "chop", "blocked", "bare")
"""What a column may be. ``bare`` is wood without squares and without a sign."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column of the street.

    ``ground``  one of ``GROUNDS``
    ``number``  on its sign: a car comes on that face or more; None without a number
    """

    ground: str
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Car:
    """One car of the picture.

    ``token``   the letter of its seat, or ``civ``
    ``row``     0 to 7; a rank beyond the last row for a car in the lay-by
    ``column``  number of its column from the left, 0 the first
    ``down``    it comes the other way
    ``hurt``    it shows its damaged face
    ``pushed``  ``by`` for a car that pushed another one out and stands on its space with it,
                ``out`` for the one without a place yet
    ``rank``    its true rank, written below it where it stands in a margin; 0 for none
    ``number``  which of its seat's cars it is, where a seat has two; else empty
    """

    token: str
    row: int
    column: int = 0
    down: bool = False
    hurt: bool = False
    pushed: str = ""
    rank: int = 0
    number: str = ""


@dataclass(frozen=True, slots=True)
class Street:
    """A whole street.

    ``columns``  from the left, half of them on each side of the centreline
    ``names``    the columns' numbers on the wood
    ``letters``  the wood's rows under rows 0 to 7; with a number a space's name, ``c5``
    ``last``     row of the last racer: behind it the street fades
    ``wraps``    row 0 is rank 8 now, and no road ahead
    ``mirror``   the picture is flipped: oncoming lanes are on the right
    ``lay_by``   cars for which the wood has no row
    ``beside``   numbers of the wood's columns left and right of the street; empty without any
    """

    columns: tuple[Column, ...]
    names: tuple[str, ...] = ()
    letters: str = "habcdefg"
    cars: tuple[Car, ...] = ()
    lay_by: tuple[Car, ...] = ()
    median: bool = False
    finish: bool = False
    last: int = ROWS - 1
    wraps: bool = False
    mirror: bool = False
    beside: tuple[str, str] = ("", "")

    @property
    def half(self) -> int:
        """Columns on each side."""
        return len(self.columns) // 2

    @property
    def edge(self) -> float:
        """From the centreline to the outer edge of the last column."""
        return self.half + GAP / 2

    @property
    def view_box(self) -> tuple[float, float, float, float]:
        """x, y, width, height of the wood.

        >>> Street((Column("lane"),) * 6).view_box
        (-3.77, -5.0, 7.54, 9.36)
        """
        half = self.edge + MARGIN
        return -half, TOP, 2 * half, round(BOTTOM - TOP, 6)

    def x(self, column: int) -> float:
        """The middle of a column; -1 is the left margin, the number after the last the right one.

        >>> [round(Street((Column("lane"),) * 6).x(n), 2) for n in range(6)]
        [-2.65, -1.65, -0.65, 0.65, 1.65, 2.65]
        """
        if self.is_beside(column):
            return (self.edge + MARGIN / 2) * (-1 if column < 0 else 1)
        return column - self.half + 0.5 + (GAP / 2 if column >= self.half else -GAP / 2)

    def hole(self, row: int, column: int) -> str:
        """The name of a space.

        >>> Street((Column("lane"),) * 6, tuple("234567"), "bcdefgha").hole(1, 3)
        'c5'
        """
        if self.is_beside(column):
            return f"{self.letters[row]}{self.beside[column > 0]}"
        return f"{self.letters[row]}{self.names[column]}"

    def is_beside(self, column: int) -> bool:
        """Whether a column's number is that of a margin."""
        return not 0 <= column < len(self.columns)

    def side(self, column: int) -> str:
        """``l`` or ``r``: the side of the centreline."""
        return "l" if column < self.half else "r"


def row_y(row: int) -> float:
    """The middle of a row.

    >>> row_y(0), row_y(3)
    (-3.5, -0.5)
    """
    return row - 3.5
