"""The cases of section 18 by the naive street race: ``result_of(case)``."""

from __future__ import annotations

import importlib
from typing import Any

naive_street_road = importlib.import_module("naive_street_road")
naive_street_traffic = importlib.import_module("naive_street_traffic")
Json, Illegal = naive_street_road.Json, naive_street_road.Illegal
read, write = naive_street_road.read, naive_street_road.write


class BadCase(Exception):
    """Dice or choices left over, or not enough of them."""


class Fragment(naive_street_traffic.Street):  # type: ignore[misc, name-defined]
    """A street whose dice and choices come from a case."""

    def __init__(self, pos: Json, do: Json) -> None:
        cars = []
        for given in pos["cars"]:
            kind = given.get("kind", "racer")
            car = {"id": given["id"], "kind": kind, "cell": read(given["at"]), "limbo": False}
            car["dmg"] = bool(given.get("dmg", False)) if kind == "racer" else False
            car["face"] = given.get("face", "F")
            car["speeds"] = given.get("speed", 0), given.get("dspeed", given.get("speed", 0))
            car["cxs"] = given.get("cx", 4), given.get("dcx", given.get("cx", 4))
            car["drive"], car["fixit"] = given.get("drive", 0), given.get("fixit", [])
            cars.append(car)
        mats = {side: whole_mat(mat) for side, mat in pos["mats"].items()}
        super().__init__(pos.get("half_width", 3), mats, cars, do.get("options", {}))
        self.dice = list(do.get("dice", []))
        self.choices = list(do.get("choices", []))
        self.dice_used = 0
        self.points: dict[str, int] = {}

    def die(self) -> int:
        if self.dice_used == len(self.dice):
            raise BadCase("no die left")
        self.dice_used += 1
        return int(self.dice[self.dice_used - 1])

    def ask(self, car: Json, kind: str, answers: list[Any]) -> Any:
        words = [write(a) if kind == "spin" else a for a in answers]
        if not self.choices:
            if "stay" in words:
                return "in"
            raise BadCase(f"no choice left for {kind} {words}")
        word = self.choices.pop(0)
        if word not in words:
            raise Illegal("not-an-option")
        return answers[words.index(word)]

    def score(self, n: int, why: Json) -> None:
        self.points[str(self.root)] = self.points.get(str(self.root), 0) + n

    def speed(self, car: Json) -> int:
        return -1 if car["kind"] == "civ" else int(car["speeds"][car["dmg"]])

    def complexity(self, car: Json) -> int:
        return 4 if car["kind"] == "civ" else int(car["cxs"][car["dmg"]])

    def drive_bonus(self, car: Json, how: str, defends: bool) -> int:
        return 0 if car["kind"] == "civ" else int(car["drive"])

    def fixit_bonus(self, car: Json, when: str) -> int:
        return 0 if car["kind"] == "civ" else sum(car["fixit"])


def whole_mat(mat: Json) -> Json:
    """A mat with its defaults."""
    return {
        "lanes": mat["lanes"],
        "sidewalk": mat.get("sidewalk", "open"),
        "median": mat.get("median", False),
    }


def result_of(case: Json) -> Json:
    """The whole result of a case; BadCase if its dice or choices don't fit."""
    do = case["do"]
    try:
        if do["op"] in WITHOUT_STREET:
            return WITHOUT_STREET[do["op"]](do)
        street = Fragment(case["pos"], do)
        result = ON_STREET[do["op"]](street, do)
    except Illegal:
        return {"illegal": True}
    if street.choices or street.dice_used != len(street.dice):
        raise BadCase("dice or choices left over")
    return dict(result)


def board(street: Any, act: Any) -> Json:
    """The board result of an op."""
    before = street.leader()
    result = act()
    shift = 1 - street.front()
    cars = street.order()
    answer = {
        "at": {c["id"]: write((c["cell"][0] + shift, *c["cell"][1:])) for c in cars},
        "dmg": sorted(c["id"] for c in cars if c["dmg"]),
        "faces": {c["id"]: c["face"] for c in cars if c["kind"] == "civ"},
        "removed": sorted(street.removed),
        "spun": street.spun,
        "style": {name: n for name, n in street.points.items() if n},
        "leader": street.leader(),
        "new_leader": street.leader() != before,
        "dice_used": street.dice_used,
    }
    return answer | ({} if result is None else {"result": result})


def racer(street: Any, name: str) -> Any:
    """A racer by its id."""
    car = street.cars.get(name)
    if car is None or car["kind"] != "racer":
        raise Illegal("unknown-id")
    return car


def drifts(street: Any, do: Json) -> Json:
    """The voluntary drifts of a racer."""
    car, found = racer(street, do["car"]), {}
    for way in "LRB":
        if not street.possible(car, way):
            continue
        here, there = car["cell"], street.step(car, way)
        told: Json = {"to": write(there)}
        occupant = street.at(there)
        if occupant is not None:
            told["test" if occupant["kind"] == "racer" else "shoves"] = occupant["id"]
        if street.curb(here, there):
            told["curb"] = True
        if street.curb(here, there) or (here[1], there[1]) == ("F", "O"):
            told["style"] = 1
        found[way] = told
    return {"drifts": found}


def advances(street: Any, do: Json) -> Json:
    """What an advance of every racer would need."""
    found = {}
    for car in street.racers():
        told: Json = {"legal": not street.blocked(car)}
        if told["legal"]:
            told["to"] = write(street.ahead(car))
            other = street.opponent(car)
            if other is None:
                told["tn"] = street.target(car)
            else:
                told["vs"] = other["id"]
        found[car["id"]] = told
    return {"advances": found}


def drift(street: Any, do: Json) -> Json:
    """A drift taken as move action."""
    car = racer(street, do["car"])
    if not street.possible(car, do["dir"]):
        raise Illegal("impossible-place")
    street.root = street.root_car = car["id"]
    return board(street, lambda: street.drift(car, do["dir"], forced=False))


def advance(street: Any, do: Json) -> Json:
    """An attempt."""
    car = racer(street, do["car"])
    return board(street, lambda: street.advance(car))


def mats(street: Any, do: Json) -> Json:
    """New mats."""

    def act() -> None:
        street.mats = {side: whole_mat(mat) for side, mat in do["mats"].items()}
        street.come_in()
        if do.get("wave", True):
            street.wave()

    return board(street, act)


def spin_spaces(street: Any, do: Json) -> Json:
    """The cells open to a car that spins out."""
    return {"cells": [write(cell) for cell in street.spin_cells(racer(street, do["car"]))]}


def order(street: Any, do: Json) -> Json:
    """Pack order."""
    names = [car["id"] for car in street.order()]
    return {"order": names, "leader": street.leader(), "last": street.last()}


def placements(do: Json) -> Json:
    """Set-up."""
    lanes = {"F": do["lanes_F"], "O": do["lanes_O"]}
    cells = naive_street_road.placements(lanes, [read(text) for text in do["placed"]])
    return {"cells": [write(cell) for cell in cells]}


def street_deck(do: Json) -> Json:
    """FF-16."""
    size = do["regular"] - do["returned"] + 2
    return {"size": size, "first_finish_place": size - 7}


def deal(do: Json) -> Json:
    """FF-24."""
    return {"cards": [place + 2 for place in range(1, do["players"] + 1)]}


def dual(do: Json) -> Json:
    """FF-140."""
    points: dict[str, int] = {}
    for place, owner in enumerate(do["finish"], start=1):
        points[owner] = points.get(owner, 0) + place
    best = min(points.values())
    return {"points": points, "winners": sorted(p for p in points if points[p] == best)}


def endgame(do: Json) -> Json:
    """FF-131..133."""
    players, style, wants = do["players"], dict(do["style"]), dict(do["wants"])
    first = players.index(do["drawer"])
    turns = [*players[first + 1 :], *players[:first]]
    declined, at, idle = set(), first, 0
    while idle < len(players):
        player = players[at % len(players)]
        at, idle = at + 1, idle + 1
        if player in declined or style.get(player, 0) < 3:
            continue
        if wants.get(player, 0) < 1:
            declined.add(player)
            continue
        style[player] -= 3
        wants[player] -= 1
        turns.append(player)
        idle = 0
    return {"turns": turns}


WITHOUT_STREET: dict[str, Any] = {
    "placements": placements,
    "street_deck": street_deck,
    "deal": deal,
    "dual": dual,
    "endgame": endgame,
}
ON_STREET: dict[str, Any] = {
    "order": order,
    "behind": lambda street, do: {"behind": street.behind(racer(street, do["car"]))},
    "advances": advances,
    "drifts": drifts,
    "advance": advance,
    "drift": drift,
    "damage": lambda s, do: board(s, lambda: s.damage(s.cars[do["car"]])),
    "spin_spaces": spin_spaces,
    "barrel": lambda s, do: board(s, s.barrel),
    "with_pack": lambda s, do: board(s, s.with_pack),
    "wave": lambda s, do: board(s, s.wave),
    "mats": mats,
}


def differs(case: Json) -> Json:
    """What a case expects and does not get: {key: (expected, got)}."""
    got = result_of(case)
    return {k: (v, got.get(k)) for k, v in case["expect"].items() if got.get(k) != v}
