"""Races with cards thrown together at random: whatever they say, the rules hold (FF-155)."""

from __future__ import annotations

import copy
import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from street_table import GAME, SAMPLE, loaded
from test_street_properties import check

from engine.game import OVER
from engine.games.street_race.content import AFTER, BEFORE, OPS, USES
from engine.games.street_race.position import StreetPosition
from engine.search import random_action

MOST, LONGEST = 1500, 150
"""A race goes so far; an event that answers itself by abilities for ever is left."""


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


def content(rng: random.Random) -> dict[str, Any]:
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


@settings(max_examples=20, derandomize=True)
@given(st.integers(0, 10**9), st.integers(3, 6), st.booleans())
def test_whatever_the_cards_say_the_rules_hold_ff_155(seed: int, players: int, dual: bool) -> None:
    rng = random.Random(seed)
    data = content(rng)
    options = {"dual": True} if dual else {"farsight": True}
    seated = min(players, 4) if dual else players
    position = GAME.new({"players": seated, "options": options, "data": data})
    for number in range(MOST):
        assert isinstance(position, StreetPosition)
        if position.to_act is OVER or len(position.moment.since) > LONGEST:
            break
        if number % 40 == 0:
            back = loaded(position.to_json(), data)
            assert back == position
            assert [a.text for a in back.legal()] == [a.text for a in position.legal()]
            position.odds()
        position = position.apply(random_action(position, rng)).position
        if not position.moment.since:  # type: ignore[attr-defined]
            check(position)
