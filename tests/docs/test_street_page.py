"""docs/street.md and the pictures of the street race's rules: drawn by the page's own code.

``python tests/docs/test_street_page.py`` draws the pictures anew. Those of the rules are real
positions, and their lights are what the engine allows.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from street_alone import alone
from street_scenes import SCENES, Scene
from street_table import begun, loaded, new, play

from companion.games.street_race.chances import lights
from companion.games.street_race.choosing import choices
from companion.games.street_race.picture import picture, spot
from companion.model.view import HoleView
from engine.games.street_race import StreetPosition
from engine.games.street_race.grid import Cell

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "street.md"
RULES = ROOT / "docs" / "rules" / "street_race.md"
PICTURES = ROOT / "docs" / "pictures"


def here(**change: Any) -> StreetPosition:
    """A position set up by hand."""
    position = loaded(begun(new(3), **change))
    assert isinstance(position, StreetPosition)
    return position


def at_rest(position: StreetPosition) -> Scene:
    """What stands there, without a light."""
    return Scene(picture(position.moment.state.pack), {})


def lifted(position: StreetPosition, car: str) -> Scene:
    """The same with that car in a hand: where it may go, and its chances."""
    pack = position.moment.state.pack
    street = picture(pack)
    frm = next((c.row, c.column) for c in street.cars if c.token == car)
    shown = {
        spot(pack.street, cell): light
        for cell, light in lights(choices(position, car).values()).items()
    }
    cars = tuple(one for one in street.cars if one.token != car)
    shown[frm] = HoleView("", "origin")
    held = type(street)(
        **{name: getattr(street, name) for name in street.__slots__ if name != "cars"}, cars=cars
    )
    return Scene(held, shown)


def pushed(position: StreetPosition, car: str) -> Scene:
    """A car that was pushed and whose owner chooses: the ways that the engine offers."""
    pack = position.moment.state.pack
    shift = pack.front - 1
    rank, col = pack.cars[car].rank - shift, pack.cars[car].col
    ways = {"B": Cell(rank + 1, col), "L": Cell(rank, col - 1), "R": Cell(rank, col + 1)}
    offered = [action.text.split(" ")[-1] for action in position.legal()]
    shown = {spot(pack.street, ways[way]): HoleView("", "destination") for way in offered}
    shown[spot(pack.street, Cell(rank, col))] = HoleView(car, "movable")
    return Scene(picture(pack), shown)


FIELD = {"A": "3F1", "B": "1F2", "C": "3F2"}
TRAFFIC = {"c1": ("3O1", "O"), "c2": ("1O1", "O"), "c3": ("2F2", "F")}


def lane_scene() -> Scene:
    return at_rest(here(at=FIELD, civs=TRAFFIC, street=("m05", "m24"), dmg=["C"]))


def choice_scene() -> Scene:
    return lifted(here(at={**FIELD, "B": "2F2"}, civs={"c1": ("3O1", "O"), "c2": ("1O2", "O")},
                       street=("m05", "m12")), "A")  # fmt: skip


def push_scene() -> Scene:
    position = here(at=FIELD, civs={"c2": ("1O2", "O")}, street=("m05", "m12"))
    return pushed(play(position, "drift R", "die 6", "die 1"), "C")  # type: ignore[arg-type]


def median_scene() -> Scene:
    return lifted(here(at={"A": "2F1", "B": "1F1", "C": "2F2"}, street=("m18", "m15")), "A")


DRAWN: dict[str, tuple[Callable[[], Scene], str, Path]] = {
    "street_lifted": (lambda: SCENES["lifted"], "dark", PAGE),
    "street_failed": (lambda: SCENES["failed"], "light", PAGE),
    "street_race_lanes": (lane_scene, "light", RULES),
    "street_race_choices": (choice_scene, "light", RULES),
    "street_race_push": (push_scene, "light", RULES),
    "street_race_median": (median_scene, "light", RULES),
}


def drawn(name: str) -> str:
    scene, theme, _ = DRAWN[name]
    return alone(scene(), theme)


@pytest.mark.parametrize("name", DRAWN)
def test_the_pictures_are_what_the_page_draws(name: str) -> None:
    text = drawn(name)
    assert (PICTURES / f"{name}.svg").read_text("utf-8") == text
    assert f"pictures/{name}.svg" in DRAWN[name][2].read_text("utf-8")
    ElementTree.fromstring(text)
    assert len(text) < 40_000


def test_no_picture_is_forgotten() -> None:
    shown = {
        one for page in (PAGE, RULES)
        for one in re.findall(r"pictures/(\w+)\.svg", page.read_text("utf-8"))
    }  # fmt: skip
    assert shown == set(DRAWN)


def test_the_lights_of_the_rules_pictures_are_what_the_captions_say() -> None:
    choice = choice_scene().lights
    roles = sorted(light.role for light in choice.values())
    assert roles == ["capture", "capture", "destination", "destination", "origin"]
    assert [light.badge for light in choice.values() if light.badge] == ["B"]
    push = push_scene()
    assert sorted(light.role for light in push.lights.values()) == [
        *("destination", "destination", "movable"),
    ]
    assert [car.pushed for car in push.street.cars if car.pushed] == ["by", "out"]
    median = median_scene()
    assert median.street.median
    assert not [spot for spot in median.lights if spot[1] == 2], "nobody crosses a median"


def test_the_page_tells_the_rule_of_the_ring() -> None:
    text = re.sub(r"\s+", " ", PAGE.read_text("utf-8"))
    assert "(rank − 1 + origin) mod 8" in text
    assert "Ranks 1 to 8 fit on the wood." in text


if __name__ == "__main__":
    for one in DRAWN:
        (PICTURES / f"{one}.svg").write_text(drawn(one), "utf-8")
