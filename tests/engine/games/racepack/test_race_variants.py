"""The clock, the pit lane, more hazards, the wide start (RP-74 … RP-79)."""

from __future__ import annotations

from typing import Any

import pytest
from racepack_circuits import FIXED
from racepack_races import GAME, at, new_race

from engine.errors import BadPosition, IllegalAction
from engine.game import Limit
from engine.games.racepack import RacepackPosition

FAR = {"at": "20.0L"}


def coins(position: RacepackPosition) -> dict[str, bool]:
    hazards: Any = position.to_json()["hazards"]
    return {hazard["at"]: hazard["up"] for hazard in hazards}


def spin(space: str, *, extra: int | None, hazards: list[dict[str, Any]]) -> dict[str, Any]:
    """Car ``r`` before tile 4, about to spin out on ``space``; ``x`` on its second lap."""
    return {
        "cars": {"r": {"at": "3.1R", "c": 2}, "x": {"at": "12.0L", "c": 2}},
        "turn": {"car": "r"},
        "tokens": {"x": []},
        "hazards": hazards,
        "options": {} if extra is None else {"extra_hazards": extra},
    }


# -- the clock --


def test_a_late_driver_loses_the_rest_of_the_turn_and_keeps_what_was_moved() -> None:
    """RP-74: only where the race has a clock, and only while a movement is awaited."""
    state = {"cars": {"r": {"at": "2.0R"}, "x": FAR}, "order": ["r", "x"], "turn": {"car": "r"}}
    timed = {**state, "options": {"timer": True}}
    position = at(timed, "F1", "T")
    assert position.driver == "x"
    cars: Any = position.to_json()["cars"]
    assert cars["r"]["at"] == "2.1R"
    assert "T" in {action.text for action in at(timed).legal()}
    assert "T" not in at(timed).legal_notes()["moves"]
    with pytest.raises(IllegalAction) as told:
        at(state, "T")
    assert told.value.code == "illegal_movement"
    rolling = {"cars": {"r": {"at": "3.1R"}, "x": FAR}, "turn": {"car": "r"},
               "options": {"timer": 30}}  # fmt: skip
    with pytest.raises(IllegalAction) as told:
        at(rolling, "F2", "T")
    assert told.value.code == "wrong_phase"


def test_the_rules_give_half_a_minute_a_turn_and_a_team_forty_seconds_a_round() -> None:
    """RP-74: outside dice work; a number of seconds in the options replaces both."""
    state = {"cars": {"r": {"at": "3.1R"}, "x": FAR}, "turn": {"car": "r"}}
    assert at(state).limit() is None
    timed = at({**state, "options": {"timer": True}})
    assert timed.limit() == Limit(0, 30.0, "T", "2:r")
    assert timed.apply("F1").position.limit() == Limit(0, 30.0, "T", "2:r")
    assert timed.apply("F2").position.limit() is None
    assert at({**state, "options": {"timer": 12}}).limit() == Limit(0, 12.0, "T", "2:r")
    team = at({
        "cars": {"a": {"at": "3.1R"}, "b": {"at": "6.0R"}, "x": FAR},
        "players": {"A": ["a", "b"], "X": ["x"]},
        "order": ["x", "b", "a"], "turn": {"car": "b"}, "options": {"timer": True},
    })  # fmt: skip
    assert team.limit() == Limit(0, 40.0, "T", "2:A")
    mate = team.apply("T").position
    assert mate.limit() == team.limit()
    assert mate.apply("T").position.limit() == Limit(1, 30.0, "T", "3:x")


def test_the_clock_ends_one_cars_turn_and_not_its_team_mates() -> None:
    """RP-74: the budget is the table's; a car that has moved keeps its turn."""
    start = new_race(4, teams=True, options={"timer": 40})
    position = at(start.to_json(), "T")
    assert position.driver == "b"
    assert "T" in {action.text for action in position.legal()}


def test_a_lost_turn_is_no_movement_so_hazards_stay() -> None:
    """RP-61, RP-74: hazards are looked at after a movement."""
    state = {
        "cars": {"r": {"at": "6.0R"}, "x": {"at": "7.0L"}}, "turn": {"car": "r"},
        "hazards": [{"at": "5.0L", "up": False}], "options": {"timer": True},
    }  # fmt: skip
    assert coins(at(state, "T")) == {"5.0L": False}
    assert coins(at(state, "F1")) == {"5.0L": True}


# -- the pit lane --


def pit(at_space: str, **more: Any) -> dict[str, Any]:
    """The ring with a pit lane beside tiles 11 to 14, its outside lane on the left."""
    return {
        "track": FIXED["pit"].to_json(),
        "cars": {"r": {"at": at_space, "pits": 0}, "x": {"at": "20.0L", "pits": 0}},
        "turn": {"car": "r"},
        **more,
    }


def test_the_pit_lane_is_entered_and_left_by_lane_changes_at_three_at_most() -> None:
    """RP-77: from and to the road's outside lane."""
    entering = at(pit("10.1L"))
    assert {m for m, to in entering.legal_notes()["moves"].items() if to[0] == "P"} == {
        "L1", "L2", "L3",
    }  # fmt: skip
    inside = at(pit("10.1R"))
    assert not any(to[0] == "P" for to in inside.legal_notes()["moves"].values())
    leaving = at(pit("P2"))
    assert set(leaving.moves()) == {"F1", "F2", "F3", "R1", "R2", "R3"}
    assert leaving.moves()["R3"].way.to == leaving.race.road.index["12.1L"]


def test_a_pit_lane_that_ends_at_a_corner_leads_into_its_outside_entry_space() -> None:
    """RP-77, RP-16, RP-41: a normal entry, also where the corner after it turns the same way."""
    track = FIXED["pit before a corner"].to_json()
    cars = {"r": {"at": "P7", "pits": 1}, "x": {"at": "3.0L"}}
    leaving = at({"track": track, "cars": cars, "turn": {"car": "r"}})
    assert leaving.legal_notes()["moves"] == {"R1": "16.0R", "R2": "16.0R"}
    assert leaving.legal_notes()["roll"] == ["R2"]
    after: Any = at(leaving.to_json(), "R1").to_json()["cars"]
    assert after["r"]["keep"] is True


def test_a_stop_on_a_stall_ends_the_turn_and_brings_every_token_back() -> None:
    """RP-77: without teams on any free stall; even numbers are none."""
    state = pit("P2", tokens={"r": ["3"], "x": []}, order=["r", "x"])
    applied = at(state).apply("F1")
    data: Any = applied.position.to_json()
    assert data["cars"]["r"]["pits"] == 1
    assert data["tokens"]["r"] == ["1", "2", "3", "4", "5"]
    assert data["turn"]["car"] == "x"
    assert "PitStop" in [event.name for event in applied.events]
    assert at(state, "F2").to_json()["cars"]["r"]["pits"] == 0


def test_teams_stop_on_their_own_stall_only() -> None:
    """RP-77: in seat order."""
    state = pit("P2", players={"A": ["q", "x"], "B": ["r", "s"]}, order=["r", "x", "q", "s"])
    state["cars"] |= {"q": {"at": "5.0L"}, "s": {"at": "6.0L"}}
    own = at(state, "F1")
    assert own.to_json()["cars"]["r"]["pits"] == 1
    state["players"] = {"A": ["r", "s"], "B": ["q", "x"]}
    other = at(state, "F1")
    assert other.to_json()["cars"]["r"]["pits"] == 0
    assert other.driver == "r"


def test_without_its_stop_a_car_crosses_the_line_and_drives_on() -> None:
    """RP-77."""
    state = pit("23.1L", laps=1)
    assert at(state).legal_notes()["finish"] == []
    onward = at(state, "F1")
    assert onward.state.cars[0].c == 2
    assert onward.state.cars[0].place == 0
    state["cars"]["r"]["pits"] = 1
    assert "F1" in at(state).legal_notes()["finish"]


def test_a_pit_space_ranks_as_its_row_outermost() -> None:
    """RP-70, RP-77."""
    cars = {"a": {"at": "P3"}, "b": {"at": "12.1L"}, "c": {"at": "12.0R"}}
    state = {"track": FIXED["pit"].to_json(), "cars": cars}
    assert at(state).to_json()["order"] == ["b", "a", "c"]


# -- more hazards --


def test_without_the_option_a_spin_out_leaves_no_hazard() -> None:
    """RP-78."""
    assert coins(at(spin("4.1L", extra=None, hazards=[]), "F2", "D5")) == {}


def test_a_spin_out_puts_a_hazard_where_the_car_stood_turned_at_once_from_lap_two_on() -> None:
    """RP-61, RP-78."""
    position = at(spin("4.1L", extra=4, hazards=[]), "F2", "D5")
    assert coins(position) == {"4.1L": True}
    assert position.to_json()["options"] == {"extra_hazards": 3}
    first_lap = spin("4.1L", extra=1, hazards=[])
    first_lap["cars"]["r"]["c"] = 1
    assert coins(at(first_lap, "F2", "D5")) == {"4.1L": False}


@pytest.mark.parametrize(
    "hazards",
    [
        [{"at": "4.1L", "up": True}],
        [{"at": "4.0L", "up": True}, {"at": "4.0R", "up": True}],
    ],
)
def test_no_second_hazard_on_a_space_and_no_third_on_a_corner(hazards: Any) -> None:
    """RP-78."""
    for extra in (2, 0):
        position = at(spin("4.1L", extra=extra, hazards=[*hazards, {"at": "6.0L", "up": True}]),
                      "F2", "D5")  # fmt: skip
        assert position.state.phase == "move"
        assert len(coins(position)) == len(hazards) + 1
        assert position.to_json()["options"] == {"extra_hazards": extra}


def test_when_none_is_left_the_driver_moves_one_but_not_from_a_corner() -> None:
    """RP-78, RP-86: phase ``move_hazard``."""
    lying = [{"at": "6.0L", "up": True}, {"at": "7.0L", "up": True}, {"at": "12.1R", "up": True}]
    position = at(spin("4.1L", extra=0, hazards=lying), "F2", "D5")
    assert position.state.phase == "move_hazard"
    assert position.to_json()["hazard_to"] == "4.1L"
    assert position.to_act == frozenset({0})
    assert [action.text for action in position.legal()] == ["H12.1R", "H6.0L"]
    for action, code in (
        ("H7.0L", "illegal_movement"),
        ("F1", "wrong_phase"),
        ("-", "wrong_phase"),
    ):
        with pytest.raises(IllegalAction) as told:
            position.apply(action)
        assert told.value.code == code
    moved = at(position.to_json(), "H6.0L")
    assert coins(moved) == {"4.1L": True, "7.0L": True, "12.1R": True}
    assert moved.driver == "x"


def test_where_no_hazard_can_be_moved_nothing_happens() -> None:
    """RP-78."""
    position = at(spin("4.1L", extra=0, hazards=[{"at": "7.0L", "up": True}]), "F2", "D5")
    assert (position.state.phase, position.driver) == ("move", "x")


# -- the wide start --


def test_four_lanes_lead_to_corner_one_and_the_outer_ones_end_there() -> None:
    """RP-79: from the last O2 only the diagonal into the corner's outside entry space."""
    track = FIXED["wide"].to_json()
    cars = {"r": {"at": "3.1O2"}, "x": FAR}
    position = at({"track": track, "cars": cars, "turn": {"car": "r"}})
    assert position.legal_notes()["moves"] == {"R1": "4.0R", "R2": "4.0R"}
    assert position.legal_notes()["roll"] == ["R2"]
    after = at(position.to_json(), "R1")
    assert after.to_json()["cars"]["r"]["keep"] is True
    with pytest.raises(BadPosition):
        GAME.load({"track": track, "cars": {"r": {"at": "3.1O3"}}})


def test_side_by_side_the_lane_nearer_the_inside_leads() -> None:
    """RP-70, RP-79."""
    cars = {"a": {"at": "2.0O3"}, "b": {"at": "2.0O2"}, "c": {"at": "2.0L"}, "d": {"at": "2.0R"}}
    state = {"track": FIXED["wide"].to_json(), "cars": cars}
    assert at(state).to_json()["order"] == ["d", "c", "b", "a"]


def test_the_grid_stays_two_abreast() -> None:
    """RP-22, RP-79."""
    position = new_race(8, track=FIXED["wide"])
    rows = {car.at for car in position.state.cars}
    assert {position.race.road.spaces[s] for s in rows} == {
        f"{tile}.{row}{lane}" for tile in (22, 23) for row in (0, 1) for lane in "LR"
    }
