"""End states, what can grow, what is asked; and what is owed (PP-1 … PP-3, PP-17)."""

from __future__ import annotations

from typing import Any

from table_rig import AT_TABLE, Rig, position

from companion.model.commands import Answer
from companion.recogniser.boardstate import BoardState
from companion.recogniser.candidates import Loose, Options
from companion.wood.debts import debts
from companion.wood.marbles import HAND, World, paired
from companion.wood.seating import identity
from companion.words import render
from engine.registry import REGISTRY

P = "p"
TWO = [["A"], ["C"]]


def pictured(where: Any, standing: list[tuple[str, str]]) -> BoardState:
    """The marbles of a position where these tokens stand in these holes."""
    seats = identity(where.board)
    marbles, at = paired(seats, where.occupancy(), standing)
    return BoardState(seats, marbles, [World(tuple(at))])


def table(card: str, *changes: str, wait: float = 0.0, **marbles: list[str]) -> Rig:
    """The table after lifts (``-A9``) and puts (``+B2``), and so many seconds more."""
    rig = Rig().new().at(position(TWO, marbles, card))
    for change in changes:
        hole, _, token = change[1:].partition(":")
        if change[0] == "-":
            rig.lift(hole)
        else:
            rig.put(hole, *([token] if token else []))
    return rig.wait(wait) if wait else rig


def test_the_end_state_decides_not_the_script_pp_1() -> None:
    scripts = [
        ("-A9", "-A12", "+A12:A"),
        ("-A12", "-A9", "+A12:A"),
        ("-A12", "+Cp4", "-A9", "+A12"),
        ("-A9", "-A12", "+Cp4:C", "+A12"),
    ]
    for script in scripts:
        rig = table("3", *script, wait=4, A=[P, P, P, "A9"], C=[P, P, P, "A12"])
        assert rig.done() == ["A9-A12"], script


def test_a_capture_with_the_victim_in_the_hand_could_still_be_put_back_pp_2() -> None:
    rig = table("3", "-A9", "-A12", "+A12:A", A=[P, P, "A9", "A3"], C=[P, P, P, "A12"])
    assert rig.done() == []
    assert rig.wait(1).done() == ["A9-A12"]


def test_a_marble_on_its_way_is_known_by_its_origin_pp_3() -> None:
    rig = table("3", "-A9", A=[P, P, "A9", "A3"], C=[P] * 4)
    assert rig.state == "lifted"
    assert rig.lit("destination") == ["A12"]


def test_two_crossing_sevens_are_asked_by_colour_pp_3() -> None:
    players = [["A", "D"], ["C", "F"]]
    rig = Rig().new(players=players)
    marbles = {"A": [P, P, P, "B3"], "D": [P, P, P, "B1"], "C": [P] * 4, "F": [P] * 4}
    rig.at(position(players, marbles, "7"))
    rig.lift("B3", "B1").put("B5", "D").put("B6", "A").settle()
    ask = rig.view.ask
    assert ask is not None
    assert render(ask.message) == "Which marble is on Orange 5?"
    green = next(option for option in ask.options if option.token == "D")
    rig.table.command(Answer(ask.id, green.id), AT_TABLE)
    assert rig.done() == ["B3-B6,B1-B5"]
    assert rig.marbles()["B5"] == "D"


def test_one_after_the_other_needs_no_question_pp_3() -> None:
    players = [["A", "D"], ["C", "F"]]
    rig = Rig().new(players=players)
    marbles = {"A": [P, P, P, "B3"], "D": [P, P, P, "B1"], "C": [P] * 4, "F": [P] * 4}
    rig.at(position(players, marbles, "7"))
    rig.carry("B1", "B5").carry("B3", "B6").settle()
    assert rig.done() == ["B1-B5,B3-B6"]


def test_a_second_half_may_take_the_place_that_the_first_left_pp_1() -> None:
    rig = Rig().new().at(position(TWO, {"A": [P, P, "A9", "A12"], "C": [P] * 4}, "7"))
    rig.carry("A12", "B2").carry("A9", "A12").settle()
    assert rig.done() == ["A12-B2,A9-A12"]


def test_alike_marbles_that_changed_places_are_no_change_pp_4() -> None:
    swap = ("-A9", "+E2", "-B5", "+A9", "-E2", "+B5")
    rig = table("3", *swap, wait=1, A=[P, P, "A9", "B5"], C=[P] * 4)
    assert (rig.state, rig.done(), rig.view.owed) == ("choose_move", [], ())


def test_a_legal_move_by_alike_marbles_in_two_hops_is_that_move_pp_1() -> None:
    hops = ("-A9", "+E2", "-B5", "+A12", "-E2", "+B5")
    assert table("3", *hops, wait=1, A=[P, P, "A9", "B5"], C=[P] * 4).done() == ["A9-A12"]


def test_a_cut_peg_whose_pen_is_full_goes_to_its_exit_bf_12() -> None:
    marbles = {
        "A": [P, P, P, P, "D6"],
        "D": [P, P, P, P, "D9"],
    }
    data = position([["A"], ["D"]], marbles, "3", rules="butterfly", penalty=False)
    where = REGISTRY.load(data)
    assert all(action.text != "D6-D9" for action in where.legal())
    marbles = {"A": [P, P, P, P, "D6"], "D": [P, P, P, "C2", "D9"]}
    data = position([["A"], ["D"]], marbles, "3", rules="butterfly", penalty=False)
    options = Options(REGISTRY.load(data))
    cut = next(option for option in options.direct if option.action.text == "D6-D9")
    assert cut.loose == (Loose("D9", "D", "Dp"),)
    assert cut.takes == ("D",)


def test_a_partner_colour_taken_by_the_same_seven_need_not_stand_pp_1() -> None:
    players = [["A", "D"], ["C", "F"]]
    rig = Rig().new(players=players)
    marbles = {"A": [P, P, P, "B1"], "D": [P, P, P, "B2"], "C": [P] * 4, "F": [P] * 4}
    rig.at(position(players, marbles, "7"))
    text = "B1-B5,B2-B5"
    assert text in rig.view.legal
    rig.carry("B1", "B5").lift("B2").lift("B5").put("B5", "D").settle()
    ask = rig.view.ask
    assert ask is not None  # either may have taken the other
    green = next(option for option in ask.options if option.token == "D")
    rig.table.command(Answer(ask.id, green.id), AT_TABLE)
    assert rig.done() == [text]
    assert rig.lit("pen") == ["Ap4"]


def test_debts_are_paid_shortest_first_but_never_on_to_a_full_hole_pp_17() -> None:
    where = REGISTRY.load(position(TWO, {"A": [P, P, P, "A9"], "C": [P, P, P, "B2"]}))
    standing = [("A", "A10"), ("A", "Ap1"), ("A", "Ap2"), ("A", "Ap3")]
    standing += [("C", "A9"), ("C", "Cp1"), ("C", "Cp2"), ("C", "Cp3")]
    state = pictured(where, standing)
    owed = debts(state, state.worlds[0])
    assert [(debt.token, debt.frm, debt.to) for debt in owed] == [
        ("C", "A9", "B2"),
        ("A", "A10", "A9"),
    ]
    assert all(debt.blocking for debt in owed)


def test_what_is_missing_is_in_the_hand_and_what_is_too_much_goes_off_pp_17() -> None:
    where = REGISTRY.load(position(TWO, {"A": [P, P, P, "A9"], "C": [P] * 4}))
    standing = [("A", f"Ap{n}") for n in (1, 2, 3)] + [("C", f"Cp{n}") for n in (1, 2, 3, 4)]
    state = pictured(where, [*standing, ("F", "E5")])
    owed = debts(state, state.worlds[0])
    assert {(debt.token, debt.frm, debt.to) for debt in owed} == {
        ("A", HAND, "A9"),
        ("F", "E5", HAND),
    }


def test_seven_marbles_out_at_once_are_asked_for_and_end_when_the_board_fits_pp_10() -> None:
    marbles = {"A": ["A9", "B5", "C4", P], "C": ["C9", "D5", "E4", "F2"]}
    rig = Rig().new().at(position(TWO, marbles, "3"))
    holes = ("A9", "B5", "C4", "C9", "D5", "E4", "F2")
    tokens = [rig.wood[hole] for hole in holes]
    rig.lift(*holes)
    for hole, token in zip(("A1", "A2", "A3", "A4", "A5", "A6", "B7"), tokens, strict=True):
        rig.put(hole, token)
    assert rig.wait(1).state in ("ask", "correction")
    rig.lift("A1", "A2", "A3", "A4", "A5", "A6", "B7")
    for hole, token in zip(holes, tokens, strict=True):
        rig.put(hole, token)
    rig.wait(1)
    for _ in holes:
        ask = rig.view.ask
        if ask is None:
            break
        seen = next(o.id for o in ask.options if rig.wood[o.hole] == o.token)
        rig.table.command(Answer(ask.id, seen), AT_TABLE)
    assert (rig.state, rig.view.owed) == ("choose_move", ())


def test_of_two_alike_halves_the_one_lifted_last_is_in_the_hand_pp_3() -> None:
    rig = table("7", "-D9", "+X", "-F6", A=[P, P, "D9", "F6"], C=[P] * 4)
    assert rig.lit("destination") == ["F7"]
    assert rig.put("F7").settle().done() == ["D9-X,F6-F7"]
