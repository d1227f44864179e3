"""Data sets for the street race: other streets and cards than the sample's, and spoilt ones."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from typing import Any

Json = dict[str, Any]


def action(name: str, *effects: Json, **more: Any) -> Json:
    """An action card."""
    return {"id": name, "type": "action", "name": name, "copies": 2, "do": list(effects), **more}


def reaction(name: str, on: str, *effects: Json, **more: Any) -> Json:
    """A reaction card."""
    return {**action(name, *effects, **more), "type": "reaction", "on": on}


EXTRA: dict[str, list[Json]] = {
    "actions": [
        action("x01", {"op": "draw", "n": 1}, cost_style=1),
        action("x02", {"op": "action", "n": 2}),
        action("x03", {"op": "spin_out", "who": "choose_other"}),
        action("x04", {"op": "advance", "who": "self"}),
        action("x05", {"op": "drift", "who": "self"}),
        action("x06", {"op": "style", "n": 2}, {"op": "damage", "who": "self"}),
        action("x07", {"op": "discard_hand", "who": "choose_other"}, limit="not_last"),
        action("x08", {"op": "civ_wave"}, {"op": "civ_remove", "n": 1}),
        action("x09", {"op": "damage", "who": "choose"}, {"op": "repair", "who": "chosen"}),
    ],
    "cancels": [
        reaction(
            "y01", "card.played", {"op": "cancel"}, when={"type": "reaction"}, timing="before"
        ),
        reaction("y02", "card.played", {"op": "draw"}, when={"spell": True, "who": "other"}),
        reaction("y03", "card.played", {"op": "draw"}, when={"type": "crew"}),
        reaction("y04", "test.announced", {"op": "test_mod", "n": 3, "who": "choose_tester"}),
        reaction("y05", "test.announced", {"op": "draw"}, when={"kind": "fixit", "who": "other"}),
    ],
    "after": [
        reaction("v01", "card.resolved", {"op": "draw"}),
        reaction("v02", "damaged", {"op": "style"}, when={"who": "other"}),
        reaction("v03", "moved", {"op": "draw"}, when={"who": "other"}),
        reaction("v04", "spun_out", {"op": "repair"}, when={"who": "self"}),
        reaction("v05", "turn.start", {"op": "draw"}, when={"who": "self"}),
        reaction("v06", "turn.end", {"op": "style"}, when={"who": "other"}),
        reaction("v07", "mats.changed", {"op": "draw"}),
        reaction("v08", "wave.entered", {"op": "civ_remove"}),
        reaction("v09", "repaired", {"op": "damage", "who": "choose"}),
        reaction("v10", "displaced", {"op": "draw"}, when={"who": "self"}),
        reaction("v11", "style.scored", {"op": "style"}, when={"who": "self"}, cost_style=1),
    ],
    "before": [
        reaction("u01", "drift.announced", {"op": "draw"}, when={"who": "other"}),
        reaction("u02", "advance.announced", {"op": "draw"}, when={"who": "self"}),
        reaction("u03", "pullover.announced", {"op": "style"}, when={"who": "other"}),
        reaction("u04", "spinout.pending", {"op": "style"}, when={"who": "self"}),
    ],
    "mods": [
        {"id": "z01", "type": "mod", "name": "z01", "copies": 3, "bonus": [
            {"to": "fixit", "n": 2, "when": "repair"}, {"to": "drive", "n": 1, "when": "advance"}]},
        {"id": "z02", "type": "mod", "name": "z02", "copies": 3, "bonus": [
            {"to": "fixit", "n": 2, "when": "mats"}, {"to": "fixit", "n": -1}]},
    ],
    "abilities": [
        {"id": "w01", "type": "mod", "name": "w01", "copies": 3, "bonus": [],
         "on": "test.announced", "when": {"kind": "drive", "who": "self"},
         "do": [{"op": "test_mod", "n": 1, "who": "choose_tester"}]},
        {"id": "w02", "type": "crew", "name": "w02", "copies": 3, "drive": 1, "fixit": 0,
         "on": "card.played", "when": {"type": "action", "who": "other"},
         "do": [{"op": "draw", "n": 1}]},
    ],
}  # fmt: skip
"""Cards that use what the sample's do not, by theme."""


def varied(rng: random.Random, sample: Json, *themes: str) -> Json:
    """The sample with another street, other numbers of cards, and the cards of some themes."""
    data = copy.deepcopy(sample)
    data["set"] = "varied"
    for card in data["cards"]:
        card["copies"] = rng.choice((1, 1, 2, 3))
    for theme in themes:
        data["cards"] += copy.deepcopy(EXTRA[theme])
    data["die_sides"] = rng.choice((4, 6, 6, 8))
    data["half_width"] = rng.choice((3, 4))
    for mat in data["mats"]:
        if mat["role"] == "regular":
            lanes = rng.randint(1, data["half_width"] - 1)
            mat["lanes"] = [rng.choice((None, 2, 3, 4, 5)) for _ in range(lanes)]
            mat["median"] = rng.random() < 0.2
            mat["sidewalk"] = rng.choice(("open", "open", "chop", "blocked"))
    data["mod_slots"] = rng.choice((1, 3))
    return data


def mixed(rng: random.Random, sample: Json) -> list[Json]:
    """Two sets, each of which keeps a card of the other out (FF-142)."""
    first = copy.deepcopy(sample) | {"excluded_cards": ["x03", "Nothing of that name"]}
    second = copy.deepcopy(sample) | {"set": "second", "excluded_cards": ["Toolbox"]}
    second["cards"] = [copy.deepcopy(card) for theme in EXTRA for card in EXTRA[theme]]
    return [first, second]


# -- what a loader refuses --


def setting(path: str, value: object) -> Callable[[Json], None]:
    """A change of one value; ``mats/4/lanes`` are the lanes of the fifth mat."""

    def change(data: Json) -> None:
        *way, last = path.split("/")
        target: Any = data
        for key in way:
            target = target[int(key) if isinstance(target, list) else key]
        target[int(last) if isinstance(target, list) else last] = value

    return change


SPOILT: list[tuple[str, Callable[[Json], None]]] = [
    ("an unknown key", setting("surprise", 1)),
    ("an unknown key of a racer", setting("racers/0/colour", "red")),
    ("an unknown key of a mat", setting("mats/4/colour", "red")),
    ("an unknown key of a card", setting("cards/0/colour", "red")),
    ("an unknown key of an effect", setting("cards/0/do/0/colour", "red")),
    ("an unknown key of a bonus", setting("cards/16/bonus/0/colour", "red")),
    ("an unknown key of when", setting("cards/10/when/colour", "red")),
    ("a key gone", lambda data: data.pop("racers")),
    ("too few racers", lambda data: data["racers"].__delitem__(slice(2, None))),
    ("three start mats", setting("mats/4/role", "start")),
    ("one start mat", setting("mats/0/role", "regular")),
    ("three finish mats", setting("mats/4/role", "finish")),
    ("one finish mat", setting("mats/2/role", "regular")),
    ("a mat without lanes", setting("mats/4/lanes", [])),
    ("a mat that is too wide", setting("mats/4/lanes", [4, 4, 4])),
    ("too few regular mats", lambda data: data["mats"].__delitem__(slice(13, None))),
    ("no copies", setting("cards/0/copies", 0)),
    ("a racer's id twice", setting("racers/1/id", "r1")),
    ("a mat's id twice", setting("mats/5/id", "m05")),
    ("a card's id twice", setting("cards/1/id", "p01")),
    ("an unknown effect", setting("cards/0/do/0/op", "explode")),
    ("too few cards", lambda data: data["cards"].__delitem__(slice(3, None))),
    ("a die of three sides", setting("die_sides", 3)),
    ("a die of 21 sides", setting("die_sides", 21)),
    ("an unknown role", setting("mats/4/role", "middle")),
    ("an unknown walk", setting("mats/4/sidewalk", "wet")),
    ("an unknown type", setting("cards/0/type", "joke")),
    ("an unknown event", setting("cards/10/on", "test.dreamt")),
    ("an unknown limit", setting("cards/0/limit", "not_tired")),
    ("an unknown who", setting("cards/1/do/0/who", "everybody")),
    ("an unknown kind of test", setting("cards/10/when/kind", "exam")),
    ("another format", setting("format", 2)),
    ("lanes that are texts", setting("mats/4/lanes", ["4", 5])),
    ("a speed that is a text", setting("racers/0/speed", "3")),
    ("a speed that is true", setting("racers/0/speed", True)),
    ("cards that are no list", setting("cards", {})),
]
"""Data that section 1 refuses: what is wrong, and how the sample comes to it."""
