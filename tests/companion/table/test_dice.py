"""Dice: entered from the table, or thrown by the service when somebody asks for it (RP-81)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from corner_rig import corner, race
from table_rig import AT_TABLE, MemoryJournal, Rig, restarted
from toy_game import ToyGame

from companion.errors import CommandRefused
from companion.model.commands import Act, Caller, Hint, Roll, Undo
from companion.play import dice
from companion.words import render
from engine.action import Action
from engine.registry import Registry


def seat(*numbers: int) -> Caller:
    return Caller(seats=frozenset(numbers))


def roll(rig: Rig, caller: Caller = AT_TABLE, whose: int | None = None) -> None:
    rig.table.command(Roll(whose), caller)


def last(rig: Rig) -> tuple[str, str, dict[str, Any]]:
    row = rig.journal.rows[-1]
    return row.kind, row.text, row.data


# -- dice of the table --


def test_the_penalty_die_is_told_by_its_driver_rp_42() -> None:
    rig = race(corner(), dice="table", board_kind="none").act("F2")
    asked = rig.table.view(0).dice
    assert [(d.seat, d.count, d.prefix, d.param) for d in asked] == [(0, 1, "D", "die")]
    assert asked[0].faces == ("0", "1", "2", "3", "4", "5")
    assert asked[0].labels == ("–", "A", "2", "3", "4", "5")
    assert rig.table.view(1).dice == ()
    assert rig.view.dice == asked
    with pytest.raises(CommandRefused) as refused:
        rig.table.command(Act("D3"), seat(1))
    assert refused.value.code == "not-your-turn"
    rig.table.command(Act("D5"), seat(0))
    assert rig.view.position is not None
    assert rig.view.position["cars"]["A"]["spun"] == 4


def test_a_die_that_was_told_wrong_is_taken_back_alone() -> None:
    rig = race(corner(), dice="table", board_kind="none").act("F2", "D5")
    rig.table.command(Undo(), AT_TABLE)
    assert len(rig.view.dice) == 1
    rig.act("D1")
    assert rig.view.window is not None


def test_three_dice_a_player_for_the_pole_and_every_phone_its_own_rp_21() -> None:
    rig = race(setup=True, dice="table", board_kind="none")
    assert [(d.seat, d.count, d.prefix) for d in rig.view.dice] == [
        (0, 3, "P1:"), (1, 3, "P2:"), (2, 3, "P3:"), (3, 3, "P4:"),
    ]  # fmt: skip
    assert [d.seat for d in rig.table.view(2).dice] == [2]
    assert rig.view.choices == ()
    assert [key.param for key in rig.view.pad] == ["roll"]
    rig.table.command(Act("P3:555"), seat(2))
    rig.act("P1:500", "P2:410", "P4:221")
    assert [d.seat for d in rig.view.dice] == [0, 1, 3], "only who is tied rolls again"
    assert rig.table.view(2).dice == ()


def test_hazards_are_counted_by_a_die_and_laid_on_a_space_rp_26() -> None:
    rig = race(setup=True, dice="table", board_kind="none")
    rig.act("P1:555", "P2:444", "P3:333", "P4:222")
    assert [(d.seat, d.count, d.prefix) for d in rig.view.dice] == [(0, 1, "H")]
    rig.act("H2")
    assert rig.view.dice == ()
    assert [key.param for key in rig.view.pad] == ["space"] * 4
    rig.act("H6.1R")
    assert rig.view.marks == {"6.1R": "hazard"}


def test_the_service_throws_for_a_seat_whose_dice_are_lost() -> None:
    rig = race(setup=True, dice="table", board_kind="none")
    roll(rig, seat(2))
    kind, text, data = last(rig)
    assert (kind, text[:3], data["seat"], data["thrown"]) == ("action", "P3:", 2, True)
    roll(rig, AT_TABLE, 3)
    assert last(rig)[1][:3] == "P4:"
    roll(rig)
    assert last(rig)[1][:3] == "P1:"
    with pytest.raises(CommandRefused) as refused:
        roll(rig, seat(2))
    assert refused.value.code == "not-your-turn"


# -- dice of the service --


def test_the_service_waits_for_a_tap_and_writes_what_chance_brought() -> None:
    rig = race(corner(), dice="service", board_kind="none").act("F2")
    assert last(rig)[:2] == ("action", "F2")
    assert rig.state == "choose"
    assert rig.view.dice == ()
    for audience in (None, 0, 3):
        keys = rig.table.view(audience).pad
        assert [(key.param, key.action) for key in keys] == [("roll", "")]
        assert keys[0].caption is not None
        assert render(keys[0].caption) == "Roll"
    assert "Red" in rig.said
    rig.wait(3600)
    assert last(rig)[:2] == ("action", "F2"), "nobody rolls unasked"
    roll(rig, seat(3))
    kind, text, _ = last(rig)
    assert kind == "chance"
    assert text in {"D0", "D1", "D2", "D3", "D4", "D5"}
    assert rig.view.notice is not None
    shown = {"0": "–", "1": "A"}.get(text[1], text[1])
    assert render(rig.view.notice) == f"The die shows {shown}."


def test_a_throw_of_the_service_stands_among_the_moves_as_its_drivers() -> None:
    rig = race(corner(), dice="service", board_kind="none").act("F2")
    roll(rig)
    line = rig.view.moves[0]
    assert (line.seat, line.colour, line.action[:1]) == (0, "A", "D")
    assert line.number == rig.view.moves[1].number + 1
    assert [one.back_of for one in rig.view.moves[:2]] == [None, ()], "a throw alone stays"
    assert line.spoken is not None
    assert render(line.spoken).startswith("Red")
    drawn = Rig(registry=Registry((ToyGame(),)))
    drawn.new(game="toy", rules=None, board=None, players=None)
    assert drawn.view.moves == (), "what is drawn unasked is no line"


def test_a_whole_set_up_is_thrown_by_taps_rp_88() -> None:
    rig = race(setup=True, dice="service", board_kind="none", seed=4)
    taps = 0
    while rig.view.pad and rig.view.pad[0].param == "roll":
        roll(rig)
        taps += 1
        assert taps < 60
    assert rig.view.position is not None
    assert rig.view.position["phase"] == "move"
    assert len(rig.view.marks) == 4
    kinds = {row.kind for row in rig.journal.rows[1:]}
    assert kinds == {"chance"}
    assert taps >= 8


def test_the_same_seed_throws_the_same_dice() -> None:
    def thrown(seed: int) -> list[str]:
        rig = race(setup=True, dice="service", board_kind="none", seed=seed)
        for _ in range(4):
            roll(rig)
        return [row.text for row in rig.journal.rows[1:]]

    assert thrown(7) == thrown(7)
    assert thrown(7) != thrown(8)


def test_every_face_of_a_fair_die_comes_up_as_often_as_any() -> None:
    rig = race(corner(), dice="service", board_kind="none").act("F2")
    assert rig.table._moment.position is not None
    (throw,) = dice.throws(rig.table._moment.position)
    rng = rig.table._referee.tools.rng
    counts = Counter(dice.thrown(throw, rng).text for _ in range(6000))
    assert sorted(counts) == ["D0", "D1", "D2", "D3", "D4", "D5"]
    assert all(880 < count < 1120 for count in counts.values())


def test_taking_back_takes_the_throw_with_the_movement_it_followed() -> None:
    rig = race(corner(), dice="service", board_kind="none").act("F2")
    roll(rig)
    rig.table.command(Undo(), AT_TABLE)
    assert rig.view.position is not None
    assert (rig.view.position["phase"], rig.view.position["turn"]["made"]) == ("move", 0)


def test_a_restart_before_the_throw_waits_for_the_tap_again_pp_15() -> None:
    journal = MemoryJournal()
    race(corner(), dice="service", board_kind="none", journal=journal).act("F2")
    again = Rig(journal=journal, board_kind="none")
    again.table.resume()
    assert [key.param for key in again.view.pad] == ["roll"]
    roll(again)
    assert journal.rows[-1].kind == "chance"


def test_a_car_that_is_lifted_before_the_throw_has_to_go_back() -> None:
    rig = race(corner(), dice="service")
    rig.carry("3.1R", "4.1L").settle()
    rig.lift("20.0L").settle()
    assert rig.state in ("stray", "correction")
    assert "{" not in rig.said
    rig.put("20.0L").settle()
    assert rig.state == "choose"
    roll(rig)
    assert rig.journal.rows[-1].kind == "chance"


def test_no_dice_are_thrown_where_none_are_due() -> None:
    rig = race(corner(), dice="service", board_kind="none")
    with pytest.raises(CommandRefused) as refused:
        roll(rig)
    assert (refused.value.code, refused.value.status) == ("no-dice", 409)
    rig.act("F2")
    with pytest.raises(CommandRefused) as refused:
        roll(rig, Caller())
    assert refused.value.code == "no-seat"


def test_no_hint_says_what_a_die_should_show_pp_23() -> None:
    rig = race(corner(), dice="table", board_kind="none")
    assert rig.view.can_hint
    rig.act("F2")
    assert not rig.view.can_hint
    with pytest.raises(CommandRefused) as refused:
        rig.table.command(Hint(), AT_TABLE)
    assert refused.value.code == "not-now"
    rig.act("D3")
    assert rig.table.view(1).can_hint, "whether to claim is a choice"


def test_a_car_moved_on_before_the_throw_is_a_change_of_mind_after_it_none_pp_5() -> None:
    rig = race(corner(), dice="service")
    rig.carry("3.1R", "4.1L").settle().wait(1)
    rig.carry("4.1L", "4.1R").settle().wait(1)
    assert [row.text for row in rig.journal.rows[-3:]] == ["F2", "1", "F1"]
    rig = race(corner(), dice="service", seed=3)
    rig.carry("3.1R", "4.1L").settle().wait(1)
    roll(rig)
    rig.carry("4.1L", "4.1R").settle().wait(3)
    assert rig.journal.rows[-1].kind == "chance"
    assert rig.state == "wrong"


def test_a_throw_ends_the_change_of_mind_also_over_a_power_cut_pp_5_pp_15() -> None:
    rig = race(corner(), dice="service", seed=3)
    rig.carry("3.1R", "4.1L").settle().wait(1)
    roll(rig)
    rig = restarted(rig)
    rig.carry("4.1L", "4.1R").settle().wait(3)
    assert rig.journal.rows[-1].kind == "chance"
    assert rig.state == "wrong"


# -- any game --


def test_chance_that_is_no_throw_is_drawn_at_once() -> None:
    rig = Rig(registry=Registry((ToyGame(),)))
    rig.new(game="toy", rules=None, board=None, players=None)
    assert [row.kind for row in rig.journal.rows] == ["new", "chance"]


def test_values_that_are_no_faces_of_equal_dice_are_one_die() -> None:
    actions = [Action(0, f"n{n}", params={"die": str(n)}) for n in (1, 2, 10)]
    (throw,) = dice.gathered(actions)
    assert (throw.count, throw.faces, throw.prefix) == (1, ("1", "2", "10"), "n")
    odd = dice.gathered(
        [Action(0, "x1", params={"die": "1"}), Action(0, "y2", params={"die": "2"})]
    )
    assert odd[0].prefix is None
