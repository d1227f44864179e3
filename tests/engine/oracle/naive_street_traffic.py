"""What the street does to the cars: Civilians, and coming in from ground that is gone."""

from __future__ import annotations

import importlib

naive_street_moves = importlib.import_module("naive_street_moves")
Json = naive_street_moves.Json


class Street(naive_street_moves.Moves):  # type: ignore[misc, name-defined]
    """A road with everything that moves on it."""

    # -- Civilians (FF-100..108) --

    def barrel(self) -> None:
        """Turn phase 1: every oncoming Civilian once, the rearmost of those left first."""
        done: list[str] = []
        while True:
            left = [c for c in self.civilians() if c["face"] == "O" and c["id"] not in done]
            if not left:
                return
            done.append(left[-1]["id"])
            self.barrel_one(left[-1])

    def barrel_one(self, civ: Json) -> None:
        """FF-105..107."""
        rank, side, distance = civ["cell"]
        occupant = self.at((rank + 1, side, distance))
        if occupant is not None:
            occupant["limbo"] = True
        self.put(civ, (rank + 1, side, distance))
        if occupant is None or not self.in_play(occupant):
            return
        spins = self.spun.count(occupant["id"])
        self.damage(occupant)
        if not self.in_play(occupant) or self.spun.count(occupant["id"]) > spins:
            return
        if self.options.get("barrel_once") and not occupant["limbo"]:
            return
        if occupant["kind"] == "civ":
            self.compulsory(occupant, "B")
            return
        ways = [way for way in "LRB" if self.possible(occupant, way)]
        self.compulsory(occupant, self.pick(occupant, "choose", ways or ["B"]))

    def with_pack(self) -> None:
        """FF-108."""
        for civ in reversed(self.civilians()):
            if self.in_play(civ) and civ["face"] == "F":
                there = self.step(civ, "B")
                if self.at(there) is None:
                    self.put(civ, there)

    def wave(self) -> None:
        """FF-100..104."""
        here = []
        for side in ("F", "O"):
            for distance, number in enumerate(self.mats[side]["lanes"], start=1):
                if number is not None and self.die() >= number:
                    here.append((side, distance))
        rank = self.front() - 1
        for side, distance in here:
            free = [f"c{n}" for n in range(1, 9) if f"c{n}" not in self.cars]
            if len(self.civilians()) >= 8 or not free:
                break
            car = {"id": free[0], "kind": "civ", "cell": (rank, side, distance), "face": side}
            self.cars[free[0]] = {**car, "dmg": False, "limbo": False}
            self.tell("wave.entered", car=free[0])

    # -- new mats, steps 3 and 4 (FF-43..45) --

    def come_in(self) -> None:
        """No man's land, then the blocked walks."""
        for ground in ("nobody", "blocked"):
            done: list[str] = []
            while True:
                left = [
                    car
                    for car in self.order()
                    if self.ground(car["cell"]) == ground and car["id"] not in done
                ]
                if not left:
                    break
                done.append(left[0]["id"])
                self.come_in_one(left[0], ground)

    def come_in_one(self, car: Json, ground: str) -> None:
        """One car gets in, or spins out."""
        spins = self.spun.count(car["id"])

        def out() -> bool:
            gone = not self.in_play(car) or self.spun.count(car["id"]) > spins
            return gone or self.ground(car["cell"]) != ground

        if ground == "blocked" or not self.fixit(car, "mats"):
            self.damage(car)
        timid = car["kind"] == "civ" and self.options.get("timid_civilians")
        for _ in range(0 if timid else 2):
            if out():
                return
            if car["kind"] == "racer" and self.ask(car, "choose", ["in", "stay"]) == "stay":
                continue
            self.drift(car, self.inward(car), forced=False)
        if not out():
            self.spin_out(car)
