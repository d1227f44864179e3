"""Going back by hand, setting any position, taking what stands (PP-5, PP-10 … PP-12)."""

from __future__ import annotations

import random

import pytest
from dealt_rig import RED, YELLOW, dealt
from table_rig import AT_TABLE, Rig, at, position

from companion.errors import CommandRefused
from companion.model.commands import Act, Answer, Caller, Card, Edit, Keep, Undo
from companion.model.message import Message
from companion.words import render

P = "p"


def played() -> Rig:
    """Three moves: red, yellow (taking a marble), red."""
    rig = at("3", [P, P, "A9", "C12"], [P, P, P, "C9"])
    rig.carry("A9", "A12").settle()
    rig.card("3").lift("C9", "C12").put("C12", "C").put("Ap3", "A").settle()
    rig.card("5").carry("A12", "B3").settle()
    assert rig.done() == ["A9-A12", "C9-C12", "A12-B3"]
    return rig


# -------------------------------------------------------------------------------- PP-11


def take_back(rig: Rig, question: str, *, agreed: bool = True) -> None:
    """The page asks that question, and is answered."""
    ask = rig.view.ask
    assert ask is not None
    assert render(ask.message) == question
    rig.table.command(Answer(ask.id, "0" if agreed else "neither"), AT_TABLE)


def test_an_earlier_position_set_out_again_takes_any_number_of_moves_back_pp_11() -> None:
    """More than one turn is never taken back from the board alone without a question."""
    rig = played()
    rig.carry("B3", "A9").carry("C12", "C9").carry("Ap3", "C12")
    rig.wait(1.5)
    assert (rig.state, len(rig.done())) == ("ask", 3)
    take_back(rig, "This is how the board stood before. Moves to take back: 3.")
    assert rig.done() == []
    assert rig.state == "choose_move"
    assert rig.view.card is not None
    row = rig.journal.rows[-1]
    assert (row.kind, row.data) == ("undo", {"steps": 5, "by": "hands"})
    notice = rig.view.notice
    assert notice is not None
    assert render(notice) == "The earlier board stands. Steps taken back: 5."
    rig.carry("A9", "A12").settle()
    assert rig.done() == ["A9-A12"]


def test_who_takes_nothing_back_is_led_to_the_board_of_now_pp_11() -> None:
    rig = played()
    rig.carry("B3", "A9").carry("C12", "C9").carry("Ap3", "C12").wait(3)
    question = "This is how the board stood before. Moves to take back: 3."
    take_back(rig, question, agreed=False)
    assert (rig.state, len(rig.done())) == ("correction", 3)
    rig.carry("C12", "Ap3").carry("C9", "C12").carry("A9", "B3").wait(5)
    assert (rig.state, len(rig.done())) == ("choose_card", 3)
    assert rig.marbles() == rig.wood


def test_as_many_steps_as_the_board_says_and_no_more_pp_11() -> None:
    rig = played()
    rig.carry("C12", "C9").carry("Ap3", "C12").carry("B3", "A12").wait(3)
    take_back(rig, "This is how the board stood before. Moves to take back: 2.")
    assert rig.done() == ["A9-A12"]


def test_a_board_that_is_like_no_earlier_one_takes_nothing_back_pp_11() -> None:
    rig = played()
    rig.carry("B3", "A9").carry("C12", "C9").wait(10)
    assert len(rig.done()) == 3
    assert rig.state == "correction"


def test_a_move_made_on_the_page_is_not_taken_back_by_waiting_pp_11_pp_17() -> None:
    rig = played()
    rig.card("2")
    rig.table.command(Act("C12-D0"), AT_TABLE)
    rig.lift("B3").put("B3").wait(10)
    assert rig.done()[-1] == "C12-D0"
    assert rig.state == "correction"
    rig.carry("C12", "D0").settle()
    assert rig.state == "choose_card"


def test_undo_on_the_page_and_the_board_agree_whoever_was_first_pp_11() -> None:
    rig = played()
    rig.table.command(Undo(steps=3), AT_TABLE)
    rig.carry("B3", "A12").wait(5)
    assert rig.done() == ["A9-A12"]
    assert rig.state == "correction"
    rig.carry("C12", "C9").carry("Ap3", "C12").settle()
    assert rig.done() == ["A9-A12"]
    assert rig.state == "choose_move"


# --------------------------------------------------------------------------------- PP-5


def test_a_marble_slid_on_to_a_wrong_hole_is_judged_by_its_own_card_pp_5_pp_8() -> None:
    rig = at("3", [P, P, P, "A9"], [P, P, P, "C9"])
    rig.carry("A9", "A12").settle()
    rig.carry("A12", "A13").settle()
    assert rig.state == "wrong"
    assert rig.said == "Not there: a 3 moves 3."
    assert rig.lit("return") == ["A12"]
    rig.carry("A13", "A12").settle()
    assert (rig.state, rig.done()) == ("choose_card", ["A9-A12"])


def test_moves_replaced_by_hand_can_be_counted_pp_5() -> None:
    rig = at("3", [P, P, "A9", "A3"], [P, P, P, P])
    rig.carry("A9", "A12").settle().carry("A12", "A9").carry("A3", "A6").settle()
    assert rig.done() == ["A3-A6"]
    by = [row.data["by"] for row in rig.journal.rows if row.kind == "undo"]
    assert by == ["hands"]
    rig.table.command(Undo(), AT_TABLE)
    assert rig.journal.rows[-1].data["by"] == "page"


# -------------------------------------------------------------------------------- PP-10


def test_alike_marbles_knocked_over_go_the_shortest_ways_pp_10() -> None:
    rig = at("3", [P, P, "A9", "B9"], [P, P, P, "C9"])
    rig.lift("A9", "B9").put("A11", "A").put("B11", "A").settle()
    owed = [(debt.frm, debt.to) for debt in rig.view.owed if debt.blocking]
    assert sorted(owed) == [("A11", "A9"), ("B11", "B9")]


def test_the_shortest_pair_comes_first_pp_10() -> None:
    rig = at("3", [P, P, P, "A9"], ["C9", "C12", P, P])
    rig.carry("C9", "F5").carry("C12", "D0").carry("A9", "B3").settle()
    assert rig.state == "correction"
    arrow = rig.view.arrow
    assert arrow is not None
    assert (arrow.frm, arrow.to) == ("D0", "C12")


# -------------------------------------------------------------------------------- PP-12

SET = {"A9": "A", "B3": "A", "Ap1": "A", "Ap2": "A", "C9": "C", "X": "C"}


def test_any_position_can_be_set_and_the_hands_are_led_there_pp_12() -> None:
    rig = at("3", [P, P, P, "A9"], [P, P, P, "C9"])
    rig.table.command(Edit(SET, seat=1), AT_TABLE)
    where = rig.view.position
    assert where is not None
    marbles = where["marbles"]
    assert {c: sorted(m) for c, m in marbles.items()} == {
        "A": ["A9", "B3", P, P],
        "C": ["C9", "X", P, P],
    }
    assert (where["to_play"], where["card"]) == (1, None)
    assert rig.state == "correction"
    rig.carry("Ap3", "B3").carry("Cp1", "X").settle()
    assert rig.state == "choose_card"
    row = rig.journal.rows[-1]
    assert (row.kind, row.data["position"]) == ("edit", where)
    assert rig.journal.checkpoints[-1][1] == where
    again = Rig(journal=rig.journal)
    again.table.resume()
    assert again.view.position == where


def test_a_position_that_cannot_be_is_refused_and_nothing_changes_pp_12() -> None:
    rig = at(None, [P, P, P, "A9"], [P, P, P, "C9"])
    before = rig.view.position
    wrong: list[tuple[Edit, str]] = [
        (Edit({"Z1": "A"}), "unknown-hole"),
        (Edit({"A1": "B"}), "malformed"),
        (Edit({"A1": "A"}, seat=7), "unknown-seat"),
        (Edit({f"A{n}": "A" for n in range(1, 6)}), "unclear"),
        (Edit({"Ch1": "A"}), "unclear"),
        (Edit({"A9": "A", "Cp2": "A"}), "unclear"),
    ]
    for command, code in wrong:
        with pytest.raises(CommandRefused) as refused:
            rig.table.command(command, AT_TABLE)
        assert refused.value.code == code, command
    with pytest.raises(CommandRefused) as refused:
        rig.table.command(Edit(SET), Caller())
    assert refused.value.code == "no-seat"
    assert rig.view.position == before


def test_a_marble_set_into_anothers_pen_is_refused_by_name_pp_12() -> None:
    """It was put into its own pen without a word."""
    rig = at(None, [P, P, P, "A9"], [P, P, P, "C9"])
    with pytest.raises(CommandRefused) as refused:
        rig.table.command(Edit({"Cp2": "A", "Cp1": "C"}), AT_TABLE)
    error = refused.value
    assert str(error) == "A cannot stand on Cp2; choose another hole."
    said = render(Message(str(error.key), error.params, error.nested))
    assert said == "Yellow pen is not for Red. Choose another place."
    rig.table.command(Edit({"Ap2": "A", "Cp1": "C", "B3": "A"}), AT_TABLE)
    assert rig.view.position["marbles"] == {"A": ["p", "p", "p", "B3"], "C": ["p"] * 4}


def test_a_game_that_is_over_can_be_set_back_into_play_pp_12() -> None:
    homes = ["Ah1", "Ah2", "Ah3"]
    rig = at("A", [*homes, "A7"], [P, P, P, "C9"])
    rig.table.command(Act("A7-Ah4"), AT_TABLE) if "A7-Ah4" in rig.view.legal else rig.at(
        position([["A"], ["C"]], {"A": [*homes, "Ah4"], "C": [P] * 4}, None, winner=0)
    )
    assert rig.state == "over"
    rig.table.command(Edit(dict.fromkeys(homes, "A")), AT_TABLE)
    assert rig.state in ("correction", "choose_card")


def test_only_unexplained_marbles_are_asked_for_pp_12() -> None:
    """Of two colours out at once it is asked which is where; a board that is kept asks no more."""
    rig = at(None, [P, P, P, "A9"], ["C9", P, P, P])
    rig.lift("A9", "C9")
    rig.hand.clear()
    rig.wood |= {"B2": "C", "D4": "A"}
    rig.hand = ["A", "C"]
    rig.wood.pop("B2")
    rig.wood.pop("D4")
    rig.put("B2", "C").put("D4", "A").settle()
    ask = rig.view.ask
    assert ask is not None
    assert render(ask.message) == "Which marble is on Orange 2?"
    assert {render(option.message) for option in ask.options[:2]} == {"Red", "Yellow"}
    yellow = next(option for option in ask.options if option.token == "C")
    rig.table.command(Answer(ask.id, yellow.id), AT_TABLE)
    assert rig.state == "correction"
    rig.table.command(Keep(), AT_TABLE)
    assert rig.view.ask is None
    where = rig.view.position
    assert where is not None
    assert where["marbles"] == {"A": [P, P, P, "D4"], "C": [P, P, P, "B2"]}
    assert rig.state == "choose_card"


@pytest.mark.parametrize("hole", ["Ap1", "A9", "Cp1"])
def test_a_board_is_not_kept_while_a_marble_is_in_a_hand_pp_12(hole: str) -> None:
    rig = at("3", [P, P, P, "A9"], ["C9", P, P, P])
    before, token = rig.view.position, hole[0]
    rig.lift(hole).settle()
    with pytest.raises(CommandRefused) as refused:
        rig.table.command(Keep(), AT_TABLE)
    assert (refused.value.code, refused.value.key) == ("not-now", "refusal.still_in_hand")
    rig.put(hole, token).settle()
    assert rig.view.position == before
    rig.table.command(Keep(), AT_TABLE)
    assert rig.state == "choose_move"


def test_a_marble_from_the_box_takes_the_place_of_a_missing_one_pp_12() -> None:
    rig = Rig(board_kind="serial").new()
    wood = dict(rig.table.expected_tokens())
    del wood["Ap1"]
    wood["E5"] = "A"
    rig.plug_in(wood)
    rig.settle()
    rig.table.command(Keep(), AT_TABLE)
    ask = rig.view.ask
    if ask is not None:
        assert [option.id for option in ask.options] == ["A", "none"]
        rig.table.command(Answer(ask.id, "A"), AT_TABLE)
    where = rig.view.position
    assert where is not None
    assert "E5" in where["marbles"]["A"]
    assert rig.state == "choose_card"


def test_a_question_of_colours_ends_when_the_board_changes_pp_12() -> None:
    rig = at(None, [P, P, P, "A9"], ["C9", P, P, P])
    rig.lift("A9", "C9").put("B2", "C").put("D4", "A").settle()
    rig.table.command(Keep(), AT_TABLE)
    ask = rig.view.ask
    assert ask is not None
    rig.lift("B2").settle()
    with pytest.raises(CommandRefused) as refused:
        rig.table.command(Answer(ask.id, "C"), AT_TABLE)
    assert refused.value.code == "stale-question"


# --------------------------------------------------------------------------------- dealt cards


@pytest.mark.parametrize("cards", [("K", "3"), ("3",)])
def test_with_dealt_hands_too_another_seat_is_set_to_play_in_mid_turn_pp_12(
    cards: tuple[str, ...],
) -> None:
    rig = Rig().new(hands="virtual").at(dealt(("3", "K", "5", "9", "9"), random.Random(1)))
    for card in cards:
        rig.table.command(Card(card), RED)
        if card != cards[-1]:
            rig.carry("B3", "B4").settle()
    rig.table.command(Edit(dict(rig.wood), seat=1), YELLOW)
    yellow, red = rig.table.view(1), rig.table.view(0)
    assert (yellow.state, yellow.prompt.seat, yellow.card) == ("choose_card", 1, None)
    assert yellow.hand == ("A", "3", "8", "J", "K")
    assert red.hand is not None
    assert len(red.hand) == 5
    assert "card:8" in yellow.legal
    rig.table.command(Card("8"), YELLOW)


def test_who_is_set_to_play_a_common_deck_draws_the_next_card_bf_2() -> None:
    rig = Rig().new(hands="virtual", rules="butterfly")
    stock = rig.table._moment.game.position.to_json()["dealt"][0]  # type: ignore[union-attr, index]
    rig.table.command(Edit(dict(rig.wood), seat=1), YELLOW)
    position = rig.view.position
    assert position is not None
    assert (position["to_play"], position["card"]) == (1, stock["deck"][0])
