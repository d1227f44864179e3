"""What the hands simulator found (PP-40): each finding as the gesture that showed it."""

from __future__ import annotations

from table_rig import AT_TABLE, Rig, at, look_and_tell, position, restarted

from companion.model.commands import Answer
from hardware.ports import HoleChange

P = "p"


def test_a_debt_that_was_paid_may_be_made_as_a_move_pp_17() -> None:
    """After the gap nobody knows which marble is which, so that is asked until the board fits."""
    rig = at("3", [P, P, P, "A9"], ["C9", P, P, P])
    rig.act("A9-A12")
    rig.carry("A9", "A12").settle()
    assert rig.done() == ["A9-A12"]
    rig.card("2")
    rig.wood |= {"C11": rig.wood.pop("C9"), "B4": rig.wood.pop("A12")}
    rig.wood |= {"B5": rig.wood.pop("Ap1")}
    rig.picture()
    rig.settle()
    ask = rig.view.ask
    assert ask is not None
    assert {(option.hole, option.token) for option in ask.options[:-1]} == {
        ("B4", "A"),
        ("B4", "C"),
    }
    assert set(rig.lit("ask")) <= {"B4", "B5", "C11"}
    rig.carry("C11", "C9").carry("B4", "A12").carry("B5", "Ap1").settle()
    assert rig.state == "choose_move"
    rig.carry("C9", "C11").settle()
    assert rig.done() == ["A9-A12", "C9-C11"]


def test_after_a_power_cut_other_pen_holes_than_the_first_are_no_disorder_pp_15() -> None:
    rig = at("2", [P, P, "A9", "A3"], [P, P, "C9", "C3"])
    for token in "AC":
        for frm, to in (("p1", "p3"), ("p2", "p4")):
            rig.wood[token + to] = rig.wood.pop(token + frm)
    rig.wood["A11"] = rig.wood.pop("A9")
    again = restarted(rig).settle()
    assert again.done() == ["A9-A11"]
    assert again.marbles()["Ap4"] == "A"
    assert again.state == "choose_card"


def test_a_shared_seven_that_takes_twice_in_one_hole_is_read_whole_pp_1() -> None:
    marbles = {
        "A": ["Ah1", "B3", "B4", "D4"],
        "B": [P, "B10", "Bh2", "X"],
        "C": [P, P, P, P],
        "D": [P, P, "B13", "D6"],
    }
    players = [["A"], ["B"], ["C"], ["D"]]
    rig = Rig().new(players=players, teams=[[0, 2], [1, 3]])
    rig.at(position(players, marbles, "7", teams=[[0, 2], [1, 3]], to_play=3))
    rig.lift("D6").put("D6").settle()
    assert rig.view.ask is None
    rig.lift("B13", "X").put("X", "D").put("Bp2", "B").settle()
    rig.lift("B10", "X").put("X", "B").put("Dp3", "D").settle()
    assert rig.done() == ["B13-X,B10-X"]
    assert rig.view.owed == ()


def test_a_capture_before_its_card_by_the_marble_just_moved_is_asked_pp_7() -> None:
    rig = at("Q", [P, "A13", "Ah3", "Ah4"], ["A6", "Ch2", "Ch3", "Ch4"], to_play=1)
    rig.carry("A6", "A7").settle()
    assert rig.done() == ["A6-A7"]
    rig.lift("A7", "A13").put("A13", "C").settle()
    assert rig.view.ask is not None
    assert rig.view.ask.options[0].id == "card:6"


def test_counting_over_the_hole_just_left_takes_nothing_back_pp_5() -> None:
    marbles = {"B": [P, P, "Bh4", "D0*", "E1"], "A": [P, P, P, P, "E0*"]}
    butterfly = {"rules": "butterfly", "to_play": 1, "penalty": False}
    rig = Rig().new(players=[["A"], ["B"]], rules="butterfly")
    rig.at(position([["A"], ["B"]], marbles, "K", **butterfly))
    rig.lift("D0", "E0").put("E0", "B").settle().put("A9", "A").settle()
    assert rig.done() == ["D0-E0"]
    rig.lift("E0")
    for hole in ("D13", "D5", "D1", "D0", "C13"):
        rig.put(hole).wait(0.15).lift(hole)
    assert rig.done() == ["D0-E0"]


def test_a_marble_miscounted_on_to_its_hole_of_before_takes_no_card_back_pp_8_pp_11() -> None:
    rig = at("Q", [P, P, P, "D12"], [P, P, P, "C9"])
    rig.carry("D12", "D13").settle()
    rig.card("J").carry("D13", "D12").wait(5)
    assert rig.done() == ["D12-D13"]
    assert rig.state == "wrong"
    assert rig.lit("return") == ["D13"]
    rig.carry("D12", "E0").settle()
    assert rig.done() == ["D12-D13", "D13-E0"]


def test_a_view_looked_at_while_the_hands_are_waited_for_is_whole_pp_2_pp_5() -> None:
    rig = at("A", [P, P, P, "A3"], [P, P, P, "C9"])
    for felt in (True, False):  # a sensor flickers: a marble that nobody knows comes and goes
        rig.table.sensors(HoleChange(rig.numbers["E5"], felt, rig.clock.t))
        rig.settle()
    rig.lift("Ap2").put("A9").settle()
    assert rig.done() == ["Ap-A9"]
    rig.lift("A9").put("Ap2")
    assert rig.view.holes["Ap2"].token == "A"
    assert rig.view.owed == ()
    rig.wait(1)
    assert rig.done() == []
    assert rig.state == "choose_move"


def test_two_colours_knocked_out_are_not_told_apart_by_guessing_pp_3_pp_10() -> None:
    """Which colour stands where is asked; putting the board right ends the question."""
    rig = at("2", [P, P, "Ah4", "D9"], [P, P, "D8", "C9"])
    rig.lift("D8", "D9").put("D6", "C").put("D5", "A").settle()
    assert rig.said == "Which marble is on Green 5?"
    assert rig.view.arrow is None
    assert rig.view.owed == ()
    assert rig.lit("ask") == ["D5", "D6"]
    assert {rig.view.holes[hole].colour for hole in rig.lit("ask")} == {""}
    assert {rig.marbles()[hole] for hole in ("D5", "D6")} == {"?"}
    rig.carry("D6", "D8").carry("D5", "D9").settle()
    assert rig.state == "choose_move"


def test_after_disorder_a_marble_that_may_be_another_one_is_asked_for_pp_3_pp_10() -> None:
    rig = at("A", [P, P, "F13", "F8"], [P, P, P, "F9"])
    rig.lift("F13", "F8", "F9").put("F7", "A").put("Ch2", "C").wait(2)
    assert rig.state == "correction"
    rig.lift("F7", "Ch2").put("F9", "C").put("F13", "A").settle()
    assert rig.done() == []
    rig.wait(4)
    ask = rig.view.ask
    assert ask is not None
    assert {option.hole for option in ask.options} == {"F13", ""}, "F9 stands where it was called"
    right = next(o for o in ask.options if o.hole and rig.wood[o.hole] == o.token)
    rig.table.command(Answer(ask.id, right.id), AT_TABLE)
    assert (rig.state, rig.lit("origin")) == ("lifted", ["F8"]), "the other is out of place too"
    rig.put("F8", "A").settle()
    assert rig.done() == []
    assert rig.state == "choose_move"


def test_counting_rests_in_the_hole_of_before_and_takes_nothing_back_pp_2_pp_5() -> None:
    """That the move is taken back in the end is asked: it may as well be counted on (PP-11)."""
    rig = at("A", [P, P, P, "C4"], [P, P, P, "C9"])
    rig.carry("C4", "C5").settle()
    assert rig.done() == ["C4-C5"]
    rig.carry("C5", "C4").wait(0.4).carry("C4", "C3").wait(0.1).carry("C3", "C2").wait(0.1)
    rig.carry("C2", "C1").wait(0.7)
    assert rig.done() == ["C4-C5"]
    assert rig.view.ask is not None
    assert "card:4" in [option.id for option in rig.view.ask.options]
    rig.carry("C1", "C4").wait(0.7)
    assert rig.said == "This is how the board stood before. Moves to take back: 1."
    rig.table.command(Answer(rig.view.ask.id, "0"), AT_TABLE)
    assert rig.done() == []


def test_a_move_of_the_next_card_is_no_half_of_the_last_one_pp_5_pp_7() -> None:
    marbles = {"D": [P, P, P, "A7", "D11"], "A": [P, P, P, P, "B0*"]}
    butterfly = {"rules": "butterfly", "to_play": 0, "penalty": False}
    rig = Rig().new(players=[["D"], ["A"]], rules="butterfly")
    rig.at(position([["D"], ["A"]], marbles, "7", **butterfly))
    rig.lift("B0", "A7").put("B0", "D").settle()
    assert rig.done() == ["A7-B0"]
    rig.put("A9", "A").settle()
    rig.carry("A9", "A10").wait(1.0)
    assert rig.done() == ["A7-B0"]
    assert rig.view.ask is not None


def test_a_move_that_leading_back_happens_to_leave_is_made_and_may_be_taken_back_pp_10() -> None:
    """The board fits a legal action, so that is played; marbles of one colour are alike."""
    rig = at("7", [P, "A10", "A2", "Ah4"], [P, P, P, "C9"])
    rig.carry("A2", "A9").wait(1).carry("A10", "Ah2").wait(1)
    assert rig.state == "wrong"
    arrow = rig.view.arrow
    assert arrow is not None
    assert (arrow.frm, arrow.to) == ("A9", "A10")
    rig.carry("A9", "A10").wait(1)
    assert rig.done() == ["A2-Ah2"]
    rig.carry("Ah2", "A2").wait(1)
    assert (rig.done(), rig.state) == ([], "choose_move")


def test_two_alike_marbles_that_were_crossed_on_the_way_make_their_move_pp_1() -> None:
    rig = at("7", [P, P, "A9", "B1"], [P, P, P, "C9"])
    rig.carry("A9", "Bh4").wait(1).carry("B1", "A12").wait(1).carry("Bh4", "B1")
    rig.carry("B1", "B3").carry("A12", "B0").wait(1)
    if rig.view.ask is not None:
        rig.table.command(Answer(rig.view.ask.id, "0"), AT_TABLE)
    assert sorted(rig.done()[0].split(",")) == ["A9-B0", "B1-B3"]


def test_a_marble_led_home_makes_its_part_of_a_move_again_pp_10() -> None:
    rig = at("7", [P, P, "A9", "B1"], [P, P, P, "C9"])
    rig.carry("A9", "A11").carry("B1", "E5").carry("Ap1", "E8").wait(1)
    assert rig.state == "correction"
    rig.carry("E8", "Ap1").wait(1).carry("E5", "B1").wait(1)
    assert rig.state == "half"
    rig.lift("B1")
    assert rig.state == "lifted"
    assert rig.lit("destination") == ["B6"]


def test_a_board_whose_holes_fit_after_disorder_is_asked_about_and_fits_pp_10() -> None:
    """Two changes that no sensor told cost more than any story that is kept (I2).

    While it waits to ask, nobody is told that the board fits (I9).
    """
    marbles = {"A": [P, P, "Ah4", "D2"], "C": [P, P, P, "D4"], "E": [P, P, P, "Eh3"]}
    players = [["A"], ["C"], ["E"]]
    rig = Rig().new(players=players).at(position(players, marbles, "2"))
    rig.lift("D4", "Eh3")
    rig.wood["D2"] = "E"  # another fell in before the sensor told that the first had gone
    rig.hand = ["A", "C"]
    rig.put("D3", "A").wait(1)
    rig.lift("D2").put("Eh3", "E").wait(1).put("D4", "C").wait(1)
    assert rig.state != "choose_move"
    rig.carry("D3", "D2").wait(1)
    look_and_tell(rig)
    assert rig.state == "choose_move"
    assert rig.marbles() == rig.wood
    assert rig.done() == []


def test_a_stop_of_counting_that_was_accepted_is_led_back_to_the_start_pp_2_pp_8() -> None:
    rig = at("K", [P, P, "Ah4", "B0"], [P, P, P, "C9"])
    rig.lift("B0").put("B1").wait(0.4)
    assert rig.done() == ["B0-B1"]
    rig.lift("B1").put("B3").wait(0.1).lift("B3").put("B5").wait(1)
    assert rig.state == "wrong"
    assert rig.lit("return") == ["B0"]
    rig.carry("B5", "B0").wait(1)
    assert (rig.done(), rig.state) == ([], "choose_move")
    rig.carry("B0", "C0").wait(1)
    assert rig.done() == ["B0-C0"]


def test_a_captured_marble_lifted_out_of_its_pen_goes_back_into_it_pp_8() -> None:
    """A half beside a wrong hole is as odd as a sensor that lies, so it is asked what is there."""
    rig = at("7", [P, P, "A9", "B1"], [P, P, P, "A11"])
    rig.lift("A11").put("Cp4", "C").carry("A9", "A11").wait(0.5)
    assert rig.state == "half"
    rig.carry("Cp4", "B6").wait(4)
    assert rig.view.ask is not None
    look_and_tell(rig)
    assert rig.state == "wrong"
    assert rig.lit("return") == ["Cp4"]
