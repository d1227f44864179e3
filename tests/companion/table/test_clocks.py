"""The rules' time and its sand-glass (RP-74): when it runs, when it stands, what its end makes."""

from __future__ import annotations

from typing import Any

import pytest
from corner_rig import corner, race
from recorded import GAMES, Played
from table_rig import AT_TABLE, MemoryJournal, Rig
from toy_game import ToyGame, ToyPosition

from companion.lights.layers import Owner, frame
from companion.lights.roles import Role
from companion.lights.theme import standard_theme
from companion.model.choices import Timer
from companion.model.commands import Act, Pause, Roll, Tend, Undo
from companion.play.clocks import next_grain, sand
from companion.play.countdown import Countdown
from companion.words import render
from engine.registry import Registry
from hardware.ports import LinkChange, LinkState, Motion
from hardware.power import Supply, capped, estimate_ma


def timer(rig: Rig) -> Timer:
    shown = rig.table.view(None).timer
    assert shown is not None
    return shown


def left(rig: Rig) -> float:
    """Seconds that the driver has; looked at now, not when the view was made."""
    clock = rig.table._moment.clocks.turn
    assert clock is not None
    return round(clock.left(rig.clock.t), 3)


def timed(position: dict[str, Any] | None = None, **more: Any) -> Rig:
    """A race by the clock in which somebody has just touched something."""
    rig = race(position or corner(), **({"dice": "table", "timer": True} | more))
    rig.table.command(Pause(on=False), AT_TABLE)
    return rig


def driver(rig: Rig) -> str:
    assert rig.view.position is not None
    return str(rig.view.position["turn"]["car"])


# -- running --


def test_a_driver_has_thirty_seconds_and_late_is_a_row_of_the_journal_rp_74() -> None:
    rig = timed()
    assert (timer(rig).seat, timer(rig).of, timer(rig).running) == (0, 30, True)
    rig.wait(29.9)
    assert driver(rig) == "A"
    rig.wait(0.2)
    assert driver(rig) != "A"
    row = rig.journal.rows[-1]
    assert (row.kind, row.text, row.data) == ("action", "T", {"seat": 0, "auto": True})
    assert rig.view.notice is not None
    assert render(rig.view.notice) == "Time is up: Red loses this turn."
    assert left(rig) == 29.9


def test_the_time_is_the_whole_turns_not_each_movements() -> None:
    rig = timed()
    rig.wait(10)
    rig.carry("3.1R", "4.1R").settle()
    rig.wait(0)
    assert rig.done() == ["F1"]
    assert 19 < left(rig) < 20


def test_dice_work_is_outside_the_time_rp_74() -> None:
    rig = timed()
    rig.wait(10)
    rig.carry("3.1R", "4.1L").settle()
    before = 30 - 10 - 1
    assert rig.view.timer is None
    rig.wait(200).act("D2")
    assert rig.view.timer is None, "others may claim now"
    rig.act("-")
    assert timer(rig).running
    assert abs(left(rig) - before) < 1


def test_both_cars_of_a_team_share_forty_seconds_a_round_rp_74() -> None:
    cars = {"A": {"at": "3.0R"}, "C": {"at": "2.0R"}, "B": {"at": "20.0L"}, "D": {"at": "20.0R"}}
    players = {"1": ["A", "C"], "2": ["B", "D"]}
    position = {"cars": cars, "players": players, "order": ["A", "B", "C", "D"],
                "turn": {"car": "A"}}  # fmt: skip
    rig = timed(position, players=[["A", "C"], ["B", "D"]])
    assert timer(rig).of == 40
    rig.wait(15).act("T")
    assert (driver(rig), left(rig)) == ("B", 40)
    rig.wait(10).act("T")
    assert (driver(rig), left(rig)) == ("C", 25)
    rig.wait(25.1)
    assert (driver(rig), left(rig)) == ("D", 29.9)


def test_a_number_of_seconds_may_stand_in_the_options() -> None:
    rig = timed(timer=5)
    rig.wait(5.1)
    assert driver(rig) != "A"


def test_a_race_without_the_variant_has_no_clock() -> None:
    rig = race(corner(), dice="table")
    rig.wait(3600)
    assert rig.view.timer is None
    assert driver(rig) == "A"
    assert rig.table._referee._held.lights.layer(Owner.GLASS) == {}


def test_late_is_on_no_key_and_no_line_but_may_be_told_rp_74() -> None:
    rig = timed()
    assert "T" in rig.view.legal
    assert "T" not in {choice.action for choice in rig.view.choices}
    assert rig.view.pad == ()
    assert timer(rig).action == "T"


# -- standing still --


@pytest.mark.parametrize("state", [LinkState.DOWN, LinkState.CONNECTING, LinkState.REFUSED])
def test_a_board_that_is_away_stops_the_clock_pp_14(state: LinkState) -> None:
    rig = timed()
    rig.wait(10)
    rig.table.sensors(LinkChange(state))
    assert not timer(rig).running
    rig.wait(100)
    rig.table.sensors(LinkChange(LinkState.UP))
    assert (left(rig), timer(rig).running) == (20, True)


def test_without_any_board_it_runs_pp_16() -> None:
    rig = timed(board_kind="none")
    rig.wait(30.1)
    assert driver(rig) != "A"


def test_disorder_questions_and_tests_of_the_board_stop_it() -> None:
    rig = timed()
    rig.lift("20.0L", "20.0R").settle()
    assert (rig.state, timer(rig).running) == ("correction", False)
    rig.put("20.0R", "C").put("20.0L", "B").settle()
    assert timer(rig).running
    rig.table.command(Tend("chase"), AT_TABLE)
    assert rig.view.timer is None
    before = left(rig)
    rig.wait(90)
    rig.table.command(Tend("end"), AT_TABLE)
    assert (left(rig), timer(rig).running) == (before, True)


def test_a_car_put_down_in_time_may_rest_its_dwell_pp_2() -> None:
    rig = timed(corner() | {"turn": {"car": "A", "made": 2, "speed": 1}})
    rig.wait(29.6)
    rig.lift("3.1R").put("4.1R")
    rig.wait(1)
    assert rig.done() == ["F1"]
    assert "T" not in [row.text for row in rig.journal.rows]


def test_somebody_may_stop_the_clock_until_a_car_is_lifted() -> None:
    rig = timed()
    rig.wait(10)
    rig.table.command(Pause(), AT_TABLE)
    assert (rig.view.paused, timer(rig).running) == (True, False)
    rig.wait(600)
    assert left(rig) == 20
    rig.lift("3.1R")
    assert (rig.view.paused, timer(rig).running) == (False, True)


def test_a_new_race_waits_for_a_first_hand_or_word() -> None:
    rig = race(corner(), dice="table", timer=True)
    assert (timer(rig).waits, timer(rig).running) == (True, False)
    rig.wait(3600)
    assert left(rig) == 30
    rig.lift("3.1R")
    assert timer(rig).running


def test_no_race_runs_away_from_an_empty_table() -> None:
    rig = timed()
    for _ in range(60):
        rig.wait(30)
    late = [row.text for row in rig.journal.rows].count("T")
    assert late == 4, "once for everybody"
    assert timer(rig).waits
    rig.table.command(Pause(on=False), AT_TABLE)
    rig.wait(30.1)
    assert [row.text for row in rig.journal.rows].count("T") == 5


def test_a_takeback_gives_the_time_anew_pp_11() -> None:
    rig = timed()
    rig.wait(30.1)
    rig.table.command(Undo(), AT_TABLE)
    assert driver(rig) == "A"
    assert (left(rig), timer(rig).waits) == (30, True)


def test_a_change_of_mind_gives_no_time_pp_5() -> None:
    rig = timed()
    rig.wait(10)
    rig.carry("3.1R", "4.1R").settle().wait(0.7)
    rig.carry("4.1R", "4.0R").settle().wait(0.7)
    if rig.view.ask is not None:
        assert not timer(rig).running
    assert left(rig) < 19.5


def test_a_restart_gives_the_time_anew_pp_15() -> None:
    journal = MemoryJournal()
    timed(journal=journal, board_kind="none").wait(20)
    again = Rig(journal=journal, board_kind="none")
    again.table.resume()
    assert (left(again), timer(again).waits) == (30, True)


def test_a_journal_that_refuses_is_tried_again_pp_15() -> None:
    rig = timed()
    rig.journal.broken = True
    rig.wait(30.5)
    assert driver(rig) == "A"
    rig.journal.broken = False
    rig.wait(1)
    assert driver(rig) != "A"


def test_a_game_without_a_clock_is_paused_too_and_goes_on_with_the_next_thing_told() -> None:
    rig = race(corner(), dice="table")
    assert (rig.view.timer, rig.view.paused) == (None, False)
    before = rig.said
    rig.table.command(Pause(), AT_TABLE)
    assert (rig.view.paused, rig.said) == (True, "Paused. The game is safe.")
    rig.table.command(Pause(on=False), AT_TABLE)
    assert (rig.view.paused, rig.said) == (False, before)


# -- the sand-glass --


def grains(rig: Rig) -> dict[str, Any]:
    return dict(rig.table._referee._held.lights.layer(Owner.GLASS))


def test_a_light_goes_out_on_every_tile_in_turn_pp_21() -> None:
    rig = timed()
    assert sorted(grains(rig)) == sorted(f"{tile}.0L" for tile in range(24))
    rig.wait(15)
    assert sorted(grains(rig)) == sorted(f"{tile}.0L" for tile in range(12, 24))
    rig.wait(14.9)
    assert list(grains(rig)) == ["23.0L"]


def test_it_hides_nothing_that_anybody_may_do_pp_21() -> None:
    rig = timed(corner(cars={"A": {"at": "2.1L"}, "B": {"at": "20.0L"}}))
    rig.lift("2.1L")
    ends = rig.lit("destination")
    assert set(ends) & set(grains(rig)), "some of them lie under the sand"
    for hole in ends:
        assert rig.table._moment.lit[hole].role is Role.DESTINATION
        assert rig.table._moment.lit[hole].look is None
    assert rig.table._moment.lit["20.0L"].look is not None


def test_the_page_has_a_glass_of_its_own_and_is_not_lit() -> None:
    rig = timed()
    assert "12.0L" not in rig.roles()


def test_grains_change_the_lights_and_no_view() -> None:
    rig = timed()
    seq, frames, before = rig.table.seq, rig.table.frames, rig.table.lights()
    rig.wait(6)
    assert rig.table.seq == seq
    assert rig.table.frames >= frames + 4
    assert rig.table.lights() != before


def test_it_stands_still_with_its_clock_and_breathes_at_the_end() -> None:
    rig = timed()
    rig.wait(10)
    rig.table.command(Pause(), AT_TABLE)
    shining = grains(rig)
    rig.wait(100)
    assert grains(rig) == shining
    rig.table.command(Pause(on=False), AT_TABLE)
    assert {lit.look.motion for lit in shining.values() if lit.look} == {Motion.STEADY}
    rig.wait(14)
    assert {lit.look.motion for lit in grains(rig).values()} == {Motion.BREATHE}


def test_all_of_it_draws_less_than_three_white_lights_pp_22() -> None:
    rig = timed()
    theirs = {hole: lit for hole, lit in rig.table._moment.lit.items() if hole in grains(rig)}
    supply = Supply(amperes=4)
    sand_only = frame(rig.table._moment.known_seating().names, theirs, standard_theme())
    assert estimate_ma(sand_only, supply) - supply.dark_ma(len(sand_only.cells)) < 3 * 60
    meagre = Supply(amperes=0.15)
    assert estimate_ma(capped(rig.table.lights(), meagre), meagre) <= 150


# -- any game --


def toy(**fields: Any) -> Rig:
    rig = Rig(registry=Registry((ToyGame(),)))
    rig.new(game="toy", rules=None, board=None, players=None)
    rig.at(ToyPosition(**fields).to_json())
    rig.table.command(Pause(on=False), AT_TABLE)
    return rig


def test_another_games_time_runs_by_the_same_clock() -> None:
    rig = toy(at=("t1", "t7"), die=2, clock=8)
    assert (timer(rig).of, timer(rig).action) == (8, "late")
    rig.wait(4)
    assert len(grains(rig)) == 5, "of ten holes, boxes are none"
    rig.wait(4.1)
    texts = [row.text for row in rig.journal.rows]
    assert "late" in texts
    assert rig.journal.rows[texts.index("late")].data == {"seat": 0, "auto": True}


def test_a_time_for_whose_end_nothing_stands_is_none() -> None:
    rig = Rig(registry=Registry((ToyGame(),)))
    rig.new(game="toy", rules=None, board=None, players=None)
    rig.at(ToyPosition(at=("t8", "t7"), die=3, clock=8).to_json())
    assert rig.view.timer is None
    assert rig.view.legal == ("stay",)


# -- the countdown itself --


def test_a_countdown_stands_until_it_is_let_go() -> None:
    clock = Countdown(10)
    assert (clock.left(50), clock.due(), clock.running) == (10, None, False)
    clock.run(50)
    clock.run(52)
    assert (clock.left(54), clock.due()) == (6, 60)
    clock.stop(54)
    clock.stop(58)
    assert clock.left(99) == 6
    clock.run(100)
    assert not clock.out(105.9)
    assert clock.out(106)
    clock.again(2, 101)
    assert (clock.left(102), clock.due(), clock.left(200)) == (1, 103, 0)


def test_what_is_due_has_run_out_to_the_last_bit() -> None:
    """A clock that is set to the very moment must not find a trillionth of a second left."""
    clock = Countdown(10)
    clock.run(100.1)
    for pause in (0.1, 0.7, 1.3):
        clock.stop(101 + pause)
        clock.run(103 + pause)
        due = clock.due()
        assert due is not None
        assert clock.out(due)


def test_sand_runs_out_evenly_and_is_gone_at_the_end() -> None:
    clock = Countdown(30)
    clock.run(0)
    assert [sand(clock, 24, t) for t in (0, 1.24, 1.25, 15, 29.9, 30)] == [24, 24, 23, 12, 1, 0]
    assert next_grain(clock, 24, 0) == 1.25
    assert next_grain(clock, 24, 29.9) == 30
    assert next_grain(clock, 24, 30) is None


def test_no_clock_runs_on_after_the_end_of_a_race_rp_73_rp_74() -> None:
    race = GAMES["racepack"]
    played = Played({**race, "options": {**race.get("options", {}), "timer": True, "laps": 1}})
    rig = Rig(board_kind="none", journal=played.on(5_000).journal)
    rig.table.resume()
    assert (rig.view.state, rig.view.timer) == ("over", None)
    rig.table.command(Undo(), AT_TABLE)
    while rig.view.state != "over":
        legal = rig.view.legal
        rig.table.command(Act(legal[0]) if legal else Roll(), AT_TABLE)
        assert (rig.view.timer is None) == (rig.view.state != "choose_move")
    rows = len(rig.journal.rows)
    rig.clock.t += 1000.0
    rig.table.tick()
    assert (rig.table.deadline(), rig.view.timer, len(rig.journal.rows)) == (None, None, rows)
