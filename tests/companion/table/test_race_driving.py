"""Cars driven by hand: movements, speeds, tokens, slips (RP-30 … RP-50, RP-85, PP-1 … PP-12)."""

from __future__ import annotations

import pytest
from race_rig import FOUR, drive, legal, now, options, race, standing, tell, wood_of
from table_rig import AT_TABLE, Rig

from companion.errors import CommandRefused
from companion.model.commands import Act, Answer, Caller, Edit, Keep, SetAside, Undo, Why
from companion.words import render


def before_corner() -> Rig:
    """Red in front of corner 1, Orange beside it, Yellow far ahead; Red is to drive."""
    return standing(race(), cars={"A": "3.0R", "B": "3.1L", "C": "10.0L"}, turn={"car": "A"})


def turn_of(rig: Rig) -> tuple[str, int, int]:
    """Driver, movements made, last speed."""
    turn = now(rig).to_json()["turn"]
    assert isinstance(turn, dict)
    return turn["car"], turn["made"], turn["speed"]


def test_a_lift_lights_every_space_the_car_may_go_to() -> None:
    rig = before_corner()
    assert rig.lit("movable") == ["3.0R"]
    rig.lift("3.0R")
    wanted = {a.displacements[0].to for a in now(rig).legal()}
    assert set(rig.lit("destination")) == wanted
    assert rig.said == "Red, put it on a white light."


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


# ------------------------------------------------------------------------------- page and rules


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
