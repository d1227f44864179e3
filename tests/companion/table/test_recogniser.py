"""The recogniser alone: worlds, end states, what can grow, what is asked (PP-1 … PP-3)."""

from __future__ import annotations

from typing import Any

from table_rig import AT_TABLE, Rig, position

from companion.model.commands import Answer
from companion.recogniser.boardstate import BoardState
from companion.recogniser.candidates import Loose, Options
from companion.recogniser.recogniser import Decision, Kind, Recogniser
from companion.wood.debts import debts
from companion.wood.marbles import HAND, World, expected_holes
from companion.wood.seating import identity
from companion.words import render
from engine.registry import REGISTRY

P = "p"
TWO = [["A"], ["C"]]
DWELL = 0.35


def recogniser(card: str | None, players: Any = TWO, **marbles: list[str]) -> Recogniser:
    """A recogniser for that position with its marbles in place."""
    where = REGISTRY.load(position(players, marbles, card))
    seats = identity(where.board)
    standing = [(token, hole) for hole, token in expected_holes(seats, where.occupancy()).items()]
    state = BoardState.settle(seats, where.occupancy(), standing)
    return Recogniser(state, Options(where), DWELL)


def after(hands: Recogniser, *changes: str, wait: float = 0.0) -> Decision:
    """The decision after lifts (``-A9``) and puts (``+B2``), 50 ms each."""
    now = 0.0
    for change in changes:
        now += 0.05
        hands.change(change[1:], change[0] == "+", now)
    return hands.decide(now + wait)


def test_no_news_is_no_change() -> None:
    hands = recogniser("3", A=[P, P, P, "A9"], C=[P] * 4)
    assert not hands.change("A9", True, 1.0)
    assert not hands.change("B4", False, 1.0)
    assert hands.decide(1.0).kind is Kind.REST


def test_the_end_state_decides_not_the_script_pp_1() -> None:
    scripts = [
        ("-A9", "-A12", "+A12"),
        ("-A12", "-A9", "+A12"),
        ("-A12", "+Cp4", "-A9", "+A12"),
        ("-A9", "-A12", "+Cp4", "+A12"),
    ]
    for script in scripts:
        hands = recogniser("3", A=[P, P, P, "A9"], C=[P, P, P, "A12"])
        decision = after(hands, *script, wait=DWELL)
        assert decision.kind is Kind.COMMIT, script
        assert decision.matches[0].candidate is not None
        assert decision.matches[0].candidate.action.text == "A9-A12"


def test_a_capture_with_the_victim_in_the_hand_could_still_be_put_back_pp_2() -> None:
    hands = recogniser("3", A=[P, P, "A9", "A3"], C=[P, P, P, "A12"])
    decision = after(hands, "-A9", "-A12", "+A12")
    assert decision.kind is Kind.WAIT
    assert decision.until is not None
    assert hands.decide(decision.until).kind is Kind.COMMIT


def test_a_marble_on_its_way_is_known_by_its_origin_pp_3() -> None:
    hands = recogniser("3", A=[P, P, "A9", "A3"], C=[P] * 4)
    decision = after(hands, "-A9")
    assert decision.kind is Kind.LIFTED
    held = {to for m in decision.matches if m.fit for _, to in m.fit.held}
    assert held == {"A12"}


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
    hands = recogniser("3", A=[P, P, "A9", "B5"], C=[P] * 4)
    swap = ("-A9", "+E2", "-B5", "+A9", "-E2", "+B5")
    assert after(hands, *swap, wait=1).kind is Kind.REST


def test_a_legal_move_by_alike_marbles_in_two_hops_is_that_move_pp_1() -> None:
    hands = recogniser("3", A=[P, P, "A9", "B5"], C=[P] * 4)
    decision = after(hands, "-A9", "+E2", "-B5", "+A12", "-E2", "+B5", wait=1)
    assert decision.kind is Kind.COMMIT
    assert decision.matches[0].candidate is not None
    assert decision.matches[0].candidate.action.text == "A9-A12"


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
    seats = identity(where.board)
    standing = [("A", "A10"), ("A", "Ap1"), ("A", "Ap2"), ("A", "Ap3")]
    standing += [("C", "A9"), ("C", "Cp1"), ("C", "Cp2"), ("C", "Cp3")]
    state = BoardState.settle(seats, where.occupancy(), standing)
    owed = debts(state, state.worlds[0])
    assert [(debt.token, debt.frm, debt.to) for debt in owed] == [
        ("C", "A9", "B2"),
        ("A", "A10", "A9"),
    ]
    assert all(debt.blocking for debt in owed)


def test_what_is_missing_is_in_the_hand_and_what_is_too_much_goes_off_pp_17() -> None:
    where = REGISTRY.load(position(TWO, {"A": [P, P, P, "A9"], "C": [P] * 4}))
    seats = identity(where.board)
    standing = [("A", f"Ap{n}") for n in (1, 2, 3)] + [("C", f"Cp{n}") for n in (1, 2, 3, 4)]
    state = BoardState.settle(seats, where.occupancy(), [*standing, ("F", "E5")])
    owed = debts(state, state.worlds[0])
    assert {(debt.token, debt.frm, debt.to) for debt in owed} == {
        ("A", HAND, "A9"),
        ("F", "E5", HAND),
    }


def test_more_possibilities_than_can_be_followed_still_end_when_the_board_fits_pp_10() -> None:
    hands = recogniser("3", A=["A9", "B5", "C4", P], C=["C9", "D5", "E4", "F2"])
    holes = ("A9", "B5", "C4", "C9", "D5", "E4", "F2")
    after(hands, *(f"-{hole}" for hole in holes))
    elsewhere = ("A1", "A2", "A3", "A4", "A5", "A6", "B7")
    decision = after(hands, *(f"+{hole}" for hole in elsewhere), wait=1)
    assert decision.kind is Kind.CORRECTION
    after(hands, *(f"-{hole}" for hole in elsewhere))
    assert after(hands, *(f"+{hole}" for hole in holes), wait=1).kind is Kind.REST


def test_what_a_world_believes_can_be_read_back() -> None:
    hands = recogniser("3", A=[P, P, P, "A9"], C=[P] * 4)
    state = hands.state
    state.change("A9", False)
    world = state.worlds[0]
    assert isinstance(world, World)
    assert [state.marbles[i].token for i in state.in_hand(world)] == ["A"]
    assert ("A", HAND) in state.standing(world)
    assert "A9" not in state.tokens(world)
