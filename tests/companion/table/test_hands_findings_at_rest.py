"""What the hands simulator found where the board had come to rest, or seemed to (PP-40)."""

from __future__ import annotations

import pytest
from table_rig import AT_TABLE, Rig, at, position, restarted

from companion.model.commands import Act, Answer, SetAside, Undo
from companion.table.table import TableSettings
from hardware.ports import HoleChange, LinkChange, LinkState

P = "p"


def flicker(rig: Rig, hole: str, present: bool) -> None:
    """A sensor says something, whatever stands there."""
    rig.table.sensors(HoleChange(rig.numbers[hole], present, rig.clock.t))


def test_a_flicker_that_fills_the_board_again_hides_no_change_of_mind_pp_5_pp_13() -> None:
    """The marble in the hand may yet make a swap of the next card: it is waited for, then asked."""
    rig = at("2", [P, P, "A13", "Ah4"], [P, P, P, "X"])
    rig.carry("A13", "B1").wait(1)
    assert rig.done() == ["A13-B1"]
    rig.lift("B1", "X")
    flicker(rig, "A13", True)
    rig.put("X", "A").wait(0.05)
    flicker(rig, "A13", False)
    rig.wait(4)
    ask = rig.view.ask
    assert ask is not None
    right = next(option for option in ask.options if option.actions == ("A13-X",))
    rig.table.command(Answer(ask.id, right.id), AT_TABLE)
    assert rig.done() == ["A13-X"]
    rig.put("Cp4").wait(1)
    assert rig.view.owed == ()


def test_two_marbles_put_back_where_they_came_from_are_at_rest_pp_3_pp_4() -> None:
    rig = at("2", [P, P, "A13", "Ah4"], [P, P, P, "X"])
    rig.lift("A13", "X").put("A13", "A").put("X", "C").wait(1)
    assert rig.done() == []
    rig.carry("A13", "B1").wait(1)
    assert rig.done() == ["A13-B1"]


def test_a_marble_that_has_come_home_is_not_the_one_that_took_it_pp_5_pp_7() -> None:
    """In Butterfly a marble taken may stand in front of its full pen, and be led on from there."""
    marbles = {"A": [P, P, "A0", "Ah2", "B10"], "B": [P, P, P, P, "C5"]}
    rig = Rig().new(rules="butterfly", players=[["A"], ["B"]])
    rig.at(position([["A"], ["B"]], marbles, "9", rules="butterfly", penalty=False))
    rig.lift("B10", "C5").put("C5", "A").settle()
    assert rig.done() == ["B10-C5"]
    rig.put("B9", "B").wait(1)
    assert rig.view.owed == ()
    rig.carry("B9", "B10").wait(2)
    assert rig.done() == ["B10-C5"]
    assert rig.view.ask is not None


def test_a_half_made_before_a_power_cut_is_made_whole_after_it_pp_10_pp_15() -> None:
    """The board fits a legal action, whatever the hands did in the dark."""
    rig = at("7", [P, P, "B7", "D3"], [P, P, "D5", "E4"])
    rig.carry("B7", "B12").carry("D5", "Cp3").lift("D3")
    again = restarted(rig)
    again.put("D5", "A").wait(1)
    assert again.done() == ["B7-B12,D3-D5"]
    assert again.view.owed == ()


def test_a_capture_at_its_second_half_is_made_whole_after_a_power_cut_pp_10_pp_15() -> None:
    rig = at("7", [P, P, "C9", "C1"], [P, P, P, "C6"])
    rig.carry("C9", "C11").lift("C6", "C1").put("C3", "A")
    again = restarted(rig)
    again.lift("C3").wait(0.3).put("C6", "A").wait(1)
    assert sorted(again.done()[0].split(",")) == ["C1-C6", "C9-C11"]
    assert again.lit("pen")


def test_of_two_alike_marbles_of_a_pen_the_captured_one_stays_in_the_hand_pp_5_pp_6() -> None:
    """It may have come home while the one just moved is in the hand, so it is asked."""
    rig = at("3", [P, "D10", "Ah4", "B2"], [P, P, P, "D7"], to_play=1)
    rig.lift("D7", "D10").put("D10", "C").settle()
    assert rig.done() == ["D7-D10"]
    rig.card("6").lift("Ap1").wait(0.2)
    flicker(rig, "Ap3", True)
    rig.put("A9", "A").wait(0.1)
    flicker(rig, "Ap3", False)
    rig.wait(0.6)
    rig.lift("A9").put("Ap3", "A").wait(0.7)
    rig.carry("B2", "B8").wait(4)
    ask = rig.view.ask
    assert ask is not None
    right = next(option for option in ask.options if option.actions == ("B2-B8",))
    rig.table.command(Answer(ask.id, right.id), AT_TABLE)
    assert rig.done() == ["D7-D10", "B2-B8"]


def test_a_marble_knocked_out_beside_the_one_just_moved_is_led_home_too_pp_5_pp_8() -> None:
    """Both were out and both holes are full again: it is asked whether a Jack exchanged them.

    Either of the two may stand on B5, so no light and no sentence says which (I4).
    """
    rig = at("K", [P, P, P, "B7"], [P, P, P, "X"], to_play=1)
    rig.carry("X", "C0")
    assert rig.done() == ["X-C0"]
    rig.lift("B7", "C0").wait(0.2).put("B5", "A").wait(1)
    assert rig.state == "correction"
    assert (rig.lit("extra"), rig.lit("missing")) == (["B5"], ["C0"])
    assert rig.view.holes["B5"].token == "?"
    assert rig.view.arrow is None
    rig.put("C0", "C").wait(1)
    rig.carry("B5", "B7").wait(1)
    ask = rig.view.ask
    assert ask is not None
    assert [option.id for option in ask.options] == ["card:J", "nothing", "neither"]
    rig.table.command(Answer(ask.id, "nothing"), AT_TABLE)
    assert rig.state == "choose_card"
    assert rig.view.owed == ()
    assert rig.done() == ["X-C0"]


@pytest.mark.parametrize("card", ["3", None])
def test_a_capture_in_the_dark_whose_victim_goes_home_later_is_asked_and_never_wrong_pp_14(
    card: str | None,
) -> None:
    """The cable was out meanwhile. Red 12 was full before and is full now, so no sensor tells."""
    rig = (
        Rig()
        .new()
        .at(position([["A"], ["C"]], {"A": [P, P, P, "A9"], "C": ["A12", P, P, P]}, card))
    )
    rig.table.sensors(LinkChange(LinkState.DOWN))
    rig.hand.append(rig.wood.pop("A12"))
    rig.wood["A12"] = rig.wood.pop("A9")
    rig.wait(3).table.sensors(LinkChange(LinkState.UP))
    rig.picture()
    rig.wait(5).put("Cp4").wait(1)
    assert (rig.state, rig.lit("wrong")) == ("ask", [])
    ask = rig.view.ask
    assert ask is not None
    took = next(o.id for o in ask.options if o.id == "card:3" or o.actions == ("A9-A12",))
    rig.table.command(Answer(ask.id, took), AT_TABLE)
    rig.wait(1)
    assert (rig.state, rig.done(), rig.view.owed) == ("choose_card", ["A9-A12"], ())


def test_two_marbles_out_and_one_put_nowhere_name_no_colour_and_no_way_i4() -> None:
    """Either may stand there: both holes miss their marbles, and after a while it is asked."""
    rig = at("3", [P, P, "B3", "A9"], [P, P, P, "C9"])
    rig.lift("A9", "C9").put("D3", "C").wait(1)
    assert (rig.state, rig.said) == ("correction", "Put Yellow on Yellow 9.")
    assert (rig.lit("extra"), rig.lit("missing"), rig.view.arrow) == (["D3"], ["C9"], None)
    assert (rig.view.holes["D3"].token, rig.view.holes["D3"].colour) == ("?", "")
    rig.wait(4)
    assert (rig.state, rig.said) == ("ask", "Which marble is on Green 3?")


def test_who_captured_in_the_dark_is_not_led_back_out_of_the_pen_pp_15() -> None:
    """The hole stayed full for all that the sensors tell; the victim is at home already."""
    rig = at("3", [P, P, P, "A9"], [P, P, P, "A12"])
    rig.wood.pop("A9")
    rig.wood |= {"A12": "A", "Cp4": "C"}
    again = restarted(rig)
    again.wait(1)
    assert again.done() == ["A9-A12"]


def test_half_of_a_split_that_captured_in_the_dark_goes_on_pp_15() -> None:
    rig = at("7", [P, P, "C5", "A9"], [P, P, P, "A12"])
    for hole in ("A9", "C5"):
        rig.wood.pop(hole)
    rig.wood |= {"A12": "A", "Cp4": "C"}
    again = restarted(rig)
    again.hand.append("A")
    again.wait(1)
    assert again.state == "lifted"
    again.put("C9").wait(1)
    assert again.done() == ["A9-A12,C5-C9"]


def test_a_hole_that_fails_full_under_a_counted_seven_is_no_half_of_it_pp_13() -> None:
    """Butterfly seed 251005: it could not be doubted, and nobody could lift what is not there."""
    rig = at("7", [P, P, "B2", "E6"], [P, P, P, "B9"])
    rig.lift("B9", "B2").put("B5", "A").wait(0.1).lift("B5")
    rig.lies["B6"] = True
    flicker(rig, "B6", True)
    rig.wait(0.6).put("B9", "A").wait(1)
    assert rig.state == "ask"  # the captured one may stand there
    assert "B6" in [doubt.hole for doubt in rig.view.doubts]
    rig.table.command(SetAside("B6"), AT_TABLE)
    rig.wait(1)
    assert rig.done() == ["B2-B9"]


def test_a_marble_in_the_hand_is_the_one_that_the_lights_speak_of_pp_6_pp_17() -> None:
    """Butterfly seed 262004: a captured marble came home while another was out; two stories fit."""
    marbles = {"A": [P] * 4, "C": [P, P, P, "A12"], "E": [P, P, P, "A9"]}
    players = [["A"], ["C"], ["E"]]
    rig = Rig().new(players=players).at(position(players, marbles, "3", to_play=2))
    rig.lift("A12", "A9").put("A12", "E").wait(1)
    assert rig.done() == ["A9-A12"]
    rig.put("E5", "C").wait(1).lift("Ap1", "E5").wait(1)
    rig.put("A9", "A").wait(1).put("Cp4", "C").wait(1).lift("A9").wait(1)
    assert (rig.state, rig.lit("origin"), rig.lit("pen")) == ("lifted", ["Ap1"], [])
    assert [(held.token, held.frm) for held in rig.view.in_hand] == [("A", "Ap1")]


def test_two_halves_of_a_seven_that_are_taken_back_are_not_made_again_pp_11_pp_17() -> None:
    """Stevens seed 272003: each of two alike marbles stood nearest to where the other came from."""
    rig = at("7", [P, P, "E4", "E3"], [P, P, P, "C9"])
    rig.carry("E4", "E8").carry("E3", "E6").wait(1)
    assert rig.done() == ["E4-E8,E3-E6"]
    rig.table.command(Undo(), AT_TABLE)
    rig.wait(2)
    assert (rig.done(), rig.state) == ([], "correction")
    rig.carry("E6", "E4").carry("E8", "E3").wait(1)
    assert (rig.done(), rig.state) == ([], "choose_move")
    rig.carry("E4", "E11").wait(1)
    assert rig.done() == ["E4-E11"]


def test_what_is_rightly_done_is_not_doubted_pp_13() -> None:
    """A marble that came home, or half of a move whose other half is in the hand."""
    rig = at("2", [P, P, P, "A9"], [P, P, P, "A11"])
    rig.lift("A11", "A9").put("Cp4", "C").wait(1)
    assert rig.state == "lifted"
    assert "Cp4" not in [doubt.hole for doubt in rig.view.doubts]
    rig = at("7", [P, P, "B2", "E6"], [P] * 4)
    rig.carry("B2", "B5").lift("E6").wait(1)
    assert rig.state == "lifted"
    assert "B5" not in [doubt.hole for doubt in rig.view.doubts]


@pytest.mark.parametrize("flickers", [False, True])
def test_of_two_alike_marbles_in_the_hand_the_captured_one_waits_pp_6_pp_13(flickers: bool) -> None:
    """Stevens seed 282004: a flicker looked as if the captured one had been put down and lifted."""
    rig = at("2", [P, P, "A10", "C9"], [P, P, P, "A12"])
    rig.lift("A12", "A10").put("A12", "A").wait(1)
    rig.table.command(Act("card:6"), AT_TABLE)
    rig.wait(1)
    if flickers:
        flicker(rig, "C3", True)
        rig.wait(0.08)
    rig.lift("Cp2").wait(0.15)
    if flickers:
        flicker(rig, "C3", False)
    rig.wait(0.2).lift("C9").wait(0.3).put("C9", "C").wait(1)
    assert rig.done() == ["A10-A12", "Cp-C9"]


@pytest.mark.parametrize("cut", [False, True])
def test_a_touch_taken_for_the_move_leaves_the_mind_free_to_change_pp_5_pp_8_pp_15(
    cut: bool,
) -> None:
    """Butterfly seed 301003. It is led to where it came from; after a cut, to where the table has
    it. From either it may go on."""
    marbles = {"A": [P, "Ah2", "Ah3", "Ah4", "E0*"], "D": ["D7", "Dh3", "Dh4", "E12", "F3"]}
    butterfly = {"rules": "butterfly", "penalty": False}
    rig = Rig(settings=TableSettings(dwell_ms=200)).new(players=[["A"], ["D"]], rules="butterfly")
    rig.at(position([["A"], ["D"]], marbles, "JOKER", **butterfly))
    rig.lift("E0").put("E1").wait(0.25)
    assert rig.done() == ["E0-E1"]
    rig.lift("E1")
    if cut:
        rig = restarted(rig)
    rig.put("F2").wait(1)
    back, played = ("E1", ["E0-E1"]) if cut else ("E0", [])
    assert (rig.state, rig.lit("return")) == ("wrong", [back])
    rig.carry("F2", back).wait(1)
    assert (rig.done(), rig.view.owed) == (played, ())
    rig.carry(back, "F0").wait(1)
    assert rig.done() == ["E0-F0"]


def moved_on(rested: float) -> Rig:
    """Red has moved to A11, rested there and lifted its marble again."""
    rig = Rig(settings=TableSettings(dwell_ms=200)).new(players=[["A"], ["C"]])
    rig.at(position([["A"], ["C"]], {"A": [P, P, P, "A9"], "C": [P] * 4}, "2"))
    rig.carry("A9", "A11").wait(rested)
    assert rig.done() == ["A9-A11"]
    return rig.lift("A11")


def test_a_move_that_has_stood_is_not_led_back_after_a_power_cut_pp_8_pp_15() -> None:
    """The lights lead to where it stood. A row that only older releases wrote changes nothing."""
    rig = moved_on(3.0)
    rig.journal.append("touch", "A11")
    rig = restarted(rig)
    rig.put("A13").wait(1)
    assert (rig.state, rig.lit("return")) == ("wrong", ["A11"])


def test_a_marble_that_is_put_back_in_the_dark_has_rested_pp_15() -> None:
    rig = moved_on(0.25)
    rig.wood["A11"] = rig.hand.pop()
    rig = restarted(rig).wait(3)
    rig.lift("A11").put("A13").wait(1)
    assert rig.lit("return") == ["A11"]


def test_the_next_move_is_read_after_a_power_cut_pp_15() -> None:
    rig = moved_on(0.25)
    rig = restarted(rig)
    rig.put("A11").wait(1).card("A").carry("Cp1", "C9").wait(1)
    assert rig.done() == ["A9-A11", "Cp-C9"]


def test_a_pen_hole_set_aside_may_hold_the_marble_that_seems_to_be_missing_pp_13_pp_15() -> None:
    """Butterfly seed 307015: the page told of a marble in the hand that stood in its pen."""
    rig = at("2", [P, P, P, "A9"], [P, P, "C9", "C3"])
    rig.table.command(SetAside("Cp3"), AT_TABLE)
    rig.wood["Cp3"] = rig.wood.pop("Cp1")
    rig = restarted(rig.lift("A9"))
    rig.lies["Cp3"] = False
    rig.wait(1)
    assert [(held.token, held.frm) for held in rig.view.in_hand] == [("A", "A9")]
    rig.put("A11").wait(1)
    assert (rig.done(), rig.state) == (["A9-A11"], "choose_card")
    rig.card("A").lift("Cp2").put("C8").wait(1)
    assert rig.state == "wrong"
    rig.carry("C8", "Cp2").wait(1)
    assert (rig.done(), rig.state, rig.view.in_hand) == (["A9-A11"], "choose_move", ())


def test_a_marble_lifted_before_a_power_cut_is_played_though_it_may_be_unseen_pp_13_pp_15() -> None:
    rig = at("A", [P, P, P, "A3"], [P] * 4)
    rig.table.command(SetAside("Ap4"), AT_TABLE)
    rig = restarted(rig.lift("Ap1"))
    rig.put("A9").wait(2)
    if rig.view.ask is not None:
        right = next(o for o in rig.view.ask.options if "Ap-A9" in o.actions)
        rig.table.command(Answer(rig.view.ask.id, right.id), AT_TABLE)
        rig.wait(2)
    assert rig.done() == ["Ap-A9"]
