"""The chart of a race: the order after each round, what happened, who did which lap (RP-70)."""

from __future__ import annotations

import random

import pytest
from corner_rig import corner, race
from table_rig import AT_TABLE, MemoryJournal, Rig

from companion.model.chart import Chart
from companion.model.commands import Act, Roll, Undo
from companion.words import render


def charted(rig: Rig) -> Chart:
    chart = rig.table.chart()
    assert chart is not None
    return chart


def played(seed: int, steps: int = 5000, **more: object) -> Rig:
    """A race of chance, on the page."""
    rig = race(dice="service", board_kind="none", seed=seed, **more)  # type: ignore[arg-type]
    rng = random.Random(seed)
    for _ in range(steps):
        position = rig.table._moment.position
        assert position is not None
        if rig.state == "over":
            break
        if rig.view.pad and rig.view.pad[0].param == "roll":
            rig.table.command(Roll(), AT_TABLE)
        elif rig.view.window is not None and rng.random() < 0.8:
            rig.act("-")
        else:
            action = rng.choice(position.legal())
            rig.table.command(Act(action.text, action.seat), AT_TABLE)
    return rig


@pytest.mark.parametrize("laps", [1, pytest.param(3, marks=pytest.mark.slow)])
def test_a_whole_race_is_charted_round_by_round_to_its_finish(laps: int) -> None:
    rig = played(5, laps=laps)
    assert rig.state == "over"
    assert rig.view.chart
    chart = charted(rig)
    assert (chart.laps, chart.over) == (laps, True)
    cars = {car.token: car for car in chart.cars}
    assert sorted(cars) == ["A", "B", "C", "D"]
    assert [turn.round for turn in chart.turns] == list(range(len(chart.turns)))
    assert render(chart.turns[0].label) == "Grid"
    assert render(chart.turns[1].label) == "Round 1"
    assert render(chart.turns[-1].label) == "Finish"
    for turn in chart.turns:
        assert sorted(turn.order) == ["A", "B", "C", "D"]
    home = sorted((car.place, car.token) for car in chart.cars if car.place)
    assert [place for place, _ in home] == [1, 2, 3]
    assert list(chart.turns[-1].order[:3]) == [token for _, token in home]
    finished = [h for turn in chart.turns for h in turn.events if h.kind == "finished"]
    assert [(h.n, h.token) for h in finished] == home


@pytest.mark.slow
@pytest.mark.parametrize("number", [2, pytest.param(3, marks=pytest.mark.slow)])
def test_every_lap_tells_who_did_it_in_which_order_rp_71(number: int) -> None:
    chart = charted(played(6, laps=number))
    laps = {lap.lap: lap.order for lap in chart.by_lap}
    assert sorted(laps) == [*range(1, number + 1)]
    assert sorted(laps[1]) == ["A", "B", "C", "D"]
    first = next(car.token for car in chart.cars if car.place == 1)
    assert laps[number][0] == first
    leaders = [turn.laps for turn in chart.turns]
    assert leaders == sorted(leaders)
    assert leaders[-1] == number


def test_a_spin_out_stands_in_the_round_it_happened_in_rp_45() -> None:
    cars = {"A": {"at": "3.1R"}, "B": {"at": "20.0L"}}
    players = {"1": ["A"], "2": ["B"]}
    position = {"cars": cars, "players": players, "order": ["B", "A"], "turn": {"car": "A"}}
    rig = race(position, dice="table", board_kind="none")
    assert not rig.view.chart or rig.view.race is not None
    rig.act("F2", "D5")
    chart = charted(rig)
    assert render(chart.turns[0].label) == "Before round 2"
    (spun,) = chart.turns[1].events
    assert (spun.kind, spun.token, spun.sign) == ("spun", "A", "cross")
    assert render(chart.turns[1].events[0].message) == "Red spins out"
    assert chart.turns[1].order == ("B", "A")
    assert render(chart.turns[1].label) == "Round 2"


def test_what_was_taken_back_is_not_in_the_chart() -> None:
    rig = race(corner(), dice="table", board_kind="none").act("F2", "D5")
    assert [h.kind for h in charted(rig).turns[-1].events] == ["spun"]
    rig.table.command(Undo(), AT_TABLE)
    assert [h.kind for turn in charted(rig).turns for h in turn.events] == []


def test_the_chart_outlives_a_restart_pp_15() -> None:
    journal = MemoryJournal()
    rig = played(7, steps=200, journal=journal)
    again = Rig(journal=journal, board_kind="none")
    again.table.resume()
    assert charted(again) == charted(rig)


def test_there_is_none_before_everybody_has_a_place_nor_in_other_games() -> None:
    rig = race(setup=True, dice="table", board_kind="none")
    assert not rig.view.chart
    assert charted(rig).turns == ()
    other = Rig(board_kind="none").new()
    assert (other.view.chart, other.table.chart()) == (False, None)
    assert Rig().table.chart() is None
