"""The cars on the street and their strict order (FF-15, FF-30 … 35)."""

from __future__ import annotations

from collections.abc import Iterator

from .grid import Cell, Street


class Car:
    """One car and where it is.

    ``owner``   the player; None for a Civilian
    ``col``     0 while it is not placed
    ``dmg``     shows its damaged face (a Civilian always counts as damaged)
    ``facing``  ``F`` with the pack, ``O`` oncoming (a Civilian's own property, FF-15)
    ``limbo``   displaced and without a place yet (FF-73)
    ``spins``   how often it has spun out
    ``gone``    out of play
    """

    __slots__ = (
        "col", "dmg", "driver", "facing", "gone", "id", "limbo", "model", "mods", "owner", "rank",
        "spins",
    )  # fmt: skip

    def __init__(self, name: str, owner: str | None, rank: int = 0, col: int = 0) -> None:
        self.id = name
        self.owner = owner
        self.rank = rank
        self.col = col
        self.dmg = False
        self.facing = "F"
        self.limbo = False
        self.spins = 0
        self.gone = False
        self.model = ""
        self.driver: str | None = None
        self.mods: tuple[str, ...] = ()

    @property
    def racer(self) -> bool:
        """Whether a player drives it."""
        return self.owner is not None

    @property
    def cell(self) -> Cell:
        """Where it is."""
        return Cell(self.rank, self.col)

    def copy(self) -> Car:
        """An equal car that changes by itself."""
        new = Car.__new__(Car)
        new.id, new.owner, new.rank, new.col = self.id, self.owner, self.rank, self.col
        new.dmg, new.facing, new.limbo, new.spins = self.dmg, self.facing, self.limbo, self.spins
        new.gone, new.model, new.driver, new.mods = self.gone, self.model, self.driver, self.mods
        return new


class Pack:
    """All cars in play by id, and the street under them."""

    def __init__(self, street: Street, cars: dict[str, Car]) -> None:
        self.street = street
        self.cars = cars

    def copy(self) -> Pack:
        """An equal pack that changes by itself."""
        return Pack(self.street, {name: car.copy() for name, car in self.cars.items()})

    def placed(self) -> Iterator[Car]:
        """The cars on the street, in no order."""
        return (car for car in self.cars.values() if car.col)

    def standing(self, car: Car) -> tuple[int, tuple[int, int, int], bool]:
        """FF-30 to FF-32: smaller is ahead."""
        return car.rank, self.street.standing(car.col), car.limbo

    def order(self) -> list[Car]:
        """The pack order, front first."""
        return sorted(self.placed(), key=self.standing)

    def racers(self) -> list[Car]:
        """The racers on the street in pack order (FF-33)."""
        return sorted(self._racing(), key=self.standing)

    def _racing(self) -> list[Car]:
        return [car for car in self.cars.values() if car.col and car.owner is not None]

    @property
    def leader(self) -> Car | None:
        """FF-33: the first racer."""
        return min(self._racing(), key=self.standing, default=None)

    @property
    def last(self) -> Car | None:
        """FF-33: the last racer."""
        return max(reversed(self._racing()), key=self.standing, default=None)

    @property
    def front(self) -> int:
        """The number of the first rank with a car (FF-35); 1 on an empty street."""
        return min([car.rank for car in self.cars.values() if car.col], default=1)

    def at(self, rank: int, col: int) -> Car | None:
        """The car that has that space; a car in limbo has none (FF-73)."""
        for car in self.cars.values():
            if car.col == col and car.rank == rank and not car.limbo:
                return car
        return None

    def renumber(self) -> None:
        """FF-35: the front car stands in rank 1."""
        shift = self.front - 1
        if shift:
            for car in self.placed():
                car.rank -= shift

    def ranks_of_others(self, car: Car) -> list[int]:
        """The ranks of the other racers on the street."""
        return [
            other.rank for other in self.placed() if other is not car and other.owner is not None
        ]

    def ahead(self, car: Car) -> Cell:
        """FF-50: the space that an advance enters."""
        return Cell(car.rank - 1, car.col)

    def behind(self, car: Car) -> Cell:
        """FF-60, FF-71: the space that it falls back to; for an oncoming Civilian, forward."""
        return Cell(car.rank + (1 if car.facing == "F" else -1), car.col)

    def spin_cells(self, car: Car) -> list[Cell]:
        """FF-83, FF-84: the spaces open to a car that spins out, from left to right."""
        open_columns = [c for c in self.street.columns if self.street.open_to_cars(c)]
        rank = max(self.ranks_of_others(car), default=car.rank - 1)
        while True:
            rank += 1
            free = [col for col in open_columns if self.at(rank, col) in (None, car)]
            if free:
                return [Cell(rank, col) for col in free]

    def straggling(self) -> list[Car]:
        """FF-112: the Civilians in ranks behind all racers."""
        last = max((car.rank for car in self.placed() if car.owner is not None), default=None)
        if last is None:
            return []
        return [car for car in self.order() if car.owner is None and car.rank > last]
