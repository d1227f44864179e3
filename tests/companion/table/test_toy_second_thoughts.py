"""Changes of mind where no card tells the next move from the last one: the toy game (PP-5, PP-10).

Dice are thrown between two moves; a throw is nobody's act, so the last move may still be changed.
"""

from __future__ import annotations

from race_rig import see
from table_rig import AT_TABLE, Rig
from toy_rig import REGISTRY, begun, choose

from companion.model.commands import Answer, Caller, SetAside
from companion.words import render

SEED = 4
"""The die after the first move is a two, which blows nobody on."""


def moved() -> Rig:
    """Red went from t1 to t4 with a three that might have been a two; orange is to move."""
    rig = begun(seed=SEED, at=("t1", "t7"), die=3, fork=True)
    rig.carry("t1", "t4").settle()
    choose(rig, "t4*slow")
    position = rig.view.position
    assert position is not None
    assert (rig.done(), position["die"], position["turn"]) == (["t1-t4*slow"], 2, 1)
    return rig


def test_a_throw_is_no_act_so_a_move_slid_on_is_changed_with_the_answer_pp_5() -> None:
    rig = moved()
    rig.wait(1).carry("t4", "t3").wait(1)
    assert (rig.state, rig.done()) == ("ask", ["t1-t4*slow"])
    choose(rig, "t3*fast")
    assert rig.done() == ["t1-t3*fast"]
    assert [row.kind for row in rig.journal.rows[-4:]] == ["chance", "undo", "action", "chance"]
    assert rig.view.owed == ()


def test_who_denies_the_change_is_led_back_pp_5_pp_8() -> None:
    rig = moved()
    rig.wait(1).carry("t4", "t3").wait(1)
    assert rig.view.ask is not None
    rig.table.command(Answer(rig.view.ask.id, "neither"), AT_TABLE)
    assert (rig.state, rig.lit("wrong"), rig.lit("return")) == ("wrong", ["t3"], ["t4"])
    rig.carry("t3", "t4").wait(1)
    assert (rig.state, rig.done()) == ("choose_move", ["t1-t4*slow"])


def test_a_move_put_back_after_the_throw_takes_both_back_pp_5_pp_11() -> None:
    rig = moved()
    rig.wait(1).carry("t4", "t1").wait(1)
    position = rig.view.position
    assert position is not None
    assert (rig.done(), position["die"], position["turn"]) == ([], 3, 0)


def test_a_token_lifted_at_once_goes_on_with_its_move_pp_2() -> None:
    rig = moved()
    rig.lift("t4").wait(0.1)
    assert rig.state == "lifted"
    assert rig.lit("destination") == ["t3", "t4"]
    rig.put("t4").wait(1)
    assert (rig.state, rig.done()) == ("choose_move", ["t1-t4*slow"])


def test_a_token_that_rolled_takes_nothing_back_by_itself_pp_5_pp_10() -> None:
    """Which of the two tokens that were out together stands where is asked, not guessed (PP-3)."""
    rig = moved()
    rig.wait(1).lift("t4", "t7").put("t0", "B").put("t3", "A").wait(1)
    assert (rig.state, rig.done()) == ("ask", ["t1-t4*slow"])
    see(rig)
    assert rig.state == "correction"
    rig.carry("t0", "t7").wait(1)
    assert rig.done() == ["t1-t4*slow"]
    assert rig.state in ("ask", "correction")
    rig.carry("t3", "t4").wait(1)
    assert (rig.state, rig.done()) == ("choose_move", ["t1-t4*slow"])


def test_a_board_set_right_as_it_was_before_the_last_move_takes_that_back_pp_11() -> None:
    """One turn may be taken back by the board alone, and redo is offered (I8)."""
    rig = moved()
    rig.wait(1).lift("t4", "t7").put("t0", "B").put("t1", "A").wait(1)
    see(rig)
    assert rig.done() == ["t1-t4*slow"]
    rig.carry("t0", "t7").wait(1)
    assert rig.done() == []
    assert rig.view.notice is not None
    assert render(rig.view.notice) == "Taken back."


def test_a_throw_that_moves_a_token_ends_second_thoughts_pp_5_pp_17() -> None:
    """What stands elsewhere then is a debt, whatever it was before."""
    rig = begun(seed=1, at=("t1", "t7"), die=3, fork=True)
    rig.carry("t1", "t4").settle()
    choose(rig, "t4*slow")
    rig.wait(1).carry("t4", "t3").wait(1)
    assert (rig.state, rig.done()) == ("correction", ["t1-t4*slow"])
    assert [(debt.frm, debt.to) for debt in rig.view.owed] == [("t3", "t5")]


def test_whose_move_it_was_may_answer_though_dice_were_thrown_since_pp_5() -> None:
    rig = moved()
    rig.wait(1).carry("t4", "t3").wait(1)
    ask = rig.view.ask
    assert ask is not None
    rig.table.command(Answer(ask.id, "1"), Caller(seats=frozenset({0})))
    assert rig.done() == ["t1-t3*slow"]


def test_the_last_move_is_known_after_a_power_cut_beyond_the_throw_pp_5_pp_15() -> None:
    rig = moved()
    again = Rig(registry=REGISTRY, journal=rig.journal, seed=SEED)
    again.table.resume()
    again.plug_in(rig.wood)
    again.wait(1).carry("t4", "t3").wait(1)
    assert (again.state, again.done()) == ("ask", ["t1-t4*slow"])
    choose(again, "t3*slow")
    assert again.done() == ["t1-t3*slow"]


# ----------------------------------------------------------------- and sensors that lie (PP-13)


def test_a_token_brought_from_the_tray_to_a_wrong_hole_is_doubted_there_pp_8_pp_13() -> None:
    rig = begun(at=("limbo", "t7"), die=2)
    rig.hand = ["A"]
    rig.put("t4").wait(1)
    assert rig.state == "wrong"
    assert rig.support == "Take it off the board again."
    assert [doubt.hole for doubt in rig.view.doubts] == ["t4"]


def test_a_move_slid_on_from_a_hole_that_reads_full_may_be_told_by_doubting_it_pp_5_pp_13() -> None:
    """The token that seems to come from the tray is the one that went on, unfelt."""
    seed = next(n for n in range(99) if _die_after(n) == 1)
    rig = begun(seed=seed, at=("limbo", "limbo"), die=3, fork=True)
    rig.hand = ["B", "A"]
    rig.put("t2", "A").settle()
    choose(rig, "t2*slow")
    rig.lies["t2"] = True
    rig.wait(1).lift("t2").put("t1", "A").wait(1)
    assert rig.state == "wrong"
    assert "t2" in [doubt.hole for doubt in rig.view.doubts]
    rig.table.command(SetAside("t2"), AT_TABLE)
    rig.wait(2)
    assert rig.state == "ask"
    choose(rig, "t1*slow")
    assert rig.done() == ["limbo-t1*slow"]
    assert rig.marbles()["t1"] == "A"


def _die_after(seed: int) -> int:
    """What the die shows after a first move from the tray."""
    rig = begun(seed=seed, at=("limbo", "limbo"), die=3, fork=True)
    rig.hand = ["A"]
    rig.put("t2").settle()
    choose(rig, "t2*slow")
    position = rig.view.position
    assert position is not None
    return int(position["die"])
