"""What cars do on the street: tests, advances, drifts, damage, spin-outs.

``Moves`` asks for dice and choices by methods that a case and a game answer each in its own way;
``window`` is where a game lets its players react and where a case does nothing.
"""

from __future__ import annotations

import importlib
from typing import Any

naive_street_road = importlib.import_module("naive_street_road")
Json, Road = naive_street_road.Json, naive_street_road.Road
Illegal = naive_street_road.Illegal


class Moves(Road):  # type: ignore[misc, valid-type]
    """A road and the cars that move on it by themselves or by each other."""

    def __init__(self, half_width: int, mats: Json, cars: list[Json], options: Json) -> None:
        super().__init__(half_width, mats, cars)
        self.options = options
        self.root: str | None = None  # the player whose move action began all this (FF-122)
        self.spun: list[str] = []
        self.removed: list[str] = []

    # -- what a case or a game fills in --

    def die(self) -> int:
        raise NotImplementedError

    def ask(self, car: Json, kind: str, answers: list[Any]) -> Any:
        """One of two or more answers by the owner of the car."""
        raise NotImplementedError

    def window(self, name: str, facts: Json) -> None:
        """A moment when cards may be played."""

    def tell(self, name: str, **facts: Any) -> None:
        """An event for the record."""

    def score(self, n: int, why: Json) -> None:
        """Style points for the player at the root."""

    def speed(self, car: Json) -> int:
        raise NotImplementedError

    def complexity(self, car: Json) -> int:
        raise NotImplementedError

    def drive_bonus(self, car: Json, how: str, defends: bool) -> int:
        """The Driver and the mods."""
        raise NotImplementedError

    def fixit_bonus(self, car: Json, when: str) -> int:
        """The Gang and the mods; no Gang when it is ``repair`` in traffic."""
        raise NotImplementedError

    def pick(self, car: Json, kind: str, answers: list[Any]) -> Any:
        """A question with one answer is not asked."""
        return answers[0] if len(answers) == 1 else self.ask(car, kind, answers)

    # -- tests (FF-55..57) --

    def fixit(self, car: Json, when: str) -> bool:
        """A Fixit test against its own Complexity."""
        test = {"kind": "fixit", "cars": [car], "how": when, "plus": {}, "won": None}
        self.window("test.announced", test)
        test["dice"] = {car["id"]: self.die()}
        self.window("test.rolled", test)
        total = test["dice"][car["id"]] + test["plus"].get(car["id"], 0)
        total += self.fixit_bonus(car, when)
        passed = total >= self.complexity(car)
        self.tell("tested", car=car["id"], n=total, won=passed)
        return bool(passed)

    def drive(self, mover: Json, other: Json | None, number: int, how: str) -> str:
        """win, lose or tie of the mover against another car, or against a number."""
        cars = [mover] if other is None else [mover, other]
        test = {"kind": "drive", "cars": cars, "how": how, "plus": {}, "dice": {}, "won": None}
        self.window("test.announced", test)
        for car in cars:
            test["dice"][car["id"]] = self.die()
        self.window("test.rolled", test)
        totals = []
        for car in cars:
            plus = self.drive_bonus(car, how, car is not mover) + self.speed(car)
            totals.append(test["dice"][car["id"]] + plus + test["plus"].get(car["id"], 0))
        self.tell("tested", car=mover["id"], n=totals)
        if other is None:
            return "win" if totals[0] >= number else "lose"
        if totals[0] == totals[1]:
            self.window("test.tied", test)
            if test["won"] is None:
                return "tie"
            return "win" if test["won"] == mover["id"] else "lose"
        return "win" if totals[0] > totals[1] else "lose"

    # -- placing --

    def put(self, car: Json, cell: Any) -> None:
        """A car stands on a cell; Civilians behind all racers leave (FF-112)."""
        was, car["cell"], car["limbo"] = car["cell"], cell, False
        self.tell("moved", car=car["id"], start=was, end=cell)
        self.clear()

    def clear(self) -> None:
        """FF-112."""
        ranks = [r["cell"][0] for r in self.racers()]
        for civ in self.civilians():
            if ranks and civ["cell"][0] > max(ranks):
                self.leave(civ)

    def leave(self, civ: Json) -> None:
        """A Civilian leaves play."""
        del self.cars[civ["id"]]
        self.removed.append(civ["id"])
        self.tell("removed", car=civ["id"])

    def in_play(self, car: Json) -> bool:
        return self.cars.get(car["id"]) is car

    # -- advancing --

    def advance(self, car: Json) -> str:
        """FF-51..56: success, fail or tie."""
        if self.blocked(car):
            raise Illegal("blocked-ahead")
        self.window("advance.announced", {"car": car})
        other = self.opponent(car)
        result = self.drive(car, other, self.target(car), "advance")
        if result == "win":
            self.go_ahead(car)
            return "success"
        if result == "tie":
            self.damage(car)
            self.damage(other)
            return "tie"
        return "fail"

    def go_ahead(self, car: Json) -> None:
        """One space forward."""
        self.put(car, self.ahead(car))

    # -- drifting (FF-60..75) --

    def drift(self, car: Json, way: str, forced: bool, test: bool = True) -> str:
        """One drift with all it causes: moved, lost or tie."""
        self.window("drift.announced", {"car": car, "way": way})
        here, there = car["cell"], self.step(car, way)
        occupant = self.at(there)
        if occupant is car:
            occupant = None
        if occupant is not None and occupant["kind"] == "racer" and test:
            result = self.drive(car, occupant, 0, "drift")
            if result == "lose":
                if forced:
                    self.spin_out(car)
                return "lost"
            if result == "tie":
                self.damage(car, falls=not forced)
                self.damage(occupant)
                if forced:
                    self.spin_out(car)
                return "tie"
        curb = self.curb(here, there)
        spins = self.spun.count(car["id"])
        if occupant is not None:
            occupant["limbo"] = True
        self.put(car, there)
        self.style(car, here, there, curb)
        if occupant is not None and self.in_play(occupant):
            self.displaced(occupant, way)
        if curb and self.in_play(car) and self.spun.count(car["id"]) == spins:
            self.jump(car)
        return "moved"

    def jump(self, car: Json) -> None:
        """FF-90: the test of a curb."""
        if not self.fixit(car, "curb"):
            self.damage(car)

    def style(self, car: Json, here: Any, there: Any, curb: bool) -> None:
        """FF-120, FF-121: points for the player whose move action it all began with."""
        if self.root is None:
            return
        crossed = here[1] == "F" and there[1] == "O"
        if self.options.get("any_crossing") and not self.is_mover(car):
            crossed = here[1] != there[1]
        if curb or crossed:
            self.score(1, car)

    def is_mover(self, car: Json) -> bool:
        """Whether the move action is this car's own."""
        return bool(car["id"] == self.root_car)

    root_car: str | None = None

    def displaced(self, car: Json, way: str) -> None:
        """FF-67, FF-68."""
        car["limbo"] = True
        self.tell("displaced", car=car["id"])
        if car["kind"] == "civ":
            self.compulsory(car, "B")
            return
        ways = [w for w in ("B", way) if self.possible(car, w)] if way != "B" else ["B"]
        self.compulsory(car, self.pick(car, "choose", ways or ["B"]))

    def compulsory(self, car: Json, way: str) -> str:
        """FF-69: what is impossible becomes a fall-back, FF-72: which is carried out anywhere."""
        if way != "B" and not self.possible(car, way):
            way = "B"
        return self.drift(car, way, forced=True)

    # -- damage and spinning out --

    def damage(self, car: Json, falls: bool = True) -> None:
        """FF-80, FF-81."""
        if not self.in_play(car):
            return
        hurt = car["kind"] == "civ" or car["dmg"]
        if hurt and not falls:
            return
        pending = {"car": car, "prevented": False}
        self.window("damage.pending", pending)
        if pending["prevented"]:
            return
        if hurt:
            self.compulsory(car, "B")
        else:
            car["dmg"] = True
            self.tell("damaged", car=car["id"])

    def spin_out(self, car: Json) -> None:
        """FF-83..85."""
        self.window("spinout.pending", {"car": car})
        self.spun.append(car["id"])
        if car["kind"] == "civ":
            self.tell("spun_out", car=car["id"])
            self.leave(car)
            return
        cell = self.pick(car, "spin", self.spin_cells(car))
        car["cell"], car["limbo"] = cell, False
        self.tell("spun_out", car=car["id"])
        self.clear()
        self.damage(car, falls=False)
