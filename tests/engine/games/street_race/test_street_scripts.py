"""Moments that an examiner worked out from the rules alone (``tests/data/street_scripts.json``)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from street_table import GAME, SAMPLE, begun, code, loaded, play, texts

from engine.cases import read_cases, run_cases
from engine.game import Position

Json = dict[str, Any]
DATA = Path(__file__).parents[3] / "data"
HELD: Json = json.loads((DATA / "street_scripts.json").read_text("utf-8"))
CASES: dict[str, Json] = {case["id"]: case for case in HELD["cases"]}


def first(case: Json) -> Position:
    """The position in which a case starts."""
    cards = [*SAMPLE["cards"], *HELD["cards"]]  # type: ignore[misc]
    content = {**SAMPLE, **case.get("data", {}), "cards": cards}
    wanted = {"game": "fhtagn", "players": case.get("players", 3)}
    wanted |= {key: case[key] for key in ("racers", "options") if key in case}
    start: Json = dict(case["start"])
    more = {key: start.pop(key) for key in ("advances", "mats") if key in start}
    plain = GAME.with_beside({"data": content}).new(wanted)
    return loaded({**begun(plain, **start), **more}, content)


def seen(position: Position, key: str, expected: Any) -> Any:
    """What a position has where a case expects something, in the same form."""
    held: Any = position.to_json()
    cars: dict[str, Json] = {car["id"]: car for car in held["cars"]}
    legal = texts(position)
    match key:
        case "ask":
            return [held["ask"]["who"], held["ask"]["kind"]]
        case "cars":
            return {n: cars[n]["at"] + "*" * bool(cars[n].get("dmg")) for n in expected}
        case "gone":
            return [name for name in expected if name not in cars]
        case "mats":
            return [held["mats"]["F"], held["mats"]["O"]]
        case "drawn":
            return held["mats"]["drawn"]
        case "mods" | "driver":
            return {name: cars[name][key] for name in expected}
        case "hands" | "style":
            return {player: held[key][player] for player in expected}
        case "nhand":
            return {player: len(held["hands"][player]) for player in expected}
        case "legal":
            return legal
        case "legal_has":
            return [text for text in expected if text in legal]
        case "legal_not":
            return [text for text in expected if text not in legal]
    return held[key]


@pytest.mark.parametrize("name", sorted(CASES))
def test_a_moment_that_was_worked_out_from_the_rules_alone_goes_on_so(name: str) -> None:
    case = CASES[name]
    *before, last = case["do"]
    expected: Json = dict(case["expect"])
    position = play(first(case), *before)
    refused = expected.pop("refused", None)
    if refused is not None:
        assert code(position, last) == refused, case["says"]
        return
    position = play(position, last)
    found = {key: seen(position, key, value) for key, value in expected.items()}
    assert found == expected, case["says"]


def test_the_examiners_cases_hold_ff_160() -> None:
    text = (DATA / "street_cases.json").read_bytes()
    form, cases = read_cases(text)
    assert (form.name, len(cases)) == ("street race", 279)
    assert [outcome for outcome in run_cases(text) if outcome.failure] == []


def test_each_case_says_what_it_shows_and_cites_a_rule() -> None:
    for case in CASES.values():
        assert case["says"].endswith("."), case["id"]
        assert "FF-" in case["cites"] or case["cites"].startswith("section"), case["id"]
