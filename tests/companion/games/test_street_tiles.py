"""The tiles of a lifted car: fixed places, chance, tie, curb, style; as the lights say it."""

from __future__ import annotations

from typing import Any

import pytest
from street_table import begun, loaded, new, play, random_game

from companion.games.street_race.chances import light
from companion.games.street_race.choosing import choices
from companion.games.street_race.prompting import awaited
from companion.games.street_race.tiles import PLACES, Tile, places, tiles
from companion.words import render
from engine.games.street_race import StreetPosition
from engine.games.street_race.grid import LANE, WALK


def here(**change: Any) -> StreetPosition:
    position = loaded(begun(new(3), **change))
    assert isinstance(position, StreetPosition)
    return position


def told(tile: Tile | None) -> list[str]:
    """Label, value and lines of a tile in words."""
    if tile is None:
        return []
    return [render(part) for part in (tile.label, tile.value, *tile.lines)]


def test_tiles_have_fixed_places_and_say_what_decides() -> None:
    position = here(at={"A": "2F1", "B": "1F2", "C": "2F2"}, civs={"c1": ("2O1", "O")})
    ahead, back, left, right = tiles(position, "A")
    assert [tile.way for tile in (ahead, back, left, right) if tile] == list(PLACES)
    assert told(back) == ["Back", "sure", "no test"]
    assert told(left) == ["Left", "sure", "moves on"]
    assert ahead is not None
    assert right is not None
    assert left is not None
    assert (ahead.car, right.car, left.car) == ("B", "C", "c1")
    assert told(ahead)[0] == "Ahead"
    assert told(ahead)[1].endswith(" %")
    assert told(ahead)[2].startswith("tie ")
    assert (left.style, right.style, back.style) == (1, 0, 0), "FF-120: over the centreline"


def test_a_star_stands_for_a_point_of_whoever_taps_ff_121() -> None:
    """A pushed car's curb scores for the player who began the push."""
    before = here(at={"A": "2F1", "B": "1F1", "C": "2F2"}, hands={})
    position = play(before, "drift R", "die 6", "die 1")
    assert isinstance(position, StreetPosition)
    found = [tile for tile in tiles(position, "C") if tile]
    assert [tile.way for tile in found] == ["back", "right"]
    assert told(found[1])[2].startswith("then the curb")
    assert [tile.style for tile in found] == [0, 0]
    own = tiles(here(at={"A": "2F2", "B": "1F1", "C": "3F1"}), "A")[3]
    assert own is not None
    assert own.style == 1


def test_a_closed_way_has_no_tile() -> None:
    position = here(at={"A": "2F1", "B": "1F1", "C": "3F1"})
    assert tiles(position, "A")[0] is None, "a car is right ahead"
    assert tiles(position, "B")[1:] == (None, None, None), "it is not this car's turn"


def test_with_traffic_on_the_left_words_say_left_and_right_as_people_see_them_ff_15() -> None:
    at = {"A": "2F1", "B": "1F1", "C": "2F2"}
    plain = here(at=at)
    turned = loaded(begun(new(3, mirror=True), at=at))
    assert isinstance(turned, StreetPosition)
    ways = [{t.action: t.way for t in tiles(p, "A") if t} for p in (plain, turned)]
    other = {"left": "right", "right": "left"}
    assert ways[1] == {action: other.get(way, way) for action, way in ways[0].items()}
    asked = []
    for position in (plain, turned):
        pushed = play(position, "drift R", "die 6", "die 1")
        assert isinstance(pushed, StreetPosition)
        asked.append(render(awaited(pushed, str, "C")))
    assert asked == ["C, you are pushed. Right or back?", "C, you are pushed. Left or back?"]


def test_a_car_that_is_placed_has_a_tile_for_each_space_ff_22_ff_84() -> None:
    position = play(new(3), "place A 1F1")
    assert isinstance(position, StreetPosition)
    shown = places(position)
    assert {tile.action for tile in shown} == {action.text for action in position.legal()}
    said = [render(tile.label) for tile in shown]
    assert said[:3] == [
        "rank 1, oncoming outer lane",
        "rank 1, oncoming inner lane",
        "rank 1, outer lane",
    ]
    assert places(here()) == ()


def test_an_advance_against_a_number_says_the_number() -> None:
    ahead = tiles(here(at={"A": "3F1", "B": "4O2", "C": "1F2"}), "A")[0]
    assert told(ahead)[2:] == ["die + 3 against 4"]


@pytest.mark.parametrize(
    "games", [[(3, 1)], pytest.param([(3, 1), (5, 4), (6, 3)], marks=pytest.mark.slow)]
)
def test_tiles_of_whole_games_say_what_the_lights_say_and_play_what_they_say(
    games: list[tuple[int, int]],
) -> None:
    """FF-90, FF-120: a curb is told, and scores; leaving a walk needs no test."""
    curbs = offs = 0
    for players, seed in games:
        for position, _ in random_game(players, seed)[:-1]:
            if position.moment.ask.kind != "act":
                continue
            car = position.moment.state.turn
            offered = {action.text for action in position.legal()}
            found = choices(position, car)
            shown = [tile for tile in tiles(position, car) if tile is not None]
            assert {tile.action for tile in shown} == set(found) <= offered
            street = position.moment.state.pack.street
            frm = position.moment.state.pack.cars[car].col
            for tile in shown:
                choice, words = found[tile.action], told(tile)
                figure = light(choice).figure
                assert words[1] == (f"{figure} %" if figure else "sure")
                assert not [line for line in words if "{" in line or "street." in line]
                curb = street.curb(frm, choice.cell.col)
                assert (choice.curb is not None) is curb
                assert any("curb" in line for line in words) is curb
                assert tile.style >= curb
                off = street.zone(frm) == WALK and street.zone(choice.cell.col) == LANE
                plain = not choice.tested and not choice.pushed
                assert ("off the walk, no test" in words) is (off and plain and not curb)
                curbs, offs = curbs + curb, offs + off
    assert curbs
    assert offs
