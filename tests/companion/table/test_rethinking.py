"""The move just made may be another of its card, though all holes look as before (PP-3, PP-5)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from table_rig import AT_TABLE, Rig, at, position

from companion.model.commands import Answer, SetAside
from companion.model.view import Option

P = "p"


def tell_truth(rig: Rig, *played: str) -> None:
    """Answer by what stands on the wood, and say that these were the last moves; then follow the
    lights, until the board fits."""
    asked = 0
    while rig.view.ask is not None:
        asked += 1
        assert asked < 6, rig.said
        ask = rig.view.ask
        rig.table.command(Answer(ask.id, truth(rig, ask.options, played)), AT_TABLE)
        rig.wait(4)
    assert asked
    if rig.state == "correction":
        owed = [debt for debt in rig.view.owed if debt.blocking]
        assert all(rig.wood[debt.frm] == debt.token for debt in owed), (owed, rig.wood)
        rig.lift(*(debt.frm for debt in owed))
        for debt in owed:
            rig.put(debt.to, debt.token)
        rig.wait(4)
    assert rig.state in ("choose_card", "choose_move"), (rig.state, rig.said)
    assert rig.marbles() == rig.wood
    assert list(map(halves, rig.done())) == list(map(halves, played))


def halves(move: str) -> list[str]:
    """The parts of a move, whichever came first."""
    return sorted(move.split(","))


def truth(rig: Rig, options: Sequence[Option], played: tuple[str, ...]) -> str:
    """The answer of somebody who tells the truth."""
    seen = [o.id for o in options if o.hole and rig.wood.get(o.hole, "") == o.token]
    said = [o.id for o in options if not o.hole and played and played[-1] in o.actions]
    swap = bool(played) and "=" in played[-1]
    jack = [o.id for o in options if o.id[:5] == "card:" and swap == (o.id == "card:J")]
    nothing = [o.id for o in options if o.id == "nothing" and rig.done() == list(played)]
    return (seen + said + jack + nothing + ["neither"])[0]


@pytest.mark.parametrize("tidied", [True, False])
@pytest.mark.parametrize(("first", "second"), [("C7", "A3"), ("A3", "C7")])
@pytest.mark.parametrize("meant", ["first", "second"])
def test_a_capture_slid_on_to_a_second_one_leaves_the_same_holes_full_and_is_asked_pp_3_pp_5(
    tidied: bool, first: str, second: str, meant: str
) -> None:
    rig = at("7", [P, P, P, "C0"], [P, P, "A3", "C7"])
    rig.lift("C0", first).put(first, "A").settle()
    if tidied:
        rig.put("Cp4", "C").settle()
    rig.lift(first, second, *(["Cp4"] if tidied else []))
    here, there = (first, second) if meant == "first" else (second, first)
    rig.put(there, "C").put(here, "A").put("Cp4", "C").settle()
    tell_truth(rig, f"C0-{here}")
    assert (rig.state, rig.view.owed) == ("choose_card", ())


@pytest.mark.parametrize("tidied", [True, False])
def test_a_jack_before_its_card_is_not_taken_for_a_capture_slid_on_pp_3_pp_5_pp_7(
    tidied: bool,
) -> None:
    rig = at("7", [P, P, P, "C0"], [P, P, "A3", "C7"])
    rig.lift("C0", "C7").put("C7", "A").settle()
    if tidied:
        rig.put("Cp4", "C").settle()
    rig.wait(2).lift("A3", "C7").put("A3", "A").put("C7", "C").settle()
    assert rig.done() == ["C0-C7"]
    tell_truth(rig, "C0-C7", "A3=C7")
    assert rig.done() == ["C0-C7", "A3=C7"]


def test_who_names_another_card_than_the_jack_is_asked_about_the_capture_still_pp_3_pp_5() -> None:
    """A card that is legal in all readings is taken; the question stays (I3)."""
    rig = at("7", [P, P, P, "C0"], [P, P, "A3", "C7"])
    rig.lift("C0", "C7").put("C7", "A").put("Cp4", "C").settle()
    rig.wait(1).lift("A3", "C7").put("A3", "A").put("C7", "C").wait(1)
    rig.card("5")
    assert (rig.state, rig.done()) == ("ask", ["C0-C7"])
    tell_truth(rig, "C0-A3")
    assert rig.view.card is not None
    assert rig.view.card.value == "5"


def test_who_names_another_card_after_a_touch_is_asked_still_pp_3() -> None:
    """Red may play a 5 after the touch, and yellow after the Jack: the question stays (I3)."""
    rig = at(None, ["A3", P, P, P], ["C7", P, P, P])
    rig.lift("A3", "C7").put("C7", "C").put("A3", "A").wait(1)
    assert rig.state == "ask"
    rig.card("5")
    assert rig.state == "ask"
    tell_truth(rig)
    assert rig.state == "choose_move"
    assert rig.view.card is not None
    assert rig.view.card.value == "5"


@pytest.mark.parametrize("moved_on", [True, False])
def test_a_capture_exchanged_for_a_second_one_is_asked_whichever_marble_lies_in_the_pen_pp_3(
    moved_on: bool,
) -> None:
    three = {"A": [P, P, P, "C0"], "C": [P, P, P, P], "E": [P, P, "A3", "C7"]}
    rig = Rig().new(players=[["A"], ["C"], ["E"]])
    rig.at(position([["A"], ["C"], ["E"]], three, "7"))
    rig.lift("C0", "C7").put("C7", "A").put("Ep4", "E").settle()
    here, there = ("A3", "C7") if moved_on else ("C7", "A3")
    rig.wait(2).lift("A3", "C7").put(here, "A").put(there, "E").settle()
    tell_truth(rig, f"C0-{here}")
    assert rig.state == "choose_card"


def test_halves_of_a_seven_that_change_targets_are_asked_pp_3_pp_5() -> None:
    rig = Rig().new(players=[["A", "D"], ["C", "F"]])
    both = {"A": [P, P, P, "B10"], "D": [P, P, P, "B7"], "C": [P, P, P, P], "F": [P, P, P, P]}
    rig.at(position([["A", "D"], ["C", "F"]], both, "7"))
    rig.carry("B10", "B13").carry("B7", "B11").settle()
    assert rig.done() == ["B10-B13,B7-B11"]
    rig.wait(1).lift("B13", "B11").put("B11", "A").put("B13", "D").settle()
    tell_truth(rig, "B10-B11,B7-B13")


def test_a_capture_only_touched_again_is_not_asked_about_pp_4() -> None:
    rig = at("7", [P, P, P, "C0"], [P, P, "A3", "C7"])
    rig.lift("C0", "C7").put("C7", "A").put("Cp4", "C").settle()
    rig.lift("C7").put("C7").settle()
    rig.lift("A3").put("A3").lift("Cp4").put("Cp4").settle()
    assert (rig.done(), rig.state) == (["C0-C7"], "choose_card")


def test_a_half_that_goes_where_the_other_one_stood_is_asked_pp_3_pp_5() -> None:
    seats = [["A"], ["B"], ["D"], ["E"]]
    stand = {
        "A": ["A7", "C3", "E3", P],
        "B": [P, P, P, P],
        "D": [P, P, "B13", "D12"],
        "E": [P, P, P, "X"],
    }
    rig = Rig().new(players=seats, rules="stevens")
    rig.at(position(seats, stand, "7", rules="stevens", to_play=2))
    rig.lift("B13", "X").put("X", "D").wait(0.3).lift("D12", "E3").put("E3", "D").settle()
    rig.put("Ap2", "A").put("Ep4", "E").settle()
    assert rig.done() == ["B13-X,D12-E3"]
    rig.wait(1).lift("C3", "E3").put("C3", "D").put("E3", "A").wait(1)
    tell_truth(rig, "B13-C3,D12-X")


def test_a_sensor_set_aside_elsewhere_hides_no_capture_slid_on_pp_3_pp_13() -> None:
    rig = at("7", [P, P, P, "C0"], [P, "C9", "A3", "C7"])
    rig.lift("C0", "C7").put("C7", "A").put("Cp4", "C").settle()
    rig.table.command(SetAside("C9"), AT_TABLE)
    rig.wait(1).lift("A3", "C7").put("A3", "A").put("C7", "C").wait(2)
    tell_truth(rig, "C0-A3")


@pytest.mark.parametrize("swapped", [True, False])
def test_a_capture_changed_in_the_dark_to_what_a_swap_leaves_is_asked_pp_3_pp_5_pp_15(
    swapped: bool,
) -> None:
    rig = at("J", [P, P, P, "A6"], [P, "Ch3", "Ch4", "A7"])
    rig.lift("A6", "A7").put("A7", "A").put("Cp2", "C").settle()
    assert rig.done() == ["A6-A7"]
    rig.wood.pop("Cp1")  # whichever was put back: the other one stays in the pen
    rig.wood |= {"A6": "C"} if swapped else {"A6": "A", "A7": "C"}
    again = Rig(journal=rig.journal)
    again.table.resume()
    again.plug_in(rig.wood)
    again.wait(1)
    tell_truth(again, *(["A6=A7"] if swapped else []))
    assert again.done() == (["A6=A7"] if swapped else [])
    assert (again.marbles(), again.view.owed) == (rig.wood, ())


def test_a_capture_and_a_pen_that_is_left_at_once_are_asked_pp_3_pp_7() -> None:
    """The captured marble may be the one that was put back: both end with the same holes full."""
    rig = at("3", [P, P, P, "C9"], [P, P, P, "C12"])
    rig.lift("C9", "C12").put("C12", "A").settle()
    assert rig.done() == ["C9-C12"]
    rig.put("Cp4", "C").wait(0.1).carry("Cp4", "C9").wait(1)
    assert rig.done() == ["C9-C12"]
    tell_truth(rig, "C9-C12", "Cp-C9")


def test_half_of_a_seven_is_not_both_where_the_other_half_would_be_taken_pp_1() -> None:
    rig = Rig().new(players=[["A", "D"], ["C", "F"]])
    both = {"A": [P, P, P, "C6"], "D": [P, P, P, "C9"], "C": [P, P, P, P], "F": [P, P, P, P]}
    rig.at(position([["A", "D"], ["C", "F"]], both, "7"))
    assert "C9-C11,C6-C11" in rig.view.legal
    rig.carry("C6", "C11").wait(2)
    assert (rig.done(), rig.state) == ([], "half")
    rig.lift("C9", "C11").put("C11", "D").put("Ap4", "A").wait(2)
    assert rig.done() == ["C6-C11,C9-C11"]
    assert rig.marbles() == rig.wood
