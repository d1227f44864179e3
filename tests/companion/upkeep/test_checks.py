"""The checks by themselves: holes come and go, the person taps, time passes."""

from __future__ import annotations

import pytest

from companion.upkeep.checks import ROUNDS, STEP, ChaseCheck, HoleCheck, VisitCheck
from companion.upkeep.learning import TOGETHER, LearnCheck

HOLES = ("A0", "A1", "A2", "A3")


def drop(check: LearnCheck, sensor: str, now: float) -> None:
    """A marble comes and is taken away again."""
    check.felt(sensor, True, now)
    check.felt(sensor, False, now + 1)


def test_one_hole_wants_to_feel_a_marble_come_and_go() -> None:
    check = HoleCheck("A1", 1)
    assert check.view().note == "put"
    check.felt("A1", False, 0.0)  # a marble that lay there left: half of it
    assert not check.view().done
    check.felt("A1", True, 1.0)
    assert check.view().note == "lift"
    check.felt("A1", False, 2.0)
    assert (check.view().done, check.view().note, check.view().left) == (True, "well", 0)


def test_another_hole_that_answers_instead_is_named() -> None:
    check = HoleCheck("A1", 1)
    check.felt("A3", True, 0.0)
    assert (check.view().note, check.view().other) == ("other", "A3")
    check.felt("A1", True, 1.0)
    assert check.view().note == "lift"


def test_the_tour_takes_holes_in_any_order_and_goes_on_behind_the_last() -> None:
    check = VisitCheck(HOLES)
    for hole in ("A2", "A0"):
        check.felt(hole, True, 0.0)
        check.felt(hole, False, 1.0)
    view = check.view()
    assert (view.hole, view.left, view.felt) == ("A1", 2, ("A2", "A0"))


def test_a_marble_that_was_there_must_come_again() -> None:
    check = VisitCheck(HOLES)
    assert not check.felt("A0", False, 0.0)
    assert check.view().left == 4


def test_passed_over_holes_are_kept_and_count_when_they_answer_after_all() -> None:
    check = VisitCheck(HOLES)
    assert check.skip()
    assert check.view().open == ("A0",)
    assert check.view().hole == "A1"
    check.felt("A0", True, 0.0)
    check.felt("A0", False, 1.0)
    assert check.view().open == ()
    for _ in range(3):
        check.skip()
    assert check.view().done
    assert not check.skip()
    assert check.back()
    assert check.view().hole == "A3"


def test_the_running_pixel_visits_the_chain_and_stops() -> None:
    check = ChaseCheck(HOLES, 0.0)
    seen, now = [], 0.0
    while check.deadline() is not None:
        seen += check.lights()
        now += STEP
        check.tick(now)
    assert seen == list(HOLES) * ROUNDS
    assert check.view().done
    assert check.lights() == {}


def test_crossed_inputs_are_learned_from_dropped_marbles() -> None:
    check = LearnCheck(HOLES, ask=False)
    for at, sensor in enumerate(("A1", "A0", "A2", "A3")):
        assert list(check.lights()) == [HOLES[at]]
        drop(check, sensor, 10.0 * at)
    assert check.done
    learned = check.learned()
    assert learned.inputs == {"A0": "A1", "A1": "A0", "A2": "A2", "A3": "A3"}
    assert learned.pixels == {hole: hole for hole in HOLES}
    assert learned.changed == ("A0", "A1")
    assert learned.guessed == ()


def test_crossed_lights_are_learned_where_the_person_says_where_they_are() -> None:
    check = LearnCheck(HOLES, ask=True)
    where = {"A0": "A2", "A1": "A1", "A2": "A0", "A3": "A3"}
    sensors = {"A0": "A0", "A1": "A3", "A2": "A2", "A3": "A1"}
    for at, lit in enumerate(HOLES):
        assert not check.here(where[lit])  # first the marble, then the tap
        drop(check, sensors[where[lit]], 10.0 * at)
        assert check.view().note == "where"
        assert check.here(where[lit])
    learned = check.learned()
    assert learned.inputs == sensors
    assert learned.pixels == {"A2": "A0", "A1": "A1", "A0": "A2", "A3": "A3"}


def test_two_sensors_that_answer_together_count_for_none() -> None:
    check = LearnCheck(HOLES, ask=False)
    check.felt("A0", True, 0.0)
    check.felt("A1", True, TOGETHER / 2)
    view = check.view()
    assert (view.note, view.hole, view.left) == ("two", "A0", 4)


def test_two_at_once_are_no_answer_where_it_is_asked_either() -> None:
    check = LearnCheck(HOLES, ask=True)
    check.felt("A0", True, 0.0)
    check.felt("A1", True, TOGETHER / 2)
    assert check.view().note == "two"
    assert not check.here("A0")
    check.felt("A1", True, 10.0)
    assert check.here("A0")
    check.felt("A2", True, 10.1)  # after a tap it is the next marble, however quick
    assert check.view().note == "where"


def test_a_sensor_that_was_learned_already_does_not_move_on() -> None:
    check = LearnCheck(HOLES, ask=False)
    drop(check, "A2", 0.0)
    drop(check, "A2", 10.0)
    view = check.view()
    assert (view.note, view.other, view.hole) == ("known", "A0", "A1")


def test_one_step_back_forgets_what_was_learned_there() -> None:
    check = LearnCheck(HOLES, ask=False)
    assert not check.back()
    drop(check, "A2", 0.0)
    assert check.back()
    drop(check, "A0", 10.0)
    assert check.learned().changed == ()


def test_the_only_wire_left_over_is_no_guess_and_several_are() -> None:
    check = LearnCheck(HOLES, ask=False)
    for at, sensor in enumerate(("A1", "A2", "A3")):
        drop(check, sensor, 10.0 * at)
    check.skip()
    assert check.learned().inputs["A3"] == "A0"
    assert check.learned().guessed == ()
    check = LearnCheck(HOLES, ask=False)
    drop(check, "A2", 0.0)
    drop(check, "A3", 10.0)
    check.skip()
    check.skip()
    assert check.learned().inputs == {"A0": "A2", "A1": "A3", "A2": "A0", "A3": "A1"}
    assert check.learned().guessed == ("A2", "A3")


def test_marbles_on_the_board_are_to_be_taken_off_first() -> None:
    assert LearnCheck(HOLES, ask=False, full=3).view().note == "clear"


@pytest.mark.parametrize("ask", [True, False])
def test_a_tap_on_a_hole_that_has_its_wires_is_told(ask: bool) -> None:
    check = LearnCheck(HOLES, ask=ask)
    drop(check, "A0", 0.0)
    assert check.here("A1") is ask
    drop(check, "A1", 10.0)
    assert check.here("A1") is ask
    assert check.view().note == ("taken" if ask else "right")
