"""Cars driven by hand: movements, prompts, slips (RP-30 … RP-41, PP-2 … PP-9, PP-23)."""

from __future__ import annotations

import pytest
from race_rig import before_corner, drive, now, race, standing, wood_of
from table_rig import AT_TABLE, Rig

from companion.model.commands import Why
from companion.words import render


def test_a_lift_lights_every_space_the_car_may_go_to() -> None:
    rig = before_corner()
    assert rig.lit("movable") == ["3.0R"]
    rig.lift("3.0R")
    wanted = {a.displacements[0].to for a in now(rig).legal()}
    assert set(rig.lit("destination")) == wanted
    assert rig.said == "Red, put it on a white light."


def test_a_car_moved_on_makes_its_next_movement_rp_30() -> None:
    rig = standing(race(), cars={"A": "0.0R", "B": "10.0L"}, turn={"car": "A"})
    for text in ("F1", "L2", "R1"):
        drive(rig, text)
    assert rig.done() == ["F1", "L2", "R1"]
    assert rig.wood == wood_of(rig)


def test_counting_spaces_with_the_car_is_one_movement_pp_2() -> None:
    rig = standing(race(), cars={"A": "0.0R", "B": "10.0L"}, turn={"car": "A"})
    rig.lift("0.0R")
    for space in ("0.1R", "1.0R", "1.1R"):
        rig.put(space).wait(0.15).lift(space)
    rig.put("2.0R").settle()
    assert rig.done() == ["F4"]


@pytest.mark.parametrize(
    ("to", "said", "rule"),
    [
        ("4.0L", "Not there: straight on, or one space diagonally.", "RP-31"),
        ("5.0R", "Not there: straight on, or one space diagonally.", "RP-31"),
        ("2.1R", "Not there: nobody drives backward.", "RP-17"),
    ],
)
def test_a_wrong_space_is_explained_and_led_back_pp_8(to: str, said: str, rule: str) -> None:
    rig = before_corner()
    rig.carry("3.0R", to).settle()
    assert (rig.state, rig.said) == ("wrong", said)
    assert rig.view.reason is not None
    assert rig.view.reason.rule == rule
    assert rig.roles()[to] == "wrong"
    assert rig.roles()["3.0R"] == "return"
    rig.carry(to, "3.0R").settle()
    assert (rig.state, rig.done()) == ("choose_move", [])


@pytest.mark.parametrize(
    ("to", "said"),
    [
        ("2.1R", "That is 5 on; speed 2 ends on Tile 1, first row, right."),
        ("2.1L", "From there speed 2 ends on Tile 1, first row, right."),
    ],
)
def test_why_counts_the_spaces_of_a_car_by_its_speed_pp_8(to: str, said: str) -> None:
    turn = {"car": "A", "made": 1, "speed": 1}
    cars = {"A": "0.0R", "B": "10.0L"}
    rig = standing(race(), cars=cars, turn=turn, tokens={"A": []})
    rig.carry("0.0R", to).settle()
    rig.table.command(Why(), AT_TABLE)
    reason = rig.view.reason
    assert reason is not None
    assert reason.why is not None
    assert (render(reason.why), reason.walk) == (said, ("0.1R", "1.0R"))
    assert rig.lit("hint") == ["0.1R"]
    assert rig.lit("destination") == ["1.0R"]
    assert (rig.lit("wrong"), rig.lit("return")) == ([to], ["0.0R"])


def test_a_car_in_the_way_is_named_and_lit_rp_33() -> None:
    rig = standing(race(), cars={"A": "0.0R", "B": "1.0R", "C": "10.0L"}, turn={"car": "A"})
    rig.carry("0.0R", "1.1R").settle()
    assert rig.said == "Not there: Orange is in the way."
    assert rig.view.reason is not None
    assert rig.view.reason.blocked_by == "1.0R"
    assert rig.roles()["1.0R"] == "movable"


def test_a_corner_taken_too_fast_is_said_in_speeds_rp_41() -> None:
    rig = standing(
        race(),
        cars={"A": "3.1R", "B": "10.0L"},
        turn={"car": "A", "made": 1, "speed": 7},
        tokens={"A": []},
    )
    rig.carry("3.1R", "4.1R").settle()
    assert rig.said == "Too fast: corners take 1 or 2, you have 5 to 7."


def test_another_car_lifted_out_of_turn_is_shown_not_punished_pp_9() -> None:
    rig = before_corner()
    rig.lift("10.0L")
    assert rig.state == "stray"
    assert rig.said == "That is Yellow's car. Red is to drive."
    rig.put("10.0L").settle()
    assert (rig.state, rig.done()) == ("choose_move", [])


def test_the_prompt_counts_the_movements_of_the_turn() -> None:
    rig = before_corner()
    assert rig.said == "Red, drive: movement 1 of 3."
    drive(rig, "F1")
    assert rig.said == "Red, drive: movement 2 of 3."
    race_view = rig.view.race
    assert race_view is not None
    assert [(f.key, f.value, render(f.message)) for f in race_view.facts] == [
        ("movement", "2", "Movement 2 of 3"),
        ("speed", "1-2", "Speed was 1: now 1 to 2"),
    ]


def test_whoever_owns_two_cars_is_told_which_one_drives() -> None:
    rig = race([["A", "C"], ["B", "D"]], names=["Anna", "Ben"])
    assert rig.said == "Anna, start Red: the first movement has speed 1."
    assert rig.view.prompt.colour == "A"
    rig = standing(
        rig, cars={"A": "2.0R", "C": "8.0R", "B": "9.0L", "D": "1.0R"}, turn={"car": "C"}
    )
    assert rig.said == "Anna, drive Yellow: movement 1 of 3."
    assert rig.view.prompt.colour == "C"


def test_with_no_help_wanted_no_light_is_spoken_of_or_shown_pp_23() -> None:
    from companion.table.table import TableSettings

    rig = race(rig=Rig(settings=TableSettings(assistance="none")))
    standing(rig, cars={"A": {"spun": 4}, "B": "10.0L"}, turn={"car": "A"})
    assert rig.said == "Red, put your car back outside the corner."
    assert rig.lit("destination") == []
