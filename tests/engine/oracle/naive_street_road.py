"""The street of the naive street race: cells, ground under them, and the order of the cars.

Written from the rules text alone. A car is a dict: ``id``, ``kind`` ("racer" or "civ"), ``cell``,
``dmg``, ``face``, ``limbo``. A cell is (rank, side, distance) with side "F" or "O". A mat is a dict
with ``lanes``, ``sidewalk``, ``median``.
"""

from __future__ import annotations

import re
from typing import Any

Json = dict[str, Any]
Cell = tuple[int, str, int]
CELL = re.compile(r"(-?[0-9]+)([FO])([0-9]+)")


class Illegal(Exception):
    """What the rules refuse; the text is section 17's code."""


def read(text: str) -> Cell:
    """A cell from its text, ``3O2``."""
    found = CELL.fullmatch(text)
    if not found:
        raise Illegal("bad-syntax")
    return int(found[1]), found[2], int(found[3])


def write(cell: Cell) -> str:
    """The text of a cell."""
    return f"{cell[0]}{cell[1]}{cell[2]}"


def column(cell: Cell) -> int:
    """Columns from left to right: O3 O2 O1 F1 F2 F3 are -3 -2 -1 0 1 2 (FF-11)."""
    return cell[2] - 1 if cell[1] == "F" else -cell[2]


def cell_of(rank: int, x: int) -> Cell:
    """The cell of a rank and a column counted as above."""
    return (rank, "F", x + 1) if x >= 0 else (rank, "O", -x)


class Road:
    """Two mats, the cars, and what can be read off them without moving anything."""

    def __init__(self, half_width: int, mats: Json, cars: list[Json]) -> None:
        self.half_width = half_width
        self.mats = mats
        self.cars = {car["id"]: car for car in cars}

    # -- the ground (FF-11..14) --

    def ground(self, cell: Cell) -> str:
        """lane, walk, blocked, nobody (no man's land) or outside."""
        mat = self.mats[cell[1]]
        lanes = len(mat["lanes"])
        if cell[2] > self.half_width or cell[2] < 1:
            return "outside"
        if cell[2] <= lanes:
            return "lane"
        if cell[2] == lanes + 1:
            return "blocked" if mat["sidewalk"] == "blocked" else "walk"
        return "nobody"

    def chop(self, cell: Cell) -> bool:
        """A chop shop is on the walk of this side."""
        return bool(self.mats[cell[1]]["sidewalk"] == "chop")

    def median(self) -> bool:
        """FF-13."""
        return bool(self.mats["F"]["median"] or self.mats["O"]["median"])

    # -- cars --

    def racers(self) -> list[Json]:
        """In pack order."""
        return [car for car in self.order() if car["kind"] == "racer"]

    def civilians(self) -> list[Json]:
        """In pack order."""
        return [car for car in self.order() if car["kind"] == "civ"]

    def at(self, cell: Cell) -> Json | None:
        """The car that holds a cell; one in limbo blocks nothing (FF-73)."""
        for car in self.cars.values():
            if car["cell"] == cell and not car["limbo"]:
                return car
        return None

    def key(self, car: Json) -> tuple[Any, ...]:
        """FF-30..32: what sorts the cars."""
        rank, side, distance = car["cell"]
        ground = self.ground(car["cell"])
        if ground == "lane":
            kind = 0 if side == "F" else 1
        elif ground in ("walk", "blocked"):
            kind = 2
        else:
            kind = 3
        return rank, kind, distance, side != "F", car["limbo"], car["id"]

    def order(self) -> list[Json]:
        """All placed cars, front first."""
        return sorted((c for c in self.cars.values() if c["cell"] is not None), key=self.key)

    def leader(self) -> str | None:
        """FF-33."""
        racers = self.racers()
        return racers[0]["id"] if racers else None

    def last(self) -> str | None:
        """FF-33."""
        racers = self.racers()
        return racers[-1]["id"] if racers else None

    def front(self) -> int:
        """The rank of the front car, Civilians count (FF-35)."""
        ranks = [car["cell"][0] for car in self.cars.values() if car["cell"] is not None]
        return min(ranks) if ranks else 1

    def behind(self, car: Json) -> list[str]:
        """FF-96: racers behind a car, front first."""
        names = [other["id"] for other in self.racers()]
        return names[names.index(car["id"]) + 1 :]

    # -- one step --

    def step(self, car: Json, way: str) -> Cell:
        """The cell that a drift leads to, whether one may go there or not (FF-60, FF-71)."""
        rank, x = car["cell"][0], column(car["cell"])
        if way == "B":
            forward = car["kind"] == "civ" and car["face"] == "O"
            return cell_of(rank - 1 if forward else rank + 1, x)
        return cell_of(rank, x - 1 if way == "L" else x + 1)

    def possible(self, car: Json, way: str) -> bool:
        """FF-64."""
        here, there = car["cell"], self.step(car, way)
        if self.ground(there) not in ("lane", "walk"):
            return False
        return not (here[1] != there[1] and self.median())

    def inward(self, car: Json) -> str:
        """The way towards the centreline."""
        return "L" if car["cell"][1] == "F" else "R"

    def curb(self, here: Cell, there: Cell) -> bool:
        """FF-90, FF-92: from a lane up to an open walk."""
        return (
            here[0] == there[0]
            and self.ground(here) == "lane"
            and self.ground(there) == "walk"
            and not self.chop(there)
        )

    # -- advancing (FF-50..53) --

    def ahead(self, car: Json) -> Cell:
        """The space directly ahead."""
        return (car["cell"][0] - 1, car["cell"][1], car["cell"][2])

    def blocked(self, car: Json) -> bool:
        """FF-50: any car blocks."""
        return self.at(self.ahead(car)) is not None

    def opponent(self, car: Json) -> Json | None:
        """FF-52."""
        rank, x = self.ahead(car)[0], column(car["cell"])
        beside = [self.at(cell_of(rank, x - 1)), self.at(cell_of(rank, x + 1))]
        racers = [b for b in beside if b is not None and b["kind"] == "racer"]
        return min(racers, key=self.key) if racers else None

    def target(self, car: Json) -> int:
        """FF-53."""
        entered = car["cell"][0] - 1
        ranks = [r["cell"][0] for r in self.racers() if r["id"] != car["id"]]
        if not ranks or entered < min(ranks):
            gap = min(ranks) - entered if ranks else 1
            return {1: 4, 2: 8}.get(gap, 12)
        return 1 if entered > max(ranks) else 4

    # -- places to put a car --

    def spin_cells(self, car: Json) -> list[Cell]:
        """FF-83, FF-84: the open cells of the first rank that has any, left to right."""
        others = [r["cell"][0] for r in self.racers() if r["id"] != car["id"]]
        rank = max(others) + 1 if others else car["cell"][0]
        while True:
            found = []
            for x in range(-self.half_width, self.half_width):
                cell = cell_of(rank, x)
                there = self.at(cell)
                free = there is None or there["id"] == car["id"]
                if self.ground(cell) in ("lane", "walk") and free:
                    found.append(cell)
            if found:
                return found
            rank += 1


def placements(lanes: Json, placed: list[Cell]) -> list[Cell]:
    """FF-22: where the next racer may be placed, by rank, then left to right."""
    ranks = {1} | {cell[0] for cell in placed} | {cell[0] + 1 for cell in placed}
    found = []
    for rank in sorted(ranks):
        for x in range(-lanes["O"], lanes["F"]):
            if cell_of(rank, x) not in placed:
                found.append(cell_of(rank, x))
    return found
