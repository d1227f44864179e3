"""The speed of a car and its token: read from the wood, or asked (RP-28, RP-85, PP-5, PP-11)."""

from __future__ import annotations

import pytest
from race_rig import drive, now, options, race, standing, tell, turn_of
from table_rig import AT_TABLE

from companion.errors import CommandRefused
from companion.model.commands import Answer, Caller
from companion.words import render


def test_straight_on_the_distance_is_the_speed_and_nothing_is_asked_rp_85() -> None:
    rig = standing(race(), cars={"A": "0.0R", "B": "10.0L"}, turn={"car": "A"})
    rig.carry("0.0R", "2.1R").settle()
    assert rig.view.ask is None
    assert rig.done() == ["F5"]
    assert turn_of(rig) == ("A", 1, 5)


def test_a_lane_change_asks_for_its_speed_by_keys_rp_85() -> None:
    rig = standing(
        race(), cars={"A": "0.0R", "B": "10.0L"}, turn={"car": "A", "made": 1, "speed": 4}
    )
    rig.carry("0.0R", "0.1L").settle()
    assert rig.state == "ask"
    ask = rig.view.ask
    assert ask is not None
    assert (render(ask.message), ask.param) == ("At which speed?", "speed")
    assert options(rig) == {
        "1": ("L1*1",), "2": ("L2",), "3": ("L3",), "4": ("L4",), "5": ("L5",),
    }  # fmt: skip
    assert [render(o.message) for o in ask.options][:2] == ["Speed 1, with a token", "Speed 2"]
    tell(rig, "L3")
    assert rig.done() == ["L3"]
    assert turn_of(rig) == ("A", 2, 3)


def test_the_only_possible_speed_of_a_lane_change_is_not_asked_rp_85() -> None:
    rig = race()
    rig.carry("23.1R", "0.0L").settle()
    assert (rig.done(), rig.view.ask) == (["L1"], None)


def test_the_speed_of_a_last_movement_is_asked_only_for_a_penalty_roll_rp_85() -> None:
    far = {"B": "10.0L"}
    rig = standing(race(), cars={"A": "0.0R", **far}, turn={"car": "A", "made": 2, "speed": 4})
    rig.carry("0.0R", "0.1L").settle()
    assert (rig.done(), rig.view.ask) == (["L2"], None)
    rig = standing(race(), cars={"A": "3.1L", **far}, turn={"car": "A", "made": 2, "speed": 2})
    assert {"R1", "R2"} <= {choice.action for choice in rig.view.choices}
    rig.carry("3.1L", "4.1R").settle()
    assert options(rig) == {"1": ("R1",), "2": ("R2",)}
    tell(rig, "R2")
    assert rig.done() == ["R2"]


def test_lists_of_moves_have_no_speeds_that_change_nothing_rp_85() -> None:
    cars = {"A": "0.0R", "B": "10.0L"}
    rig = standing(race(), cars=cars, turn={"car": "A", "made": 2, "speed": 4})
    assert [c.action for c in rig.view.choices if c.action[0] == "L"] == ["L2"]
    assert {"L1*1", "L2", "L5"} <= set(rig.view.legal), "they stay legal"
    rig.act("L5")
    assert rig.done() == ["L5"]


def test_a_token_is_asked_for_only_where_two_would_do_rp_28() -> None:
    rig = race([["A", "D"], ["B", "E"], ["C", "F"]], token_mode="pool", options={"laps": 1})
    moment = rig.table._moment
    assert moment.position is not None
    data = dict(moment.position.to_json())
    cars = {name: {"at": f"{n}.0L"} for name, n in zip("BCDEF", range(10, 20, 2), strict=False)}
    data |= {"cars": {**cars, "A": {"at": "0.0R"}}, "round": 2, "hazards": []}
    data |= {"order": list("ABCDEF"), "turn": {"car": "A", "made": 1, "speed": 7}}
    rig.at(data)
    assert {"F2*2", "F2*W", "F1*1"} <= {a.text for a in now(rig).legal()}
    rig.carry("0.0R", "1.0R").settle()
    assert options(rig) == {"2": ("F2*2",), "W": ("F2*W",)}
    assert rig.said == "Which token?"
    tell(rig, "F2*W")
    assert rig.done() == ["F2*W"]
    rig.at(data)
    rig.carry("0.0R", "0.1R").settle()
    assert options(rig) == {"A": ("F1*1",)}, "one token alone sets that speed"
    assert rig.said == "That takes a token. Play the A?"
    tell(rig, "F1*1")
    assert rig.done() == ["F1*1"]
    rig.at(data)
    rig.carry("0.0R", "0.1L").settle()
    assert options(rig)["2"] == ("L2*2", "L2*W")
    tell(rig, "L2*2")
    assert rig.done() == ["L2*2"], "the speed first, then the token"


def test_no_token_is_spent_by_a_car_that_was_only_moved_on_pp_5() -> None:
    """Set down too early, then moved on: that would be a movement with a token, so it is asked."""
    rig = standing(race(), cars={"A": "0.0R", "B": "10.0L"}, turn={"car": "A"})
    rig.carry("0.0R", "0.1R").settle()
    assert rig.done() == ["F1"]
    rig.carry("0.1R", "2.1R").settle()
    assert options(rig) == {"4": ("F4*4",)}
    ask = rig.view.ask
    assert ask is not None
    rig.table.command(Answer(ask.id, "neither"), AT_TABLE)
    rig.wait(1)
    assert rig.done() == ["F5"], "the first movement went further"
    assert now(rig).to_json()["tokens"]["A"] == ["1", "2", "3", "4", "5"]  # type: ignore[index]


def test_neither_denies_the_token_and_all_that_was_driven_on_after_it() -> None:
    """The movement behind the token fell with it, or the same question would stand again (I5)."""
    rig = standing(race(), cars={"A": "0.0R", "B": "10.0L"}, turn={"car": "A"})
    for frm, to in (("0.0R", "0.1R"), ("0.1R", "2.1R"), ("2.1R", "3.1R")):
        rig.carry(frm, to).settle()
    ask = rig.view.ask
    assert ask is not None
    assert rig.said == "That takes a token. Play the 4?"
    rig.table.command(Answer(ask.id, "neither"), AT_TABLE)
    rig.wait(2)
    assert (rig.state, rig.done()) == ("wrong", ["F1"])
    assert (rig.lit("wrong"), rig.lit("return")) == (["3.1R"], ["0.1R"])
    rig.carry("3.1R", "0.1R").wait(1)
    assert (rig.state, rig.done()) == ("choose_move", ["F1"])


def test_a_token_that_was_played_is_not_asked_for_again() -> None:
    rig = standing(
        race(), cars={"A": "0.0R", "B": "10.0L"}, turn={"car": "A", "made": 1, "speed": 7}
    )
    rig.carry("0.0R", "1.0R").settle()
    tell(rig, "F2*2")
    rig.wait(3)
    assert (rig.done(), rig.state) == (["F2*2"], "choose_move")
    rig.carry("1.0R", "0.0R").wait(3)
    assert (rig.done(), rig.state) == ([], "choose_move"), "put back: the token is there again"


def test_whoever_meant_none_of_the_speeds_puts_the_car_back() -> None:
    rig = standing(race(), cars={"A": "0.0R", "B": "10.0L"}, turn={"car": "A"})
    rig.carry("0.0R", "0.1L").settle()
    ask = rig.view.ask
    assert ask is not None
    assert render(ask.options[-1].message) == "None of these, put it back"
    rig.table.command(Answer(ask.id, "neither"), AT_TABLE)
    assert rig.state == "wrong"
    assert rig.said == "Nothing was played."
    assert rig.view.arrow is not None
    assert (rig.view.arrow.frm, rig.view.arrow.to) == ("0.1L", "0.0R")
    rig.carry("0.1L", "0.0R").settle()
    assert rig.view.notice is None, "it has been put back: nothing is left to be said of it"
    assert (rig.state, rig.done()) == ("choose_move", [])
    drive(rig, "L7")


def test_only_the_driver_is_asked_for_the_speed_and_the_others_see_who_drives_rp_85() -> None:
    rig = standing(race(), cars={"A": "0.0R", "B": "10.0L"}, turn={"car": "A"})
    rig.carry("0.0R", "0.1L").settle()
    ask = rig.view.ask
    assert ask is not None
    assert rig.table.view(0).ask == ask
    other = rig.table.view(1)
    assert (other.ask, render(other.prompt.message)) == (None, "Red is driving.")
    with pytest.raises(CommandRefused) as refused:
        rig.table.command(Answer(ask.id, "0"), Caller(seats=frozenset({1})))
    assert (refused.value.code, refused.value.key) == ("not-your-turn", "prompt.other_drives")


def test_a_car_moved_while_its_speed_is_asked_was_set_elsewhere_or_went_on_pp_5() -> None:
    rig = standing(race(), cars={"A": "0.0R", "B": "10.0L"}, turn={"car": "A"})
    rig.carry("0.0R", "0.1L").settle()
    rig.carry("0.1L", "1.0R").settle()
    assert (rig.said, rig.done()) == ("What was played first?", [])
    assert ("F2",) in options(rig).values()
    assert ("L3",) in {actions[:1] for actions in options(rig).values()}
    tell(rig, "F2")
    assert (rig.done(), rig.view.ask) == (["F2"], None)


def test_a_car_put_back_after_its_speed_was_told_takes_the_movement_back_pp_11() -> None:
    rig = standing(race(), cars={"A": "0.0R", "B": "10.0L"}, turn={"car": "A"})
    drive(rig, "L3")
    rig.carry("0.1L", "0.0R").wait(3)
    assert rig.done() == []
    assert rig.state == "choose_move"
    drive(rig, "L5")
    assert rig.done() == ["L5"]
