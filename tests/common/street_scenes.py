"""Streets to draw: those of the design's pictures, and one of eight columns. Samples, no games."""

from __future__ import annotations

from typing import NamedTuple

from companion.model.view import HoleView
from companion_web.drawing.street import Lights, Spot, street_svg
from engine.drawing.street import CIVILIAN, Car, Column, Street

NAMES = tuple("234567")
WIDE_NAMES = ("1", *NAMES, "8")


class Scene(NamedTuple):
    """One street with its lights."""

    street: Street
    lights: Lights
    turn: tuple[Spot, str] | None = None
    arrow: tuple[Spot, Spot] | None = None

    def svg(self, labelled: bool = True) -> str:
        """The picture, with the spaces as buttons or without."""
        label = said if labelled else None
        turns = dict([self.turn]) if self.turn else {}
        return street_svg(self.street, self.lights, "Street race", turns, self.arrow, label)


def said(row: int, column: int) -> str:
    """A label about as long as a real one."""
    return f"Rank {row}, lane {column}, empty"


def lane(number: int | None = None) -> Column:
    """A lane with its sign."""
    return Column("lane", number)


NIGHT = (Column("chop"), lane(5), lane(5), lane(4), lane(5), Column("walk"))
OTHERS = (
    Car(CIVILIAN, 1, 1, down=True),
    Car("B", 1, 3),
    Car(CIVILIAN, 1, 4),
    Car("E", 2, 4),
    Car(CIVILIAN, 3, 2, down=True),
    Car("C", 3, 4, hurt=True),
    Car("D", 4, 0),
    Car("F", 5, 4),
)

SCENES = {
    "turn": Scene(
        Street(NIGHT, NAMES, "bcdefgha", (*OTHERS, Car("A", 3, 3)), last=5),
        {(4, 0): HoleView("D", "movable")},
        turn=((4, 0), "D"),
    ),
    "lifted": Scene(
        Street(NIGHT, NAMES, "bcdefgha", OTHERS, last=5),
        {
            (2, 3): HoleView("", "destination", figure="72", badge="E"),
            (3, 2): HoleView(CIVILIAN, "capture"),
            (3, 4): HoleView("C", "capture", figure="92"),
            (3, 3): HoleView("", "origin"),
            (4, 3): HoleView("", "destination"),
        },
    ),
    "failed": Scene(
        Street(
            (Column("bare"), Column("blocked"), lane(5), lane(5), lane(6), Column("walk")),
            NAMES,
            "efghabcd",
            (
                Car("D", 1, 3),
                Car(CIVILIAN, 1, 4),
                Car(CIVILIAN, 2, 2, down=True),
                Car("F", 2, 3),
                Car("E", 4, 4, pushed="by"),
                Car("B", 4, 4, pushed="out"),
                Car("C", 7, 5, hurt=True),
            ),
            (Car("A", 9),),
            median=True,
        ),
        {
            (2, 3): HoleView("F", "extra", colour="F"),
            (3, 3): HoleView("", "return"),
            (4, 4): HoleView("B", "movable"),
            (4, 5): HoleView("", "destination"),
            (5, 4): HoleView("", "destination"),
        },
        arrow=((2, 3), (3, 3)),
    ),
    "wide": Scene(
        Street(
            (
                *(Column("bare"), Column("walk"), lane(5), lane()),
                *(lane(4), lane(5), lane(6), Column("chop")),
            ),
            WIDE_NAMES,
            "bcdefgha",
            (*(Car(c.token, c.row, c.column + 1, c.down, c.hurt) for c in OTHERS), Car("A", 3, 4)),
            finish=True,
            last=5,
        ),
        {
            (2, 4): HoleView("", "destination", figure="72", badge="E"),
            (3, 3): HoleView(CIVILIAN, "capture"),
            (3, 5): HoleView("C", "capture", figure="92"),
            (4, 4): HoleView("", "destination", badge="step"),
        },
        turn=((3, 4), "A"),
    ),
}
