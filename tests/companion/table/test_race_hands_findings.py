"""What simulated hands found in races (PP-40): each finding as the gesture that showed it."""

from __future__ import annotations

from race_rig import race, standing
from table_rig import AT_TABLE, Rig

from companion.table.view import SetAside
from hardware.ports import HoleChange


def lie(rig: Rig, hole: str, present: bool) -> None:
    """That sensor says so from now on, whatever stands there."""
    rig.lies[hole] = present
    rig.table.sensors(HoleChange(rig.numbers[hole], present, rig.clock.t))


def test_a_car_that_seems_to_come_from_beside_the_road_may_be_the_one_moved_on_pp_13() -> None:
    """The space it only touched goes on reading full; it is offered as the one that lies."""
    rig = standing(race(), cars={"A": "1.0R", "B": {"spun": 4}}, turn={"car": "A"})
    rig.lift("1.0R")
    lie(rig, "1.1L", True)
    rig.wait(0.1).put("1.1R").wait(1)
    assert rig.state == "wrong"
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


def test_a_flicker_where_a_car_was_lifted_is_no_touch_of_counting_pp_8_pp_13() -> None:
    rig = standing(race(), cars={"A": "1.0R", "B": "10.0L"}, turn={"car": "A"})
    rig.carry("1.0R", "1.1R").wait(1)
    assert rig.done() == ["F1"]
    rig.lift("1.1R").put("1.0L").wait(1)
    assert rig.lit("return") == ["1.1R"]
    for present in (True, False):
        rig.table.sensors(HoleChange(rig.numbers["1.1R"], present, rig.clock.t))
        rig.wait(0.1)
    rig.wait(1)
    assert rig.lit("return") == ["1.1R"]
