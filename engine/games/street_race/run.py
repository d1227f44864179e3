"""An event in progress: the pack that it changes, and what it needs to know and to tell."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from .asking import CHANCE, Ask, Flow, nothing
from .grid import Cell, cell_text
from .pack import Car, Pack

CIVILIAN_SPEED: Final = -1
CIVILIAN_COMPLEXITY: Final = 4
CIVILIANS: Final = 8
"""FF-3, FF-110: numbers that a data file may change."""


@dataclass(frozen=True, slots=True)
class Switches:
    """The named options that the rules of the street read, and the numbers of the data file."""

    barrel_once: bool = False
    timid_civilians: bool = False
    any_crossing: bool = False
    die_sides: int = 6
    civilians: int = CIVILIANS


class Root(NamedTuple):
    """FF-121, FF-122: the move action at the root of an event: whose it is, and of which car."""

    player: str
    car: Car


@dataclass(eq=False, slots=True)
class Trial:
    """One test (FF-56, FF-57). ``cars``: the one that tests, and the one it tests against.

    ``uses``    what each of them tests for, as a mod's ``when`` says it
    ``extra``   what reactions add to the total of each
    ``dice``    the face of each
    ``tie_to``  the car to which a reaction gives the tie
    """

    kind: str
    cars: tuple[Car, ...]
    uses: tuple[str, ...]
    gang: bool = True
    target: int | None = None
    extra: dict[str, int] = field(default_factory=dict)
    dice: dict[str, int] = field(default_factory=dict)
    tie_to: Car | None = None


@dataclass(eq=False, slots=True)
class Happening:
    """What a window is about. ``stopped``: a reaction has prevented it."""

    name: str
    cars: tuple[Car, ...] = ()
    trial: Trial | None = None
    card: str | None = None
    by: str | None = None
    stopped: bool = False


class Run(ABC):
    """What the rules of the street work on. A case has no windows; a game adds them."""

    def __init__(self, pack: Pack, switches: Switches) -> None:
        self.pack = pack
        self.switches = switches
        self.removed: list[str] = []
        self.spun: list[str] = []

    # -- what cases and games know in their own ways --

    @abstractmethod
    def driving(self, car: Car, use: str) -> int:
        """FF-57: all that is added to the die in a driving test."""

    @abstractmethod
    def fixing(self, car: Car, use: str, gang: bool) -> int:
        """FF-57, FF-95: all that is added to the die in a Fixit test."""

    @abstractmethod
    def complexity(self, car: Car) -> int:
        """The Complexity of the face shown."""

    @abstractmethod
    def score(self, player: str, points: int) -> None:
        """Style points for a player."""

    def shift(self) -> int:
        """What is taken from a rank to get the number that people see."""
        return 0

    def before(self, happening: Happening) -> Flow[None]:
        """A window that opens before something happens (FF-150)."""
        return nothing()

    def happened(
        self,
        name: str,
        car: Car | None = None,
        *,
        frm: Cell | None = None,
        to: Cell | str | None = None,
        n: int | None = None,
        by: str | None = None,
    ) -> None:
        """Something has happened: for the report, and for the windows after it."""
        return

    # -- questions --

    def die(self) -> Flow[int]:
        """One face."""
        faces = tuple(str(face) for face in range(1, self.switches.die_sides + 1))
        return int((yield Ask("die", (CHANCE,), "die ", faces)))

    def choose(self, car: Car, options: tuple[str, ...]) -> Flow[str]:
        """The choice of a car's owner; a question with one answer is not asked."""
        if len(options) == 1 or car.owner is None:
            return options[0]
        return (yield Ask("choose", (car.owner,), f"choose {car.id} ", options))

    def choose_cell(self, car: Car, cells: list[Cell]) -> Flow[Cell]:
        """FF-84: where a car that spins out is placed."""
        if len(cells) == 1 or car.owner is None:
            return cells[0]
        shift = self.shift()
        texts = {cell_text(cell.rank - shift, cell.col): cell for cell in cells}
        return texts[(yield Ask("spin", (car.owner,), f"spin {car.id} ", tuple(texts)))]

    # -- changes of the pack --

    def place(self, car: Car, to: Cell, name: str = "moved") -> None:
        """A car has found its place; Civilians that are behind all racers now leave (FF-112)."""
        frm = car.cell if car.col else None
        car.rank, car.col = to
        car.limbo = False
        self.happened(name, car, frm=frm, to=to)
        for civilian in self.pack.straggling():
            self.remove(civilian)

    def remove(self, car: Car) -> None:
        """FF-85, FF-112: a Civilian leaves play."""
        car.gone = True
        del self.pack.cars[car.id]
        self.removed.append(car.id)
        self.happened("removed", car, frm=car.cell)
