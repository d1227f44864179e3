"""The order between the prices is what the tracker rests on."""

from __future__ import annotations

from companion.recogniser import costs

QUIRKS = (
    costs.OLDER,
    costs.CHANGE_OF_MIND,
    costs.EARLY,
    costs.TWO_HANDS,
    costs.FULL_HAND,
)
FAULTS = (costs.TOUCHED, costs.WRONG_PEN, costs.UNEXPLAINED, costs.TAKEN_BACK + 1, costs.LIE)


def test_what_only_a_quirk_tells_apart_is_asked() -> None:
    assert max(QUIRKS) <= costs.MARGIN < min(FAULTS)


def test_of_what_lies_beside_the_board_only_what_an_action_brings_is_likely() -> None:
    assert costs.MARGIN < costs.UNCALLED < costs.UNEXPLAINED


def test_what_fell_where_a_token_from_beside_the_board_may_go_is_asked() -> None:
    assert abs(costs.BESIDE_A_FALL - costs.UNEXPLAINED) <= costs.MARGIN


def test_what_fell_where_a_new_action_might_have_ended_is_asked_or_led_back() -> None:
    assert abs(costs.FELL_THERE - costs.UNEXPLAINED) <= costs.MARGIN < costs.FELL_THERE


def test_what_fell_where_an_accepted_action_might_have_ended_is_asked() -> None:
    assert abs(costs.CHANGED_IN_A_FALL - costs.UNEXPLAINED) <= costs.MARGIN


def test_a_card_named_in_the_middle_of_a_move_is_the_next_ones_till_hands_go_on_by_it() -> None:
    assert costs.MARGIN < costs.UNEXPLAINED - costs.PASSED_OVER <= costs.REST
    assert costs.UNEXPLAINED + costs.PASSED_OVER > costs.MARGIN


def test_a_token_set_elsewhere_or_moved_on_before_its_choice_was_told_is_asked_about() -> None:
    assert costs.CHANGE_OF_MIND < costs.UNTOLD <= costs.CHANGE_OF_MIND + costs.MARGIN


def test_two_tokens_that_may_have_changed_places_are_asked_about_in_any_order() -> None:
    assert costs.CHANGED_PLACES + costs.OLDER <= costs.MARGIN


def test_a_swap_that_is_followed_at_once_is_asked_about() -> None:
    assert costs.EARLY_TOO + costs.OLDER <= costs.MARGIN < costs.EARLY + costs.OLDER


def test_what_has_passed_by_is_dearer_than_a_flicker_and_asked_about_beside_a_dead_sensor() -> None:
    assert costs.LIE - costs.AT_ONCE < costs.LIE + costs.LASTING - costs.PASSED
    assert costs.PASSED <= costs.MARGIN < costs.LASTING


def test_what_is_tapped_as_it_is_put_is_no_second_move() -> None:
    assert costs.ONCE_MORE > costs.MARGIN


def test_one_turn_that_was_set_back_is_asked_about_when_somebody_goes_on_from_there() -> None:
    assert costs.TAKEN_BACK + 1 - costs.AS_BEFORE <= costs.MARGIN


def test_an_action_that_was_over_early_beats_a_token_that_nothing_explains() -> None:
    assert costs.EARLY + costs.MARGIN < costs.UNEXPLAINED


def test_a_token_that_nothing_explains_beats_a_sensor_that_died() -> None:
    assert costs.UNEXPLAINED + costs.MARGIN < costs.LIE + costs.LASTING


def test_a_change_of_mind_outlives_a_rest() -> None:
    assert costs.REST >= costs.CHANGE_OF_MIND + costs.MARGIN


def test_a_sensor_that_died_outlives_the_gesture() -> None:
    assert costs.KEEP >= costs.LIE + costs.LASTING + costs.MARGIN


def test_an_overlap_is_no_more_than_a_quirk() -> None:
    assert 0 < costs.LIE - costs.AT_ONCE <= costs.MARGIN


def test_what_lies_over_several_sensors_is_one_fault() -> None:
    assert 0 < costs.COVERED <= costs.LIE - costs.AT_ONCE


def test_an_answer_outweighs_any_quirk_and_any_error() -> None:
    assert max(*QUIRKS, *FAULTS) + costs.CHANGE_OF_MIND <= costs.AGAINST


def test_a_dead_hole_is_cheaper_than_a_new_lie_but_not_free() -> None:
    assert costs.MARGIN < costs.DEAD_USED < costs.LIE


def test_turns_that_cross_beat_two_tokens_that_nothing_explains_and_no_quirk() -> None:
    assert max(QUIRKS) < costs.CROSSED_TURNS
    assert costs.CROSSED_TURNS + costs.MARGIN < costs.UNEXPLAINED + costs.UNEXPLAINED_TOO
