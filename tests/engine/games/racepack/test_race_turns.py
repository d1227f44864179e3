"""Movements, rolls, claims, hazards and the end of a turn, sentence by sentence (RP-24 … RP-73)."""

from __future__ import annotations

import random
from typing import Any

import pytest
from racepack_races import at, facing, new_race

from engine.errors import IllegalAction
from engine.game import OVER, Position
from engine.games.racepack import RacepackPosition
from engine.search import hint, random_action

FAR = {"at": "12.0L"}


def moves(position: RacepackPosition) -> set[str]:
    return set(position.moves())


def field(position: RacepackPosition, car: str, name: str) -> Any:
    cars: Any = position.to_json()["cars"]
    return cars[car][name]


def turn(position: RacepackPosition) -> tuple[str | None, int]:
    return position.driver, position.state.turn.made


def refused(position: RacepackPosition, action: str) -> str:
    before = position.to_json()
    with pytest.raises(IllegalAction) as told:
        position.apply(action)
    assert position.to_json() == before
    assert str(told.value)
    return told.value.code


# -- speeds and movements --


def test_a_turn_is_three_movements_forward_or_aside_in_any_mix() -> None:
    """RP-30, RP-31: forward exactly the speed, a lane change one space diagonally."""
    position = at(facing("21.0R"), "F2", "L3", "F4")
    assert field(position, "r", "at") == "0.1L"
    assert turn(position) == ("x", 0)


def test_speed_is_free_at_first_then_changes_by_one_up_or_two_down() -> None:
    """RP-32: also after a lane change, and the last turn's speed does not count."""
    no_tokens = {"tokens": {"r": [], "x": []}}
    first = at(facing("21.0R", **no_tokens))
    assert {m for m in moves(first) if m[0] == "F"} == {f"F{n}" for n in range(1, 8)}
    second = at(facing("21.0R", **no_tokens), "L6")
    assert {m for m in moves(second) if m[0] == "F"} == {"F4", "F5", "F6", "F7"}
    slow = at(facing("21.0R", **no_tokens), "F1")
    assert {m for m in moves(slow) if m[0] == "F"} == {"F1", "F2"}


def test_a_kept_heading_lasts_until_the_car_moves_inside_the_corner() -> None:
    """RP-36, RP-37: every speed of the lane change apart; the flag lasts across turns."""
    entered = at(facing("3.1R"), "F1")
    assert field(entered, "r", "keep") is True
    # "KR" would reach the space of a plain L, and is not listed.
    kept = at(facing("4.1R", tokens={"r": [], "x": []}, cars={
        "r": {"at": "4.1R", "keep": True}, "x": FAR}))  # fmt: skip
    assert {m for m in moves(kept) if m[0] == "K"} == {"KF1", *(f"KL{n}" for n in range(1, 8))}
    assert field(at(kept.to_json(), "KF1"), "r", "at") == "4.1L"
    assert field(at(kept.to_json(), "KF1"), "r", "keep") is False
    after = at(kept.to_json(), "KL3")
    assert field(after, "r", "at") == "4.0L"
    assert not any(m[0] == "K" for m in moves(after))


def test_a_token_plays_a_kept_heading_too() -> None:
    """RP-37, RP-50: ``KF1`` by an ace where the speed would not allow it."""
    state = facing("4.0R", cars={"r": {"at": "4.0R", "keep": True}, "x": FAR})
    state["turn"] = {"car": "r", "made": 1, "speed": 5}
    assert {m for m in moves(at(state)) if m.startswith("KF")} == {"KF1*1"}


def test_the_driver_may_come_back_to_the_space_he_left() -> None:
    """RP-37, RP-53: out to the apex by a kept heading, back to the inner space by a lane change."""
    cars = {"r": {"at": "7.1R", "keep": True}, "x": {"at": "7.1L"}, "y": {"at": "8.1L"}}
    position = at({"cars": cars, "turn": {"car": "r"}, "tokens": {"r": [], "x": [], "y": []}})
    assert "KL2" in moves(position)
    assert field(at(position.to_json(), "KL2", "R2"), "r", "at") == "7.1R"


def test_nobody_is_bumped_or_jumped_but_a_diagonal_between_two_cars_is_free() -> None:
    """RP-33, RP-34, RP-38."""
    cars = {"r": {"at": "10.0R"}, "a": {"at": "10.1R"}, "b": {"at": "10.0L"}}
    assert {m[0] for m in moves(at({"cars": cars, "turn": {"car": "r"}}))} == {"L"}


# -- tokens --


def test_a_token_sets_the_speed_is_spent_and_the_next_speed_counts_from_it() -> None:
    """RP-50, RP-51: the order of the others is kept."""
    state = facing("21.0R")
    state["turn"] = {"car": "r", "made": 1, "speed": 1}
    position = at(state, "F5*5")
    assert position.to_json()["tokens"]["r"] == ["1", "2", "3", "4"]
    assert {m for m in moves(position) if m[0] == "F" and "*" not in m} == {"F3", "F4", "F5", "F6"}
    assert "F5*5" not in moves(position)


def test_a_token_is_refused_where_the_speed_is_free() -> None:
    """RP-50: so never on the first movement of a turn, and a used one is gone."""
    assert refused(at(facing("21.0R")), "F2*2") == "illegal_movement"
    state = facing("21.0R")
    state["turn"] = {"car": "r", "made": 1, "speed": 3}
    assert refused(at(state), "F2*2") == "illegal_movement"
    assert "F5*5" in moves(at(state))


def test_a_suit_up_token_counts_two_or_four_for_either_car_of_the_player() -> None:
    """RP-28."""
    state = facing("21.0R", token_mode="pool", players={"A": ["r"], "B": ["x"]})
    state |= {
        "turn": {"car": "r", "made": 1, "speed": 7},
        "tokens": {"A": ["W", "2", "W"], "B": []},
    }
    assert {m for m in moves(at(state)) if m[0] == "F" and "*" in m} == {"F2*2", "F2*W", "F4*W"}
    assert at(state, "F4*W").to_json()["tokens"] == {"A": ["2", "W"], "B": []}


# -- corners, penalty, claims --


def test_a_corner_is_entered_at_one_safely_at_two_with_a_roll_and_never_faster() -> None:
    """RP-41, RP-42: also with a token; the pawn is set down before the roll."""
    state = facing("3.1R")
    state["turn"] = {"car": "r", "made": 1, "speed": 7}
    position = at(state)
    assert moves(position) == {"F1*1", "F2*2", "L1*1", "L2*2"}
    notes = position.legal_notes()
    assert notes["roll"] == ["F2*2", "L2*2"]
    rolling = at(state, "F2*2")
    assert (rolling.state.phase, rolling.state.threshold) == ("penalty", 5)
    assert field(rolling, "r", "at") == "4.1L"
    assert [a.text for a in rolling.legal()] == [f"D{face}" for face in range(6)]


@pytest.mark.parametrize("face", range(5))
def test_null_to_four_is_safe(face: int) -> None:
    """RP-43."""
    position = at(facing("3.1R", tokens={"x": []}), "F2", f"D{face}")
    assert turn(position) == ("r", 1)
    assert position.state.threshold == 0


def test_five_spins_out_and_ends_the_turn() -> None:
    """RP-43, RP-45: numbered after the spin-outs before it."""
    cars = {"r": {"at": "3.1R"}, "x": FAR, "y": {"spun": 9, "seq": 4}}
    position = at({"cars": cars, "turn": {"car": "r"}}, "F2", "D5")
    assert (field(position, "r", "spun"), field(position, "r", "seq")) == (4, 5)
    assert field(position, "r", "at") is None
    assert position.occupancy()["spun"] == ("r", "y")
    assert position.driver != "r"


def test_each_safe_roll_opens_a_new_window_and_only_the_newest_token_counts() -> None:
    """RP-44."""
    position = at(facing("3.1R"), "F2", "D3", "!x:4", "D3", "!x:2", "D1")
    assert position.state.phase == "react"
    assert position.state.threshold == 2
    assert position.to_json()["tokens"]["x"] == ["1", "3", "5"]
    assert field(at(position.to_json(), "!x:5", "D4", "-"), "r", "spun") is None
    assert field(at(position.to_json(), "!x:5", "D5"), "r", "spun") == 4


def test_the_window_is_open_to_every_rival_with_a_token_and_shuts_when_all_have_passed() -> None:
    """RP-44, RP-84: one by one, or all by the text ``-``."""
    cars = {"r": {"at": "3.1R"}, "x": FAR, "y": {"at": "11.0L"}, "z": {"at": "10.0L"}}
    position = at({"cars": cars, "turn": {"car": "r"}, "tokens": {"z": []}}, "F2", "D1")
    assert position.to_act == frozenset({1, 2})
    passes = [action for action in position.legal() if action.text == "-"]
    assert [action.seat for action in passes] == [1, 2]
    once = position.apply(passes[0]).position
    assert once.to_act == frozenset({2})
    assert once.to_json()["passed"] == ["X"]
    with pytest.raises(IllegalAction, match="passed"):
        once.apply("!x:1")
    assert at(once.to_json()) == once
    shut = once.apply(passes[1]).position
    assert shut.to_json() == at(position.to_json(), "-").to_json()
    assert "passed" not in shut.to_json()


def test_a_claim_opens_the_next_window_for_those_who_had_passed() -> None:
    """RP-44."""
    cars = {"r": {"at": "3.1R"}, "x": FAR, "y": {"at": "11.0L"}}
    position = at({"cars": cars, "turn": {"car": "r"}}, "F2", "D1")
    passed = position.apply(next(a for a in position.legal() if a.text == "-")).position
    again = passed.apply("!y:5").position.apply("D0").position
    assert again.to_act == frozenset({1, 2})


def test_no_window_opens_where_no_rival_has_a_token() -> None:
    """RP-84: tokens of the driver's other car do not count."""
    state = facing("3.1R", tokens={"r": [], "q": ["1", "2"], "x": []})
    state["cars"]["q"] = {"at": "11.0L"}
    state["players"] = {"A": ["r", "q"], "B": ["x"]}
    assert turn(at(state, "F2", "D1")) == ("r", 1)


def test_tokens_of_cars_spun_out_or_finished_still_claim() -> None:
    """RP-44."""
    cars = {"r": {"at": "3.1R"}, "x": {"spun": 9, "seq": 1}, "y": {"c": 4, "place": 1},
            "z": FAR}  # fmt: skip
    state = {"cars": cars, "turn": {"car": "r"}, "tokens": {"z": []}}
    position = at(state, "F2", "D1")
    assert position.to_act == frozenset({1, 2})
    assert field(at(position.to_json(), "!y:1", "D1"), "r", "spun") == 4


def test_a_suit_up_token_claims_as_two_or_four() -> None:
    """RP-28, RP-84."""
    state = facing("3.1R", token_mode="pool", players={"A": ["r"], "B": ["x"]})
    state["tokens"] = {"A": ["1"], "B": ["W", "W"]}
    window = at(state, "F2", "D1")
    assert sorted(action.text for action in window.legal()) == ["!B:W2", "!B:W4", "-"]
    claimed = at(window.to_json(), "!B:W4")
    assert claimed.state.threshold == 4
    assert claimed.to_json()["tokens"]["B"] == ["W"]


# -- spin-out and back --


def test_reentry_is_one_of_three_movements_at_speed_one_without_token_or_roll() -> None:
    """RP-46: tokens from the next movement on, heading out."""
    state = facing("1.0L", cars={"r": {"spun": 4, "seq": 1}, "x": FAR})
    position = at(state)
    assert moves(position) == {"E4.0L", "E4.0R", "E4.1L"}
    back = at(state, "E4.0R")
    assert turn(back) == ("r", 1)
    assert back.state.turn.speed == 1
    assert {m for m in moves(back) if m[0] in "FK" and "*" not in m} == {"F1", "F2"}
    assert "F3*3" in moves(back)
    assert field(back, "r", "seq") == 1


def test_of_several_cars_spun_out_the_drivers_is_named_first() -> None:
    """RP-46, RP-85: it is the one to be taken from the tray."""
    cars = {"a": {"spun": 4, "seq": 1}, "r": {"spun": 7, "seq": 2}, "x": FAR}
    assert at({"cars": cars, "turn": {"car": "r"}}).occupancy()["spun"] == ("r", "a")
    assert at({"cars": cars, "turn": {"car": "a"}}).occupancy()["spun"] == ("a", "r")


def test_a_driver_whose_three_outside_spaces_are_taken_has_no_turn() -> None:
    """RP-46, RP-55."""
    cars = {"r": {"spun": 4, "seq": 1}, "a": {"at": "4.0L"}, "b": {"at": "4.0R"},
            "c": {"at": "4.1L"}, "x": FAR}  # fmt: skip
    state = {"cars": cars, "order": ["x", "r", "a", "b", "c"], "turn": {"car": "x"}}
    position = at(state, "F1", "F1", "F1")
    assert position.to_json()["skipped"] == ["r"]
    assert position.driver == "a"
    assert list(at({**state, "turn": {"car": "r"}}).legal()) == []


# -- duty --


def test_nobody_drives_into_a_dead_end_while_another_way_goes_on() -> None:
    """RP-53: 5 up to a corner needs a token for the next movement; without one it is barred."""
    far = {"tokens": {"r": [], "x": []}}
    assert "F5" not in moves(at(facing("1.0R", **far)))
    assert "F5" in moves(at(facing("1.0R", tokens={"r": ["1"], "x": []})))
    assert moves(at(facing("1.0R", tokens={"r": ["1"], "x": []}), "F5")) == {"F1*1", "L1*1"}


def test_the_largest_possible_number_is_the_whole_turn() -> None:
    """RP-54: two movements fit, and then the turn is over."""
    cars = {"r": {"at": "10.0R"}, "b1": {"at": "11.1R"}, "b2": {"at": "11.1L"}}
    state = {"cars": cars, "order": ["r", "b1", "b2"], "turn": {"car": "r"}}
    position = at(state, "F1", "F1")
    assert field(position, "r", "at") == "11.0R"
    assert turn(position) == ("b1", 0)


def test_a_hazard_within_reach_is_owed_where_three_plain_movements_are_not_to_be_had() -> None:
    """RP-53: the consequence that the rules accept."""
    cars = {"r": {"at": "10.0R"}, "b1": {"at": "11.1R"}, "b2": {"at": "11.1L"}}
    state = {"cars": cars, "turn": {"car": "r"}, "hazards": [{"at": "10.1L", "up": True}]}
    assert {m[0] for m in moves(at(state))} == {"L"}


# -- hazards --


def test_an_up_hazard_ends_the_turn_after_the_movement_and_a_blank_one_does_nothing() -> None:
    """RP-60: over it or on to it; the start does not count, a diagonal touches only its target."""
    up = facing("21.0R", hazards=[{"at": "22.0R", "up": True}], order=["r", "x"])
    assert turn(at(up, "F3")) == ("x", 0)
    assert field(at(up, "F3"), "r", "at") == "22.1R"
    assert turn(at(up, "L1")) == ("r", 1)
    start = facing("22.0R", hazards=[{"at": "22.0R", "up": True}])
    assert turn(at(start, "F3")) == ("r", 1)
    blank = facing("21.0R", hazards=[{"at": "22.0R", "up": False}])
    assert turn(at(blank, "F3")) == ("r", 1)


def test_a_penalty_is_rolled_before_the_hazard_ends_the_turn() -> None:
    """RP-60: spun out or safe, it is over."""
    state = facing("3.1R", hazards=[{"at": "4.1R", "up": True}], tokens={"x": []}, order=["r", "x"])
    rolling = at(state, "F1")
    assert turn(rolling) == ("x", 0)
    rolling = at(state, "F2")
    assert rolling.state.phase == "penalty"
    assert rolling.state.turn.stop is True
    assert turn(at(rolling.to_json(), "D0")) == ("x", 0)


def test_a_hazard_flips_when_the_last_car_is_past_it_and_does_not_stop_that_car() -> None:
    """RP-61: row against row; spun-out cars stand before their tile, finished ones are past."""
    state = {
        "cars": {"r": {"at": "5.1R"}, "x": {"at": "4.1L"}, "y": {"c": 4, "place": 1},
                 "z": {"spun": 7, "seq": 1}},
        "hazards": [{"at": "5.0L", "up": False}, {"at": "7.0L", "up": False}],
        "turn": {"car": "x"},
    }  # fmt: skip
    position = at(state, "F2")
    assert [h["up"] for h in position.to_json()["hazards"]] == [True, False]
    assert turn(position) == ("x", 1)


def test_a_hazard_is_not_turned_by_the_leader_on_a_later_lap() -> None:
    """RP-61: it is the last car that turns it."""
    cars = {"r": {"at": "5.0R", "c": 2}, "x": {"at": "3.0L"}}
    state = {"cars": cars, "turn": {"car": "r"}, "hazards": [{"at": "5.1L", "up": False}]}
    assert at(state, "F3").marks() == {"5.1L": "hazard"}


# -- order, laps, places --


@pytest.mark.parametrize(
    ("cars", "order"),
    [
        ({"a": {"at": "3.1R", "c": 1}, "b": {"at": "1.0L", "c": 2}}, "ba"),
        ({"a": {"at": "2.0R"}, "b": {"at": "2.1L"}}, "ba"),
        ({"a": {"at": "2.0L"}, "b": {"at": "2.0R"}}, "ba"),
        ({"a": {"at": "4.0R"}, "b": {"at": "4.1R"}, "c": {"at": "5.0L"}}, "cba"),
        ({"a": {"spun": 4, "seq": 1}, "b": {"at": "4.0L"}, "c": {"at": "3.1R"}}, "bac"),
        ({"a": {"spun": 4, "seq": 7}, "b": {"spun": 4, "seq": 3}}, "ba"),
    ],
)
def test_the_order_of_race(cars: dict[str, Any], order: str) -> None:
    """RP-70: laps, tile, row, inside lane; spun out behind all of that corner."""
    assert at({"cars": cars}).to_json()["order"] == list(order)


def test_the_order_is_kept_for_the_round_and_made_anew_for_the_next() -> None:
    """RP-70."""
    cars = {"a": {"at": "5.0R"}, "b": {"at": "4.1L"}}
    state = {"cars": cars, "turn": {"car": "a"}, "tokens": {"a": [], "b": []}, "hazards": []}
    first = at(state, "F1", "F1", "F1")
    assert (first.driver, first.to_json()["order"]) == ("b", ["a", "b"])
    second = at(first.to_json(), "F3", "F1", "F1")
    assert second.to_json()["order"] == ["b", "a"]
    assert second.state.round == 3


def test_the_lap_die_follows_the_lead_car_and_stops_at_nought() -> None:
    """RP-23, RP-71: crossing the line at the start is no lap."""
    assert new_race(4).laps_left == 3
    assert at(facing("23.0R", laps=3), "F2").laps_left == 2
    assert at({"cars": {"a": {"at": "1.0L", "c": 9}}, "laps": 3}).laps_left == 0


def test_a_finisher_leaves_the_road_keeps_its_place_and_its_turn_is_over() -> None:
    """RP-72: it stays in the round's order until that is made anew."""
    cars = {"r": {"at": "23.0R"}, "x": FAR, "y": {"at": "11.0L"}, "z": {"at": "10.0L"}}
    state = {"cars": cars, "turn": {"car": "r"}, "laps": 1, "order": ["r", "x", "y", "z"]}
    position = at(state, "F2")
    assert field(position, "r", "place") == 1
    assert position.occupancy()["finished"] == ("r",)
    assert turn(position) == ("x", 0)
    assert position.to_json()["order"] == ["r", "x", "y", "z"]


@pytest.mark.parametrize(("cars", "finished"), [(1, 1), (2, 1), (3, 2), (4, 3), (8, 3)])
def test_the_race_is_over_with_the_third_place_or_when_one_is_left(
    cars: int, finished: int
) -> None:
    """RP-73."""
    standing: dict[str, Any] = {f"p{n}": {"c": 2, "place": n} for n in range(1, finished)} | {
        f"q{n}": {"at": f"{n + 7}.0L"} for n in range(cars - finished)
    }
    state = {"cars": {"r": {"at": "23.0R"}, **standing}, "turn": {"car": "r"}, "laps": 1}
    applied = at(state).apply("F2")
    position = applied.position
    assert position.to_act is OVER
    assert position.to_json()["phase"] == "over"
    turn_json: Any = position.to_json()["turn"]
    assert turn_json["car"] is None
    assert applied.events[-1].name == "Won"
    with pytest.raises(IllegalAction) as told:
        position.apply("F1")
    assert told.value.code == "race_over"


def test_a_position_handed_in_is_taken_as_it_stands() -> None:
    """RP-55, RP-80: its driver may have no movement."""
    cars = {"r": {"at": "10.0R"}, "b": {"at": "10.1R"}, "d": {"at": "10.1L"}}
    position = at({"cars": cars, "turn": {"car": "r"}})
    assert list(position.legal()) == []
    assert refused(position, "F1") == "illegal_movement"


# -- the figures of the rules, and bots --


def test_the_second_turn_of_figure_two() -> None:
    """RP-18, RP-32, RP-36, RP-42: 4 out of corner 1, 2 into the next, aside into the third."""
    state = facing("4.1R", cars={"r": {"at": "4.1R", "keep": True}, "x": {"at": "20.0L"}})
    position = at(state, "F4", "F2", "D3", "-")
    assert field(position, "r", "at") == "7.1L"
    assert position.moves()["R1"].way.to == position.race.road.index["8.0L"]
    done = at(position.to_json(), "R1")
    assert field(done, "r", "at") == "8.0L"
    assert turn(done) == ("x", 0)


def test_the_turn_of_figure_three() -> None:
    """RP-34, RP-42, RP-46, RP-50: re-entry, a token for 4, a lane change into the next corner."""
    state = facing("1.0L", cars={"r": {"spun": 4, "seq": 1}, "x": {"at": "1.0L"}})
    position = at(state, "E4.1L", "F4*4", "R2")
    assert position.state.phase == "penalty"
    assert field(position, "r", "at") == "7.1R"


def test_hints_bring_a_race_home_faster_than_chance() -> None:
    """A bot prefers spaces to none and safety to the die."""

    def rounds(hinted: bool) -> int:
        rng = random.Random(3)
        position: Position = new_race(4, laps=1)
        while position.to_act is not OVER:
            wise = hinted and any(a.displacements for a in position.legal())
            action = hint(position, rng) if wise else random_action(position, rng)
            position = position.apply(action).position
        assert isinstance(position, RacepackPosition)
        return position.state.round

    assert rounds(hinted=True) < rounds(hinted=False)


def test_a_position_is_worth_more_ahead_on_the_road_and_home() -> None:
    """Spaces, spin-outs, places."""

    def worth(car: dict[str, Any]) -> float:
        return at({"cars": {"r": car, "x": FAR}, "turn": {"car": "x"}}).score(0)

    ladder: list[dict[str, Any]] = [
        {"spun": 7, "seq": 1},
        {"at": "6.0L"},
        {"at": "7.0L"},
        {"at": "1.0L", "c": 2},
        {"place": 2, "c": 4},
        {"place": 1, "c": 4},
    ]
    values = [worth(car) for car in ladder]
    assert values == sorted(set(values))
    assert new_race(4, setup=True).score(0) == 0
