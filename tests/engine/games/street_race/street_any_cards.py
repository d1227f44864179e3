"""A data file of cards thrown together at random."""

from __future__ import annotations

import copy
import random
from typing import Any

from street_table import SAMPLE

from engine.games.street_race.content import AFTER, BEFORE, OPS, USES


def effects(rng: random.Random, testers: bool) -> list[dict[str, Any]]:
    """One to three effects."""
    found: list[dict[str, Any]] = []
    for number in range(rng.choice([1, 1, 2, 3])):
        who = rng.choice(["self", "choose", "choose_other", "choose_tester"])
        if number and found[-1]["who"] != "self" and rng.random() < 0.3:
            who = "chosen"
        if who == "choose_tester" and not testers:
            who = "choose"
        effect: dict[str, Any] = {"op": rng.choice(OPS), "who": who, "n": rng.choice([1, 1, 2, -1])}
        found.append(effect | ({"test": False} if rng.random() < 0.3 else {}))
    return found


MOVING = ("advance", "drift", "fall_back", "spin_out", "new_mats", "damage")
MOVES = tuple(name for name in BEFORE if name != "card.played")


def trigger(rng: random.Random) -> dict[str, Any]:
    when: dict[str, Any] = {}
    if rng.random() < 0.2:
        when["kind"] = rng.choice(["drive", "fixit"])
    if rng.random() < 0.4:
        when["who"] = rng.choice(["self", "other"])
    return {"on": rng.choice([*BEFORE, *AFTER]), "when": when, "do": effects(rng, True)}


def card(rng: random.Random, number: int) -> dict[str, Any]:
    kind = rng.choice(["action", "action", "reaction", "reaction", "mod", "crew"])
    held: dict[str, Any] = {"id": f"k{number}", "type": kind, "name": "K", "copies": 2}
    held["style"] = rng.random() < 0.3
    held["cost_style"] = int(rng.random() < 0.1)
    if kind == "action":
        held |= {"do": effects(rng, False), "spell": rng.random() < 0.3}
    elif kind == "reaction":
        held |= trigger(rng)
        held |= {"timing": "before"} if rng.random() < 0.3 else {}
        held |= {"exclusive": "x"} if rng.random() < 0.3 else {}
    elif rng.random() < 0.3:
        held |= trigger(rng)
    if kind == "mod":
        held["bonus"] = [{"to": "drive", "n": 1, "when": rng.choice(USES)}]
    if kind == "crew":
        held |= {"drive": rng.choice([-1, 0, 2]), "fixit": rng.choice([-2, 0, 2])}
    return held


def moving(rng: random.Random, number: int) -> dict[str, Any]:
    """A reaction that moves cars while a move is announced or tested."""
    on = rng.choice(MOVES)
    who = ["self", "choose", *(["choose_tester"] if on.startswith("test.") else [])]
    do = [
        {"op": rng.choice(MOVING), "who": rng.choice(who), "test": rng.random() < 0.4}
        for _ in range(rng.choice([1, 1, 2]))
    ]
    return {"id": f"k{number}", "type": "reaction", "name": "K", "copies": 2, "on": on, "do": do}


def content(rng: random.Random, card: Any = card) -> dict[str, Any]:
    """A data file of forty-two kinds of cards, maybe on a wide street."""
    data: Any = copy.deepcopy(SAMPLE)
    data["cards"] = [card(rng, number) for number in range(42)]
    for racer in data["racers"]:
        racer |= trigger(rng) if rng.random() < 0.3 else {}
    if rng.random() < 0.4:
        data["half_width"] = 4
        for mat in data["mats"]:
            if rng.random() < 0.4 and len(mat["lanes"]) == 2:
                mat["lanes"] = [*mat["lanes"], 4]
    data["die_sides"] = rng.choice([4, 6, 10])
    return dict(data)
