"""What the hands simulator found between two cards, and what readers found (PP-5, PP-7, PP-40)."""

from __future__ import annotations

import pytest
from table_rig import AT_TABLE, Rig, at, position

from companion.model.commands import Answer, SetAside, Undo
from companion.table import referee

P = "p"


def test_the_marble_just_moved_is_shown_as_lifted_from_where_it_stood_pp_5_pp_7() -> None:
    """Once it has been lifted and has rested again, it is asked whether it goes back (PP-11)."""
    rig = at("A", [P, P, P, "A6"], [P, P, P, "C9"])
    rig.carry("A6", "A7").wait(1).lift("A7")
    assert rig.lit("origin") == []
    assert "A7" in rig.lit("destination")
    assert [held.frm for held in rig.view.in_hand] == ["A7"]
    rig.put("A7").wait(1)
    assert rig.done() == ["A6-A7"]
    rig.carry("A7", "A6").wait(1)
    assert rig.said == "This is how the board stood before. Moves to take back: 1."
    assert rig.view.ask is not None
    rig.table.command(Answer(rig.view.ask.id, "0"), AT_TABLE)
    assert rig.done() == []


def test_a_capture_before_its_card_is_not_read_as_gone_home_unseen_pp_7_pp_13() -> None:
    """It is asked what stands there, and then for its card: only a card that is named is played."""
    rig = at("A", [P, P, P, "D6"], [P, P, P, "E0"])
    rig.table.command(SetAside("D6"), AT_TABLE)
    rig.lift("D6").put("D7").wait(2)
    assert rig.done() == ["D6-D7"]
    rig.lift("D7", "E0").put("E0", "A").wait(1)
    assert rig.done() == ["D6-D7"]
    ask = rig.view.ask
    assert ask is not None
    assert [(option.hole, option.token) for option in ask.options[:2]] == [("E0", "A"), ("E0", "C")]
    rig.table.command(Answer(ask.id, "0"), AT_TABLE)
    ask = rig.view.ask
    assert ask is not None
    assert "card:7" in [option.id for option in ask.options]


# ------------------------------------------------------------- a swap before its card is named


def swapped() -> Rig:
    """Both marbles out together, each put into the other's hole; no card is named."""
    rig = at(None, [P, P, P, "A12"], [P, P, P, "B5"])
    rig.lift("A12", "B5").put("B5", "A").put("A12", "C").wait(0.3)
    assert rig.view.ask is None
    return rig.wait(0.1)


def test_a_swap_before_its_card_is_asked_and_never_guessed_pp_3_pp_7() -> None:
    rig = swapped()
    ask = rig.view.ask
    assert ask is not None
    assert [option.id for option in ask.options] == ["card:J", "nothing", "neither"]
    assert rig.said == "Was that a Jack?"
    assert rig.lit("ask") == ["A12", "B5"]
    rig.table.command(Answer(ask.id, "card:J"), AT_TABLE)
    assert rig.done() == ["A12=B5"]
    assert rig.marbles() == rig.wood


def test_a_swap_may_be_told_by_its_card_as_well_pp_3_pp_7() -> None:
    rig = swapped().card("J")
    assert rig.view.ask is not None
    assert sorted(option.actions for option in rig.view.ask.options) == [(), (), ("A12=B5",)]


def test_two_marbles_that_were_only_touched_are_no_swap_pp_3_pp_4() -> None:
    rig = at(None, [P, P, P, "A12"], [P, P, P, "B5"])
    rig.lift("A12", "B5").put("A12", "A").put("B5", "C").wait(0.4)
    ask = rig.view.ask
    assert ask is not None
    rig.table.command(Answer(ask.id, "nothing"), AT_TABLE)
    assert rig.state == "choose_card"
    assert rig.view.notice is None
    assert rig.done() == []
    rig.card("J")
    assert rig.state == "choose_move"
    assert rig.marbles() == rig.wood


def test_another_card_is_taken_while_the_swap_is_asked_about_pp_3() -> None:
    """Red may play it after a touch, and yellow after the Jack: the question stays (I3)."""
    rig = swapped().card("3")
    ask = rig.view.ask
    assert ask is not None
    rig.table.command(Answer(ask.id, "card:J"), AT_TABLE)
    assert (rig.state, rig.done()) == ("choose_move", ["A12=B5"])
    assert rig.marbles() == rig.wood


@pytest.mark.parametrize("rules", ["classic", "butterfly"])
def test_two_marbles_that_no_card_exchanges_are_not_asked_for_pp_4(rules: str) -> None:
    """Two of one colour, and any two where the sheet has no swap."""
    a, c = [P, P, "A10", "A12"], [P, P, P, "B5"]
    start = position([["A"], ["C"]], {"A": a, "C": c})
    other = "A10"
    if rules == "butterfly":
        peg = {"A": [P, *a], "C": [P, *c]}
        start |= {"rules": rules, "marbles": peg, "penalty": False}
        other = "B5"
    rig = Rig().new(rules=rules).at(start)
    one, two = rig.wood["A12"], rig.wood[other]
    rig.lift("A12", other).put("A12", one).put(other, two).wait(1)
    assert rig.view.ask is None
    assert rig.state == "choose_card"


# ------------------------------------------------------------- going back by hand, card by card


def test_moves_are_taken_back_one_by_one_though_each_leaves_its_card_pp_11() -> None:
    rig = at("3", [P, P, "B5", "A9"], [P, P, "C10", "D3"])
    moves = [("A9", "A12"), ("C10", "D1"), ("B5", "B8"), ("D3", "D5")]
    for card, (frm, to) in zip((None, "5", "3", "2"), moves, strict=True):
        if card is not None:
            rig.card(card)
        rig.carry(frm, to).wait(1)
    assert len(rig.done()) == 4
    for left, (frm, to) in reversed(list(enumerate(moves))):
        rig.carry(to, frm).wait(3)
        if rig.view.ask is not None:  # a card that was named goes with the move before it
            assert rig.said == "This is how the board stood before. Moves to take back: 1."
            rig.table.command(Answer(rig.view.ask.id, "0"), AT_TABLE)
        assert len(rig.done()) == left, rig.said
    assert rig.marbles() == rig.wood


def test_the_victim_in_its_pen_is_no_beginning_while_a_capture_is_undone_pp_11() -> None:
    """Steps further back the debts change partners: what is left is still led, not awaited."""
    rig = at("3", [P, P, P, "A9"], [P, P, "C10", "A12"])
    rig.lift("A12", "A9").put("A12", "A").put("Cp3", "C").wait(1)
    rig.card("5").carry("C10", "D1").wait(1)
    rig.table.command(Undo(3), AT_TABLE)
    rig.carry("D1", "C10").carry("A12", "A9").wait(1)
    assert rig.state == "correction"
    assert (rig.lit("extra"), rig.lit("missing"), rig.lit("movable")) == (["Cp3"], ["A12"], [])
    rig.carry("Cp3", "A12").wait(1)
    assert (rig.state, rig.done()) == ("choose_move", [])
    rig.lift("A12").put("Cp3").wait(1)
    assert (rig.state, rig.lit("movable")) == ("half", ["A9"])


def test_nobody_is_asked_for_a_card_before_the_table_has_played_what_lies_before_it_pp_7(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The question follows on the table's last action; if that is still to come, it waits."""
    rig = at("5", [P, P, P, "A9"], [P, P, P, "C9"])
    with monkeypatch.context() as hindered:
        hindered.setattr(referee, "MOST_CHANGES", 0)
        rig.carry("A9", "B0").settle()
        rig.carry("C9", "C10").settle()
        assert (rig.done(), rig.view.ask) == ([], None)
    rig.lift("Cp1").put("Cp1", "C").wait(1)
    assert rig.done() == ["A9-B0"]
    ask = rig.view.ask
    assert ask is not None
    assert ask.message.key.startswith("ask.card")
