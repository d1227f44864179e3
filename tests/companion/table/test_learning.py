"""How long to wait is learned from the hands of each seat (PP-2)."""

from __future__ import annotations

import pytest
from table_rig import AT_TABLE, MemoryJournal, Rig, position

from companion.model.commands import Undo
from companion.recogniser.dwell import ENOUGH, LONGEST, SHORTEST, Dwells
from companion.table.table import TableSettings

P = "p"
SEVEN = position([["A"], ["C"]], {"A": [P, P, "A9", "A3"], "C": [P, P, "C9", "C3"]}, "7")


def test_nothing_known_is_the_setting_pp_2() -> None:
    assert Dwells(0.35).of((0, 1)) == 0.35
    assert Dwells(0.35).of(()) == 0.35


def test_quick_counters_are_waited_for_less_but_only_when_they_are_known_pp_2() -> None:
    dwells = Dwells(0.35)
    for _ in range(ENOUGH - 1):
        dwells.stopped(0, 0.12)
    assert dwells.of((0,)) == 0.35
    dwells.stopped(0, 0.12)
    assert dwells.of((0,)) == SHORTEST
    assert dwells.of((1,)) == 0.35
    assert dwells.of((0, 1)) == 0.35


def test_one_slow_stop_is_enough_to_wait_longer_pp_2() -> None:
    dwells = Dwells(0.35)
    dwells.stopped(0, 0.4)
    assert dwells.of((0,)) == 0.5
    dwells.stopped(0, 0.5)
    assert dwells.of((0,)) == LONGEST


def test_a_long_rest_is_no_stop_on_the_way_pp_2() -> None:
    dwells = Dwells(0.35)
    for seconds in (0.0, 0.51, 3.0):
        dwells.stopped(0, seconds)
    assert dwells.learned == {}


def test_old_habits_are_forgotten_pp_2() -> None:
    dwells = Dwells(0.35)
    dwells.stopped(0, 0.45)
    for _ in range(24):
        dwells.stopped(0, 0.2)
    assert dwells.of((0,)) == 0.25


@pytest.mark.parametrize("setting", [0.05, 0.0, 1.2])
def test_a_setting_beyond_the_learned_range_is_kept_pp_2(setting: float) -> None:
    dwells = Dwells(setting)
    for _ in range(30):
        dwells.stopped(0, 0.12)
    assert dwells.of((0,)) == setting


def counted(rig: Rig, frm: str, to: list[str], stop: float) -> None:
    """Touch hole after hole, then leave the marble in the last one."""
    rig.lift(frm)
    for hole in to[:-1]:
        rig.put(hole).wait(stop - 0.1).lift(hole)
    rig.put(to[-1])


WAY = ["A10", "A11", "A12", "A13", "B0", "B1", "B2"]


def test_the_table_learns_from_a_seats_own_hops_pp_2() -> None:
    rig = Rig().new().at(SEVEN)
    for _ in range(2):
        counted(rig, "A9", WAY, 0.1)
        rig.wait(0.6)
        assert rig.done() == ["A9-B2"]
        rig.table.command(Undo(), AT_TABLE)
        rig.carry("B2", "A9").settle()
    counted(rig, "A9", WAY, 0.1)
    rig.wait(0.19)
    assert rig.done() == []
    rig.wait(0.02)
    assert rig.done() == ["A9-B2"]


def test_what_was_learned_is_written_with_the_move_and_taken_up_again_pp_2_pp_15() -> None:
    rig = Rig().new().at(SEVEN)
    counted(rig, "A9", WAY, 0.32)
    counted(rig, "B2", ["A9", *WAY], 0.32)
    rig.wait(0.39)
    assert rig.done() == []
    rig.wait(0.3)
    row = rig.journal.rows[-1]
    assert (row.text, row.data["dwell"]) == ("A9-B2", {"0": 0.4})
    rig.card("3").carry("C9", "C12").settle()
    assert "dwell" not in rig.journal.rows[-1].data
    again = Rig(journal=rig.journal)
    again.table.resume()
    assert again.table._moment.hands.dwells.learned == {0: 0.4}


def test_another_game_has_other_hands_pp_2() -> None:
    rig = Rig(journal=MemoryJournal(), settings=TableSettings(dwell_ms=300)).new().at(SEVEN)
    counted(rig, "A9", WAY, 0.4)
    assert rig.table._moment.hands.dwells.learned
    rig.new_again()
    assert rig.table._moment.hands.dwells.learned == {}
