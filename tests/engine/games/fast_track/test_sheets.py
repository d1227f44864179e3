"""The two older sheets, rule by rule (FT-5 … FT-27). One test, one sentence of the rules."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.events import Captured, Moved, SentBack, Swapped, TurnPassed, Won
from engine.game import OVER
from engine.games.fast_track import FastTrackPosition

Stand = Callable[..., FastTrackPosition]
BOTH = pytest.mark.parametrize("rules", ["classic", "stevens"])


def legal(position: FastTrackPosition) -> list[str]:
    return [action.text for action in position.legal()]


def after(position: FastTrackPosition, action: str) -> dict[str, str]:
    """Marbles after an action: those out of the pen, by colour."""
    marbles = position.apply(action).position.to_json()["marbles"]
    assert isinstance(marbles, dict)
    return {c: " ".join(m for m in held if m != "p") for c, held in marbles.items()}


def next_player(position: FastTrackPosition, action: str) -> int:
    follow = position.apply(action).position
    assert isinstance(follow, FastTrackPosition)
    return follow.to_play


def test_ft_6_everybody_begins_in_the_pen_and_a_card_is_awaited(stand: Stand) -> None:
    position = stand("classic", None, A="", D="")
    assert position.marbles == {"A": ("p",) * 4, "D": ("p",) * 4}
    assert legal(position)[:3] == ["card:10", "card:2", "card:3"]
    assert len(legal(position)) == 14


def test_ft_7_a_card_is_a_prelude_that_names_its_rank(stand: Stand) -> None:
    position = stand("classic", None, A="A9", D="")
    action = next(a for a in position.legal() if a.text == "card:7")
    assert action.prelude
    assert action.displacements == ()
    assert dict(action.params) == {"card": "7"}
    follow, events = position.apply(action)
    assert events == ()
    assert follow.to_json()["card"] == "7"


@pytest.mark.parametrize("card", ["A", "JOKER", "6", "J", "Q", "K"])
def test_ft_7_play_again_cards_keep_the_turn(stand: Stand, card: str) -> None:
    position = stand("classic", card, A="A1", D="")
    assert next_player(position, legal(position)[0]) == 0


@pytest.mark.parametrize("card", ["2", "3", "4", "5", "7", "8", "9", "10"])
def test_ft_27_other_cards_pass_the_turn(stand: Stand, card: str) -> None:
    position = stand("classic", card, A="A1", D="")
    follow, events = position.apply(legal(position)[0])
    assert events[-1] == TurnPassed(1)
    assert follow.to_act == frozenset({1})


def test_ft_9_a_card_moves_one_marble_of_the_team_its_full_value(stand: Stand) -> None:
    position = stand("classic", "5", A="A9 C3", D="D9")
    assert legal(position) == ["A9-B0", "C3-C8"]
    assert position.apply("A9-B0").events[0] == Moved("A", "A9", "B0")


def test_ft_9_partners_marbles_are_the_teams(stand: Stand) -> None:
    position = stand("classic", "5", A="A1", B="B1", D="D1", E="E1", teams=[[0, 2], [1, 3]])
    assert legal(position) == ["A1-A6", "D1-D6"]


def test_ft_10_a_marble_turns_into_its_home_row(stand: Stand) -> None:
    assert legal(stand("classic", "3", A="A5", D="")) == ["A5-Ah1"]
    assert legal(stand("classic", "3", A="D5", D="")) == ["D5-D8"]


def test_ft_10_the_home_row_ends_at_its_fourth_hole(stand: Stand) -> None:
    assert legal(stand("classic", "2", A="Ah3", D="")) == ["--"]
    assert legal(stand("classic", "A", A="Ah3", D="")) == ["Ah3-Ah4", "Ap-A9"]


def test_ft_10_past_the_turn_in_a_marble_goes_round(stand: Stand) -> None:
    assert legal(stand("classic", "5", A="A8", D="")) == ["A8-A13"]


def test_ft_11_an_own_marble_may_not_be_passed_nor_landed_on(stand: Stand) -> None:
    assert legal(stand("classic", "5", A="A9 A12", D="")) == ["A12-B3"]
    assert legal(stand("classic", "3", A="A9 A12", D="")) == ["A12-B1", "A12-X"]


def test_ft_11_others_may_be_passed_and_are_sent_to_their_pen(stand: Stand) -> None:
    position = stand("classic", "5", A="A9", D="A10 B0*")
    assert legal(position) == ["A9-B0"]
    follow, events = position.apply("A9-B0")
    assert events == (Moved("A", "A9", "B0"), Captured("D", "B0", "Dp"), TurnPassed(1))
    assert after(position, "A9-B0") == {"A": "B0", "D": "A10"}
    assert follow.occupancy()["Dp"] == ("D", "D", "D")


def test_ft_11_a_partner_is_sent_back_too(stand: Stand) -> None:
    position = stand("classic", "2", A="A9", B="", D="A11", E="", teams=[[0, 2], [1, 3]])
    assert after(position, "A9-A11")["D"] == ""


@pytest.mark.parametrize("card", ["A", "JOKER", "6"])
def test_ft_12_three_cards_bring_a_marble_out_and_no_further(stand: Stand, card: str) -> None:
    position = stand("classic", card, A="", D="A9")
    assert legal(position) == ["Ap-A9"]
    assert position.apply("Ap-A9").events[1] == Captured("D", "A9", "Dp")


def test_ft_12_not_onto_an_own_marble(stand: Stand) -> None:
    assert legal(stand("classic", "6", A="A9", D="")) == ["A9-B1", "A9-X"]


def test_ft_13_from_a_foreign_corner_along_the_track_or_the_ring(stand: Stand) -> None:
    assert legal(stand("classic", "3", A="D0", D="")) == ["D0-A0", "D0-D3"]


def test_ft_13_from_the_own_corner_there_is_only_the_track(stand: Stand) -> None:
    assert legal(stand("classic", "3", A="A0", D="")) == ["A0-A3"]


def test_ft_13_past_the_own_corner_the_count_goes_on_along_the_track(stand: Stand) -> None:
    assert legal(stand("classic", "5", A="E0", D="")) == ["E0-A3", "E0-E5"]


def test_ft_13_passing_a_corner_in_mid_move_stays_on_the_track(stand: Stand) -> None:
    assert legal(stand("classic", "5", A="C12", D="")) == ["C12-D3"]


def test_ft_14_the_ring_commits_and_the_track_does_not(stand: Stand) -> None:
    assert after(stand("classic", "2", A="D0", D=""), "D0-F0")["A"] == "F0*"
    assert after(stand("classic", "3", A="D0", D=""), "D0-A0")["A"] == "A0*"
    assert after(stand("classic", "5", A="A9", D=""), "A9-B0")["A"] == "B0"


def test_ft_14_a_committed_marble_has_only_the_ring(stand: Stand) -> None:
    assert legal(stand("classic", "3", A="D0*", D="")) == ["D0-A0"]
    assert legal(stand("classic", "3", A="A0*", D="")) == ["A0-A3"]


def test_ft_15_one_past_a_corner_may_end_in_the_bulls_eye(stand: Stand) -> None:
    assert legal(stand("classic", "6", A="A9", D="", board="square")) == ["A9-B1", "A9-X"]


def test_ft_15_the_hole_after_the_corner_does_not_matter(stand: Stand) -> None:
    assert legal(stand("classic", "6", A="A9 B1", D="")) == ["A9-X", "B1-B7"]


def test_ft_15_the_bulls_eye_takes_no_second_own_marble_but_sends_another_back(
    stand: Stand,
) -> None:
    assert legal(stand("classic", "3", A="A12 X", D="")) == ["A12-B1"]
    position = stand("classic", "3", A="A12", D="X")
    assert position.apply("A12-X").events[1] == Captured("D", "X", "Dp")


def test_ft_15_classic_one_from_a_corner_never_enters_but_stevens_does(stand: Stand) -> None:
    assert legal(stand("classic", "K", A="D0", D="")) == ["D0-D1", "D0-E0"]
    assert legal(stand("stevens", "K", A="D0", D="")) == ["D0-D1", "D0-E0", "D0-X"]


def test_ft_15_stevens_enters_from_the_ring_past_the_own_corner(stand: Stand) -> None:
    assert legal(stand("stevens", "2", A="F0*", D="")) == ["F0-A1", "F0-X"]
    assert legal(stand("classic", "2", A="F0*", D="")) == ["F0-A1"]


def test_ft_15_backward_past_a_corner_too(stand: Stand) -> None:
    assert legal(stand("classic", "4", A="B3", D="")) == ["B3-A13", "B3-X"]


def test_ft_16_backward_passes_pen_exit_and_turn_in(stand: Stand) -> None:
    assert legal(stand("classic", "4", A="A9", D="")) == ["A9-A5"]
    assert legal(stand("classic", "4", A="A11", D="")) == ["A11-A7"]


def test_ft_16_backward_never_leaves_home_row_or_bulls_eye(stand: Stand) -> None:
    assert legal(stand("classic", "4", A="Ah4 X", D="")) == ["--"]


def test_ft_16_a_corner_goes_back_along_the_ring_or_the_track(stand: Stand) -> None:
    assert legal(stand("classic", "4", A="D0", D="")) == ["D0-A12", "D0-C10"]


def test_ft_16_a_committed_marble_goes_back_along_the_ring_only(stand: Stand) -> None:
    position = stand("classic", "4", A="F0*", D="")
    assert legal(position) == ["F0-B0"]
    assert after(position, "F0-B0")["A"] == "B0*"


def test_ft_16_nearest_the_pen_the_ring_leads_on_to_the_track(stand: Stand) -> None:
    assert legal(stand("classic", "4", A="B0*", D="")) == ["B0-A10"]


def test_ft_17_royal_cards_lead_from_the_bulls_eye_to_the_own_corner(stand: Stand) -> None:
    position = stand("classic", "K", A="X", D="A0*")
    assert legal(position) == ["X-A0"]
    assert after(position, "X-A0") == {"A": "A0", "D": ""}
    assert legal(stand("classic", "A", A="X", D="")) == ["Ap-A9"]
    assert legal(stand("classic", "8", A="X", D="")) == ["--"]


def test_ft_18_a_four_goes_backward_or_does_nothing(stand: Stand) -> None:
    assert legal(stand("classic", "4", A="C5", D="")) == ["C5-C1"]
    assert legal(stand("classic", "4", A="", D="")) == ["--"]


def test_ft_19_without_a_forward_play_one_goes_backward(stand: Stand) -> None:
    assert legal(stand("classic", "9", A="A5 Ah4", D="")) == ["A5-F10"]
    assert legal(stand("classic", "K", A="A9 A10 X", D="")) == ["A10-A11", "X-A0"]


def test_ft_19_without_any_move_the_card_has_no_effect(stand: Stand) -> None:
    position = stand("classic", "K", A="", D="")
    follow, events = position.apply("--")
    assert events == ()
    assert follow.to_json()["to_play"] == 0
    assert stand("classic", "8", A="", D="").apply("--").events == (TurnPassed(1),)


def test_ft_19_a_swap_stands_beside_whatever_else_the_jack_gives(stand: Stand) -> None:
    assert legal(stand("classic", "J", A="A1", D="D1")) == ["A1-A2", "A1=D1"]
    assert legal(stand("classic", "J", A="X", B="B1", D="", E="E1")) == [
        "B1=E1",
        "B1=X",
        "E1=X",
        "X-A0",
    ]
    assert legal(stand("classic", "J", A="", B="B1", D="D1")) == ["--", "B1=D1"]


def test_ft_20_a_seven_is_whole_or_split_between_two(stand: Stand) -> None:
    assert legal(stand("classic", "7", A="A1 Ah3", D="")) == [
        "A1-A7,Ah3-Ah4",
        "A1-Ah1",
        "Ah3-Ah4,A1-A7",
    ]


def test_ft_20_halves_may_capture_and_report_moves_before_captures(stand: Stand) -> None:
    position = stand("classic", "7", A="C1 E1", D="C4 E5")
    events = position.apply("C1-C4,E1-E5").events
    assert events == (
        Moved("A", "C1", "C4"),
        Moved("A", "E1", "E5"),
        Captured("D", "C4", "Dp"),
        Captured("D", "E5", "Dp"),
        TurnPassed(1),
    )


def test_ft_20_the_first_half_may_make_room(stand: Stand) -> None:
    texts = legal(stand("classic", "7", A="C1 C3", D=""))
    assert "C3-C8,C1-C3" in texts
    assert "C1-C3,C3-C8" not in texts


def test_ft_20_no_half_leaves_pen_or_bulls_eye(stand: Stand) -> None:
    assert legal(stand("classic", "7", A="C1 X", D="")) == ["C1-C8"]


def test_ft_20_a_split_that_cannot_be_finished_is_not_offered(stand: Stand) -> None:
    # Ah3 can take one only, and the other six are blocked by an own marble.
    texts = legal(stand("classic", "7", A="A9 A13 Ah3", D=""))
    assert "Ah3-Ah4,A9-B1" not in texts
    assert "Ah3-Ah4,A13-B5" in texts


def test_ft_20_backward_sevens_are_never_split(stand: Stand) -> None:
    assert legal(stand("classic", "7", A="A5 Ah4", D="")) == ["A5-F12"]


def test_ft_20_a_partner_captured_by_the_first_half_frees_its_hole(stand: Stand) -> None:
    texts = legal(
        stand(
            "stevens", "7", A="", B="", C="E0 X", E="F0*", D="", F="",
            players=["A", "B", "C", "D", "E", "F"], teams=[[0, 2, 4], [1, 3, 5]], to_play=2,
        )
    )  # fmt: skip
    assert "F0-X,E0-X" in texts


def test_ft_21_a_swap_changes_two_colours_whoever_owns_them(stand: Stand) -> None:
    position = stand("classic", "J", A="", B="B1", D="D0*", E="Eh1")
    assert legal(position) == ["--", "B1=D0"]
    follow, events = position.apply("B1=D0")
    assert events == (Swapped("B1", "D0"),)
    assert after(position, "B1=D0") == {"A": "", "B": "D0", "D": "B1", "E": "Eh1"}
    assert follow.to_json()["to_play"] == 0


def test_ft_21_a_swap_lifts_and_puts_both(stand: Stand) -> None:
    position = stand("classic", "J", A="X", D="D0*")
    swap = next(a for a in position.legal() if a.text == "D0=X")
    assert swap.displacements == (("D0", "X"), ("X", "D0"))
    assert after(position, "D0=X") == {"A": "D0", "D": "X"}


def test_ft_22_marbles_on_corners_move_first_the_nearest_of_a_colour(stand: Stand) -> None:
    assert legal(stand("classic", "3", A="C0 E0 A9", D="")) == ["E0-A1", "E0-E3"]


def test_ft_22_of_several_colours_any_colours_nearest(stand: Stand) -> None:
    position = stand("classic", "3", A="E0 A9", B="", D="B0 D9", E="", teams=[[0, 2], [1, 3]])
    assert legal(position) == ["B0-B3", "B0-D1", "E0-A1", "E0-E3"]


def test_ft_22_in_stevens_a_player_alone_has_the_duty_colour_by_colour(stand: Stand) -> None:
    marbles = {"A": "E0 A9", "D": "D9", "B": "", "E": ""}
    classic = stand("classic", "3", players=["AD", "BE"], **marbles)
    stevens = stand("stevens", "3", players=["AD", "BE"], **marbles)
    assert {text.split("-")[0] for text in legal(classic)} == {"E0"}
    assert {text.split("-")[0] for text in legal(stevens)} == {"D9", "E0"}


def test_ft_23_while_an_obliged_marble_stands_on_a_corner_it_comes_second(stand: Stand) -> None:
    texts = legal(stand("classic", "7", A="D0 A9", D=""))
    assert "D0-F0,A9-B0" not in texts  # still on a corner, and just moved: no split
    assert "D0-D2,A9-B0" in texts


def test_ft_23_the_rest_of_the_obliged_are_named_anew(stand: Stand) -> None:
    texts = legal(stand("classic", "7", A="C0 E0 A9", D=""))
    assert "E0-E2,C0-C5" in texts
    assert "E0-E2,A9-B0" not in texts


def test_ft_23_a_corner_reached_in_the_first_half_obliges_nobody(stand: Stand) -> None:
    assert "A9-B0,C1-C3" in legal(stand("classic", "7", A="A9 C1", D=""))


def test_ft_24_a_swap_includes_a_marble_on_duty(stand: Stand) -> None:
    assert [t for t in legal(stand("classic", "J", A="E0 A9", D="D1", E="E1")) if "=" in t] == [
        "D1=E0",
        "E0=E1",
    ]


def test_ft_24_in_stevens_alone_a_swap_need_not(stand: Stand) -> None:
    texts = [t for t in legal(stand("stevens", "J", A="E0 A9", D="D1", E="E1")) if "=" in t]
    assert texts == ["D1=E0", "D1=E1", "E0=E1"]


def test_ft_25_with_no_move_at_all_the_nearest_corner_marble_is_sent_back(stand: Stand) -> None:
    # C0 is nearer its exit than B0 and finds B0 in its way, forward there is none with a 4.
    assert legal(stand("classic", "4", A="B0* C0* A9", D="")) == ["C0-p"]


def test_ft_25_not_while_it_can_go_backward(stand: Stand) -> None:
    assert legal(stand("classic", "8", A="A0* Ah1", D="")) == ["A0-A11"]


def test_ft_25_sent_back_leads_to_the_marbles_own_pen(stand: Stand) -> None:
    position = stand("classic", "9", A="A0* F0* Ah1", D="")
    assert legal(position) == ["A0-p"]
    action = position.legal()[0]
    assert action.displacements == (("A0", "Ap"),)
    assert position.apply(action).events == (SentBack("A", "A0", "Ap"), TurnPassed(1))
    assert after(position, "A0-p")["A"] == "Ah1 F0*"


def test_ft_25_of_several_colours_the_player_chooses(stand: Stand) -> None:
    position = stand("stevens", "4", A="B0* C0*", D="E0* F0*", B="", E="", players=["AD", "BE"])
    assert legal(position) == ["C0-p", "F0-p"]
    assert [action.displacements for action in position.legal()] == [
        (("C0", "Ap"),),
        (("F0", "Dp"),),
    ]


def test_ft_25_a_jack_may_swap_instead(stand: Stand) -> None:
    # One forward is A1, held; one backward along the ring is F0, held.
    position = stand("classic", "J", A="A0* A1 F0*", D="D5")
    assert legal(position) == ["A0-p", "A0=D5"]


def test_ft_26_the_first_team_home_wins_at_once(stand: Stand) -> None:
    position = stand("classic", "A", A="Ah2 Ah3 Ah4 A7", D="")
    follow, events = position.apply("A7-Ah1")
    assert events == (Moved("A", "A7", "Ah1"), Won(0))
    assert follow.to_act is OVER
    assert list(follow.legal()) == []
    assert follow.to_json()["winner"] == 0
    assert follow.to_json()["to_play"] == 0
    assert follow.to_json()["card"] is None


def test_ft_26_a_team_wins_with_all_its_colours(stand: Stand) -> None:
    home = "Dh1 Dh2 Dh3 Dh4"
    teams = [[0, 2], [1, 3]]
    one = stand("classic", "A", A="Ah2 Ah3 Ah4 A7", B="", D="D9", E="", teams=teams)
    both = stand("classic", "A", A="Ah2 Ah3 Ah4 A7", B="", D=home, E="", teams=teams)
    assert one.apply("A7-Ah1").position.to_act == frozenset({0})
    assert both.apply("A7-Ah1").events[-1] == Won(0)


@BOTH
def test_ft_20_the_second_half_can_win(stand: Stand, rules: str) -> None:
    # A6 goes three to Ah2, A4 four to Ah1: together seven.
    position = stand(rules, "7", A="A4 A6 Ah3 Ah4", D="")
    assert position.apply("A6-Ah2,A4-Ah1").events == (
        Moved("A", "A6", "Ah2"),
        Moved("A", "A4", "Ah1"),
        Won(0),
    )
