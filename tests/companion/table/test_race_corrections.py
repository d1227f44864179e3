"""Races put right: on the page, by undo, by cars set or kept (RP-86, PP-11 … PP-13, PP-17)."""

from __future__ import annotations

import pytest
from race_rig import FOUR, before_corner, drive, legal, now, race, standing, turn_of, wood_of
from table_rig import AT_TABLE, Rig

from companion.errors import CommandRefused
from companion.model.commands import Act, Answer, Caller, Edit, Keep, SetAside, Undo, Where, Why
from companion.model.message import Message
from companion.words import render


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("D3", "wrong_phase"),
        ("F7", "illegal_movement"),
        ("F1*1", "illegal_movement"),
        ("nonsense", "illegal_movement"),
    ],
)
def test_an_action_that_is_none_now_is_refused_by_the_rules_code_rp_86(
    text: str, code: str
) -> None:
    rig = before_corner()
    with pytest.raises(CommandRefused) as refused:
        rig.table.command(Act(text), AT_TABLE)
    assert refused.value.code == code
    assert refused.value.key == f"refused.{code}"
    assert rig.done() == []


def test_a_movement_made_on_the_page_is_owed_by_the_hands_pp_17() -> None:
    rig = before_corner()
    rig.act("F1")
    assert rig.state == "correction"
    assert rig.said == "Red belongs on Tile 3, second row, right."
    rig.carry("3.0R", "3.1R").settle()
    assert rig.said == "Red, drive: movement 2 of 3."


def test_undo_is_led_on_the_board_and_gives_the_token_back_pp_11() -> None:
    rig = standing(
        race(), cars={"A": "0.0R", "B": "10.0L"}, turn={"car": "A", "made": 1, "speed": 7}
    )
    drive(rig, "F2*2")
    assert now(rig).to_json()["tokens"]["A"] == ["1", "3", "4", "5"]  # type: ignore[index]
    rig.table.command(Undo(), AT_TABLE)
    assert rig.state == "correction"
    rig.carry("1.0R", "0.0R").settle()
    assert (rig.state, rig.done()) == ("choose_move", [])
    assert legal(rig, "F2*2")


def test_a_whole_turn_is_taken_back_by_setting_the_car_where_it_began_pp_11() -> None:
    """Three movements are more than the board alone takes back: it is asked (I8)."""
    rig = standing(race(), cars={"A": "0.0R", "B": "10.0L"}, turn={"car": "A"})
    for text in ("F2", "F2", "F2"):
        drive(rig, text)
    assert turn_of(rig)[0] == "B"
    rig.carry("3.0R", "0.0R").wait(3)
    assert rig.done() == ["F2", "F2", "F2"]
    ask = rig.view.ask
    assert ask is not None
    back = next(option for option in ask.options if not option.actions)
    rig.table.command(Answer(ask.id, back.id), AT_TABLE)
    assert (rig.done(), turn_of(rig)) == ([], ("A", 0, 0))
    assert rig.view.notice is not None
    assert render(rig.view.notice) == "The earlier board stands. Steps taken back: 3."


def test_cars_can_be_set_anywhere_on_the_page_pp_12() -> None:
    rig = before_corner()
    marbles = {"5.0R": "A", "3.1L": "B"}
    rig.table.command(Edit(marbles, seat=1), AT_TABLE)
    data = now(rig).to_json()
    cars = data["cars"]
    assert isinstance(cars, dict)
    assert (cars["A"]["at"], cars["C"]["spun"]) == ("5.0R", 9), "taken off: out of the last corner"
    assert turn_of(rig)[0] == "B"
    assert rig.view.notice is not None
    assert render(rig.view.notice) == "The cars are set. Orange is to drive."
    line = rig.view.moves[0]
    assert (render(line.message), render(line.spoken)) == (
        "The cars were set",
        "The cars were set.",
    )
    assert render(line.message, "de") == "Die Autos wurden gesetzt"


def test_what_a_race_refuses_names_no_marbles() -> None:
    rig = before_corner()
    for command, *said in (
        (Why(), "Nothing stands wrong now.", "Gerade steht nichts falsch."),
        (Where(seat=1), "Ask only where your own stand.", "Frag nur, wo deine eigenen stehen."),
    ):
        with pytest.raises(CommandRefused) as refused:
            rig.table.command(command, Caller(seats=frozenset({0})))
        assert refused.value.key is not None
        told = Message(refused.value.key)
        assert [str(refused.value), render(told, "de")] == [render(told), said[1]] == said


def test_german_speaks_of_a_car_in_a_hand_as_of_it() -> None:
    """It is "sie" for a marble, and "es" for a car."""
    rig = before_corner()
    rig.lift("3.0R").settle()
    assert render(rig.view.prompt.message, "de") == "Rot, setz es auf ein weißes Licht."


def test_a_car_cannot_be_set_on_two_spaces_pp_12() -> None:
    rig = before_corner()
    stood = now(rig).to_json()
    with pytest.raises(CommandRefused) as refused:
        rig.table.command(Edit({"5.0R": "A", "5.1R": "A", "3.1L": "B"}), AT_TABLE)
    assert refused.value.code == "unclear"
    assert str(refused.value) == "A is set on 2 holes, and the game has 1 of it."
    assert now(rig).to_json() == stood


def test_laps_are_counted_by_the_shorter_way_where_a_car_is_set_pp_12() -> None:
    rig = standing(race(), cars={"A": {"at": "23.0R", "c": 1}, "B": {"at": "0.1L", "c": 2}})
    rig.table.command(Edit({"1.0R": "A", "22.0L": "B"}), AT_TABLE)
    cars = now(rig).to_json()["cars"]
    assert isinstance(cars, dict)
    assert (cars["A"]["c"], cars["B"]["c"]) == (2, 1)


def test_what_stands_on_the_board_can_be_kept_pp_12() -> None:
    rig = before_corner()
    rig.carry("3.0R", "5.0R").settle()
    rig.table.command(Keep(), AT_TABLE)
    assert wood_of(rig) == {"5.0R": "A", "3.1L": "B", "10.0L": "C"}
    assert rig.state == "choose_move"


def keep_and_answer(rig: Rig, *asked: tuple[str, str, str]) -> None:
    """Take the board as it stands: hole, car (or none) and word of each answer."""
    rig.table.command(Keep(), AT_TABLE)
    for hole, car, word in asked:
        assert rig.lit("ask") == [hole]
        ask = rig.view.ask
        assert ask is not None
        assert {option.id: render(option.message) for option in ask.options}[car] == word
        rig.table.command(Answer(ask.id, car), AT_TABLE)
    assert rig.state == "choose_move"


def test_a_car_that_stands_where_nobody_feels_it_is_not_lost_when_the_board_is_kept_pp_13() -> None:
    rig = before_corner()
    rig.table.command(SetAside("4.0R"), AT_TABLE)
    rig.lift("3.1L").wait(5)
    keep_and_answer(rig, ("4.0R", "B", "Orange"))
    assert now(rig).to_json()["cars"]["B"]["at"] == "4.0R"  # type: ignore[index, call-overload]


def test_a_car_that_is_nowhere_has_spun_out_once_nobody_says_where_it_is_pp_12() -> None:
    rig = before_corner()
    rig.table.command(SetAside("4.0R"), AT_TABLE)
    rig.lift("3.1L").wait(5)
    keep_and_answer(rig, ("4.0R", "none", "None"))
    assert now(rig).to_json()["cars"]["B"]["at"] is None  # type: ignore[index, call-overload]


def test_a_car_believed_where_nobody_feels_it_may_be_another_one_when_kept_pp_13() -> None:
    """Red is believed on the space that is set aside. It has left it, and Orange went there."""
    rig = before_corner()
    rig.table.command(SetAside("3.0R"), AT_TABLE)
    rig.lift("3.1L").wait(5)
    rig.put("5.1R").wait(5)
    keep_and_answer(rig, ("5.1R", "A", "Red"), ("3.0R", "B", "Orange"))
    assert wood_of(rig)["5.1R"] == "A"


def test_before_the_grid_stands_no_car_can_be_set_pp_12() -> None:
    rig = race(FOUR, setup=True)
    with pytest.raises(CommandRefused) as refused:
        rig.table.command(Edit({"0.0R": "A"}), AT_TABLE)
    assert refused.value.code == "unclear"
