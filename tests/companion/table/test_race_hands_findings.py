"""What simulated hands found in races (PP-40): each finding as the gesture that showed it."""

from __future__ import annotations

import pytest
from race_rig import drive, now, options, race, see, standing, tell
from table_rig import AT_TABLE, Rig, restarted

from companion.model.commands import Answer, Caller, SetAside
from companion.table.settings import TableSettings
from companion.words import render
from hardware.ports import HoleChange, LinkChange, LinkState


def lie(rig: Rig, hole: str, present: bool) -> None:
    """That sensor says so from now on, whatever stands there."""
    rig.lies[hole] = present
    rig.table.sensors(HoleChange(rig.numbers[hole], present, rig.clock.t))


def test_a_car_that_seems_to_come_from_beside_the_road_may_be_the_one_moved_on_pp_13() -> None:
    """The space it only touched goes on reading full; it is offered as the one that lies.

    Either car may stand on either space at nearly the same price, so it is asked (rule 4).
    """
    rig = standing(race(), cars={"A": "1.0R", "B": {"spun": 4}}, turn={"car": "A"})
    rig.lift("1.0R")
    lie(rig, "1.1L", True)
    rig.wait(0.1).put("1.1R").wait(1)
    assert rig.state == "ask"
    assert ("F1",) in options(rig).values()
    assert "1.1L" in [doubt.hole for doubt in rig.view.doubts]
    rig.table.command(SetAside("1.1L"), AT_TABLE)
    rig.wait(2)
    assert rig.done() == ["F1"]


def test_a_car_miscounted_in_its_next_movement_goes_back_to_where_that_began_pp_8() -> None:
    """Also where it had been touched once more, and then stood: that is no counting any more."""
    rig = standing(race(), cars={"A": "1.0R", "B": "10.0L"}, turn={"car": "A"})
    rig.carry("1.0R", "1.1R").settle()
    assert rig.done() == ["F1"]
    rig.lift("1.1R").put("1.1R").lift("1.1R").put("1.1R").wait(1)
    rig.lift("1.1R").put("1.0L").wait(1)
    assert rig.state == "wrong"
    assert rig.lit("return") == ["1.1R"]
    rig.carry("1.0L", "1.1R").wait(3)
    assert rig.done() == ["F1"]


def test_a_touch_that_was_taken_for_a_movement_is_led_back_to_the_start_pp_2_pp_8() -> None:
    rig = standing(race(), cars={"A": "1.0R", "B": "10.0L"}, turn={"car": "A"})
    rig.carry("1.0R", "1.1R").wait(0.36)
    assert rig.done() == ["F1"]
    rig.lift("1.1R").put("1.0L").wait(1)
    assert rig.lit("return") == ["1.0R"]
    rig.carry("1.0L", "1.0R").wait(1)
    assert rig.done() == []


def test_a_car_lifted_again_at_once_is_lit_as_counting_on_and_as_driving_on_pp_2() -> None:
    """Nobody knows yet which it is: both its movement's spaces and the next one's shine."""
    rig = standing(race(), cars={"A": "1.0R", "B": "10.0L"}, turn={"car": "A"})
    first = {to for action in now(rig).legal() for _, to in action.displacements}
    rig.carry("1.0R", "1.1R").wait(0.36)
    assert rig.done() == ["F1"]
    following = {to for action in now(rig).legal() for _, to in action.displacements}
    rig.lift("1.1R")
    assert set(rig.lit("destination")) == first | following
    rig.wait(1).put("1.1R").wait(1)
    assert rig.done() == ["F1"]
    rig.lift("1.1R")
    assert set(rig.lit("destination")) == following


@pytest.mark.parametrize("counted", [True, False])
def test_only_hands_that_count_go_on_with_a_movement_pp_2(counted: bool) -> None:
    """Those of a virtual board are the page's: a car tapped at once makes its next movement."""
    rig = race(rig=Rig(settings=TableSettings(counted=counted)))
    standing(rig, cars={"A": "1.0R", "B": "10.0L"}, turn={"car": "A"})
    rig.carry("1.0R", "1.1R").wait(0.36)
    assert rig.done() == ["F1"]
    rig.carry("1.1R", "2.0R").wait(1)
    assert rig.done() == (["F2"] if counted else ["F1", "F1"])


def test_a_flicker_where_a_car_was_lifted_is_no_touch_of_counting_pp_8_pp_13() -> None:
    """A flicker is over within 60 ms; what lasts for longer may be a touch ("instant")."""
    rig = standing(race(), cars={"A": "1.0R", "B": "10.0L"}, turn={"car": "A"})
    rig.carry("1.0R", "1.1R").wait(1)
    assert rig.done() == ["F1"]
    rig.lift("1.1R").put("1.0L").wait(1)
    assert rig.lit("return") == ["1.1R"]
    for present in (True, False):
        rig.table.sensors(HoleChange(rig.numbers["1.1R"], present, rig.clock.t))
        rig.wait(0.05)
    rig.wait(1)
    assert rig.lit("return") == ["1.1R"]


def test_a_car_lifted_again_before_anybody_saw_its_movement_counts_on_pp_2_pp_5() -> None:
    rig = standing(race(), cars={"A": "1.0R", "B": "10.0L"}, turn={"car": "A"})
    rig.carry("1.0R", "1.1R").wait(0.36)
    assert rig.done() == ["F1"]
    rig.lift("1.1R")
    assert rig.lit("origin") == ["1.0R"]
    assert [held.frm for held in rig.view.in_hand] == ["1.0R"]
    rig.put("2.0R").wait(0.4)
    assert rig.done() == ["F1"]  # another hole on the way, perhaps
    rig.wait(0.2)
    assert rig.done() == ["F2"]


@pytest.mark.parametrize("made", [["F2"], ["F1", "F1"]])
def test_whether_a_car_lifted_before_a_power_cut_counts_on_is_asked_pp_2_pp_3_pp_15(
    made: list[str],
) -> None:
    """How long it stood is lost with the power, so both readings live, and neither is guessed."""
    rig = standing(race(), cars={"A": "1.0R", "B": "10.0L"}, turn={"car": "A"})
    rig.carry("1.0R", "1.1R").wait(0.36)
    assert rig.done() == ["F1"]
    rig.lift("1.1R")
    rig = restarted(rig)
    rig.put("2.0R").wait(1)
    assert (rig.state, rig.done()) == ("ask", ["F1"])
    tell(rig, made[-1])
    assert rig.done() == made


def test_a_car_lifted_after_its_movement_was_seen_makes_the_next_one_pp_5() -> None:
    rig = standing(race(), cars={"A": "1.0R", "B": "10.0L"}, turn={"car": "A"})
    rig.carry("1.0R", "1.1R").wait(0.6)
    rig.lift("1.1R")
    assert rig.lit("origin") == ["1.1R"]
    rig.put("2.0R").wait(1)
    assert rig.done() == ["F1", "F1"]


def test_counting_on_farther_than_one_movement_leads_is_two_of_them_pp_5() -> None:
    rig = standing(race(), cars={"A": "1.0R", "B": "10.0L"}, turn={"car": "A"})
    rig.carry("1.0R", "3.0R").wait(0.36)
    assert rig.done() == ["F4"]
    rig.carry("3.0R", "4.1R").wait(1)
    assert rig.done() == ["F4", "F2"]


def test_a_car_moved_on_from_a_space_that_reads_full_for_good_is_read_when_that_is_told_pp_13() -> (
    None
):
    """It looks like one brought from beside the road; the space it left is offered as well."""
    rig = standing(race(), cars={"A": "1.0R", "B": {"spun": 4}}, turn={"car": "A"})
    rig.carry("1.0R", "1.1R").wait(1)
    assert rig.done() == ["F1"]
    rig.lies["1.1R"] = True
    rig.carry("1.1R", "1.1L").wait(1)
    assert rig.state == "wrong"
    assert "1.1R" in [doubt.hole for doubt in rig.view.doubts]
    rig.table.command(SetAside("1.1R"), AT_TABLE)
    rig.wait(2)
    assert rig.done() == ["F1"]  # until it is told how fast: that takes it back
    tell(rig, "L2")
    assert rig.done() == ["L2"]


def test_a_knocked_car_that_nobody_felt_leaving_takes_no_movement_back_pp_10_pp_13() -> None:
    """It came to lie where the last movement might have led, while its driver's car was in hand.

    Four cars were out at once, so the page asks for them (bags in reading_hands.md).
    """
    cars = {"A": "1.0R", "B": "4.0R", "C": "5.0R", "D": "0.1R"}
    rig = standing(race(), cars=cars, turn={"car": "A"})
    rig.table.command(SetAside("4.0R"), AT_TABLE)
    rig.lies["4.0R"] = True
    drive(rig, "L1")
    rig.lift("1.1L").put("2.0L").lift("4.0R", "5.0R", "2.0L", "0.1R").wait(0.2)
    rig.put("2.1R", "B").put("4.0L", "C").put("3.0L", "A").wait(1)
    see(rig).lift("4.0L").put("5.0R").put("0.1R", "D").wait(1)
    see(rig).lift("3.0L").wait(1)
    assert rig.done() == ["L1"]
    see(rig.put("1.1L", "A").wait(1)).carry("2.1R", "4.0R").wait(1)
    assert rig.done() == ["L1"]
    see(rig)  # nobody felt it come to the space that is set aside
    assert rig.done() == ["L1"]
    assert rig.state == "choose_move"


def test_a_car_put_where_the_lights_ask_for_it_is_that_car_after_much_disorder_pp_10() -> None:
    """Five cars were out at once, so the page asks for those that stand (bags), then leads."""
    cars = {"A": "9.1L", "B": {"spun": 9}, "C": "13.1L", "D": "11.1L", "E": "7.0R", "F": "8.1L"}
    rig = standing(race([["A", "D"], ["B", "E"], ["C", "F"]]), cars=cars, turn={"car": "D"})
    rig.table.command(SetAside("7.0R"), AT_TABLE)
    rig.lies["7.0R"] = False
    rig.lift("8.1L", "9.1L", "13.1L", "7.0R", "11.1L")
    rig.put("14.0L", "C").put("8.1R", "A").put("8.0L", "E").wait(1)
    assert see(rig).state == "correction"
    for frm, to, car in (("", "8.1L", "F"), ("8.1R", "9.1L", "A"), ("", "11.1L", "D")):
        see(rig.lift(*frm.split()).put(to, car).wait(1))
    owed = {debt.to for debt in rig.view.owed if debt.blocking}
    assert "11.1L" not in owed
    see(rig.carry("14.0L", "13.1L").wait(1))
    see(rig.carry("8.0L", "7.0R").wait(1))
    assert rig.state == "choose_move"


def changed_with_speed_open(rig: Rig) -> Rig:
    """A movement whose car then stands where another speed of it leads: it may be changed so."""
    drive(rig, "F1")
    return rig.carry("1.1R", "1.1L").wait(1)


def test_a_movement_is_taken_back_when_its_change_is_told_and_not_before_pp_5_rp_85() -> None:
    rig = standing(race(), cars={"A": "1.0R", "B": "10.0L"}, turn={"car": "A"})
    changed_with_speed_open(rig)
    assert rig.state == "ask"
    assert rig.done() == ["F1"]
    tell(rig, "L2")
    assert rig.done() == ["L2"]
    assert rig.state == "choose_move"


def test_who_goes_on_without_an_answer_has_changed_no_movement_pp_5_pp_8() -> None:
    rig = standing(race(), cars={"A": "1.0R", "B": "10.0L"}, turn={"car": "A"})
    changed_with_speed_open(rig).lift("1.1L").put("2.0R").wait(1)
    assert rig.done() == ["F1", "F1"]


def test_who_says_that_it_was_no_change_is_led_back_to_what_stands_pp_5_pp_8() -> None:
    rig = standing(race(), cars={"A": "1.0R", "B": "10.0L"}, turn={"car": "A"})
    changed_with_speed_open(rig)
    ask = rig.view.ask
    assert ask is not None
    rig.table.command(Answer(ask.id, "neither"), AT_TABLE)
    assert rig.done() == ["F1"]
    assert rig.state == "wrong"
    assert rig.lit("return") == ["1.1R"]
    rig.carry("1.1L", "1.1R").wait(1)
    assert rig.state == "choose_move"


def test_who_moved_last_may_say_that_it_was_changed_while_the_next_one_is_to_drive_pp_5() -> None:
    cars = {"A": "3.1L", "B": "10.0L"}
    rig = standing(race(), cars=cars, turn={"car": "A", "made": 2, "speed": 1})
    drive(rig, "F1")
    rig.carry("4.0R", "4.1R").wait(1)
    ask = rig.view.ask
    assert ask is not None
    assert rig.table._moment.acting == (1,)
    option = next(option for option in ask.options if "R2" in option.actions)
    rig.table.command(Answer(ask.id, option.id), Caller(seats=frozenset({0})))
    assert rig.done() == ["R2"]


def test_a_knocked_car_that_rolled_to_where_it_was_before_takes_nothing_back_pp_10_pp_11() -> None:
    """The lights lead every car to where it belongs; the last to be led is no change of mind.

    Three cars were out at once, so the page asks for them (bags in reading_hands.md).
    """
    cars = {"A": "1.0R", "B": "4.0R", "C": "5.0R"}
    rig = standing(race(), cars=cars, turn={"car": "A"})
    drive(rig, "F1")
    rig.lift("1.1R", "4.0R", "5.0R").wait(0.5)
    assert rig.state == "correction"
    rig.put("1.0R", "A").put("4.0R", "B").wait(0.1).put("5.0R", "C").wait(1)
    assert (rig.state, rig.done()) == ("ask", ["F1"])
    see(rig)
    assert rig.done() == ["F1"]
    rig.carry("1.0R", "1.1R").wait(1)
    assert rig.done() == ["F1"]
    assert rig.state == "choose_move"


def test_a_flicker_is_no_stop_of_a_car_beside_the_road_pp_2_pp_13() -> None:
    """It would be taken for counting, and the car led back a movement too far.

    The car from beside the road may be the one put, so the free space is lit, but no arrow (I4).
    """
    rig = standing(race(), cars={"A": "1.0R", "B": {"spun": 4}}, turn={"car": "A"})
    drive(rig, "F1")
    rig.wait(1).lift("1.1R").put("1.0L")
    for present in (True, False):
        rig.table.sensors(HoleChange(rig.numbers["1.1R"], present, rig.clock.t))
        rig.wait(0.05)
    rig.wait(1)
    assert rig.lit("missing") == ["1.1R"]


def test_a_car_set_down_where_another_came_from_is_not_that_one_put_back_pp_5() -> None:
    """The other is lifted afterwards, looked at, and put back."""
    cars = {"A": "8.1R", "B": {"spun": 8}}
    rig = standing(race(), cars=cars, turn={"car": "A"})
    drive(rig, "F2")
    (now_at,) = [place for place, tokens in now(rig).occupancy().items() if "A" in tokens]
    rig.wait(1).hand.append("B")
    rig.put("8.1R", "B").lift(now_at).wait(1)
    assert rig.done() == ["F2"]


def test_a_car_that_was_lifted_is_not_another_that_nobody_felt_coming_back_pp_11_pp_13() -> None:
    """The other's space is set aside: it may have left, but the one that was seen to is here.

    Both readings cost the same, so it is asked and not guessed (rule 4).
    """
    cars = {"A": "10.0L", "B": {"spun": 8}}
    rig = standing(race(), cars=cars, turn={"car": "A", "made": 2, "speed": 1})
    drive(drive(rig, "F1"), "E8.0L")
    rig.table.command(SetAside("10.1L"), AT_TABLE)
    rig.wait(2).lift("8.0L").put("10.0L", "B").wait(4)
    assert (rig.state, rig.done()) == ("ask", ["F1", "E8.0L"]), "equal prices are not guessed"
    ask = rig.view.ask
    assert ask is not None
    told = [render(option.message) for option in ask.options if not option.actions]
    assert told == ["The last 2 moves were taken back", "Neither, show me"]
    stays = next(option for option in ask.options if option.actions)
    rig.table.command(Answer(ask.id, stays.id), AT_TABLE)
    see(rig)
    assert rig.done() == ["F1", "E8.0L"]
    assert rig.lit("return") == ["8.0L"]


def test_a_space_touched_on_the_way_that_goes_on_reading_full_is_offered_pp_13() -> None:
    """Its car seems to stand there, and one of those beside the road where it went on to."""
    cars = {"A": "4.1R", **{car: {"spun": 4} for car in "BCD"}, "H": "10.0L"}
    rig = standing(race([[car] for car in "ABCDEFGH"]), cars=cars, turn={"car": "A"})
    rig.lift("4.1R").put("4.1L", "A").wait(0.1)
    lie(rig, "4.1L", True)
    rig.lift("4.1L").wait(0.1).put("5.1L", "A").wait(1)
    assert rig.state == "correction"
    assert "4.1L" in [doubt.hole for doubt in rig.view.doubts]
    rig.table.command(SetAside("4.1L"), AT_TABLE)
    rig.wait(1).lift("5.1L").put("4.1R", "A").wait(1)
    drive(rig, "L2")
    assert rig.done() == ["L2"]


def test_a_car_still_to_close_up_stays_where_it_stands_when_sensors_are_set_aside_pp_13() -> None:
    """It was not felt leaving the space it is owed, for it has not been there yet (RP-24)."""
    grid = {"B": "23.0R", "D": "22.1L", "E": "23.0L", "F": "22.1R"}
    waiting = {car: {"at": at, "c": 0, "started": False} for car, at in grid.items()}
    cars = {"A": {"at": "2.0L", "started": True}, "C": {"at": "2.1R", "started": True}, **waiting}
    rig = standing(
        race([["A", "D"], ["B", "E"], ["C", "F"]]), cars=cars, round=1,
        order=["A", "C", "B", "E", "F", "D"], turn={"car": "C", "made": 2, "speed": 5},
    )  # fmt: skip
    rig.table.command(SetAside("23.1L"), AT_TABLE)
    drive(rig, "F2*2", pay=False)
    lie(rig, "23.1R", False)
    rig.lift("23.0R").put("23.1R", "B").wait(1)
    rig.table.command(SetAside("23.1R"), AT_TABLE)
    rig.wait(1)
    assert {debt.frm for debt in rig.view.owed if debt.blocking} == {"23.0L", "22.1L", "22.1R"}


def test_a_car_that_nobody_felt_leaving_has_not_been_taken_off_to_go_back_pp_11_pp_13() -> None:
    """A car put a space too far back; the other, on a space set aside, stands where it stood.

    Nobody can see whether it does, so it is asked which of the two was put back (PP-13).
    """
    cars = {"A": "10.0L", "B": {"spun": 8}}
    rig = standing(race(), cars=cars, turn={"car": "A", "made": 2, "speed": 1})
    drive(drive(rig, "F1"), "E8.0L")
    rig.table.command(SetAside("8.0L"), AT_TABLE)
    rig.wait(2).lift("10.1L").put("10.0L", "A").wait(4)
    assert (rig.state, rig.done()) == ("ask", ["F1", "E8.0L"])
    see(rig)
    assert rig.done() == ["F1", "E8.0L"]
    assert rig.lit("return") == ["10.1L"]


def test_what_stood_when_the_cable_came_out_is_no_movement_before_the_picture_comes_pp_14() -> None:
    rig = standing(race(), cars={"A": "1.0R", "B": "10.0L"}, turn={"car": "A"})
    rig.lift("1.0R").put("1.1R")
    rig.table.sensors(LinkChange(LinkState.DOWN))
    del rig.wood["1.1R"]
    rig.wood["2.0R"] = "A"
    rig.wait(2).table.sensors(LinkChange(LinkState.UP))
    rig.picture()
    rig.wait(1)
    assert rig.done() == ["F2"]


@pytest.mark.parametrize("touched", ["1.0R", "5.0R"])
def test_a_car_touched_while_another_lies_beside_the_road_costs_no_movement_pp_4(
    touched: str,
) -> None:
    """What lies beside the road is in nobody's hand."""
    cars = {"A": "1.0R", "B": {"spun": 4}, "C": "5.0R"}
    rig = standing(race(), cars=cars, turn={"car": "A"})
    rig.lift(touched).put(touched).carry("1.0R", "1.1R").wait(0.5)
    assert (rig.state, rig.done()) == ("choose_move", ["F1"])
