"""Going back any number of moves, with the board led there and forth; pause, and ending a game."""

from __future__ import annotations

import pytest
from bot_rig import Played
from table_rig import AT_TABLE, Rig, marbles, position

from companion.errors import CommandRefused
from companion.model.commands import Caller, Close, Hurry, Pause, Redo, Undo

ANNA = Caller(frozenset((0,)))
MOVES = ("card:3", "A9-A12", "card:2", "C9-C11", "card:4", "A12-A8")


def played() -> Rig:
    """Three moves, told on the page; the marbles have followed."""
    rig = Rig().new()
    rig.at(position([["A"], ["C"]], marbles(A=["A9"], C=["C9"])))
    rig.act(*MOVES)
    for frm, to in (("A9", "A8"), ("C9", "C11")):
        rig.carry(frm, to)
    rig.settle()
    assert rig.state == "choose_card", rig.said
    return rig


def test_the_board_before_any_move_can_be_looked_at() -> None:
    """Nothing is taken back by it."""
    rig = played()
    found = [rig.table.rewind(move) for move in (3, 2, 1)]
    assert [(one.move, one.count) for one in found if one] == [(3, 1), (2, 2), (1, 3)]
    stood = [{h: t for h, t in one.holes.items() if h[1:].isdigit()} for one in found if one]
    assert stood == [
        {"A12": "A", "C11": "C"},
        {"A12": "A", "C9": "C"},
        {"A9": "A", "C9": "C"},
    ]
    assert rig.table.rewind(4) is None
    assert len(rig.view.moves) == 3


def test_all_moves_from_one_on_are_taken_back_and_led_back_with_a_count() -> None:
    """Cards go with their moves; one redo makes all of it again."""
    rig = played()
    after = rig.view.position
    rig.table.command(Undo(move=1), AT_TABLE)
    assert rig.view.moves == ()
    assert rig.support == "Going back: 1 of 2. Follow the arrows."
    frm, to = ("A8", "A9") if rig.view.arrow and rig.view.arrow.frm == "A8" else ("C11", "C9")
    rig.carry(frm, to).settle()
    assert rig.support == "Going back: 2 of 2. Follow the arrows."
    rig.table.command(Redo(), AT_TABLE)
    assert rig.view.position == after
    assert rig.support.startswith("Going on again")
    rig.carry(to, frm).settle()
    assert rig.state == "choose_card"
    assert len(rig.view.moves) == 3


def test_a_move_that_was_not_made_cannot_be_gone_back_to() -> None:
    rig = played()
    with pytest.raises(CommandRefused) as refused:
        rig.table.command(Undo(move=9), AT_TABLE)
    assert refused.value.code == "nothing-to-undo"
    assert str(refused.value) == "There is no move 9 that can be taken back."


@pytest.mark.parametrize("move", [0, -5])
def test_moves_are_counted_from_one(move: int) -> None:
    rig = played()
    with pytest.raises(CommandRefused) as refused:
        rig.table.command(Undo(move=move), AT_TABLE)
    assert (refused.value.code, refused.value.status) == ("malformed", 400)
    assert rig.table.rewind(move) is None
    assert len(rig.view.moves) == 3


def test_a_bot_that_is_not_there_cannot_make_haste() -> None:
    rig = played()
    with pytest.raises(CommandRefused) as refused:
        rig.table.command(Hurry(), AT_TABLE)
    assert (refused.value.code, str(refused.value)) == ("unchanged", "Nothing moves by itself now.")
    rig.table.command(Hurry(True), AT_TABLE)  # for the games to come


def test_a_pause_stops_a_bot_until_somebody_goes_on() -> None:
    rig = Played().bots_turn(["D1"], ["C9", "B3"])
    rig.table.command(Pause(), ANNA)
    assert rig.said == "Paused. The game is safe."
    rig.run(20)
    assert rig.view.moves == ()
    rig.table.command(Pause(on=False), ANNA)
    rig.run(20)
    assert rig.view.moves


def test_a_game_ends_without_a_result() -> None:
    """It is closed as it stands."""
    rig = played()
    rig.table.command(Close(), AT_TABLE)
    assert rig.view.game is None
