"""What a race does to cars besides driving: spin-outs, re-entry, the queue, the finish (PP-17)."""

from __future__ import annotations

import random

import pytest
from race_rig import FOUR, drive, follow, now, race, run, standing, wood_of
from table_rig import AT_TABLE, Rig, restarted

from companion.model.commands import Act, Caller, Undo
from companion.words import render
from engine.game import OVER
from engine.games.racepack.generate import circuit


def on_the_corner(**fields: object) -> Rig:
    """Red is about to enter corner 1 at 2 with the die; nobody has a token to interfere."""
    tokens = {"A": [], "B": [], "C": []}
    cars = {"A": "3.0R", "B": "2.0L", "C": "10.0L"}
    return standing(race(), cars=cars, turn={"car": "A"}, tokens=tokens, **fields)


def status(rig: Rig, car: str) -> tuple[str, str, int]:
    """State, line and place of a car in the order of the race."""
    view = rig.view.race
    assert view is not None
    found = next(s for s in view.order if s.token == car)
    assert found.message is not None
    return found.state, render(found.message), found.place


# ------------------------------------------------------------------------------- spin-outs


def test_a_spun_out_car_is_led_off_the_road_before_play_goes_on_rp_45() -> None:
    rig = on_the_corner()
    drive(rig, "F2")
    drive(rig, "D5", pay=False)
    assert rig.state == "correction"
    assert rig.said == "Red spins out: take it off Tile 4, second row, right."
    assert rig.roles()["4.1R"] == "extra"
    rig.lift("4.1R").settle()
    assert rig.state == "choose_move"
    assert rig.said == "Orange, drive: movement 1 of 3."
    assert status(rig, "A") == ("spun", "spun out", 0)


def test_a_safe_roll_leaves_the_car_where_it_is_rp_43() -> None:
    rig = on_the_corner()
    drive(rig, "F2")
    told = rig.view.race
    assert told is not None
    assert [render(fact.message) for fact in told.facts] == ["A 5 spins out"]
    drive(rig, "D4", pay=False)
    assert rig.state == "choose_move"
    assert rig.said == "Red, drive: movement 2 of 3."


def test_the_spaces_of_re_entry_shine_without_a_lift_rp_46() -> None:
    rig = standing(race(), cars={"A": {"spun": 4}, "B": "2.0L", "C": "10.0L"}, turn={"car": "A"})
    assert rig.said == "Red, put your car back on a white light."
    assert rig.lit("destination") == ["4.0L", "4.0R", "4.1L"]
    rig.hand = ["A"]
    rig.put("4.0L").settle()
    assert rig.done() == ["E4.0L"]
    assert rig.said == "Red, drive: movement 2 of 3."


def test_of_two_cars_off_the_road_the_drivers_is_taken_to_be_put_rp_46() -> None:
    cars = {"A": {"spun": 4, "seq": 1}, "B": {"spun": 4, "seq": 2}, "C": "10.0L"}
    for driver in "AB":
        rig = standing(race(), cars=cars, turn={"car": driver})
        rig.hand = ["A", "B"]
        rig.put("4.1L", driver).settle()
        assert rig.done() == ["E4.1L"]
        assert rig.marbles()["4.1L"] == driver
        assert rig.wood == wood_of(rig)
        rig.lift("4.1L")
        assert "destination" in rig.roles().values(), "it can drive on at once"


def test_a_car_put_back_on_the_wrong_space_is_led_off_again_pp_8() -> None:
    rig = standing(race(), cars={"A": {"spun": 4}, "B": "2.0L", "C": "10.0L"}, turn={"car": "A"})
    rig.hand = ["A"]
    rig.put("4.1R").settle()
    assert rig.state == "wrong"
    assert rig.said == "Not there: back only on the outside of its corner."
    assert rig.support == "Take it off the board again."
    assert rig.roles()["4.1R"] == "wrong"
    rig.carry("4.1R", "4.0R").settle()
    assert rig.done() == ["E4.0R"]


def test_a_spin_out_can_be_taken_back_and_is_led_back_pp_11() -> None:
    rig = on_the_corner()
    for text in ("F2", "D5"):
        drive(rig, text)
    rig.table.command(Undo(), AT_TABLE)
    assert rig.said == "Put Red on Tile 4, second row, right."
    assert rig.support == "Going back: follow the arrows."
    follow(rig)
    assert rig.wood == wood_of(rig)
    assert now(rig).to_json()["phase"] == "penalty"
    drive(rig, "D0")
    assert rig.said == "Red, drive: movement 2 of 3."


def test_the_one_hazard_that_may_move_moves_by_itself_pp_18_rp_78() -> None:
    rig = on_the_corner(
        options={"extra_hazards": 0, "dice": "table"}, hazards=[{"at": "11.0L", "up": True}]
    )
    for text in ("F2", "D5"):
        drive(rig, text)
    assert rig.state == "pending"
    assert rig.said == "The only hazard that may move goes there."
    rig.wait(2)
    assert rig.done()[-1] == "H11.0L"
    assert rig.view.marks == {"4.1R": "hazard"}


def test_what_was_taken_back_is_not_announced_again_by_a_restart_pp_11_pp_18() -> None:
    rig = on_the_corner(
        options={"extra_hazards": 0, "dice": "table"}, hazards=[{"at": "11.0L", "up": True}]
    )
    for text in ("F2", "D5"):
        drive(rig, text)
    rig.wait(2)
    rig.table.command(Undo(), AT_TABLE)
    assert (rig.state, rig.view.pending) == ("choose", None)
    again = Rig(journal=rig.journal)
    again.table.resume()
    again.wait(5)
    assert (again.state, again.done()) == ("choose", rig.done())


def test_which_hazard_moves_is_tapped_on_the_board_rp_78() -> None:
    lying = [{"at": "11.0L", "up": True}, {"at": "12.1R", "up": True}]
    rig = on_the_corner(options={"extra_hazards": 0, "dice": "table"}, hazards=lying)
    for text in ("F2", "D5"):
        drive(rig, text)
    assert rig.said == "Red, which hazard moves to where you spun out?"
    assert [(key.param, key.hole, key.action) for key in rig.view.pad] == [
        ("space", "11.0L", "H11.0L"),
        ("space", "12.1R", "H12.1R"),
    ]
    assert rig.view.marks == {"11.0L": "hazard-up", "12.1R": "hazard-up"}


# ------------------------------------------------------------------------------- the queue


def test_the_queue_closes_up_after_the_front_row_and_is_led_rp_24() -> None:
    rig = race()
    for text in ("F1", "F7", "F6"):
        if text in {a.text for a in now(rig).legal()}:
            drive(rig, text)
    first = [a.text for a in now(rig).legal()]
    assert first, rig.said
    while now(rig).driver in ("A", "B"):  # type: ignore[attr-defined]
        drive(rig, max(a.text for a in now(rig).legal() if a.text[0] == "F"), pay=False)
    assert rig.state == "correction"
    assert {(d.token, d.frm, d.to) for d in rig.view.owed} == {
        ("C", "23.0R", "23.1R"),
        ("D", "23.0L", "23.1L"),
    }
    assert rig.said == "Close up: Yellow to Tile 23, second row, right."
    rig.carry("23.0L", "23.1L").settle()
    assert rig.state == "correction", "the second one first: any order will do (PP-17)"
    rig.carry("23.0R", "23.1R").settle()
    assert rig.state == "choose_move"
    assert rig.said == "Yellow, start: your first movement has speed 1."
    assert rig.wood == wood_of(rig)


# ------------------------------------------------------------------------------- the finish


def nearly_home() -> Rig:
    """One lap each to go; Red is about to cross the line, four cars race."""
    cars = {"A": {"at": "23.1R", "c": 1}, "B": "12.0L", "C": "11.0L", "D": "10.0L"}
    return standing(race(laps=1), cars=cars, turn={"car": "A"})


def test_a_car_that_finishes_is_led_off_the_road_with_its_place_rp_72() -> None:
    rig = nearly_home()
    drive(rig, "F2", pay=False)
    assert rig.state == "correction"
    assert rig.said == "Red finishes, place 1: take it off Tile 0, second row, right."
    rig.lift("0.1R").settle()
    assert rig.said == "Orange, drive: movement 1 of 3."
    assert status(rig, "A") == ("finished", "finished, place 1", 1)
    view = rig.view.race
    assert view is not None
    assert (view.left, render(view.label)) == (0, "The winner is in")


def test_the_end_names_the_first_across_the_line_rp_73() -> None:
    cars = {"A": {"place": 1, "c": 2}, "B": {"place": 2, "c": 2}}
    cars |= {"C": {"at": "23.1R"}, "D": {"at": "2.0L"}}  # type: ignore[dict-item]
    rig = standing(race(names=["Anna"], laps=1), cars=cars, turn={"car": "C"})
    drive(rig, "F1")
    assert rig.state == "over"
    assert now(rig).to_act is OVER
    assert rig.said == "Anna wins!"
    assert [p.seat for p in rig.view.players if p.winner] == [0]
    assert rig.lit("winner") == ["0.0L", "0.0R", "23.1L", "23.1R"]
    assert status(rig, "D")[2] == 0, "who has not finished has no place"


def test_the_order_of_the_race_is_told_leader_first_rp_70() -> None:
    cars = {"A": {"at": "5.0R", "c": 2}, "B": {"at": "20.0L"}, "C": {"spun": 13}, "D": "13.0L"}
    rig = standing(race(), cars=cars, turn={"car": "A"}, tokens={"B": ["2", "5"]})
    view = rig.view.race
    assert view is not None
    assert [(s.token, s.lap, s.state) for s in view.order] == [
        ("A", 1, ""), ("B", 0, ""), ("D", 0, ""), ("C", 0, "spun"),
    ]  # fmt: skip
    assert (view.laps, view.left, render(view.label)) == (3, 2, "2 laps to go")
    chips = {s.token: [(c.label, c.used) for c in s.tokens] for s in view.order}
    assert chips["B"] == [("A", True), ("2", False), ("3", True), ("4", True), ("5", False)]
    assert [s.token for s in view.order if s.to_act] == ["A"]


# ------------------------------------------------------------------------------- whole races


@pytest.mark.parametrize("seed", [pytest.param(n, marks=pytest.mark.slow) for n in range(3)])
def test_whole_races_are_driven_by_hands(seed: int) -> None:
    rng = random.Random(seed)
    players = [FOUR, [["A", "C"], ["B", "D"]], [[c] for c in "ABCDEFGH"]][seed]
    rig = race(players, options={"laps": 1})
    assert run(rig, rng) > 50
    assert rig.state == "over"
    journal = [row.kind for row in rig.journal.rows]
    assert set(journal) <= {"new", "action"}
    assert restarted(rig).view.position == rig.view.position


@pytest.mark.slow
def test_outer_lanes_and_a_pit_lane_are_sensed_and_driven_rp_77_rp_79() -> None:
    rng = random.Random(4)
    track = circuit(rng, tiles=30, cars=8, wide=True, pit=True).to_json()
    rig = race([[c] for c in "ABCDEFGH"], track=track, options={"laps": 1})
    board = rig.table.drawing()
    assert board is not None
    assert len(board.holes) > 120
    went: set[str] = set()
    for _ in range(200):
        legal = now(rig).distinct()
        beside = [a for a in legal if a.displacements and a.displacements[0].to[0] == "P"]
        beside += [a for a in legal if a.displacements and "O" in a.displacements[0].to]
        drive(rig, rng.choice(beside or legal).text)
        assert rig.wood == wood_of(rig)
        went |= set(rig.wood)
    assert any("O2" in space for space in went)
    assert any(space.startswith("P") for space in went)


@pytest.mark.slow
def test_a_power_cut_in_mid_race_loses_nothing_pp_15() -> None:
    rng = random.Random(5)
    rig = race(options={"laps": 1})
    for _ in range(60):
        drive(rig, rng.choice([a.text for a in now(rig).distinct()]))
    later = restarted(rig)
    assert now(later).to_json() == now(rig).to_json()
    assert later.wood == wood_of(later)
    assert later.state == rig.state
    run(later, rng)
    assert later.state == "over"


def test_a_power_cut_while_a_car_is_to_be_lifted_leads_on_after_it_pp_15() -> None:
    rig = on_the_corner()
    drive(rig, "F2")
    drive(rig, "D5", pay=False)
    later = restarted(rig).settle()
    assert later.state == "wrong"
    assert later.roles()["4.1R"] == "wrong"
    assert (later.said, later.support) == (
        "That is Red. Orange is to drive.",
        "Take it off the board again.",
    )
    later.lift("4.1R").settle()
    assert later.state == "choose_move"


def test_the_table_without_a_board_races_on_the_page_alone_pp_16() -> None:
    rig = race(rig=Rig(board_kind="none"))
    rng = random.Random(2)
    for _ in range(80):
        action = rng.choice(list(now(rig).legal()))
        rig.table.command(Act(action.text), Caller(seats=frozenset({action.seat})))
    assert rig.view.owed == ()
