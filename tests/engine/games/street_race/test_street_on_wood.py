"""The race on the wood: figures stay where they are while ranks are renumbered (section 17)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest
from street_wood import after, new

from engine.errors import BadConfig, BadPosition
from engine.game import CHANCE, OVER, Position
from engine.games.street_race import StreetPosition, WoodPosition
from engine.games.street_race.board import OFF
from engine.games.street_race.endings import winners
from engine.games.street_race.events import StreetEvent
from engine.games.street_race.on_wood import BOX, CIVILIAN, PUSHED
from engine.games.street_race.wood import LAY_BY
from engine.registry import game


@pytest.mark.parametrize(("seed", "dual"), [*((seed, False) for seed in range(4)), (4, True)])
def test_no_car_changes_its_square_unless_an_event_moves_it(seed: int, dual: bool) -> None:
    rng, position, moves = random.Random(seed), new(3 if dual else 3 + seed % 4, dual), 0
    for _ in range(1500):
        if position.to_act is OVER:
            break
        before, put = places(position), position.wood.put
        _, position, events = after(position, rng)
        moved = {e.car for e in events if isinstance(e, StreetEvent) and e.moved}
        announced = {one[0] for one in (put, position.wood.put) if one is not None}
        for token, place in places(position).items():
            still = token not in moved | announced and PUSHED not in (place, before[token])
            if still and not {LAY_BY, OFF} & {place, before[token]}:
                assert place == before[token], (token, place, before[token])
                moves += 1
    assert position.to_act is OVER
    assert moves > 100


def test_a_car_that_a_hand_has_put_stands_there_while_its_test_runs_also_when_it_was_pushed() -> (
    None
):
    rng, position, pushed = random.Random(11), new(4), 0
    for _ in range(900):
        if position.to_act is OVER:
            position = new(4)
        _, position, _ = after(position, rng)
        if position.wood.put is None:
            continue
        car, square = position.wood.put
        assert position.occupancy()[square] == (car,)
        pushed += car in (position.race.moment.since or ("",))[-1].split(" ")[1:2]
    assert pushed > 3


def places(position: WoodPosition) -> dict[str, str]:
    found = position.occupancy().items()
    return {token: at for at, held in found for token in held if token != CIVILIAN}


@pytest.mark.parametrize("seed", range(3))
def test_eight_civilians_and_every_racer_are_always_somewhere(seed: int) -> None:
    rng, position = random.Random(seed), new(4)
    single = {space.id for space in position.board.spaces} - set(
        position.board.places[LAY_BY].holes
    )
    for _ in range(600):
        if position.to_act is OVER:
            break
        occupancy = position.occupancy()
        tokens = sorted(token for held in occupancy.values() for token in held)
        assert tokens == [*"ABCD", *[CIVILIAN] * 8]
        assert all(len(held) == 1 for at, held in occupancy.items() if at in single)
        assert set(occupancy) <= set(position.board.places)
        _, position, _ = after(position, rng)
    assert BOX in position.board.places


def ranked(cars: Sequence[tuple[str, str]], *aside: str) -> Position:
    """The first player's actions begin, with these cars, and those in the lay-by."""
    rng, position = random.Random(1), new(3)
    while position.to_json()["phase"] != "act":
        _, position, _ = after(position, rng)
    told: dict[str, Any] = position.to_json()
    racers = {car["id"]: car for car in told["cars"]}
    found = [
        {**racers[car], "at": at}
        if car in racers
        else {"id": car, "kind": "civ", "at": at, "face": at[-2]}
        for car, at in cars
    ]
    wood = told["wood"] | {"aside": list(aside)}
    return game("fhtagn").load(told | {"cars": found, "wood": wood})


def test_civilians_that_the_lay_by_has_no_square_for_wait_in_the_box() -> None:
    """Ten cars are far behind, and the lay-by has eight squares."""
    cars = [("C", "1F1"), *((f"c{n}", f"{n + 8}F1") for n in range(1, 9)), ("A", "19O1")]
    cars.append(("B", "19F2"))
    occupancy = ranked(cars, *(car for car, _ in cars[1:])).occupancy()
    assert sorted(occupancy[LAY_BY]) == ["A", "B", *[CIVILIAN] * 6]
    assert occupancy[BOX] == (CIVILIAN,) * 2


def test_a_car_that_is_pushed_in_the_lay_by_stays_there_until_its_owner_has_chosen() -> None:
    """A Civilian falls back to rank 9: there is room for both beside the street (FF-73)."""
    far = ranked([("A", "1F1"), ("B", "2F1"), ("c1", "8O1"), ("C", "9O1")], "C")
    for text in ("end", "disc", "take 0"):
        far = far.apply(text).position
    assert {action.text for action in far.legal()} == {"choose C B", "choose C L", "choose C R"}
    assert far.occupancy()[LAY_BY] == ("C", CIVILIAN)
    assert PUSHED not in far.occupancy()


def test_a_position_on_the_wood_is_read_back() -> None:
    rng, position = random.Random(3), new(3, dice="table", origin=5)
    for _ in range(120):
        if position.to_act is OVER:
            break
        again = game("fhtagn").load(position.to_json())
        assert again == position
        assert again.to_json() == position.to_json()
        assert again.occupancy() == position.occupancy()
        _, position, _ = after(position, rng)


def test_a_die_of_the_table_is_the_turn_s_player_s_and_one_of_the_service_is_chance_s() -> None:
    for dice in ("table", "service"):
        rng, position = random.Random(1), new(3, dice=dice)
        while position.race.moment.ask is not None and position.race.moment.ask.kind != "die":
            _, position, _ = after(position, rng)
        assert (position.to_act is CHANCE) == (dice == "service")
        assert (position.chance() is None) == (dice == "table")
        assert {a.params["die"] for a in position.legal()} == set("123456")


def test_without_the_key_the_position_is_the_rules_own() -> None:
    plain = game("fhtagn").new({"players": 3})
    assert isinstance(plain, StreetPosition)
    assert "wood" not in plain.to_json()


@pytest.mark.parametrize(
    ("wood", "said"),
    [
        ({"dice": "mine"}, "dice is service or table"),
        ({"origin": 8}, "origin is a whole number from 0 to 7"),
        ({"origin": True}, "origin is a whole number"),
        ({"aside": "A"}, "aside is a list of cars"),
        ({"put": ["A"]}, "put is a car and its square"),
    ],
)
def test_a_wrong_wood_is_named(wood: dict[str, object], said: str) -> None:
    with pytest.raises(BadConfig, match=said):
        game("fhtagn").new({"players": 3, "wood": wood})
    with pytest.raises(BadPosition, match=said):
        game("fhtagn").load({**new().to_json(), "wood": wood})


def test_each_of_two_cars_is_moved_from_its_own_square_ff_140() -> None:
    rng, position, driven = random.Random(3), new(3, dual=True), set()
    while position.to_act is not OVER:
        for action in position.legal():
            verb, *words = action.text.split(" ")
            if verb in ("adv", "drift", "place", "spin") and action.displacements:
                frm = action.displacements[0].frm
                assert words[0] in position.occupancy()[frm]
                driven.add((verb, words[0]))
        _, position, _ = after(position, rng)
    assert {("adv", "A1"), ("adv", "A2"), ("drift", "C2"), ("place", "B2")} <= driven
    assert position.race.winners == tuple(
        "ABC".index(who) for who in winners(position.race.moment.state.ranking or (), dual=True)
    )


def test_with_traffic_on_the_left_the_street_lies_the_other_way_round_ff_15() -> None:
    """The same race, square by square: column 3 for column 6, and no other word in a command."""
    rng, plain, turned = random.Random(8), new(4), new(4, mirror=True)
    for _ in range(400):
        if plain.to_act is OVER:
            break
        text, plain, _ = after(plain, rng)
        found = turned.apply(text).position
        assert isinstance(found, WoodPosition)
        turned = found
        assert {over(at): held for at, held in turned.occupancy().items()} == plain.occupancy()
        ways = [
            (a.text, [tuple(map(over, way)) for way in a.displacements]) for a in turned.legal()
        ]
        assert ways == [(a.text, [tuple(way) for way in a.displacements]) for a in plain.legal()]


def over(place: str) -> str:
    """The square in the column opposite; a tray is as it is."""
    return f"{place[0]}{9 - int(place[1])}" if place[1:].isdigit() else place
