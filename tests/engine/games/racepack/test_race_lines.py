"""Racepack through ``trackside engine``, and its case files (RP-87, RP-90)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from racepack_races import players_of

from engine.cases import run_cases
from engine.lines import answer

NEW: dict[str, Any] = {
    "op": "new",
    "game": "racepack",
    "players": players_of(4),
    "ranking": list("ABCD"),
}


def ask(**request: Any) -> Any:
    return json.loads(answer(json.dumps(request)))


def error(**request: Any) -> Any:
    return ask(**request)["error"]["code"]


BEFORE_CORNER = {
    "game": "racepack",
    "cars": {"r": {"at": "3.1R"}, "x": {"at": "12.0L"}, "y": {"at": "11.0L"}},
    "turn": {"car": "r"},
    "hazards": [{"at": "4.0R", "up": True}],
    "tokens": {"r": [], "x": ["2"], "y": ["2", "5"]},
}


def test_new_gives_the_grid() -> None:
    position = ask(**NEW)["position"]
    assert position["order"] == ["a", "b", "c", "d"]
    assert ask(op="legal", position=position)["legal"] == ["F1", "L1"]


def test_legal_tells_targets_and_marks() -> None:
    assert ask(id=5, op="legal", position=BEFORE_CORNER) == {
        "id": 5,
        "legal": ["F1", "F2", "L1", "L2"],
        "moves": {"F1": "4.1R", "F2": "4.1L", "L1": "4.0R", "L2": "4.0R"},
        "roll": ["F2", "L2"],
        "stop": ["L1", "L2"],
        "finish": [],
    }


def test_a_lost_turn_is_legal_but_no_movement() -> None:
    """RP-74, RP-87."""
    told = ask(op="legal", position={**BEFORE_CORNER, "options": {"timer": True}})
    assert told["legal"] == ["F1", "F2", "L1", "L2", "T"]
    assert "T" not in told["moves"]


def test_a_claim_window_lists_the_pass_once_and_the_pass_is_everybodys() -> None:
    """RP-84, RP-87."""
    position = ask(op="apply", position=BEFORE_CORNER, action="F2")["position"]
    assert ask(op="legal", position=position)["legal"] == [f"D{n}" for n in range(6)]
    position = ask(op="apply", position=position, action="D0")["position"]
    told = ask(op="legal", position=position)
    assert told["legal"] == ["!x:2", "!y:2", "!y:5", "-"]
    assert told["moves"] == {}
    assert ask(op="perft", position=position, depth=1) == {"id": None, "nodes": 4}
    after = ask(op="apply", position=position, action="-")["position"]
    assert (after["phase"], after["turn"]["made"]) == ("move", 1)


def test_apply_tells_what_happened_in_playing_order() -> None:
    told = ask(op="apply", position=BEFORE_CORNER, action="L1")
    assert [event["event"] for event in told["events"]] == [
        "Moved", "HazardHit", "RoundBegun", "DriverNext", "TurnPassed",
    ]  # fmt: skip
    assert told["events"][0] == {"event": "Moved", "token": "r", "from": "3.1R", "to": "4.0R"}
    assert told["events"][2] == {"event": "RoundBegun", "round": 3, "order": ["x", "y", "r"]}


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        ({**NEW, "ranking": ["A"]}, "bad_config"),
        ({**NEW, "players": {"A": ["a"]}}, "bad_config"),
        ({**NEW, "surprise": 1}, "bad_config"),
        ({**NEW, "track": {"tiles": []}}, "bad_track"),
        ({**NEW, "players": [["a"]]}, "malformed"),
        ({**NEW, "laps": "3"}, "malformed"),
        ({**NEW, "laps": True}, "malformed"),
        ({**NEW, "setup": 1}, "malformed"),
        ({**NEW, "track": 5}, "malformed"),
        ({"op": "new", "game": "racepack"}, "malformed"),
        ({"op": "new", "game": "racepack", "players": players_of(4)}, "malformed"),
        ({"op": "legal", "position": {**BEFORE_CORNER, "laps": 0}}, "bad_position"),
        ({"op": "legal", "position": {**BEFORE_CORNER, "x": 0}}, "bad_position"),
        ({"op": "legal", "position": {**BEFORE_CORNER, "track": "oval"}}, "bad_track"),
        ({"op": "apply", "position": BEFORE_CORNER, "action": "D3"}, "wrong_phase"),
        ({"op": "apply", "position": BEFORE_CORNER, "action": "!x:2"}, "wrong_phase"),
        ({"op": "apply", "position": BEFORE_CORNER, "action": "-"}, "wrong_phase"),
        ({"op": "apply", "position": BEFORE_CORNER, "action": "F9"}, "illegal_movement"),
        ({"op": "apply", "position": BEFORE_CORNER, "action": "T"}, "illegal_movement"),
        ({"op": "apply", "position": BEFORE_CORNER, "action": "H3"}, "illegal_movement"),
        ({"op": "apply", "position": BEFORE_CORNER, "action": ""}, "illegal_movement"),
    ],
)
def test_bad_input_has_its_code(request_: dict[str, Any], code: str) -> None:
    """RP-86."""
    assert error(**request_) == code


def test_set_up_may_be_asked_for_without_a_ranking() -> None:
    """RP-88."""
    request = {key: value for key, value in NEW.items() if key != "ranking"}
    assert ask(**request, setup=True)["position"]["phase"] == "pole"


def test_every_position_can_be_drawn() -> None:
    assert ask(op="svg", position=BEFORE_CORNER)["svg"].startswith("<svg")


# -- case files --


def test_every_shared_case_passes(shared: Path) -> None:
    outcomes = run_cases((shared / "rules" / "racepack_cases.json").read_bytes())
    assert len(outcomes) >= 54
    assert [outcome for outcome in outcomes if outcome.failure is not None] == []


PLAY: dict[str, Any] = {"id": "1", "op": "play", "state": BEFORE_CORNER, "rules": ["RP-42"]}
GOOD: list[dict[str, Any]] = [
    {**PLAY, "expect": {"include": {"F1": "4.1R"}, "exclude": ["F3"], "roll": ["L2", "F2"]}},
    {**PLAY, "actions": ["F2"], "expect": {"phase": "penalty", "threshold": 5, "moves": {}}},
    {**PLAY, "actions": ["F2", "D6"], "expect": {"error": "bad_die", "cars": {"r": {"c": 1}}}},
    {**PLAY, "actions": [], "expect": {"tokens": {"y": ["2", "5"]}, "hazards_up": ["4.0R"]}},
    {**PLAY, "expect": {"turn": {"made": 0}, "order": ["x", "y", "r"], "laps_left": 3}},
    {"op": "play", "state": {"cars": {}}, "expect": {"error": "bad_position"}},
    {"op": "play", "config": {"players": {}, "ranking": []}, "expect": {"error": "bad_config"}},
    {"op": "order", "state": {"cars": {"a": {"at": "1.0L"}}}, "expect": {"order": ["a"]}},
    {"op": "hazards", "track": "default", "rolls": [1, 0, 2], "expect": {"tiles": [5, 7]}},
    {"op": "track", "track": "default", "expect": {"outside": {"4": ["4.1L", "4.0R", "4.0L"]}}},
    {"op": "grid", "config": {"players": players_of(4), "ranking": list("DCBA")},
     "expect": {"order": list("dcba"), "at": {"d": "23.1R"}}},
]  # fmt: skip
BAD: list[dict[str, Any]] = [
    {**PLAY, "expect": {"moves": {"F1": "4.1R"}}},
    {**PLAY, "expect": {"include": {"F1": "4.1L"}}},
    {**PLAY, "expect": {"exclude": ["F1"]}},
    {**PLAY, "expect": {"roll": ["F2"]}},
    {**PLAY, "expect": {"cars": {"r": {"at": "3.1L"}}}},
    {**PLAY, "expect": {"cars": {"zz": {"at": "3.1L"}}}},
    {**PLAY, "expect": {"cars": {"r": {"c": 1.0}}}},
    {**PLAY, "expect": {"turn": {"made": False}}},
    {**PLAY, "expect": {"order": ["r", "x", "y"]}},
    {**PLAY, "expect": {"error": "wrong_phase"}},
    {**PLAY, "expect": {"weather": "rain"}},
    {**PLAY, "weather": "rain", "expect": {}},
    {**PLAY, "expect": 5},
    {**PLAY, "op": "sing", "expect": {}},
    {**PLAY, "actions": ["D3"], "expect": {"phase": "move"}},
    {**PLAY, "actions": ["D3", "F1"], "expect": {"error": "wrong_phase"}},
    {**PLAY, "actions": "F1", "expect": {}},
    {**PLAY, "config": {}, "expect": {}},
    {"op": "play", "expect": {}},
    {"op": "play", "state": {"cars": {}}, "expect": {"phase": "move"}},
    {"op": "grid", "config": {"players": players_of(4), "ranking": [*"ABCD"], "wings": {}},
     "expect": {}},
    {"op": "hazards", "track": "default", "rolls": [6], "expect": {"tiles": []}},
    {"op": "hazards", "track": "default", "rolls": "12", "expect": {"tiles": []}},
    {"op": "track", "expect": {"problems": []}},
    {"op": "track", "track": "default", "expect": {"spaces": 97}},
    {"op": "track", "track": "default", "expect": {"outside": {"5": []}}},
]  # fmt: skip


def failures(cases: list[dict[str, Any]]) -> list[str | None]:
    return [outcome.failure for outcome in run_cases(json.dumps({"cases": [GOOD[0], *cases]}))][1:]


@pytest.mark.parametrize("case", GOOD)
def test_a_case_that_holds_passes(case: dict[str, Any]) -> None:
    """RP-90: only what is named is compared; roll, stop, finish and outside as sets."""
    assert failures([case]) == [None]


@pytest.mark.parametrize("case", BAD)
def test_a_case_that_does_not_hold_fails_with_both_sides(case: dict[str, Any]) -> None:
    """RP-90."""
    (failure,) = failures([case])
    assert failure is not None
    assert failure.startswith("expected ")
    assert " got " in failure
