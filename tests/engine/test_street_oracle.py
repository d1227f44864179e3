"""The street race against a second, slow reading of its rules (``oracle/naive_street_*.py``).

The oracle was written from the rules alone, by somebody who has not read the engine; it passes the
shared cases by itself. Where the two differ, one of them has misread a sentence.
"""

from __future__ import annotations

import importlib
import json
import random
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

sys.path.append(str(Path(__file__).parent / "oracle"))
naive = importlib.import_module("naive_street_actions")
naive_street_cases = importlib.import_module("naive_street_cases")
naive_street_match = importlib.import_module("naive_street_match")
naive_street_road = importlib.import_module("naive_street_road")

Json = dict[str, Any]
KINDS: tuple[Json, ...] = ({}, {"dual": True}, {"ordered": True, "farsight": True})


def test_the_oracle_passes_every_shared_case(shared: Path) -> None:
    """Not the engine's: proves that the oracle is worth comparing with."""
    cases = json.loads((shared / "rules" / "fhtagn_cases.json").read_text("utf-8"))["cases"]
    assert cases
    assert {c["id"]: d for c in cases if (d := naive_street_cases.differs(c))} == {}


def sound(position: Json, data: Any) -> None:
    """Nobody shares a cell or stands where none may be, and every card is somewhere once."""
    cars = position["cars"]
    placed = [car["at"] for car in cars if car["at"]]
    assert len(placed) == len(set(placed))
    mats = {side: data.mats[position["mats"][side]] for side in "FO"}
    road = naive_street_road.Road(data.first["half_width"], mats, [])
    assert {road.ground(naive_street_road.read(cell)) for cell in placed} <= {"lane", "walk"}
    piles = [position["pile"], position["discards"], *position["hands"].values()]
    piles += [*position["gangs"].values(), *(car.get("mods", []) for car in cars)]
    piles.append([car["driver"] for car in cars if car.get("driver")])
    assert Counter(card for pile in piles for card in pile) == Counter(data.copies)


@pytest.mark.parametrize("options", KINDS, ids=str)
def test_random_games_of_the_oracle_are_sound_and_end(shared: Path, options: Json) -> None:
    sample = json.loads((shared / "rules" / "fhtagn_sample.json").read_text("utf-8"))
    game = naive_street_match.Match(random.Random(f"sound {options}"), sample, options)
    position = naive.new(game.request, game.data)
    for _ in range(3000):
        if position["ask"] is None:
            break
        text = game.pick(naive.legal(position, game.data))
        position, _ = naive.apply(position, text, game.data)
        if position["base"] is None:
            sound(position, game.data)
    racers = [car["id"] for car in position["cars"] if car["kind"] == "racer"]
    assert position["ranking"] == racers


@pytest.mark.parametrize(
    "count", [4000, pytest.param(60000, marks=pytest.mark.slow)], ids=["few", "many"]
)
def test_engine_and_oracle_agree_on_random_cases(count: int) -> None:
    found = naive_street_match.compare_cases(random.Random(f"cases {count}"), count)
    assert not found, found[0]


def test_the_engine_fails_a_case_with_a_die_or_a_choice_too_many() -> None:
    found = naive_street_match.spoilt_cases(random.Random("spoilt"), 500)
    assert not found, found[0]
