"""Why not there: the rule, the reason and the car in the way."""

from __future__ import annotations

from typing import Any

import pytest
from racepack_circuits import FIXED
from racepack_races import at, facing, new_race

FAR = {"at": "12.0L"}
PIT = {"track": FIXED["pit"].to_json(), "cars": {"r": {"at": "10.0L"}, "x": {"at": "20.0L"}}}

ROWS: list[tuple[dict[str, Any], str, str, str | None, str, str | None]] = [
    # state, from, to → rule, key, blocked by
    (facing("3.0R", tokens={"r": []}), "5.0L", "5.1L", None, "none", None),
    (facing("3.0R"), "12.0L", "12.1L", "RP-70", "not_driver", None),
    (facing("3.0R"), "3.0R", "spun", "RP-45", "off_road", None),
    (facing("10.0R", cars={"r": {"at": "10.0R"}, "x": {"at": "10.1L"}}),
     "10.0R", "10.1L", "RP-38", "taken", "10.1L"),
    (facing("10.0R", cars={"r": {"at": "10.0R"}, "x": {"at": "10.1R"}}),
     "10.0R", "11.0R", "RP-33", "blocked", "10.1R"),
    (facing("3.0R"), "3.0R", "2.1R", "RP-17", "backward", None),
    (facing("3.0R"), "3.0R", "3.1R", None, "", None),
    (facing("2.0R"), "2.0R", "4.1R", "RP-41", "corner_speed", None),
    (facing("2.0R"), "2.0R", "3.1L", "RP-31", "no_way", None),
    (facing("21.0R", tokens={"r": []}, turn={"car": "r", "made": 1, "speed": 2}),
     "21.0R", "23.0R", "RP-32", "speed", None),
    (facing("3.1R", tokens={"r": []}, turn={"car": "r", "made": 1, "speed": 5}),
     "3.1R", "4.1R", "RP-41", "corner_braking", None),
    (facing("1.0R", tokens={"r": []}), "1.0R", "3.1R", "RP-53", "duty", None),
    (facing("4.1R"), "4.1R", "4.1L", "RP-37", "heading", None),
    (facing("4.1R"), "4.1R", "9.0L", "RP-31", "no_way", None),
    (facing("1.0L", cars={"r": {"spun": 4}, "x": FAR}), "spun", "4.1R", "RP-46", "reentry", None),
    (facing("1.0L", cars={"r": {"spun": 4}, "x": FAR}), "spun", "4.1L", None, "", None),
    (new_race(4).to_json(), "23.1R", "1.0R", "RP-24", "start", None),
    (PIT | {"turn": {"car": "r", "made": 1, "speed": 7}, "tokens": {"r": []}},
     "10.1L", "P0", None, "none", None),
    ({**PIT, "cars": {"r": {"at": "10.1L"}, "x": {"at": "20.0L"}},
      "turn": {"car": "r", "made": 1, "speed": 7}, "tokens": {"r": []}},
     "10.1L", "P0", "RP-77", "pit_speed", None),
    ({**PIT, "cars": {"r": {"at": "P0"}, "x": {"at": "20.0L"}}, "turn": {"car": "r"}},
     "P0", "P5", "RP-77", "pit_speed", None),
]  # fmt: skip


@pytest.mark.parametrize(("state", "frm", "to", "rule", "key", "blocked"), ROWS)
def test_the_reason_is_told(
    state: dict[str, Any], frm: str, to: str, rule: str | None, key: str, blocked: str | None
) -> None:
    found = at(state).explain(frm, to)
    if not key:
        assert found.legal
        return
    assert (found.legal, found.rule, found.blocked_by) == (False, rule, blocked)
    assert found.key == f"refusal.car_{key}"
    assert found.because


@pytest.mark.parametrize(
    ("actions", "rule"), [(("F2",), "RP-42"), (("F2", "D0"), "RP-44"), (("F2", "D5"), "RP-70")]
)
def test_while_something_else_is_awaited_that_is_the_reason(
    actions: tuple[str, ...], rule: str
) -> None:
    """RP-81."""
    found = at(facing("3.1R"), *actions).explain("4.1L", "5.0L")
    assert not found.legal
    assert found.rule == rule or found.key == "refusal.car_none"


def test_before_and_after_the_race_no_car_moves() -> None:
    """RP-73, RP-88."""
    assert new_race(4, setup=True).explain("paddock", "23.1R").rule == "RP-21"
    over = {"cars": {"r": {"at": "4.0L"}, "x": {"place": 1}}, "phase": "over"}
    assert at(over).explain("4.0L", "4.1L").rule == "RP-73"


def test_every_offered_way_is_legal_and_every_other_has_a_reason() -> None:
    """All places of crowded positions: never an error, never a reason for what is offered."""
    cars = {"r": {"at": "7.1R", "keep": True}, "a": {"at": "7.1L"}, "b": {"at": "8.0R"},
            "s": {"spun": 4, "seq": 1}, "f": {"place": 1}}  # fmt: skip
    for driver in ("r", "a", "s"):
        position = at({"cars": cars, "turn": {"car": driver}})
        offered = {tuple(d) for action in position.legal() for d in action.displacements}
        places = list(position.board.places)
        for frm in ("7.1R", "7.1L", "spun", "finished", "paddock", "2.0L", "nowhere"):
            for to in (*places, "nowhere"):
                found = position.explain(frm, to)
                assert found.legal == ((frm, to) in offered)
                assert found.legal or (found.because and found.key)


@pytest.mark.parametrize(
    ("state", "frm", "to", "walk", "on"),
    [
        (facing("2.0R"), "2.0R", "4.1R", ("2.1R", "3.0R", "3.1R"), 4),
        (facing("2.0R"), "2.0R", "3.1L", ("2.1R", "3.0R", "3.1R"), 0),
        (facing("10.0R", cars={"r": {"at": "10.0R"}, "x": {"at": "10.1R"}}),
         "10.0R", "11.0R", ("10.1R",), 2),
        (facing("3.0R"), "3.0R", "2.1R", (), 0),
    ],
)  # fmt: skip
def test_what_counting_explains_is_counted_as_far_as_the_fastest_speed_goes(
    state: dict[str, Any], frm: str, to: str, walk: tuple[str, ...], on: int
) -> None:
    found = at(state).explain(frm, to)
    assert (found.walk, found.on) == (walk, on)
