"""The third sheet, rule by rule (BF-1 … BF-13). One test, one sentence of the rules."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.events import Captured, Moved, TurnPassed, Won
from engine.game import OVER
from engine.games.fast_track import FastTrackGame, FastTrackPosition

Stand = Callable[..., FastTrackPosition]


@pytest.fixture
def put(stand: Stand) -> Stand:
    """A butterfly position: ``put("5", A="A9")``."""

    def up(card: str | None, **rest: object) -> FastTrackPosition:
        return stand("butterfly", card, **rest)

    return up


def legal(position: FastTrackPosition) -> list[str]:
    return [action.text for action in position.legal()]


def after(position: FastTrackPosition, action: str) -> FastTrackPosition:
    follow = position.apply(action).position
    assert isinstance(follow, FastTrackPosition)
    return follow


def out(position: FastTrackPosition, colour: str) -> str:
    """A colour's pegs out of the pen."""
    return " ".join(text for text in position.marbles[colour] if text != "p")


FULL = "Ah1 Ah2 Ah3 Ah4"


def test_bf_1_five_pegs_one_of_them_on_the_home_hole() -> None:
    options = {"rules": "butterfly", "board": "hex", "players": [["A"], ["D"]]}
    position = FastTrackGame().new(options)
    data = position.to_json()
    assert data["marbles"] == {"A": ["p"] * 4 + ["A9"], "D": ["p"] * 4 + ["D9"]}
    assert data["penalty"] is False


def test_bf_2_no_move_ends_the_turn_whatever_the_card(put: Stand) -> None:
    position = put("K", A=FULL, D="D9")
    assert legal(position) == ["--"]
    assert position.apply("--").events == (TurnPassed(1),)


def test_bf_2_after_a_move_a_play_again_card_gives_another(put: Stand) -> None:
    assert after(put("K", A="A9", D="D9"), "A9-A10").to_play == 0
    assert after(put("5", A="A9", D="D9"), "A9-B0").to_play == 1


@pytest.mark.parametrize("card", ["A", "6", "JOKER"])
def test_bf_3_three_cards_enter_not_onto_an_own_peg(put: Stand, card: str) -> None:
    assert "Ap-A9" in legal(put(card, A="A10", D="D9"))
    assert "Ap-A9" not in legal(put(card, A="A9", D="D9"))


def test_bf_4_own_pegs_block_and_others_may_be_passed(put: Stand) -> None:
    assert legal(put("5", A="A9 A11", D="D9")) == ["A11-B2"]
    assert legal(put("5", A="A9", D="A11")) == ["A9-B0"]


def test_bf_4_no_forced_backward_no_swap_no_corner_duty(put: Stand) -> None:
    assert legal(put("9", A="A5", D="D9")) == ["--"]
    assert legal(put("J", A="C1", D="D1")) == ["C1-C2"]
    assert legal(put("3", A="D0* C1", D="D9")) == ["C1-C4", "D0-A0", "D0-D3"]


def test_bf_5_a_full_safe_zone_leads_on_to_the_home_hole(put: Stand) -> None:
    assert legal(put("3", A=f"A5 {FULL}", D="D9")) == ["A5-A8"]
    assert out(after(put("3", A=f"A5 {FULL}", D="D9"), "A5-A8"), "A") == f"A8+ {FULL}"
    assert legal(put("5", A=f"A5 {FULL}", D="D9")) == ["--"]
    assert legal(put("3", A="A5 Ah2 Ah3 Ah4", D="D9")) == ["A5-Ah1"]


def test_bf_5_past_the_turn_in_only_the_home_hole_is_left(put: Stand) -> None:
    assert legal(put("2", A=f"A8+ {FULL}", D="D9")) == ["--"]
    assert legal(put("K", A=f"A8+ {FULL}", D="D9")) == ["A8-A9"]
    assert legal(put("2", A=f"A8 {FULL}", D="D9")) == ["A8-A10"]


def test_bf_5_a_four_takes_it_back_and_ends_the_plus(put: Stand) -> None:
    follow = after(put("4", A=f"A8+ {FULL}", D="D9"), "A8-A4")
    assert out(follow, "A") == f"A4 {FULL}"


def test_bf_5_whether_it_is_full_is_judged_half_by_half(put: Stand) -> None:
    assert "A4-Ah1,A3-A6" in legal(put("7", A="A3 A4 Ah2 Ah3 Ah4", D="D9"))
    position = put("7", A="A5 A4 Ah2 Ah3 Ah4", D="D9")
    assert out(after(position, "A5-Ah1,A4-A8"), "A") == f"A8+ {FULL}"


def test_bf_6_ending_on_a_corner_gives_ft_mode_but_a_four_does_not(put: Stand) -> None:
    assert out(after(put("5", A="A9", D="D9"), "A9-B0"), "A") == "B0*"
    assert out(after(put("2", A="F12", D="D9"), "F12-A0"), "A") == "A0*"
    assert out(after(put("4", A="B4", D="D9"), "B4-B0"), "A") == "B0"


def test_bf_7_ft_mode_has_ring_and_track_and_without_it_there_is_the_track(put: Stand) -> None:
    assert legal(put("2", A="D0*", D="D9")) == ["D0-D2", "D0-F0"]
    assert legal(put("2", A="D0", D="D9")) == ["D0-D2"]
    assert legal(put("2", A="A0*", D="D9")) == ["A0-A2"]


@pytest.mark.parametrize("card", ["A", "JOKER", "J", "Q", "K"])
def test_bf_7_ft_mode_enters_the_bulls_eye_with_a_one(put: Stand, card: str) -> None:
    assert "D0-X" in legal(put(card, A="D0* A9", D="D9"))
    assert "D0-X" not in legal(put(card, A="D0 A9", D="D9"))
    assert "A0-X" in legal(put(card, A="A0* A9", D="D9"))


def test_bf_8_leaving_the_corners_ends_ft_mode(put: Stand) -> None:
    assert out(after(put("3", A="D0*", D="D9"), "D0-D3"), "A") == "D3"


def test_bf_8_moving_another_peg_is_punished_at_the_end_of_the_turn(put: Stand) -> None:
    position = put("K", A="D0* A9", D="F0*")
    follow = after(position, "A9-A10")
    assert follow.penalty
    assert out(follow, "A") == "A10 D0*"
    last = after(after(follow, "card:5"), "A10-B1")
    assert not last.penalty
    assert last.to_play == 1
    assert out(last, "A") == "B1 D0"
    assert out(last, "D") == "F0*"


def test_bf_8_at_the_end_of_the_turn_all_pegs_lose_ft_mode(put: Stand) -> None:
    follow = after(put("5", A="A9 D0* E0*", D="F0*"), "A9-B0")
    assert out(follow, "A") == "B0* D0* E0*"  # it ended in FT mode: no penalty
    follow = after(put("3", A="A9 D0* E0*", D="F0*"), "A9-A12")
    assert out(follow, "A") == "A12 D0 E0"
    assert out(follow, "D") == "F0*"


def test_bf_8_entering_counts_and_coming_out_of_the_bulls_eye_does_not(put: Stand) -> None:
    assert after(put("6", A="D0*", D="D9"), "Ap-A9").penalty
    assert not after(put("K", A="D0* X", D="D9"), "X-A0").penalty


def test_bf_8_no_move_ends_the_turn_too(put: Stand) -> None:
    position = put("10", A="E0* Ah1", D="D9", penalty=True)
    assert legal(position) == ["E0-E10"]
    stuck = put("10", A="A0* Ah1", D="D9", penalty=True)
    assert legal(stuck) == ["--"]
    follow = after(stuck, "--")
    assert out(follow, "A") == "A0 Ah1"
    assert not follow.penalty


def test_bf_8_after_a_four_no_peg_is_in_ft_mode(put: Stand) -> None:
    follow = after(put("4", A="A9 D0*", D="F0*"), "A9-A5")
    assert out(follow, "A") == "A5 D0"
    assert out(follow, "D") == "F0*"
    follow = after(put("4", A="D0* C10", D="F0*", to_play=0), "C10-C6")
    assert out(follow, "A") == "C6 D0"


def test_bf_8_each_half_of_a_seven_is_judged_at_its_start(put: Stand) -> None:
    # The first half leaves the corners, so nobody is in FT mode when the second begins.
    position = put("7", A="A0* C1", D="D9")
    assert out(after(position, "A0-A3,C1-C5"), "A") == "A3 C5"
    # The first half ends in FT mode, the second punishes it at once: the turn ends.
    position = put("7", A="B12 C1", D="D9")
    assert out(after(position, "B12-C0,C1-C6"), "A") == "C0 C6"


def test_bf_9_the_bulls_eye_is_closed_while_occupied(put: Stand) -> None:
    assert "D0-X" not in legal(put("K", A="D0*", D="X"))


def test_bf_9_out_to_the_own_corner_or_the_next_one_counter_clockwise(put: Stand) -> None:
    assert legal(put("K", A="X", D="D9")) == ["X-A0"]
    assert "X-F0" in legal(put("K", A="X A0", D="D9"))
    assert "X-E0" in legal(put("K", A="X A0 F0", D="D9"))
    assert out(after(put("K", A="X A0", D="D9"), "X-F0"), "A") == "A0 F0*"
    assert legal(put("A", A="X A9", D="D9")) == ["A9-A10"]


def test_bf_9_an_opponent_on_that_corner_is_cut(put: Stand) -> None:
    position = put("Q", A="X", D="A0*")
    assert position.apply("X-A0").events == (Moved("A", "X", "A0"), Captured("D", "A0", "D9"))


def test_bf_10_a_four_goes_back_along_the_track_only(put: Stand) -> None:
    assert legal(put("4", A="E0*", D="D9")) == ["E0-D10"]
    assert legal(put("4", A="Ah3 X", D="D9")) == ["--"]
    assert legal(put("4", A="A11", D="D9")) == ["A11-A7"]
    assert legal(put("4", A="B3", D="D9")) == ["B3-A13"]


def test_bf_11_the_first_half_may_not_cut(put: Stand) -> None:
    texts = legal(put("7", A="C1 E1", D="C4 E5"))
    assert "C1-C4,E1-E5" not in texts
    assert "E1-E5,C1-C4" not in texts
    assert "C1-C3,E1-E6" in texts
    assert "E1-E4,C1-C5" in texts
    assert "E1-E3,C1-C6" in texts


def test_bf_11_the_second_half_may_cut(put: Stand) -> None:
    position = put("7", A="C1 E1", D="E4 E9")
    assert position.apply("C1-C5,E1-E4").events == (
        Moved("A", "C1", "C5"),
        Moved("A", "E1", "E4"),
        Captured("D", "E4", "Dp"),
        TurnPassed(1),
    )


def test_bf_11_ft_mode_on_a_foreign_corner_splits_only_with_ft_mode(put: Stand) -> None:
    assert [t for t in legal(put("7", A="D0* C1", D="D9")) if "," in t] == []
    assert "D0-D1,E0-E6" in legal(put("7", A="D0* E0*", D="D9"))
    assert [t for t in legal(put("7", A="D0* E0", D="D9")) if "," in t] == []
    assert "A0-A1,C1-C7" in legal(put("7", A="A0* C1", D="D9"))
    assert "C1-C7,A0-A1" in legal(put("7", A="A0* C1", D="D9"))


def test_bf_11_no_entering_and_no_bulls_eye_in_a_seven(put: Stand) -> None:
    texts = legal(put("7", A="D0* E0* X", D="D9"))
    assert not any("X" in text or "p" in text for text in texts)


def test_bf_12_a_cut_peg_goes_to_its_pen_or_to_its_home_hole(put: Stand) -> None:
    free = put("5", A="C1", D="C6 D1")
    assert free.apply("C1-C6").events[1] == Captured("D", "C6", "Dp")
    full = put("5", A="C1", D="C6")
    assert full.apply("C1-C6").events[1] == Captured("D", "C6", "D9")


def test_bf_12_a_third_peg_there_is_cut_likewise(put: Stand) -> None:
    position = put("5", A="C1", B="D9 B3", D="C6", E="E9")
    assert position.apply("C1-C6").events[:3] == (
        Moved("A", "C1", "C6"),
        Captured("D", "C6", "D9"),
        Captured("B", "D9", "Bp"),
    )
    chain = put("5", A="C1", B="D9", D="C6", E="E3")
    assert chain.apply("C1-C6").events[1:3] == (
        Captured("D", "C6", "D9"),
        Captured("B", "D9", "B9"),
    )


def test_bf_12_where_the_chain_meets_the_mover_the_landing_is_not_legal(put: Stand) -> None:
    assert legal(put("5", A="C4", D="D9 D1")) == ["C4-C9"]
    assert legal(put("5", A="D4", D="D9")) == ["--"]  # on its own home hole, the pen is full
    assert legal(put("5", A="C1 D9", D="C6")) == ["D9-E0"]  # its refuge holds a peg of the mover
    assert legal(put("5", A="D9", D="E0")) == ["D9-E0"]  # the mover leaves the refuge


def test_bf_13_the_fifth_peg_wins_on_the_home_hole_past_the_turn_in(put: Stand) -> None:
    position = put("2", A=f"A7 {FULL}", D="D9")
    follow, events = position.apply("A7-A9")
    assert events == (Moved("A", "A7", "A9"), Won(0))
    assert follow.to_act is OVER
    assert put("K", A=f"A8+ {FULL}", D="D9").apply("A8-A9").events[-1] == Won(0)


def test_bf_13_not_from_a_plain_eight_nor_by_being_cut(put: Stand) -> None:
    assert put("K", A=f"A8 {FULL}", D="D9").apply("A8-A9").position.to_act == frozenset({0})
    entering = put("6", A=FULL, D="D9").apply("Ap-A9")
    assert entering.position.to_act == frozenset({0})


def test_bf_13_a_win_ends_the_turn_and_the_penalty(put: Stand) -> None:
    follow = after(put("K", A=f"A8+ {FULL}", D="D9", penalty=True), "A8-A9")
    assert follow.winner == 0
    assert not follow.penalty
