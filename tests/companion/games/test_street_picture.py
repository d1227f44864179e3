"""The street race drawn from its own positions: who stands where, and what a lifted car may do."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pytest
from street_table import at, begun, loaded, new, random_game

from companion.games.street_race.chances import figure, light, lights
from companion.games.street_race.choosing import choices
from companion.games.street_race.farsight import coming
from companion.games.street_race.picture import picture, spot
from companion.games.street_race.places import place_name
from companion.words import render
from companion_web.drawing.street import street_svg
from engine.drawing.street import CIVILIAN, Street
from engine.games.street_race import StreetPosition
from engine.games.street_race.grid import Cell, read_cell
from engine.games.street_race.sample import SAMPLE
from engine.games.street_race.wood import (
    LAY_BY,
    ROWS,
    returning,
    rolled,
    scoot,
    standing,
    waiting,
)


def raced(position: Any) -> StreetPosition:
    assert isinstance(position, StreetPosition)
    return position


def drawn(position: StreetPosition, **more: Any) -> Street:
    return picture(position.moment.state.pack, **more)


def cells(position: StreetPosition) -> dict[str, Cell]:
    """The cars on the street in the ranks that people see."""
    found = {name: read_cell(cell) for name, cell in at(position).items() if cell}
    return {name: cell for name, cell in found.items() if cell is not None}


@cache
def games() -> list[list[tuple[Any, str]]]:
    dealt = ((3, 1), (4, 2), (5, 4), (6, 3), (6, 8), (3, 9))
    return [random_game(players, seed) for players, seed in dealt]


def here(**change: Any) -> StreetPosition:
    return raced(loaded(begun(new(3), **change)))


@pytest.mark.parametrize(
    ("mirror", "mats", "said"),
    [
        (False, ["m05", "m12"], ["chop shop", "↓5+", "↓5+", "↑4+", "↑5+", "walk"]),
        (True, ["m05", "m12"], ["walk", "↑5+", "↑4+", "↓5+", "↓5+", "chop shop"]),
        (False, ["finish", "m12"], ["finish"]),
        (False, [], []),
    ],
)
def test_farsight_tells_the_next_street_as_its_signs_ff_141(
    mirror: bool, mats: list[str], said: list[str]
) -> None:
    made = begun(new(3, farsight=True, mirror=mirror))
    finish = sorted(mat["id"] for mat in SAMPLE["mats"] if mat["role"] == "finish")[0]
    shown = [finish if mat == "finish" else mat for mat in mats]
    street = made["mats"]
    free = [mat for mat in street["deck"] if mat not in shown]
    made["mats"] = {**street, "deck": free, "drawn": street["drawn"] + len(shown), "next": shown}
    told = [render(sign) for sign in coming(raced(loaded(made)).moment)]
    assert told == said


def test_every_car_of_every_position_is_drawn_once_on_its_space() -> None:
    beside = 0
    for game in games():
        for position, _ in game[::7]:
            street, where = drawn(raced(position)), cells(position)
            shown = [*street.cars, *street.lay_by]
            assert len(shown) == len(where)
            beside += len(street.lay_by)
            pack = position.moment.state.pack
            expected = sorted(
                (*spot(pack.street, cell), CIVILIAN if name[0] == "c" else name[0])
                for name, cell in where.items()
            )
            assert sorted((car.row, car.column, car.token) for car in shown) == expected
            assert all(0 < car.row < ROWS for car in street.cars)
            assert all(car.row >= ROWS for car in street.lay_by)
    assert beside, "some car was once so far back"


def test_every_position_can_be_drawn_and_is_light_enough() -> None:
    for game in games():
        for position, _ in game[::23]:
            pack = raced(position).moment.state.pack
            street = picture(pack, origin=3)

            def label(row: int, n: int, pack: Any = pack) -> str:
                return render(place_name(Cell(row, pack.street.columns[n]), pack.street))

            text = street_svg(street, {}, "Street", label=label)
            assert len(text.encode()) <= 24_000
            ElementTree.fromstring(text)


@pytest.mark.parametrize(("count", "least"), [(2, 5), pytest.param(6, 30, marks=pytest.mark.slow)])
def test_the_ring_follows_whole_games_and_moves_no_car_that_did_not_drive(
    count: int, least: int
) -> None:
    """FF-35: the engine's ``renumbered`` rolls the wood; only cars that drove or waited move."""
    fronts = scoots = 0
    for game in games()[:count]:
        origin, aside = 2, set[str]()
        for (before, text), (after, _) in pairwise(game):
            events = [event.to_json() for event in before.apply(text).events]
            ahead = sum(int(str(e["n"])) for e in events if e["event"] == "renumbered")
            old, new_cells = cells(before), cells(after)
            fronts += ahead > 0
            moved = {
                name
                for name in new_cells
                if name not in old
                or old[name]._replace(rank=old[name].rank + ahead) != new_cells[name]
            }
            due = scoot(old, aside, ahead) if ahead > 0 else ()
            scoots += bool(due)
            was = standing(old, aside | set(due), origin)
            origin, back = rolled(origin, ahead), returning(new_cells, aside | set(due))
            aside = {car for car in waiting(new_cells, aside | set(due)) if car in new_cells}
            now = standing(new_cells, aside, origin)
            for name in new_cells:
                if name not in moved and name not in back:
                    assert now[name] == was[name]
            rows: dict[str, int] = {}
            for name, place in now.items():
                if place != LAY_BY:
                    assert rows.setdefault(place[0], new_cells[name].rank) == new_cells[name].rank
    assert fronts > least
    assert scoots


def test_a_damaged_racer_and_an_oncoming_civilian_are_drawn_as_such() -> None:
    position = here(dmg=["B"], civs={"c1": ("2F2", "O"), "c2": ("2O1", "F")})
    by_token = {(car.token, car.column): car for car in drawn(position).cars}
    assert by_token["B", 3].hurt
    assert not by_token["A", 3].hurt
    assert by_token[CIVILIAN, 4].down
    assert not by_token[CIVILIAN, 2].down


def test_a_flipped_picture_flips_everything_but_the_rules() -> None:
    position = here(at={"A": "1F2", "B": "2O1", "C": "3F1"})
    plain, flipped = drawn(position), drawn(position, mirror=True)
    assert plain.columns == flipped.columns[::-1]
    assert plain.names == flipped.names == tuple("234567"), "the wood is flipped, too"
    places = [(car.token, plain.hole(car.row, car.column)) for car in plain.cars]
    other = str.maketrans("234567", "765432")
    found = [(car.token, flipped.hole(car.row, car.column)) for car in flipped.cars]
    assert places == [(token, hole.translate(other)) for token, hole in found]
    assert flipped.mirror


def test_the_letters_follow_the_origin_and_the_street_ends_with_the_last_racer() -> None:
    street = drawn(here(), origin=2)
    assert street.letters == "bcdefgha"
    assert street.last == 3
    assert drawn(here(at={"A": "1F1", "B": "1F2", "C": "9F1"})).last == 7


def test_a_car_that_is_aside_is_in_the_lay_by_with_its_true_rank() -> None:
    position = here(at={"A": "1F1", "B": "8F2", "C": "7F1"})
    assert [(car.token, car.row) for car in drawn(position).lay_by] == [("B", 8)]


def test_choices_are_the_engine_s_odds_with_what_they_lead_to() -> None:
    """FF-52, FF-62, FF-63: a rival beside the space ahead, a Civilian, a racer who is pushed."""
    change = {"at": {"A": "2F1", "B": "1F2", "C": "2F2"}, "civs": {"c1": ("2O1", "O")}}
    position = here(**change, street=("m05", "m06"))
    found = choices(position, "A")
    odds = position.odds()
    assert set(found) <= set(odds)
    ahead = found["adv"]
    assert (ahead.cell, ahead.tested, ahead.rival, ahead.pushed) == (Cell(1, 1), True, "B", "")
    assert float(ahead.win) == odds["adv"]["win"]
    right = found["drift R"]
    assert (right.cell, right.tested, right.rival, right.pushed) == (Cell(2, 2), True, "C", "C")
    back = found["drift B"]
    assert (back.cell, back.tested, back.win) == (Cell(3, 1), False, Fraction(1))
    shown = lights(found.values())
    assert shown[Cell(1, 1)].badge == "B"
    assert shown[Cell(2, 2)].role == "capture"
    assert shown[Cell(3, 1)].figure == ""
    assert found["drift L"].pushed == "c1"
    assert light(found["drift L"]).figure == "", "a Civilian is pushed without a test"


def test_an_advance_against_a_number_has_no_rival() -> None:
    ahead = choices(here(at={"A": "3F1", "B": "1O2", "C": "5O2"}), "A")["adv"]
    assert (ahead.tested, ahead.rival) == (True, "")
    assert light(ahead).badge == ""


def test_shares_are_exact_again() -> None:
    for game in games():
        for position, _ in game[::41]:
            for player in "ABC":
                for text, choice in choices(raced(position), player).items():
                    told = position.odds()[text]
                    assert float(choice.win) == told["win"]
                    assert float(choice.tie) == told["tie"]
                    assert 0 <= int(figure(choice.win)) <= 100


def test_nobody_else_s_car_has_choices() -> None:
    position = here()
    assert choices(position, "A")
    assert choices(position, "B") == {}, "drift B is a way and no car"


def test_with_two_cars_each_the_car_is_named() -> None:
    held = begun(new(3, dual=True), at={f"{p}{n}": f"{i + 1}F{n}" for i, p in enumerate("ABC")
                                       for n in (1, 2)})  # fmt: skip
    held["actions"] = 6
    position = raced(loaded(held))
    first, second = choices(position, "A1"), choices(position, "A2")
    assert first
    assert all(text.split()[1] == "A1" for text in first)
    assert all(text.split()[1] == "A2" for text in second)


@pytest.mark.parametrize("seed", [5, 6])
def test_a_pushed_pair_shares_its_space_until_it_has_settled(seed: int) -> None:
    pairs = 0
    for position, _ in random_game(6, seed):
        street = drawn(raced(position))
        out = [car for car in (*street.cars, *street.lay_by) if car.pushed == "out"]
        by = [car for car in (*street.cars, *street.lay_by) if car.pushed == "by"]
        limbo = [car for car in position.moment.state.pack.placed() if car.limbo]
        assert len(out) == len(limbo)
        for car in out:
            pairs += any((b.row, b.column) == (car.row, car.column) for b in by)
    assert pairs
