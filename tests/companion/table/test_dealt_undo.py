"""Taking back with dealt hands: nobody learns the next card, and nobody undoes another's play."""

from __future__ import annotations

import random
from typing import Any

import pytest
from dealt_rig import RED, YELLOW, dealt, three_played
from table_rig import Rig

from companion.errors import CommandRefused
from companion.model.commands import Act, Caller, Card, Undo

BOTH, HOST = Caller(frozenset({0, 1})), Caller(host=True)


def red(rig: Rig) -> Any:
    """Red's cards as they really lie."""
    position = rig.table._moment.position
    assert position is not None
    stocks: Any = position.to_json()["dealt"]
    return stocks[0]


def test_after_undo_the_next_card_is_another_than_the_one_seen_ft_7() -> None:
    drawn = set()
    for seed in range(12):
        rig = three_played(seed)
        rig.table.command(Undo(), RED)
        assert red(rig)["hand"] == ["4", "5", "9", "K"]
        rig.carry("B6", "B3").settle().carry("B3", "B6").settle()
        assert rig.done() == ["B3-B6"]
        drawn.add(tuple(red(rig)["hand"]))
    assert len(drawn) > 2


def test_taking_back_only_a_card_shuffles_nothing() -> None:
    rig = Rig().new(hands="virtual")
    rig.at(dealt(("3", "4"), random.Random(9)))
    before = red(rig)
    rig.table.command(Card("3"), RED)
    rig.table.command(Undo(), RED)
    assert red(rig) == before
    assert "shuffled" not in rig.journal.rows[-1].data


def test_a_shuffled_undo_is_one_row_and_taken_up_as_it_was_pp_15() -> None:
    rig = three_played()
    rig.table.command(Undo(), RED)
    (row,) = [row for row in rig.journal.rows if row.kind == "undo"]
    assert row.data["shuffled"][0].startswith("shuffle:0 ")
    again = Rig(journal=rig.journal, seed=77)
    again.table.resume()
    assert again.table._moment.position == rig.table._moment.position


def test_another_move_of_the_same_card_draws_anew_pp_5() -> None:
    rig = Rig(seed=3).new(hands="virtual")
    rig.at(dealt(("3", "4", "5", "9", "K"), random.Random(9)))
    rig.table.command(Card("3"), RED)
    rig.carry("B3", "B6").settle().carry("B6", "B3").carry("E11", "F0").settle()
    assert rig.done() == ["E11-F0"]
    assert [bool(r.data.get("shuffled")) for r in rig.journal.rows if r.kind == "undo"] == [True]


def test_only_who_played_it_or_the_host_takes_it_back() -> None:
    rig = three_played()
    for caller, code in ((YELLOW, "not-your-play"), (Caller(), "no-seat")):
        with pytest.raises(CommandRefused) as refused:
            rig.table.command(Undo(), caller)
        assert (refused.value.code, refused.value.status) == (code, 403)
    assert rig.done() == ["B3-B6"]
    rig.table.command(Undo(), HOST)
    assert rig.done() == []


def test_a_view_tells_whose_plays_would_be_taken_back() -> None:
    """So a page offers nothing that is refused; what bots played after it needs nobody's word."""
    rig = three_played()
    view = rig.table.view(1)
    assert (view.undo_of, view.redo_of, [line.back_of for line in view.moves]) == ((0,), (), [(0,)])
    rig.table.command(Card("8"), YELLOW)
    assert rig.table.view(0).undo_of == (1,)
    rig.carry("B8", "C2").settle()
    assert [line.back_of for line in rig.table.view(0).moves] == [(1,), (0, 1)]
    rig.table.command(Undo(), YELLOW)
    view = rig.table.view(0)
    assert (view.undo_of, view.redo_of) == ((1,), (1,)), "the card is still Yellow's"


def test_in_open_hands_anybody_may_take_back() -> None:
    rig = Rig().new()
    rig.card("A").settle()
    view = rig.table.view(None)
    assert (view.can_undo, view.undo_of) == (True, ())


def test_who_holds_both_seats_takes_both_plays_back() -> None:
    rig = three_played()
    rig.table.command(Card("8"), YELLOW)
    rig.carry("B8", "C2").settle()
    assert rig.done() == ["B3-B6", "B8-C2"]
    with pytest.raises(CommandRefused, match="Seat 0 played that"):
        rig.table.command(Undo(4), YELLOW)
    rig.table.command(Undo(4), BOTH)
    assert rig.done() == []
    (row,) = [row for row in rig.journal.rows if row.kind == "undo"]
    assert [text[:10] for text in row.data["shuffled"]] == ["shuffle:0 ", "shuffle:1 "]


def test_the_wood_takes_back_ones_own_play_and_no_others_pp_11() -> None:
    rig = three_played()
    rig.carry("B6", "B3").wait(5)
    assert rig.done() == []
    rig = three_played()
    rig.table.command(Card("8"), YELLOW)
    rig.carry("B8", "C2").settle()
    rig.carry("C2", "B8").carry("B6", "B3").wait(10)
    assert "B3-B6" in rig.done()


def test_of_a_common_deck_the_next_card_is_another_too_bf_2() -> None:
    following = set()
    for seed in range(8):
        rig = Rig(seed=1, board_kind="none").new(hands="virtual", rules="butterfly")
        rig.table._referee.tools.rng.seed(seed)
        first = rig.view.legal[0]
        for command in (Act(first), Undo(), Act(first)):
            rig.table.command(command, BOTH)
        assert rig.view.card is not None
        following.add(rig.view.card.value)
    assert len(following) > 2
