"""What stands in a case: its street, its cars, its dice and choices, each checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from ...errors import Misfit, shown
from ...told import Told
from .checks import listed, mapping, one_of, text, texts, truth, whole
from .grid import Cell, Street, read_cell
from .pack import Car, Pack
from .reading_mats import read_mat
from .run import CIVILIAN_COMPLEXITY, CIVILIAN_SPEED, Run, Switches

HALF_WIDTH: Final = 3
WIDEST: Final = 20
CAR_KEYS: Final = (
    "id", "at", "kind", "dmg", "speed", "dspeed", "cx", "dcx", "drive", "fixit", "face",
)  # fmt: skip
OPTIONS: Final = ("barrel_once", "timid_civilians", "any_crossing")


@dataclass(frozen=True, slots=True)
class Stats:
    """The numbers of a car in a case: those of the whole face, and those of the damaged one."""

    speed: tuple[int, int] = (0, 0)
    complexity: tuple[int, int] = (4, 4)
    drive: int = 0
    fixit: tuple[int, ...] = ()


CIVILIAN: Final = Stats((CIVILIAN_SPEED,) * 2, (CIVILIAN_COMPLEXITY,) * 2)


class CaseRun(Run):
    """An event of a case; style points and numbers stand in the case alone."""

    def __init__(self, pack: Pack, stats: Mapping[str, Stats], switches: Switches) -> None:
        super().__init__(pack, switches)
        self.stats = stats
        self.style: dict[str, int] = {}

    def driving(self, car: Car, use: str) -> int:
        stats = self.stats.get(car.id, CIVILIAN)
        return stats.speed[car.dmg] + stats.drive

    def fixing(self, car: Car, use: str, gang: bool) -> int:
        return sum(self.stats.get(car.id, CIVILIAN).fixit) if gang else 0

    def complexity(self, car: Car) -> int:
        return self.stats.get(car.id, CIVILIAN).complexity[car.dmg]

    def score(self, player: str, points: int) -> None:
        self.style[player] = self.style.get(player, 0) + points


@dataclass(slots=True)
class Inputs:
    """What a case brings to its op: dice and choices in the order of use."""

    dice: list[int] = field(default_factory=list)
    choices: list[str] = field(default_factory=list)
    used: int = 0


def read_inputs(do: Mapping[str, object]) -> Inputs:
    """Dice and choices of a case."""
    sides = Switches().die_sides
    dice = [whole(die, "dice", 1, sides) for die in listed(do.get("dice", []), "dice")]
    return Inputs(dice, texts(do.get("choices", []), "choices"))


def read_switches(do: Mapping[str, object]) -> Switches:
    """The named options of a case."""
    given = mapping(do.get("options", {}), "options", OPTIONS)
    return Switches(**{name: truth(value, f"options: {name}") for name, value in given.items()})


def read_street(value: object, half_width: int) -> Street:
    """Both mats of a case."""
    mats = mapping(value, "mats", ("F", "O"), ("F", "O"))
    forward, oncoming = (read_mat(mats[side], f"mats: {side}", half_width) for side in "FO")
    return Street(half_width, forward, oncoming)


def need_cell(value: object, key: str, half_width: int) -> Cell:
    """A space of the grid."""
    cell = read_cell(value) if isinstance(value, str) else None
    if cell is None or abs(cell.col) > half_width:
        said = "{key}: {value} is no space of this street"
        raise Misfit(Told("off_the_street", said, key=key, value=shown(value)))
    return cell


def read_pack(value: object, switches: Switches) -> CaseRun:
    """The street and the cars of a case, ready to run."""
    pos = mapping(value, "pos", ("half_width", "mats", "cars"), ("mats", "cars"))
    half_width = whole(pos.get("half_width", HALF_WIDTH), "half_width", 2, WIDEST)
    street = read_street(pos["mats"], half_width)
    cars: dict[str, Car] = {}
    stats: dict[str, Stats] = {}
    for each in listed(pos["cars"], "cars"):
        data = mapping(each, "cars", CAR_KEYS, ("id", "at"))
        name = text(data["id"], "cars: id")
        if name in cars:
            raise Misfit(f"cars: {name} is there twice")
        cell = need_cell(data["at"], f"{name}: at", half_width)
        if any(car.cell == cell for car in cars.values()):
            raise Misfit(f"{name}: at: another car is there")
        kind = one_of(data.get("kind", "racer"), f"{name}: kind", ("racer", "civ"))
        car = Car(name, name if kind == "racer" else None, *cell)
        numbers = _read_stats(data, name)
        damaged = truth(data.get("dmg", False), f"{name}: dmg")
        car.facing = one_of(data.get("face", "F"), f"{name}: face", ("F", "O"))
        if car.racer:
            # FF-15: racers always face forward.
            car.facing, car.dmg, stats[name] = "F", damaged, numbers
        cars[name] = car
    if sum(not car.racer for car in cars.values()) > switches.civilians:
        raise Misfit(f"cars: more than {switches.civilians} Civilians")
    return CaseRun(Pack(street, cars), stats, switches)


def _read_stats(data: Mapping[str, object], name: str) -> Stats:
    speed = whole(data.get("speed", 0), f"{name}: speed")
    complexity = whole(data.get("cx", 4), f"{name}: cx")
    return Stats(
        (speed, whole(data.get("dspeed", speed), f"{name}: dspeed")),
        (complexity, whole(data.get("dcx", complexity), f"{name}: dcx")),
        whole(data.get("drive", 0), f"{name}: drive"),
        tuple(whole(n, f"{name}: fixit") for n in listed(data.get("fixit", []), f"{name}: fixit")),
    )


def need_car(run: Run, do: Mapping[str, object]) -> Car:
    """The car that an op is about."""
    name = text(do.get("car"), "car")
    car = run.pack.cars.get(name)
    if car is None:
        raise Misfit(f"car: there is no car {shown(name)}")
    return car
