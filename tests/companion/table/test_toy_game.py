"""The toy game on the same table: what Fast Track lacks, through the same rooms."""

from __future__ import annotations

import random
from typing import Any

import pytest
from table_rig import AT_TABLE, Rig
from toy_rig import REGISTRY, begun, choose

from companion.errors import CommandRefused
from companion.model.commands import Act, Caller, Undo
from companion.words import render
from engine.game import CHANCE


def test_the_table_throws_the_die_and_writes_it_before_it_shows() -> None:
    rig = begun()
    kinds = [row.kind for row in rig.journal.rows]
    assert kinds == ["new", "chance"]
    assert rig.journal.rows[1].text in ("die:1", "die:2", "die:3")
    moment = rig.table._moment
    assert moment.position is not None
    assert moment.position.to_act is not CHANCE


def test_equal_displacements_become_one_question() -> None:
    rig = begun(at=("t1", "t7"), die=2)
    rig.lift("t1")
    assert rig.lit("destination") == ["t3"]
    rig.put("t3").settle()
    assert rig.state == "ask"
    assert rig.view.ask is not None
    assert [render(option.message) for option in rig.view.ask.options] == [
        "t1 → t3 · fast",
        "t1 → t3 · slow",
        "Neither, show me",
    ]
    choose(rig, "*slow")
    assert rig.done()[-1] == "t1-t3*slow"


def test_a_move_that_no_hand_chose_is_a_blocking_debt_pp_17() -> None:
    rig = begun(seed=2, at=("t3", "Bb"), die=2)
    rig.carry("t3", "t5").settle()
    choose(rig, "*fast")
    assert rig.state == "correction"
    assert rig.view.arrow is not None
    assert (rig.view.arrow.frm, rig.view.arrow.to) == ("t5", "t4")
    rig.carry("t5", "t4").settle()
    assert rig.state in ("choose_move", "correction", "pending", "choose")
    assert rig.wood["t4"] == "A"


def test_what_is_hit_goes_to_a_tray_that_nothing_senses() -> None:
    rig = begun(at=("t1", "t3"), die=2)
    rig.lift("t3", "t1").put("t3", "A").settle()
    choose(rig, "*slow")
    assert rig.view.owed == ()
    assert rig.said == "Who takes it? Choose."
    assert "t3" in rig.marbles()


def test_a_claim_window_is_open_to_both_seats() -> None:
    rig = begun(at=("t3", "limbo"), die=2, claim=frozenset())
    assert [player.to_act for player in rig.view.players] == [True, True]
    rig.table.command(Act("pass"), Caller(seats=frozenset({1})))
    with pytest.raises(CommandRefused) as refused:
        rig.table.command(Act("pass"), Caller(seats=frozenset({1})))
    assert refused.value.code == "not-your-turn"
    rig.table.command(Act("claim"), Caller(seats=frozenset({0})))
    position = rig.view.position
    assert position is not None
    assert position["points"] == [1, 0]


def test_a_token_comes_back_from_the_tray_by_hand() -> None:
    rig = begun(at=("limbo", "t7"), die=1)
    rig.hand = ["A"]
    rig.put("t0").settle()
    choose(rig, "*slow")
    assert rig.done()[-1] == "limbo-t0*slow"


def test_undo_takes_the_throw_back_with_the_move() -> None:
    rig = begun(at=("t1", "t7"), die=2)
    rig.carry("t1", "t3").settle()
    choose(rig, "*slow")
    assert rig.journal.rows[-1].kind == "chance"
    rig.table.command(Undo(), AT_TABLE)
    position = rig.view.position
    assert position is not None
    assert (position["die"], position["at"]) == (2, ["t1", "t7"])


def test_the_named_choices_stand_on_keys() -> None:
    rig = begun(at=("t3", "limbo"), die=2, claim=frozenset({0}))
    assert rig.view.window is not None
    assert [(key.param, key.value) for key in rig.view.window.keys] == [
        ("claim", "claim"),
        ("claim", "-"),
    ]


@pytest.mark.parametrize("seed", range(6))
def test_whole_toy_games_are_played_by_hands(seed: int) -> None:
    rng = random.Random(seed)
    rig = Rig(registry=REGISTRY, seed=seed)
    rig.new(game="toy", rules=None, board=None, players=None)
    for _ in range(400):
        rig.settle()
        owed = [debt for debt in rig.view.owed if debt.blocking]
        moment = rig.table._moment
        assert moment.position is not None
        legal = list(moment.position.legal())
        if rig.state == "over":
            break
        if owed:
            token = rig.wood.get(owed[0].frm) or owed[0].token
            if owed[0].frm:
                rig.lift(owed[0].frm)
            rig.put(owed[0].to, token)
        elif rig.state == "pending":
            rig.wait(2)
        elif legal[0].displacements:
            drive(rig, rng.choice(legal))
        else:
            action = rng.choice(legal)
            rig.table.command(Act(action.text), Caller(seats=frozenset({action.seat})))
    assert rig.state == "over"
    assert render(rig.view.prompt.message) in ("Red wins!", "Orange wins!")
    again = Rig(registry=REGISTRY, journal=rig.journal)
    again.table.resume()
    assert again.view.position == rig.view.position


def drive(rig: Rig, action: Any) -> None:
    """Make a move of the toy with the hands: from box, tray or hole."""
    frm, to = action.displacements[0]
    board = rig.table.drawing()
    assert board is not None
    token = "AB"[action.seat]
    holes = [hole for hole in board.places[frm].holes if hole in rig.wood]
    if to in rig.wood:
        rig.lift(to)
    if holes:
        rig.lift(holes[0])
    elif token not in rig.hand:
        rig.hand.append(token)
    rig.put(to, token).settle()
    choose(rig, action.text[-5:])
    rig.hand.clear()
