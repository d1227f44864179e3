"""Tests of a board by its own lights and sensors: one hole, every hole, all pixels.

Each check is a small machine. It is told which holes fill and empty, what the person taps and what
time it is. It says which holes are lit and how far the test is. Pure: no clock, thread or hardware.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, Final

from companion.model.service import CheckView, Learned
from hardware.ports import Look

STEP: Final = 0.2
"""Seconds that the running pixel stays on a hole."""
ROUNDS: Final = 3
"""Rounds of the running pixel through the chain before it stops by itself."""

COLOURS: Final[Mapping[str, Look]] = {
    "red": Look(255, 0, 0),
    "green": Look(0, 255, 0),
    "blue": Look(0, 0, 255),
    "white": Look(255, 255, 255),
}
"""Every channel of a pixel by itself, and all together: the costliest picture there is (PP-22)."""
WHITE: Final = Look(255, 240, 204)
FELT: Final = Look(2, 60, 22)


class Check(ABC):
    """Everything that a check can be told; most checks need only some of it."""

    kind: ClassVar[str]

    def lights(self) -> Mapping[str, Look]:
        """Hole → what its pixels show; the others are dark."""
        return {}

    def felt(self, hole: str, full: bool, now: float) -> bool:
        """Take a hole that filled or emptied; returns whether that was news."""
        return False

    def skip(self) -> bool:
        """Pass over the hole that is lit; returns whether there was one."""
        return False

    def back(self) -> bool:
        """Go back to the hole before; returns whether there was one."""
        return False

    def here(self, hole: str) -> bool:
        """Take the hole that the person means; returns whether the check had asked."""
        return False

    def deadline(self) -> float | None:
        """Clock time at which ``tick`` has something to do; None: never."""
        return None

    def tick(self, now: float) -> None:
        """Do what is due by now. Most checks wait for the hand only."""
        return

    def learned(self) -> Learned | None:
        """The wires as the check knows them now; only learning knows any."""
        return None

    @abstractmethod
    def view(self) -> CheckView:
        """The state of the check."""


class HoleCheck(Check):
    """A check of one hole: it is lit, and its sensor has to feel a marble come and go.

    >>> check = HoleCheck("A7", 7)
    >>> check.felt("A7", True, 0.0), check.felt("A7", False, 1.0)
    (True, True)
    >>> check.view().done
    True
    """

    kind = "hole"

    def __init__(self, hole: str, number: int) -> None:
        self._hole, self._number = hole, number
        self._came = self._done = False
        self._other = ""

    def lights(self) -> Mapping[str, Look]:
        """The hole is bright until it has answered, then dim."""
        return {self._hole: FELT if self._done else WHITE}

    def felt(self, hole: str, full: bool, now: float) -> bool:
        """Take an answer of the hole's own sensor, or of another in its place."""
        if hole != self._hole:
            if full and not self._came:
                self._other = hole
            return True
        self._done = self._done or (self._came and not full)
        self._came = self._came or full
        self._other = ""
        return True

    def view(self) -> CheckView:
        """The state of the check."""
        note = "well" if self._done else "lift" if self._came else "other" if self._other else "put"
        return CheckView(
            self.kind,
            self._hole,
            self._number,
            left=0 if self._done else 1,
            of=1,
            done=self._done,
            felt=(self._hole,) if self._done else (),
            note=note,
            other=self._other,
        )


class VisitCheck(Check):
    """A tour of the holes: each feels a marble come and go once; the next one to visit is lit.

    One marble carried from hole to hole is enough. Whatever lay there before must be put back: only
    a sensor that felt both ways can be told from one that is stuck.
    """

    kind = "visit"

    def __init__(self, holes: Sequence[str]) -> None:
        self._holes = tuple(holes)
        self._came: set[str] = set()
        self._felt: dict[str, None] = {}
        self._open: dict[str, None] = {}
        self._at = 0

    @property
    def _left(self) -> list[str]:
        return [h for h in self._holes if h not in self._felt and h not in self._open]

    @property
    def _next(self) -> str:
        """The next hole after the last one visited, going round."""
        left = self._left
        behind = [hole for hole in self._holes[self._at :] if hole in left]
        return next(iter(behind or left), "")

    def lights(self) -> Mapping[str, Look]:
        """Visited holes stay dimly lit, so that the tour can be seen on the wood."""
        lit = dict.fromkeys(self._felt, FELT)
        return {**lit, self._next: WHITE} if self._next else lit

    def felt(self, hole: str, full: bool, now: float) -> bool:
        """Take any hole, whichever is lit: the person chooses the order."""
        if full:
            self._came.add(hole)
            return False
        if hole not in self._came or hole in self._felt or hole not in self._holes:
            return False
        self._felt[hole] = None
        self._open.pop(hole, None)
        self._at = self._holes.index(hole)
        return True

    def skip(self) -> bool:
        """Go on to the next hole: the lit one does not answer."""
        if not self._next:
            return False
        self._at = self._holes.index(self._next)
        self._open[self._next] = None
        return True

    def back(self) -> bool:
        """Go back to the hole that was passed over last."""
        if not self._open:
            return False
        hole, _ = self._open.popitem()
        self._at = self._holes.index(hole)
        return True

    def view(self) -> CheckView:
        """How far the tour is."""
        left, hole = self._left, self._next
        return CheckView(
            self.kind,
            hole,
            self._holes.index(hole) if hole else 0,
            left=len(left),
            of=len(self._holes),
            done=not left,
            felt=tuple(self._felt),
            open=tuple(hole for hole in self._holes if hole in self._open),
        )


class ColourCheck(Check):
    """All pixels in one colour; the current cap holds here as for every picture (PP-22)."""

    kind = "colour"

    def __init__(self, holes: Iterable[str], colour: str) -> None:
        self._holes, self._colour = tuple(holes), colour

    def lights(self) -> Mapping[str, Look]:
        """Every hole looks the same."""
        return dict.fromkeys(self._holes, COLOURS[self._colour])

    def view(self) -> CheckView:
        """Which colour is shown."""
        return CheckView(self.kind, of=len(self._holes), colour=self._colour)


class ChaseCheck(Check):
    """A white pixel that runs along the chain of wires; where it stops, a wire needs a look."""

    kind = "chase"

    def __init__(self, holes: Sequence[str], now: float) -> None:
        self._holes = tuple(holes)
        self._step = 0
        self._due = now + STEP

    def lights(self) -> Mapping[str, Look]:
        """The hole where the pixel is now."""
        return {} if self._over else {self._holes[self._step % len(self._holes)]: WHITE}

    @property
    def _over(self) -> bool:
        return self._step >= ROUNDS * len(self._holes)

    def deadline(self) -> float | None:
        """Clock time of the next step."""
        return None if self._over else self._due

    def tick(self, now: float) -> None:
        """Go on to the next hole; steps that came late are not made up for."""
        if not self._over and now >= self._due:
            self._step += 1
            self._due = now + STEP

    def view(self) -> CheckView:
        """Which hole is lit."""
        at = self._step % len(self._holes)
        lit = "" if self._over else self._holes[at]
        return CheckView(self.kind, lit, at, of=len(self._holes), done=self._over)
