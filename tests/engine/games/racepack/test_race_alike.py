"""Movements that lead to the same are one choice (RP-85); ``legal()`` keeps them all."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.game import CHANCE, OVER
from engine.games.racepack import RacepackPosition
from engine.registry import game, load

START: dict[str, Any] = {
    "players": {"1": ["A", "D"], "2": ["B", "E"], "3": ["C", "F"]},
    "ranking": ["1", "2", "3"],
    "laps": 1,
    "hazards": ["6.0L", "11.0R", "16.1L", "21.0R"],
}


def at(made: int, speed: int, where: str = "0.0R", **fields: Any) -> RacepackPosition:
    """Car A there, B far ahead; A is to drive."""
    turn = {"car": "A", "made": made, "speed": speed}
    cars = {"A": {"at": where}, "B": {"at": "10.0L"}}
    data = {"game": "racepack", "players": {"1": ["A"], "2": ["B"]}, "cars": cars, "turn": turn}
    position = load({**data, **fields})
    assert isinstance(position, RacepackPosition)
    return position


def to(position: RacepackPosition, target: str, kind: str) -> dict[str, list[str]]:
    """The notations that lead there: all that are legal, and those worth asking for."""
    return {
        name: [a.text for a in actions if a.text[0] == kind and a.displacements[0].to == target]
        for name, actions in (("legal", position.legal()), ("distinct", position.distinct()))
    }


def test_the_speed_of_the_last_movement_is_the_lowest_without_a_token() -> None:
    found = to(at(2, 4), "0.1L", "L")
    assert found["legal"] == ["L1*1", "L2", "L3", "L4", "L5"]
    assert found["distinct"] == ["L2"]


def test_before_the_last_movement_the_speed_decides_what_may_follow_rp_32() -> None:
    found = to(at(1, 4), "0.1L", "L")
    assert found["distinct"] == found["legal"] == ["L1*1", "L2", "L3", "L4", "L5"]


def test_a_penalty_roll_makes_a_last_speed_another_one_rp_42() -> None:
    found = to(at(2, 2, "3.1L"), "4.1R", "R")
    assert found["distinct"] == ["R1", "R2"]
    assert to(at(2, 4, "3.1L"), "4.1R", "R")["distinct"] == ["R1*1", "R2"]


def test_a_hazard_that_stops_the_car_makes_speeds_alike_earlier_rp_60() -> None:
    found = to(at(0, 0, hazards=[{"at": "0.1L", "up": True}]), "0.1L", "L")
    assert len(found["legal"]) == 7
    assert found["distinct"] == ["L1"]


def test_a_speed_that_nothing_reads_again_is_not_asked_rp_85() -> None:
    """Cars stand ahead: after the lane change only one space straight on can follow."""
    cars = {"A": {"at": "2.0R"}, "B": {"at": "3.1L"}, "C": {"at": "3.0R"}}
    players = {"1": ["A"], "2": ["B"], "3": ["C"]}
    position = at(1, 2, cars=cars, players=players, tokens={"A": []})
    for text in ("L1", "L2", "L3"):
        after = position.apply(text).position
        assert [action.text for action in after.legal()] == ["F1"]
    assert to(position, "2.1L", "L") == {"legal": ["L1", "L2", "L3"], "distinct": ["L1"]}


def test_of_two_tokens_that_do_the_same_the_driver_chooses_rp_28() -> None:
    players = {"1": ["A", "D"], "2": ["B", "E"], "3": ["C", "F"]}
    ahead = {name: {"at": f"{n}.0L"} for name, n in zip("BCDEF", range(10, 20, 2), strict=False)}
    position = at(2, 7, players=players, cars={**ahead, "A": {"at": "0.0R"}}, token_mode="pool")
    assert to(position, "1.0R", "F")["distinct"] == ["F2*2", "F2*W"]
    assert to(position, "0.1L", "L")["distinct"] == ["L5"]


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_left_out_leads_where_something_left_in_leads(seed: int) -> None:
    """In whole races: the same square, roll, stop, place and rest of the turn, no fewer tokens."""
    rng = random.Random(seed)
    mode = "pool" if seed % 2 else "car"
    position = game("racepack").new({**START, "token_mode": mode})
    dropped = 0
    while position.to_act is not OVER:
        legal, kept = position.legal(), position.distinct()
        assert set(kept) <= set(legal)
        for action in set(legal) - set(kept):
            dropped += 1
            ways = [a for a in kept if a.displacements == action.displacements]
            assert any(no_worse(position, way, action) for way in ways), action
        position = position.apply(rng.choice(legal)).position
        assert position.to_act is not CHANCE
    assert dropped > 40


def no_worse(position: Any, kept: Any, other: Any) -> bool:
    """Whether one action leads to the other's position but for tokens that the other has spent."""
    after, instead = (position.apply(action).position for action in (kept, other))
    one, two = after.to_json(), instead.to_json()
    free = [{a.text for a in each.legal() if "token" not in a.params} for each in (after, instead)]
    for data in (one, two):
        data["turn"] = {**data["turn"], "speed": 0}
    held, left = one.pop("tokens"), two.pop("tokens")
    fewer = all(set(left[holder]) <= set(held[holder]) for holder in held)
    return one == two and fewer and free[0] == free[1]
