"""Whose token moves where a place holds different ones: the lay-by of the street race."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.recogniser.candidates import candidate
from engine.game import Position
from engine.games.street_race.wood import LAY_BY
from engine.registry import REGISTRY, load


def with_a_lay_by(at: Mapping[str, str], aside: Sequence[str], **options: bool) -> Position:
    """Cars stand there, car → cell, those ``aside`` in the lay-by; the first player is to drive."""
    chosen = {"options": options} if options else {}
    position = REGISTRY.game("fhtagn").new({"game": "fhtagn", "players": 3, "wood": {}, **chosen})
    while position.to_json()["phase"] != "act":
        position = position.apply(position.legal()[0]).position
    data = position.to_json()
    cars = data["cars"]
    assert isinstance(cars, list)
    racers = {car["id"]: car for car in cars if car["kind"] == "racer"}
    data["cars"] = [{**racers[car], "at": cell} for car, cell in at.items()]
    data |= {"turn": "A", "actions": 4, "base": None, "since": []}
    return load({**data, "wood": {"origin": 0, "aside": [*aside]}})


def test_a_car_that_leaves_the_lay_by_for_a_test_is_the_drivers_own() -> None:
    position = with_a_lay_by({"C": "1F1", "A": "8F1", "B": "9F2"}, "AB")
    assert set(position.occupancy()[LAY_BY]) == {"A", "B"}
    leaving = [a for a in position.legal() if any(way.frm == LAY_BY for way in a.displacements)]
    assert leaving
    for action in leaving:
        ((frm, to),) = action.displacements
        assert candidate((action,), position).only == {(frm, to): "A"}


def test_of_two_own_cars_in_the_lay_by_the_one_that_is_named_leaves() -> None:
    ahead = {"B1": "1F1", "C1": "2F2", "C2": "3F1", "A1": "8F1", "A2": "9F2", "B2": "10F1"}
    position = with_a_lay_by(ahead, ("B2", "A1", "A2"), dual=True)
    leaving = {
        action.text: candidate((action,), position).only
        for action in position.legal()
        if any(way.frm == LAY_BY for way in action.displacements)
    }
    assert "adv A1" in leaving
    for text, only in leaving.items():
        assert only is not None
        assert set(only.values()) == {text.split()[1]}
