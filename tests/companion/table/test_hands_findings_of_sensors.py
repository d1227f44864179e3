"""What the hands simulator found where a sensor lied or was set aside (PP-13, PP-40)."""

from __future__ import annotations

from contextlib import suppress

from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from table_rig import AT_TABLE, Rig, at, restarted
from two_forms import few_or_many

from companion.errors import CommandRefused
from companion.model.commands import Answer, Restore, SetAside
from companion.recogniser.sensor_health import QUIET
from companion.words import render
from hardware.ports import HoleChange

P = "p"


def test_a_pen_hole_that_flickers_on_at_a_restart_leaves_no_debt_behind_pp_13() -> None:
    rig = Rig().new().card("A").carry("Ap3", "A9").settle()
    assert rig.done() == ["Ap-A9"]
    wood, rig.wood = rig.wood, {**rig.wood, "Ap3": "A"}
    again = restarted(rig).settle()
    assert [doubt.hole for doubt in again.view.doubts] == ["Ap4"]
    again.lift("Ap3").settle()
    again.hand.clear()
    assert again.wood == wood
    assert again.view.doubts == ()
    assert again.view.owed == ()
    assert again.state == "choose_card"


def test_a_sensor_set_aside_in_between_leaves_the_mind_free_to_change_pp_5_pp_13() -> None:
    rig = at("A", [P, P, "A9", "B9"], [P, P, P, "C9"])
    rig.carry("A9", "A10").settle()
    assert rig.done() == ["A9-A10"]
    rig.table.command(SetAside("E5"), AT_TABLE)
    rig.carry("A10", "A9").carry("B9", "B10").settle()
    assert rig.done() == ["B9-B10"]
    assert rig.view.owed == ()


STORIES = st.lists(st.tuples(st.integers(0, 11), st.sampled_from("ttttcab")), max_size=30)


@few_or_many(given(STORIES), 10, 60, suppress_health_check=list(HealthCheck))
def test_sensors_set_aside_amid_any_changes_never_break_the_reading_pp_13(
    story: list[tuple[int, str]],
) -> None:
    rig = at("7", [P, P, "A9", "A3"], [P, P, P, "A12"])
    holes = ["A9", "A10", "A11", "A12", "A3", "A4", "Ap1", "Ap2", "Ap3", "Cp1", "Cp4", "B0"]
    felt = set(rig.wood)

    def toggle(hole: str) -> None:
        felt.symmetric_difference_update({hole})
        rig.table.sensors(HoleChange(rig.numbers[hole], hole in felt, rig.clock.t))
        rig.wait(0.1)
        assert rig.view.state

    for number, do in story:
        hole = holes[number]
        if do in "tc":
            for _ in range(1 if do == "t" else 17):
                toggle(hole)
            continue
        with suppress(CommandRefused):
            rig.table.command(SetAside(hole) if do == "a" else Restore(hole), AT_TABLE)
        assert rig.view.prompt
    rig.wait(3)
    assert rig.view.state


def test_a_lift_beside_a_pen_hole_set_aside_takes_nothing_back_pp_5_pp_13() -> None:
    rig = at("6", [P, "Ah2", "Ah3", "Ah4"], [P, P, P, "C9"])
    rig.table.command(SetAside("Ap2"), AT_TABLE)
    rig.carry("Ap1", "A9").settle()
    assert rig.done() == ["Ap-A9"]
    rig.lift("A9").wait(0.3)
    assert rig.done() == ["Ap-A9"]
    rig.put("A11").settle()
    assert rig.view.ask is not None
    assert "card:2" in [option.id for option in rig.view.ask.options]


def flicker(rig: Rig, hole: str, present: bool) -> None:
    """A sensor says something, whatever stands there."""
    rig.table.sensors(HoleChange(rig.numbers[hole], present, rig.clock.t))


def test_a_flicker_elsewhere_while_a_marble_moves_is_not_taken_for_it_pp_13() -> None:
    rig = at("K", [P, P, "Ah4", "B0"], [P, P, P, "C9"])
    rig.carry("B0", "B1").settle()
    assert rig.done() == ["B0-B1"]
    rig.lift("B1").wait(0.2)
    flicker(rig, "Ch3", True)
    rig.put("C0").wait(0.05)
    flicker(rig, "Ch3", False)
    rig.wait(1.0)
    assert rig.done() == ["B0-C0"]
    assert rig.view.owed == ()


def test_a_flicker_of_the_hole_of_before_leaves_the_mind_free_to_change_pp_5_pp_13() -> None:
    """The marble may have been put back for a moment, so it is waited for and then asked."""
    rig = at("K", [P, P, "Ah4", "B0"], [P, P, P, "C9"])
    rig.carry("B0", "B1").settle()
    rig.lift("B1").wait(0.2)
    flicker(rig, "B0", True)
    rig.put("C0").wait(0.1)
    flicker(rig, "B0", False)
    rig.wait(4.0)
    ask = rig.view.ask
    assert ask is not None
    right = next(option for option in ask.options if option.actions == ("B0-C0",))
    rig.table.command(Answer(ask.id, right.id), AT_TABLE)
    assert rig.done() == ["B0-C0"]
    assert rig.view.owed == ()


def test_a_marble_that_stood_for_longer_than_a_flicker_is_not_believed_elsewhere_pp_10() -> None:
    rig = at("3", [P, P, P, "A9"], [P, P, P, "C9"])
    rig.lift("A9").put("B4").wait(0.8)
    flicker(rig, "A12", True)
    rig.wait(0.1)
    rig.lift("B4").wait(0.8)
    assert rig.done() == []
    rig.wait(4)
    assert rig.done() == []
    assert rig.view.ask is not None
    assert [option.actions for option in rig.view.ask.options] == [("A9-A12",), (), ()]
    assert rig.lit("ask") == ["A12"]


def test_a_pen_sensor_that_fails_is_doubted_by_the_hole_that_emptied_pp_13() -> None:
    rig = at("9", [P, P, P, "A9"], [P, P, P, "C9"])
    free = next(hole for hole in ("Cp1", "Cp2", "Cp3", "Cp4") if hole not in rig.wood)
    failed = next(hole for hole in ("Cp4", "Cp3") if hole != free)
    flicker(rig, failed, False)
    rig.wait(1)
    assert rig.state == "stray"
    assert failed in [doubt.hole for doubt in rig.view.doubts]
    assert rig.lit("return") == [failed]


def test_a_hole_left_that_still_reads_full_is_doubted_by_half_a_move_pp_13() -> None:
    rig = at("7", [P, P, "A9", "E6"], [P, P, "A11", "C9"])
    rig.lift("A9", "A11").put("A11", "A")
    flicker(rig, "A9", True)
    rig.carry("E6", "E11").wait(1)
    assert rig.state == "ask"  # the captured one may stand there
    doubt = next(doubt for doubt in rig.view.doubts if doubt.hole == "A9")
    assert doubt.full
    rig.table.command(SetAside("A9"), AT_TABLE)
    rig.lift("A11").put("A11").wait(2)
    assert rig.done() == ["A9-A11,E6-E11"]


def test_a_marble_said_to_be_in_the_hand_is_asked_for_again_when_its_sensor_stirs_pp_13() -> None:
    rig = at("A", [P, P, P, P], [P, P, P, "C9"])
    rig.table.command(SetAside("A9"), AT_TABLE)
    rig.lift("Ap4").wait(1.5)
    ask = rig.view.ask
    assert ask is not None
    rig.table.command(Answer(ask.id, "neither"), AT_TABLE)
    rig.wait(3)
    assert rig.view.ask is None
    rig.put("A9").wait(1.5)
    again = rig.view.ask
    assert again is not None
    rig.table.command(Answer(again.id, "0"), AT_TABLE)
    assert rig.done() == ["Ap-A9"]


def test_a_sensor_believed_again_amid_a_change_of_mind_does_not_hold_it_up_pp_5_pp_13() -> None:
    rig = at("K", [P, P, "Ah4", "B0"], [P, P, P, "C9"])
    for felt in (True, False) * 9:
        flicker(rig, "F9", felt)
        rig.wait(0.05)
    believed = rig.clock.t - 0.05 + QUIET
    assert "F9" in rig.view.aside
    rig.carry("B0", "B1").wait(1)
    assert rig.done() == ["B0-B1"]
    rig.wait(believed - rig.clock.t - 0.25).lift("B1").put("C0")
    assert "F9" in rig.view.aside
    rig.wait(0.2)
    assert "F9" not in rig.view.aside
    rig.wait(1)
    assert rig.done() == ["B0-C0"]


def test_the_hole_a_move_went_to_is_doubted_when_its_marble_is_back_pp_5_pp_13() -> None:
    """One of two sensors lies, and nobody can tell which: it is asked, and the answer tells."""
    rig = at("6", [P, P, "A9", "C6"], [P, P, P, "C9"])
    rig.carry("A9", "B1").settle()
    assert rig.done() == ["A9-B1"]
    rig.lies["B1"] = True
    rig.carry("B1", "A9").settle().carry("C6", "C12").wait(1)
    assert rig.done() == ["A9-B1"]
    ask = rig.view.ask
    assert ask is not None
    right = next(option for option in ask.options if option.actions == ("C6-C12",))
    rig.table.command(Answer(ask.id, right.id), AT_TABLE)
    assert rig.done() == ["C6-C12"]
    assert [doubt.hole for doubt in rig.view.doubts] == ["B1"]


def test_a_hole_that_fails_full_while_two_marbles_are_out_is_the_strange_one_pp_13() -> None:
    rig = at("2", [P, P, P, "A9"], [P, P, P, "C9"])
    rig.lift("Cp3", "A9")
    rig.lies["E9"] = True
    flicker(rig, "E9", True)
    rig.put("A11", "A").put("Cp3", "C").wait(1)
    assert rig.done() == ["A9-A11"]
    assert [doubt.hole for doubt in rig.view.doubts] == ["E9"]
    rig.table.command(SetAside("E9"), AT_TABLE)
    assert (rig.done(), rig.view.doubts) == (["A9-A11"], ())


def test_which_of_two_alike_marbles_made_a_move_unfelt_is_asked_pp_3_pp_13() -> None:
    rig = at("J", [P, P, "A9", "B9"], [P, P, P, "E5"])
    for hole in ("A9", "B9"):
        rig.table.command(SetAside(hole), AT_TABLE)
    rig.lift("A9", "E5").put("E5", "A").put("A9", "C").wait(2)
    ask = rig.view.ask
    assert ask is not None
    lines = {render(option.message) for option in ask.options}
    assert len(lines) > 2
    chosen = next(o for o in ask.options if "Red 9" in render(o.message))
    rig.table.command(Answer(ask.id, chosen.id), AT_TABLE)
    assert rig.done() == ["A9=E5"]
