"""Sensors that are dead, lie or chatter: none stops a game, what matters is asked (PP-13)."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
from blind_hands import blind, trusting
from table_rig import AT_TABLE, EVERYBODY, Rig, play_game, position

from companion.errors import CommandRefused
from companion.model.commands import Answer, Edit, Restore, SetAside
from companion.model.states import TableState
from companion.recogniser.sensor_health import CHATTER, QUIET, Health
from companion.words import render
from hardware.ports import HoleChange

P = "p"


def at(card: str | None, a: list[str], c: list[str], *aside: str, **more: object) -> Rig:
    """Red and yellow with these marbles, red to play; those holes are dead and set aside."""
    rig = Rig().new()
    rig.at(position([["A"], ["C"]], {"A": a, "C": c}, card, **more))
    for hole in aside:
        rig.lies[hole] = False
        rig.table.command(SetAside(hole), AT_TABLE)
        rig.picture()
    return rig


def answer(rig: Rig, token: str = "") -> None:
    """Answer with the marble of that token, or with the last option."""
    ask = rig.view.ask
    assert ask is not None
    chosen = next((o for o in ask.options if token and o.token == token), ask.options[-1])
    rig.table.command(Answer(ask.id, chosen.id), AT_TABLE)


# --------------------------------------------------------------------------------- set aside


def test_a_hole_set_aside_is_no_news_and_shows_as_fault_pp_13() -> None:
    rig = at("3", [P, P, P, "A9"], [P] * 4, "D5")
    assert rig.lit("fault") == ["D5"]
    assert rig.view.aside == {"D5": "lies"}
    notice = rig.view.notice
    assert notice is not None
    assert render(notice) == "Green 5 is set aside. The page will ask."
    rig.lies.clear()
    rig.hand = ["C"]
    rig.put("D5").settle()
    assert rig.state == "choose_move"


def test_a_move_on_to_a_hole_set_aside_is_asked_not_guessed_pp_13() -> None:
    rig = at("3", [P, P, P, "A9"], [P] * 4, "A12")
    rig.lift("A9")
    assert rig.lit("destination") == ["A12"]
    rig.put("A12")
    assert (rig.state, rig.done()) == ("lifted", [])
    rig.wait(1.2)
    assert rig.said == "Is there a marble on Red 12?"
    assert rig.lit("ask") == ["A12"]
    answer(rig, "A")
    assert rig.done() == ["A9-A12"]
    assert rig.state == "choose_card"
    assert rig.marbles()["A12"] == "A"


def test_the_marble_still_in_the_hand_may_go_elsewhere_pp_13() -> None:
    rig = at("7", [P, P, P, "A9"], [P] * 4, "B2")
    rig.lift("A9").wait(1.2)
    answer(rig)
    assert rig.state == "lifted"
    rig.wait(5)
    assert rig.state == "lifted"
    rig.put("A9")
    assert (rig.state, rig.done()) == ("choose_move", [])


def test_a_sensor_that_flickers_on_does_not_ask_every_second_pp_13() -> None:
    """Who thinks with a marble in the hand is left in peace, longer after each "no"."""
    rig = at("7", [P, P, P, "A9"], [P] * 4, "B2")
    rig.lift("A9")
    asked, full = [], True
    for tenth in range(300):
        rig.table.sensors(HoleChange(rig.numbers["B2"], full, rig.clock.t))
        full = not full
        rig.wait(0.1)
        if rig.view.ask is not None:
            asked.append(tenth / 10)
            answer(rig)
    pauses = [later - sooner for sooner, later in pairwise(asked)]
    assert asked[0] < 1.5
    assert len(asked) <= 5
    assert pauses == pytest.approx([2, 4, 8][: len(pauses)], abs=0.3)


def test_a_move_off_a_hole_set_aside_needs_no_question_pp_13() -> None:
    rig = at("3", [P, P, P, "A9"], [P] * 4, "A9")
    rig.carry("A9", "A12").settle()
    assert rig.done() == ["A9-A12"]
    assert rig.view.ask is None


def test_what_is_put_wrong_from_a_hole_set_aside_goes_back_there_pp_13() -> None:
    rig = at("3", [P, P, P, "A9"], [P] * 4, "A9")
    rig.carry("A9", "B5").settle()
    assert (rig.lit("wrong"), rig.lit("return")) == (["B5"], ["A9"])
    rig.carry("B5", "A9").settle()
    assert (rig.state, rig.done()) == ("choose_move", [])


def test_a_capture_on_a_hole_set_aside_is_asked_and_the_pen_lit_pp_13() -> None:
    rig = at("3", [P, P, P, "A9"], [P, P, P, "A12"], "A12")
    rig.lift("A9", "A12").put("A12", "A").wait(1.5)
    answer(rig, "A")
    assert rig.done() == ["A9-A12"]
    assert rig.lit("pen") == ["Cp4"]
    rig.put("Cp4", "C").settle()
    assert rig.state == "choose_card"
    assert rig.view.owed == ()


def test_one_of_a_pens_holes_may_be_dead_pp_13() -> None:
    rig = at("6", [P] * 4, [P] * 4, "Ap2")
    rig.carry("Ap1", "A9").settle()
    assert rig.done() == ["Ap-A9"]
    rig.card("3").wait(2)
    rig.card("6").carry("Ap2", "A9") if rig.state == "choose_card" else None
    assert rig.state != "correction"


def test_a_captured_marble_may_go_unseen_into_its_pen_pp_13() -> None:
    rig = at("3", [P, P, P, "A9"], [P, P, P, "A12"], "Cp4")
    rig.lift("A9", "A12").put("A12", "A").put("Cp4", "C").settle()
    assert rig.done() == ["A9-A12"]
    assert rig.view.owed == ()


def test_a_move_that_no_sensor_sees_is_made_on_the_page_and_owes_nothing_pp_13_pp_16() -> None:
    rig = at("3", [P, P, P, "A9"], [P] * 4, "A9", "A12")
    rig.carry("A9", "A12").settle()
    assert rig.done() == []
    rig.act("A9-A12")
    assert rig.state == "choose_card"
    assert rig.view.owed == ()
    assert rig.marbles()["A12"] == "A"


def test_half_a_capture_out_of_a_hole_set_aside_is_asked_pp_3_pp_13() -> None:
    """It is asked when the hand has been waited for (rule 4 of reading_hands.md)."""
    rig = at("7", [P, P, "D10", "D5"], [P, P, P, "X"], "D10")
    rig.lift("X", "D10").put("X", "A").wait(1.5)
    assert rig.said == "Which marble is on bull's eye?"
    answer(rig, "A")
    assert rig.state == "half"
    rig.carry("D5", "D7").settle()
    assert sorted(rig.done()[0].split(",")) == ["D10-X", "D5-D7"]
    assert rig.lit("pen") == ["Cp4"]


def test_a_half_that_no_sensor_sees_is_asked_pp_13() -> None:
    rig = at("7", [P, P, "A9", "B3"], [P] * 4, "B3", "B7")
    rig.carry("A9", "A12").carry("B3", "B7").wait(1.5)
    assert rig.said == "Is there a marble on Orange 7?"
    answer(rig, "A")
    assert rig.done() == ["A9-A12,B3-B7"]
    assert rig.state == "choose_card"
    assert rig.marbles()["B7"] == "A"


# ------------------------------------------------------------------------------ found out


def test_a_sensor_that_misses_the_put_is_found_by_a_tap_pp_13() -> None:
    """The tap says that a marble stands there, so nothing is left to be asked."""
    rig = at("3", [P, P, P, "A9"], [P] * 4)
    rig.lies["A12"] = False
    rig.carry("A9", "A12").settle()
    assert rig.state == "lifted"
    doubts = {doubt.hole: (doubt.full, render(doubt.message)) for doubt in rig.view.doubts}
    assert doubts["A12"] == (False, "There is a marble on Red 12")
    rig.table.command(SetAside("A12"), AT_TABLE)
    assert (rig.view.ask, rig.done()) == (None, ["A9-A12"])


def test_a_sensor_that_misses_the_lift_is_asked_about_pp_13() -> None:
    """One sensor of two lies, and nothing tells which: a question, no guess (rule 4)."""
    rig = at("3", [P, P, P, "A9"], [P] * 4)
    rig.lies["A9"] = True
    rig.carry("A9", "A12").settle()
    ask = rig.view.ask
    assert ask is not None
    assert [option.actions for option in ask.options] == [("A9-A12",), (), ()]
    rig.table.command(Answer(ask.id, "0"), AT_TABLE)
    assert (rig.state, rig.done()) == ("choose_card", ["A9-A12"])


def test_a_sensor_that_misses_the_lift_may_be_set_aside_instead_pp_13() -> None:
    rig = at("3", [P, P, P, "A9"], [P] * 4)
    rig.lies["A9"] = True
    rig.carry("A9", "A12").settle()
    rig.table.command(SetAside("A9"), AT_TABLE)
    rig.settle()
    assert rig.done() == ["A9-A12"]


@pytest.mark.parametrize("since", [0.0, 0.1, 0.3, 1.0, 8.0])
def test_who_says_that_a_marble_stands_there_is_asked_no_more_however_soon_pp_13(
    since: float,
) -> None:
    rig = Rig().new()
    rig.card("A").lift("Ap1")
    rig.wood["A9"], rig.lies["A9"] = rig.hand.pop(), False
    rig.wait(since)
    assert rig.state == "lifted"
    assert "A9" in [doubt.hole for doubt in rig.view.doubts]
    rig.table.command(SetAside("A9"), AT_TABLE)
    rig.settle()
    assert rig.done()[-1:] == ["Ap-A9"]


def test_a_sensor_set_aside_in_mid_gesture_forgets_no_reading_pp_13() -> None:
    rig = at("7", [P, P, "C13", "C1"], ["D5", P, P, P])
    rig.lies["C2"] = False
    rig.lift("D5", "C13").put("D5", "A").carry("C1", "C2").settle()
    assert rig.done() == []
    rig.table.command(SetAside("C2"), AT_TABLE)
    rig.wait(1.5)
    answer(rig, "A")
    assert rig.done() == ["C13-D5,C1-C2"]
    assert rig.lit("pen") == ["Cp4"]


def test_a_sensor_that_dies_under_a_marble_is_found_by_a_tap_pp_13() -> None:
    rig = at("3", [P, P, P, "A9"], ["C9", P, P, P])
    rig.lift("C9")
    assert rig.state == "stray"
    assert [doubt.hole for doubt in rig.view.doubts] == ["C9"]
    rig.hand.clear()
    rig.wood["C9"] = "C"
    rig.lies["C9"] = False
    rig.table.command(SetAside("C9"), AT_TABLE)
    assert rig.state == "choose_move"


def test_setting_out_with_dead_sensors_is_ended_by_taps_pp_13() -> None:
    rig = Rig(board_kind="serial").new()
    rig.lies = {"Cp2": False, "B5": True}
    rig.plug_in(rig.table.expected_tokens())
    rig.settle()
    taps = trusting(rig)
    assert taps == {"Cp2", "B5"}
    assert rig.state == "choose_card"


def test_doubts_tell_nobody_what_cards_a_hand_holds_pp_13() -> None:
    rig = Rig().new(hands="virtual")
    rig.table.command(Edit({"A9": "A", "C9": "C"}), EVERYBODY)
    rig.carry("Ap1", "A9").carry("Cp1", "C9").settle()
    assert rig.state == "choose_card"
    rig.lift("A9").settle()
    assert [doubt.hole for doubt in rig.view.doubts] == ["A9"]


# ------------------------------------------------------------------------------- chattering


def chatter(rig: Rig, hole: str, times: int = CHATTER) -> None:
    """That hole's sensor flickers, 60 ms a change, and ends as it was."""
    for i in range(times):
        rig._sense(hole, i % 2 == (0 if hole not in rig.wood else 1))
        rig.wait(0.06)


def test_a_chattering_sensor_is_set_aside_and_believed_again_when_quiet_pp_13() -> None:
    rig = at("3", [P, P, P, "A9"], ["C9", P, P, P])
    chatter(rig, "D3")
    assert rig.view.aside == {"D3": "chatter"}
    assert rig.state == "choose_move"
    rig.wait(QUIET + 1)
    assert rig.view.aside == {}
    assert [row.data["why"] for row in rig.journal.rows if row.kind == "aside"] == ["chatter", None]


def test_people_cannot_make_a_sensor_chatter_pp_13() -> None:
    rig = at("3", [P, P, P, "A9"], ["C9", P, P, P])
    for _ in range(20):
        rig.lift("C9").wait(0.2).put("C9").wait(0.2)
    assert rig.view.aside == {}


def test_health_tells_who_never_changed_pp_13() -> None:
    health = Health()
    for i in range(CHATTER - 1):
        assert not health.changed("A1", i / 10)
    assert health.changed("A1", CHATTER / 10)
    assert health.never(["A1", "A2"]) == ("A2",)
    assert health.report(["A1", "A2"]) == {"A1": CHATTER, "A2": 0}
    assert health.due() is None


# ------------------------------------------------------------------------- kept, and undone


def test_holes_set_aside_outlive_a_restart_and_a_new_game_pp_13_pp_15() -> None:
    rig = at("3", [P, P, P, "A9"], [P] * 4, "A12")
    again = Rig(journal=rig.journal)
    again.table.resume()
    again.lies = dict(rig.lies)
    again.plug_in(rig.wood)
    assert again.view.aside == {"A12": "lies"}
    again.new_again()
    assert again.view.aside == {"A12": "lies"}
    assert [row.kind for row in again.journal.rows] == ["new", "aside"]


def test_a_hole_may_be_believed_again_pp_13() -> None:
    rig = at("3", [P, P, P, "A9"], [P] * 4, "A12")
    rig.lies.clear()
    rig.table.command(Restore("A12"), AT_TABLE)
    rig.carry("A9", "A12").settle()
    assert rig.done() == ["A9-A12"]
    for command, code in ((Restore("A12"), "unchanged"), (SetAside("Z9"), "unknown-hole")):
        with pytest.raises(CommandRefused) as refused:
            rig.table.command(command, AT_TABLE)
        assert refused.value.code == code


def test_a_marble_on_a_hole_that_is_believed_again_is_missed_if_it_is_not_there_pp_13() -> None:
    rig = at("3", [P, P, P, "A9"], ["C9", P, P, P], "C9")
    rig.table.command(Restore("C9"), AT_TABLE)
    rig.settle()
    assert rig.state in ("stray", "correction")
    rig.table.command(SetAside("C9"), AT_TABLE)
    assert rig.state == "choose_move"


def test_a_swap_and_a_capture_that_look_alike_are_both_offered_pp_3_pp_13() -> None:
    rig = at("J", [P, P, P, "C5"], [P, P, P, "C6"], "C5")
    rig.lift("C5", "C6").put("C6", "A").put("C5", "C").settle()
    ask = rig.view.ask
    assert ask is not None
    lines = {render(option.message): option.id for option in ask.options}
    assert len(lines) == 4
    rig.table.command(Answer(ask.id, lines["Yellow 5 ⇄ Yellow 6"]), AT_TABLE)
    assert rig.done() == ["C5=C6"]
    assert (rig.marbles()["C5"], rig.marbles()["C6"]) == ("C", "A")


# ------------------------------------------------------------------------------ whole games

GAMES = [
    ("classic", "hex", [["A"], ["C"]], None),
    ("classic", "hex", [["A", "D"], ["B", "E"]], None),
    ("stevens", "hex", [["A"], ["C"], ["E"]], None),
    ("butterfly", "hex", [["A"], ["D"]], None),
]


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "board", "players", "teams"), GAMES)
def test_with_five_failed_sensors_whole_games_end_and_little_is_asked_pp_13(
    rules: str, board: str, players: list[list[str]], teams: Any
) -> None:
    rng = random.Random(2)
    rig = Rig(seed=2).new(rules=rules, board=board, players=players, teams=teams)
    for hole in rng.sample(sorted(rig.numbers), 5):
        rig.lies[hole] = rng.random() < 0.5
    failed = set(rig.lies)
    rig.picture()
    rig.settle()
    counts: Counter[str] = Counter()
    trusting(rig, counts)

    def hands(rig: Rig, action: Any, rng: random.Random) -> None:
        blind(rig, action, rng, counts)

    play_game(rig, rng, lambda _, legal, rng: rng.choice(legal), hands=hands)
    assert rig.table.state is TableState.OVER
    assert set(rig.view.aside) <= failed
    assert counts["set aside"] <= 5
    assert counts["needless"] == 0
    asked = counts["asked"] - counts["asked without failure"]
    assert asked <= 0.2 * counts["moves"], counts


def test_a_swap_with_a_hole_set_aside_is_asked_pp_3_pp_13() -> None:
    rig = at("J", [P, P, P, "A9"], [P, P, P, "C3"], "C3")
    rig.lift("A9", "C3").put("C3", "A").put("A9", "C").wait(1.5)
    ask = rig.view.ask
    assert ask is not None
    assert [option.actions for option in ask.options] == [("A9=C3",), (), ()]
    rig.table.command(Answer(ask.id, "0"), AT_TABLE)
    assert rig.done() == ["A9=C3"]
    assert rig.marbles()["C3"] == "A"
    assert rig.state == "choose_card"


def test_a_move_that_looked_like_nothing_is_told_and_its_sensor_found_pp_13_pp_16() -> None:
    rig = at("6", [P, P, P, P], ["A9", P, P, P])
    rig.lies["Ap2"] = True
    rig.lift("Ap2", "A9").put("A9", "A").settle()
    assert (rig.state, rig.done()) == ("choose_move", [])
    rig.act("Ap-A9")
    rig.put("Cp4", "C").settle()
    assert rig.state == "ask"
    assert "Ap2" in [doubt.hole for doubt in rig.view.doubts if doubt.full]
    rig.table.command(SetAside("Ap2"), AT_TABLE)
    assert rig.state == "choose_card"
    assert rig.view.owed == ()
    assert (rig.marbles()["A9"], rig.marbles()["Cp4"]) == ("A", "C")


def test_an_empty_target_is_doubted_before_the_many_that_are_full_pp_13() -> None:
    yellow = ["C9", "C12", "D5", "E5"]
    players = [["A"], ["C"], ["E"], ["F"]]
    rig = Rig().new(players=players)
    others = {"C": yellow, "E": ["E9", "E12", "F2", "D9"], "F": ["F9", "F12", "B9", "B12"]}
    rig.at(position(players, {"A": [P, P, P, "A9"], **others}, "J"))
    assert len(rig.view.legal) > 12
    rig.lies["A10"] = False
    rig.carry("A9", "A10").settle()
    assert {doubt.hole for doubt in rig.view.doubts[:2]} == {"A9", "A10"}
