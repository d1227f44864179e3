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
