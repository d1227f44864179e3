"""Random cases of section 18, thick with cars, and what the naive street race makes of them.

Dice and choices are thrown while the naive race plays, so that a case has exactly those it needs.
"""

from __future__ import annotations

import importlib
import random
from typing import Any

naive_street_cases = importlib.import_module("naive_street_cases")
naive_street_road = importlib.import_module("naive_street_road")
Json, Illegal = naive_street_road.Json, naive_street_road.Illegal
write = naive_street_road.write
OPTIONS = ("barrel_once", "timid_civilians", "any_crossing")
OPS = {
    "order": 1,
    "behind": 1,
    "advances": 4,
    "drifts": 3,
    "advance": 10,
    "drift": 30,
    "damage": 8,
    "spin_spaces": 3,
    "barrel": 30,
    "with_pack": 4,
    "wave": 5,
    "mats": 30,
}


class Thrown(naive_street_cases.Fragment):  # type: ignore[misc, name-defined]
    """A fragment that throws its dice and choices as they are needed, and notes them."""

    def __init__(self, rng: random.Random, pos: Json, do: Json) -> None:
        super().__init__(pos, do)
        self.rng = rng
        self.made: list[tuple[str, str]] = []

    def die(self) -> int:
        self.dice.append(self.rng.choice((1, 2, 3, 3, 4, 4, 5, 6)))
        self.dice_used += 1
        return int(self.dice[-1])

    def ask(self, car: Json, kind: str, answers: list[Any]) -> Any:
        words = [write(a) if kind == "spin" else a for a in answers]
        if self.rng.random() < 0.01:
            words.append(self.rng.choice(["L", "R", "B", "in", "stay", "2F1", "1O3"]))
        word = self.rng.choice(words)
        self.made.append((kind, word))
        if word not in words[: len(answers)]:
            raise Illegal("not-an-option")
        return answers[words.index(word)]


def mat(rng: random.Random, width: int) -> Json:
    """Any mat that fits the street."""
    lanes = rng.randint(1, width - 1)
    return {
        "lanes": [rng.choice((None, 1, 3, 4, 4, 5, 6)) for _ in range(lanes)],
        "sidewalk": rng.choice(("open", "open", "chop", "blocked")),
        "median": rng.random() < 0.15,
    }


def street(rng: random.Random) -> Json:
    """A street with 2 to 6 racers and up to 8 Civilians, none of them in an impossible place.

    Every second one is crowded: few ranks, all cars, and Civilians that face any way.
    """
    width, crowded = rng.choice((3, 3, 4)), rng.random() < 0.5
    pos: Json = {"half_width": width, "mats": {side: mat(rng, width) for side in "FO"}}
    depth = rng.randint(2, 3) if crowded else rng.randint(2, 6)
    shift = rng.choice((0, 0, 0, 0, 1, 3))
    road = naive_street_road.Road(width, pos["mats"], [])
    cells = []
    for rank in range(1, depth + 1):
        for x in range(-width, width):
            cell = naive_street_road.cell_of(rank + shift, x)
            if road.ground(cell) in ("lane", "walk"):
                cells.append(cell)
    rng.shuffle(cells)
    racers = min(rng.randint(4, 6) if crowded else rng.randint(2, 6), len(cells))
    cars = [racer(rng, f"r{n + 1}", write(cells.pop())) for n in range(racers)]
    last = max(naive_street_road.read(car["at"])[0] for car in cars)
    names = [f"c{n}" for n in range(1, 9)]
    rng.shuffle(names)
    for cell in cells[: 8 if crowded else rng.choice((0, 1, 2, 4, 8, 8))]:
        if cell[0] <= last:
            face = rng.choice("FOO") if crowded or rng.random() < 0.2 else cell[1]
            cars.append({"id": names.pop(), "kind": "civ", "at": write(cell), "face": face})
    rng.shuffle(cars)
    return pos | {"cars": cars}


def racer(rng: random.Random, name: str, at: str) -> Json:
    """A racer with any figures."""
    return {
        "id": name,
        "at": at,
        "dmg": rng.random() < 0.4,
        "speed": rng.randint(-1, 3),
        "dspeed": rng.randint(-2, 2),
        "cx": rng.randint(2, 6),
        "dcx": rng.randint(3, 6),
        "drive": rng.choice((0, 0, -1, 1, 2)),
        "fixit": [rng.choice((-1, 0, 1, 2)) for _ in range(rng.choice((0, 0, 1, 2)))],
    }


def case(rng: random.Random, name: str) -> Json:
    """One case with the naive race's whole result as ``expect``."""
    pos = street(rng)
    op = rng.choices(list(OPS), list(OPS.values()))[0]
    do: Json = {"op": op}
    racers = [car["id"] for car in pos["cars"] if car.get("kind") != "civ"]
    if op == "damage" and rng.random() < 0.2:
        racers = [car["id"] for car in pos["cars"]]
    if op in ("behind", "drifts", "advance", "drift", "damage", "spin_spaces"):
        do["car"] = rng.choice(racers)
    if op == "drift":
        do["dir"] = rng.choice("LRB")
    if op == "mats":
        do["mats"] = {side: mat(rng, pos["half_width"]) for side in "FO"}
        if rng.random() < 0.5:
            do["wave"] = rng.random() < 0.3
    options = {key: True for key in OPTIONS if rng.random() < 0.15}
    if options:
        do["options"] = options
    thrown = Thrown(rng, pos, do)
    try:
        expect = dict(naive_street_cases.ON_STREET[op](thrown, do))
    except Illegal:
        expect = {"illegal": True}
    made = thrown.made
    while made and made[-1][1] == "in" and "illegal" not in expect and rng.random() < 0.5:
        made.pop()
    if thrown.dice:
        do["dice"] = thrown.dice
    if made:
        do["choices"] = [word for _, word in made]
    return {"id": name, "pos": pos, "do": do, "expect": expect}


def without_street(rng: random.Random, name: str) -> Json:
    """A case of the ops that need no street."""
    op = rng.choice(("placements", "deal", "dual", "endgame", "street_deck"))
    do: Json = {"op": op}
    if op == "placements":
        lanes = {"F": rng.randint(1, 3), "O": rng.randint(1, 3)}
        placed: list[Any] = []
        for _ in range(rng.randint(0, 5)):
            placed.append(rng.choice(naive_street_road.placements(lanes, placed)))
        do |= {"lanes_F": lanes["F"], "lanes_O": lanes["O"]}
        do["placed"] = [write(cell) for cell in placed]
    elif op == "deal":
        do["players"] = rng.randint(3, 6)
    elif op == "dual":
        finish = [p for p in "ABCD"[: rng.randint(3, 4)] for _ in range(2)]
        rng.shuffle(finish)
        do["finish"] = finish
    elif op == "street_deck":
        returned = rng.randint(0, 6)
        do |= {"regular": rng.randint(returned + 6, returned + 30), "returned": returned}
    else:
        players = list("ABCDEF"[: rng.randint(3, 6)])
        do |= {"players": players, "drawer": rng.choice(players)}
        do["style"] = {p: rng.randint(0, 10) for p in players}
        do["wants"] = {p: rng.randint(0, 4) for p in players}
    made: Json = {"id": name, "do": do}
    return made | {"expect": naive_street_cases.result_of(made)}


def cases(rng: random.Random, count: int) -> list[Json]:
    """So many cases, one in thirty without a street."""
    return [
        (without_street if rng.random() < 1 / 30 else case)(rng, f"case {n}") for n in range(count)
    ]
