"""Claim windows: whose keys, the clock, who was first, taking back, resuming (RP-44)."""

from __future__ import annotations

import pytest
from corner_rig import FOUR, corner, race
from table_rig import AT_TABLE, MemoryJournal, Rig
from toy_game import ToyGame, ToyPosition

from companion.errors import CommandRefused
from companion.model.choices import Window
from companion.model.commands import Act, Caller, Pause, Roll, Tend, Undo
from companion.table.settings import TableSettings
from companion.words import render
from engine.registry import Registry
from hardware.ports import LinkChange, LinkState

TOKENS = ["1", "2", "3", "4", "5"]


def seat(*numbers: int) -> Caller:
    return Caller(seats=frozenset(numbers))


def opened(**more: object) -> Rig:
    """Red has entered the corner at 2 and rolled a safe 3: the others may claim."""
    settings = {"dice": "table", "board_kind": "none"} | more
    return race(corner(), **settings).act("F2", "D3")  # type: ignore[arg-type]


def window(rig: Rig, audience: int | None = None) -> Window:
    shown = rig.table.view(audience).window
    assert shown is not None
    return shown


def rows(rig: Rig) -> list[tuple[str, int]]:
    """Texts and seats of the journal's actions."""
    return [(r.text, r.data["seat"]) for r in rig.journal.rows if r.kind == "action"]


# -- whose keys --


def test_a_phone_is_shown_its_own_tokens_and_pass_and_the_table_everybodys_rp_44() -> None:
    rig = opened()
    assert window(rig).seats == (1, 2, 3)
    own = window(rig, 2).keys
    assert [key.action for key in own] == ["!C:1", "!C:2", "!C:3", "!C:4", "!C:5", "-"]
    assert [key.label for key in own] == ["A", "2", "3", "4", "5", ""]
    assert {(key.seat, key.colour) for key in own} == {(2, "C")}
    assert own[-1].caption is not None
    assert render(own[-1].caption) == "Pass"
    assert window(rig, 0).keys == ()
    everybody = window(rig).keys
    assert [key.seat for key in everybody] == [1] * 6 + [2] * 6 + [3] * 6 + [None]
    assert everybody[-1].value == "--"


def test_claims_stand_in_the_window_and_nowhere_else() -> None:
    for audience in (None, 1):
        view = opened().table.view(audience)
        assert (view.pad, view.choices, view.dice) == ((), (), ())
    assert len(view.legal) == len(set(view.legal))


def test_a_player_whose_tokens_are_spent_is_not_asked_rp_44() -> None:
    rig = race(corner(tokens={"B": [], "D": []}), dice="table", board_kind="none").act("F2", "D3")
    assert window(rig).seats == (2,)
    assert [key.seat for key in window(rig).keys] == [2] * 6
    assert rig.said == render(window(rig).message)


def test_a_pool_speaks_for_the_player_rp_28() -> None:
    teams = [["A", "D"], ["B", "E"], ["C", "F"]]
    cars = {"A": {"at": "3.1R"}} | {car: {"at": f"2{n}.0L"} for n, car in enumerate("BCD")}
    cars |= {"E": {"at": "20.0R"}, "F": {"at": "21.0R"}}
    players = {"1": ["A", "D"], "2": ["B", "E"], "3": ["C", "F"]}
    position = {"cars": cars, "players": players, "turn": {"car": "A"}, "token_mode": "pool"}
    rig = race(position, players=teams, dice="table", board_kind="none").act("F2", "D3")
    own = window(rig, 1).keys
    assert [key.action for key in own][-3:] == ["!2:W2", "!2:W4", "-"]
    assert [key.label for key in own][-3:] == ["W2", "W4", ""]


# -- who was first --


def test_the_first_claim_wins_and_the_second_is_told_so_rp_44() -> None:
    rig = opened()
    rig.table.command(Act("!B:2"), seat(1))
    before = rig.view.position
    with pytest.raises(CommandRefused) as refused:
        rig.table.command(Act("!C:4"), seat(2))
    assert (refused.value.code, refused.value.status) == ("too-late", 409)
    assert refused.value.key == "refusal.too_late"
    assert refused.value.params == {"p": "@colour.B"}
    assert rig.view.position == before
    assert before is not None
    assert before["tokens"]["C"] == TOKENS


def test_a_claim_after_everybody_passed_is_too_late_too() -> None:
    rig = opened()
    rig.table.command(Act("-"), AT_TABLE)
    with pytest.raises(CommandRefused) as refused:
        rig.table.command(Act("!C:4"), seat(2))
    assert (refused.value.code, refused.value.key) == ("too-late", "refusal.shut")


def test_an_answer_to_a_shut_window_hears_who_was_first_as_before() -> None:
    rig = opened()
    seen = window(rig).number
    rig.table.command(Act("!B:2", window=seen), seat(1))
    with pytest.raises(CommandRefused) as refused:
        rig.table.command(Act("!C:4", window=seen), seat(2))
    assert (refused.value.code, refused.value.key) == ("too-late", "refusal.too_late")


def test_who_has_passed_may_not_claim_while_others_think() -> None:
    rig = opened()
    rig.table.command(Act("-"), seat(2))
    with pytest.raises(CommandRefused) as refused:
        rig.table.command(Act("!C:4"), seat(2))
    assert refused.value.code == "not-your-turn"


def test_two_browsers_that_play_for_the_table_are_told_who_was_first() -> None:
    rig = opened().act("!B:2")
    with pytest.raises(CommandRefused) as refused:
        rig.act("!C:4")
    assert refused.value.code == "too-late"


def test_nobody_passes_twice_and_the_driver_has_no_say() -> None:
    rig = opened()
    rig.table.command(Act("-"), seat(1))
    for caller in (seat(1), seat(0)):
        with pytest.raises(CommandRefused) as refused:
            rig.table.command(Act("-"), caller)
        assert (refused.value.code, refused.value.key) == ("not-your-turn", "refusal.not_asked")
    assert window(rig).seats == (2, 3)


def test_the_tables_page_may_speak_for_one_seat_or_for_all_that_are_left() -> None:
    rig = opened()
    rig.table.command(Act("-", seat=2), AT_TABLE)
    assert window(rig).seats == (1, 3)
    rig.table.command(Act("-"), AT_TABLE)
    assert rig.view.window is None
    assert rows(rig)[-3:] == [("-", 2), ("-", 1), ("-", 3)]


def test_each_safe_roll_opens_the_window_anew_with_its_whole_time_rp_44() -> None:
    rig = opened()
    rig.wait(7).act("!B:2", "D1")
    assert window(rig).seconds == 10
    assert window(rig).seats == (1, 2, 3)


# -- the clock --


def test_at_zero_whoever_is_left_has_passed_and_each_pass_is_a_row() -> None:
    rig = opened()
    rig.wait(4)
    rig.table.command(Act("-"), seat(2))
    assert window(rig).seconds == 6, "a pass gives nobody more time"
    rig.wait(5.9)
    assert window(rig).seats == (1, 3)
    rig.wait(0.2)
    assert rig.view.window is None
    assert rows(rig)[-3:] == [("-", 2), ("-", 1), ("-", 3)]
    assert [r.data.get("auto", False) for r in rig.journal.rows[-3:]] == [False, True, True]
    assert rig.said == "Red, drive: movement 2 of 3."


def test_without_a_limit_the_window_waits_for_everybody() -> None:
    rig = opened(claim_seconds=0)
    rig.wait(3600)
    shown = window(rig)
    assert (shown.seconds, shown.of, shown.running) == (None, 0, False)


def test_a_board_that_is_away_stops_the_clock_pp_14() -> None:
    rig = race(corner(), dice="table")
    rig.carry("3.1R", "4.1L").settle().act("D3")
    rig.wait(4)
    rig.table.sensors(LinkChange(LinkState.DOWN))
    assert (window(rig).seconds, window(rig).running) == (6, False)
    rig.wait(60)
    rig.table.sensors(LinkChange(LinkState.UP))
    assert (window(rig).seconds, window(rig).running) == (6, True)
    rig.wait(6.1)
    assert rig.view.window is None


def test_disorder_and_a_test_of_the_board_stop_the_clock_too_pp_10() -> None:
    rig = race(corner(), dice="table")
    rig.carry("3.1R", "4.1L").settle().act("D3")
    rig.lift("20.0L", "20.0R").settle()
    assert rig.state == "correction"
    rig.wait(60)
    rig.put("20.0R", "C").put("20.0L", "B").settle()
    assert window(rig).running
    rig.table.command(Tend("chase"), AT_TABLE)
    left = rig.table._moment.clocks.window
    assert left is not None
    assert not left.running
    rig.wait(60)
    rig.table.command(Tend("end"), AT_TABLE)
    assert window(rig).running


def test_a_board_that_fits_again_names_nobody_while_several_may_speak() -> None:
    rig = race(corner(), dice="table").act("F2", "D3")
    rig.carry("3.1R", "4.1L").settle()
    assert rig.view.notice is not None
    assert render(rig.view.notice) == "The board fits again."
    assert window(rig).running


def test_somebody_may_stop_the_clock_and_let_it_go_on() -> None:
    rig = opened()
    rig.wait(3)
    rig.table.command(Pause(), AT_TABLE)
    assert rig.view.paused
    rig.wait(100)
    assert window(rig).seconds == 7
    rig.table.command(Pause(on=False), AT_TABLE)
    assert not rig.view.paused
    rig.wait(7.1)
    assert rig.view.window is None
    rig.table.command(Pause(), AT_TABLE)
    assert rig.view.paused, "a game without a clock can be paused, too"


def test_a_journal_that_refuses_keeps_the_window_open_and_tries_again_pp_15() -> None:
    rig = opened()
    rig.journal.broken = True
    rig.wait(10.1)
    assert window(rig).seats == (1, 2, 3)
    assert rig.view.notice is not None
    assert rig.view.notice.key == "notice.journal"
    rig.journal.broken = False
    rig.wait(1.1)
    assert rig.view.window is None


# -- taking back and up --


def test_passes_that_the_clock_made_are_taken_back_together() -> None:
    rig = opened()
    rig.table.command(Act("-"), seat(2))
    rig.wait(11)
    rig.table.command(Undo(), AT_TABLE)
    assert window(rig).seats == (1, 3)
    assert window(rig).seconds == 10
    rig.table.command(Undo(), AT_TABLE)
    assert window(rig).seats == (1, 2, 3)
    rig.table.command(Undo(), AT_TABLE)
    assert rig.view.window is None
    assert len(rig.view.dice) == 1
    again = Rig(journal=rig.journal, board_kind="none")
    again.table.resume()
    assert again.view.position == rig.view.position


def test_a_claim_is_taken_back_with_its_token() -> None:
    rig = opened().act("!B:2")
    assert rig.view.position is not None
    assert rig.view.position["tokens"]["B"] == ["1", "3", "4", "5"]
    rig.table.command(Undo(), AT_TABLE)
    assert rig.view.position["tokens"]["B"] == TOKENS
    assert window(rig).seats == (1, 2, 3)


def test_a_restart_in_the_middle_opens_the_window_with_its_whole_time_pp_15() -> None:
    journal = MemoryJournal()
    rig = opened(journal=journal)
    rig.table.command(Act("-"), seat(1))
    rig.wait(6)
    again = Rig(journal=journal, board_kind="none")
    again.table.resume()
    shown = window(again)
    assert (shown.seats, shown.seconds, shown.running) == ((2, 3), 10, True)
    again.wait(10.1)
    assert again.view.window is None


def test_a_claim_leads_to_another_roll_at_its_number_and_the_service_throws_it() -> None:
    rig = race(corner(), dice="service", board_kind="none", seed=3).act("F2")
    assert rig.view.pad[0].param == "roll"
    while rig.view.window is None:
        rig.table.command(Roll(), AT_TABLE)
        assert rig.view.position is not None
        if rig.view.position["phase"] == "move":
            pytest.fail("the first roll of this seed is safe")
    rig.act("!D:1")
    assert rig.view.position is not None
    assert (rig.view.position["phase"], rig.view.position["threshold"]) == ("penalty", 1)
    assert rig.said.endswith("A or more spins out."), "as the die and the token have it (RP-1)"
    race_now = rig.view.race
    assert race_now is not None
    assert [render(f.message) for f in race_now.facts] == ["A or more spins out"]


# -- any game --


def test_another_games_window_has_the_same_clock() -> None:
    rig = Rig(registry=Registry((ToyGame(),)), settings=TableSettings(claim_seconds=3))
    rig.new(game="toy", rules=None, board=None, players=None)
    rig.at(ToyPosition(at=("t3", "limbo"), die=2, claim=frozenset()).to_json())
    assert [key.action for key in window(rig, 1).keys] == ["claim", "pass"]
    rig.wait(3.1)
    assert rig.view.window is None
    assert rows(rig)[-2:] == [("pass", 0), ("pass", 1)]
    assert rig.view.position is not None
    assert rig.view.position["points"] == [0, 0]


def test_several_seats_of_one_caller_are_told_apart() -> None:
    rig = opened()
    rig.table.command(Act("-", seat=3), seat(2, 3))
    assert window(rig).seats == (1, 2)
    with pytest.raises(CommandRefused):
        rig.table.command(Act("-", seat=1), seat(2, 3))
    assert len(FOUR) == 4
