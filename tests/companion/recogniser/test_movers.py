"""Whose token moves where a place holds different ones: the lay-by of the street race."""

from __future__ import annotations

from companion.recogniser.candidates import candidate
from engine.game import Position
from engine.games.street_race.wood import LAY_BY
from engine.registry import REGISTRY, load

AHEAD = {"C": "1F1", "A": "8F1", "B": "9F2"}


def two_in_the_lay_by() -> Position:
    """Three cars in a row far apart: two wait in the lay-by, and the first of them is to drive."""
    position = REGISTRY.game("fhtagn").new({"game": "fhtagn", "players": 3, "wood": {}})
    while position.to_json()["phase"] != "act":
        position = position.apply(position.legal()[0]).position
    data = position.to_json()
    cars = data["cars"]
    assert isinstance(cars, list)
    racers = {car["id"]: car for car in cars if car["kind"] == "racer"}
    data["cars"] = [{**racers[car], "at": at} for car, at in AHEAD.items()]
    data |= {"turn": "A", "actions": 4, "base": None, "since": []}
    return load({**data, "wood": {"origin": 0, "aside": ["A", "B"]}})


def test_a_car_that_leaves_the_lay_by_for_a_test_is_the_drivers_own() -> None:
    position = two_in_the_lay_by()
    assert set(position.occupancy()[LAY_BY]) == {"A", "B"}
    leaving = [a for a in position.legal() if any(way.frm == LAY_BY for way in a.displacements)]
    assert leaving
    for action in leaving:
        ((frm, to),) = action.displacements
        assert candidate((action,), position).only == {(frm, to): "A"}


def test_of_two_own_cars_in_the_lay_by_the_one_that_is_named_leaves() -> None:
    position = REGISTRY.game("fhtagn").new(
        {"game": "fhtagn", "players": 3, "options": {"dual": True}, "wood": {}}
    )
    while position.to_json()["phase"] != "act":
        position = position.apply(position.legal()[0]).position
    data = position.to_json()
    cars = data["cars"]
    assert isinstance(cars, list)
    racers = {car["id"]: car for car in cars if car["kind"] == "racer"}
    ahead = {"B1": "1F1", "C1": "2F2", "C2": "3F1", "A1": "8F1", "A2": "9F2", "B2": "10F1"}
    data["cars"] = [{**racers[car], "at": at} for car, at in ahead.items()]
    data |= {"turn": "A", "actions": 4, "base": None, "since": []}
    position = load({**data, "wood": {"origin": 0, "aside": ["B2", "A1", "A2"]}})
    leaving = {
        action.text: candidate((action,), position).only
        for action in position.legal()
        if any(way.frm == LAY_BY for way in action.displacements)
    }
    assert "adv A1" in leaving
    for text, only in leaving.items():
        assert only is not None
        assert set(only.values()) == {text.split()[1]}
