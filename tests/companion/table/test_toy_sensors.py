"""What Fast Track lacks, with sensors set aside, boards taken as they stand, hands going back."""

from __future__ import annotations

import random
from typing import Any

import pytest
import toy_rig
from table_rig import AT_TABLE, Rig

from companion.errors import CommandRefused
from companion.model.commands import Act, Answer, Caller, Edit, Keep, SetAside
from companion.model.view import Option
from companion.words import render


def begun(*aside: str, seed: int = 1, **fields: Any) -> Rig:
    """A toy game from a position; those holes are dead and set aside."""
    rig = toy_rig.begun(seed, **fields)
    for hole in aside:
        rig.lies[hole] = False
        rig.table.command(SetAside(hole), AT_TABLE)
    rig.picture()
    return rig


def answer(rig: Rig, ends: str) -> None:
    """Answer with the option that reads so at its end."""
    ask = rig.view.ask
    assert ask is not None
    chosen = next(o for o in ask.options if render(o.message).endswith(ends))
    rig.table.command(Answer(ask.id, chosen.id), AT_TABLE)


def test_a_declared_choice_on_a_hole_set_aside_is_one_question_pp_13() -> None:
    rig = begun("t3", at=("t1", "t7"), die=2)
    rig.carry("t1", "t3").wait(1.5)
    assert rig.said == "Is there a marble on t3?"
    assert rig.view.ask is not None
    assert [render(option.message) for option in rig.view.ask.options] == [
        "t1 → t3 · fast",
        "t1 → t3 · slow",
        "Still in my hand",
    ]
    answer(rig, "slow")
    assert rig.done()[-1] == "t1-t3*slow"


def test_a_debt_that_no_hand_chose_may_lead_out_of_a_hole_set_aside_pp_13_pp_17() -> None:
    """All likely stories say what stands in that hole, so the lights may say it, too (I4)."""
    rig = begun("t5", seed=2, at=("t3", "Bb"), die=2)
    rig.carry("t3", "t5").wait(1.5)
    answer(rig, "fast")
    assert rig.state == "correction"
    owed = [(debt.frm, debt.to) for debt in rig.view.owed if debt.blocking]
    assert ("t5", "t4") in owed
    rig.carry("t5", "t4").settle()
    assert ("t5", "t4") not in [(debt.frm, debt.to) for debt in rig.view.owed]


def test_a_debt_may_lead_into_a_hole_set_aside_and_is_not_waited_for_pp_13_pp_17() -> None:
    rig = begun("t4", at=("t3", "Bb"), die=2)
    rig.carry("t3", "t5").settle()
    answer(rig, "fast")
    rig.lift("t5").settle()
    assert rig.view.owed == ()
    assert rig.state != "correction"


def test_a_token_from_the_tray_may_come_unseen_pp_13() -> None:
    rig = begun("t0", at=("limbo", "t7"), die=1)
    rig.hand = ["A"]
    rig.put("t0").settle()
    assert rig.state == "choose_move"
    rig.table.command(Act("limbo-t0*slow"), AT_TABLE)
    assert [debt for debt in rig.view.owed if debt.blocking and debt.to == "t0"] == []


def test_what_is_hit_on_a_hole_set_aside_opens_the_claim_window_pp_13() -> None:
    rig = begun("t3", at=("t1", "t3"), die=2)
    rig.lift("t1", "t3").put("t3", "A").wait(1.5)
    answer(rig, "slow")
    assert rig.said == "Who takes it? Choose."
    assert rig.view.owed == ()


def test_a_game_that_cannot_be_rearranged_says_so_pp_12() -> None:
    rig = begun(at=("t1", "t7"), die=2)
    before = rig.view.position
    for command in (Keep(), Edit({"t2": "A"})):
        with pytest.raises(CommandRefused, match="Nothing can be set just now") as refused:
            rig.table.command(command, AT_TABLE)
        assert refused.value.code == "unclear"
    assert rig.view.position == before


def test_an_earlier_toy_position_set_out_again_takes_the_throws_back_too_pp_11() -> None:
    """Two turns are more than the board alone takes back: it is asked (I8)."""
    rig = begun(seed=2, at=("t1", "t4"), die=1)
    rig.carry("t1", "t2").settle()
    answer(rig, "slow")
    start = len(rig.done())
    other = next(c for c in rig.view.choices if c.action.endswith("slow"))
    (frm, to) = other.moves[0]
    rig.carry(frm, to).settle()
    answer(rig, "slow")
    assert len(rig.done()) == start + 1
    rig.carry(to, frm).carry("t2", "t1").wait(3)
    assert (rig.state, len(rig.done())) == ("ask", start + 1)
    answer(rig, "Take them back")
    position = rig.view.position
    assert position is not None
    assert (position["at"], position["die"]) == (["t1", "t4"], 1)


@pytest.mark.parametrize("seed", range(4))
def test_whole_toy_games_end_with_two_failed_sensors_pp_13(seed: int) -> None:
    """The table asks which token stands where instead of guessing, so the player answers, too."""
    rng = random.Random(seed)
    rig = Rig(registry=toy_rig.REGISTRY, seed=seed)
    rig.new(game="toy", rules=None, board=None, players=None)
    for hole in rng.sample([f"t{i}" for i in range(10)], 2):
        rig.lies[hole] = rng.random() < 0.5
    rig.picture()
    for _ in range(400):
        rig.settle()
        if rig.state == "over":
            break
        one_step(rig, rng)
    assert rig.state == "over"
    assert set(rig.view.aside) <= set(rig.lies)


def one_step(rig: Rig, rng: random.Random) -> None:
    """What a truthful person does next: set a liar aside, answer, pay, or play."""
    view, moment = rig.view, rig.table._moment
    assert moment.position is not None
    lying = [d.hole for d in view.doubts if (d.hole in rig.wood) != d.full]
    owed = [debt for debt in view.owed if debt.blocking]
    legal = list(moment.position.legal())
    stands = [o.id for o in view.ask.options if _is_true(rig, o)] if view.ask else []
    if lying:
        rig.table.command(SetAside(lying[0]), AT_TABLE)
    elif view.ask and stands:
        rig.table.command(Answer(view.ask.id, stands[0]), AT_TABLE)
    elif owed:
        token = rig.wood.get(owed[0].frm) or owed[0].token
        at = owed[0].frm or next((h for h, t in rig.wood.items() if t == token), "")
        if at:
            rig.lift(at)
        if owed[0].to and token in rig.hand:
            rig.put(owed[0].to, token)
        rig.hand.clear()
    elif rig.state == "pending":
        rig.wait(2)
    elif legal[0].displacements:
        play(rig, rng.choice(legal))
    else:
        action = rng.choice(legal)
        rig.table.command(Act(action.text), Caller(seats=frozenset({action.seat})))


def _is_true(rig: Rig, option: Option) -> bool:
    """Whether an answer says truly which token stands in a hole."""
    return bool(option.hole) and rig.wood.get(option.hole, "") == option.token


def play(rig: Rig, action: Any) -> None:
    """Make a move by hand, and on the page where no sensor saw it."""
    frm, to = action.displacements[0]
    board = rig.table.drawing()
    assert board is not None
    token = "AB"[action.seat]
    moves = len(rig.done())
    holes = [hole for hole in board.places[frm].holes if rig.wood.get(hole) == token]
    if to in rig.wood:
        rig.lift(to)
    if holes:
        rig.lift(holes[0])
    elif token not in rig.hand:
        rig.hand.append(token)
    rig.put(to, token).wait(1.5)
    for _ in range(4):
        lying = [d.hole for d in rig.view.doubts if (d.hole in rig.wood) != d.full]
        if rig.view.ask is not None:
            answer(rig, action.params["speed"])
        elif lying:
            rig.table.command(SetAside(lying[0]), AT_TABLE)
        elif len(rig.done()) == moves and action.text in rig.view.legal:
            rig.table.command(Act(action.text), AT_TABLE)
        rig.wait(1.5)
        if len(rig.done()) > moves:
            break
    rig.hand.clear()
