"""The street on the table's page: its weight, cars where the tokens stand, labels, new mats."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import msgspec
import pytest
import street_views
from msgspec.structs import replace

from companion.model.drive import Thrown
from companion.model.message import Message
from companion.model.view import HoleView, View
from companion.words import render
from companion_web.api.page_view import page_view
from companion_web.drawing.street_board import placed, street_board_svg
from companion_web.words.table_words import with_page_words

SCENES = street_views.scenes()
SAY: Callable[[Message], str] = with_page_words(render, "en", "car")


def drawn(view: View) -> str:
    assert view.street is not None
    return street_board_svg(view, view.street, street_views.board(), SAY)


def labels(view: View) -> dict[str, str]:
    """Square → what a screen reader hears of it."""
    return dict(re.findall(r'data-hole="(\w+)"[^>]*aria-label="([^"]*)"', unescape(drawn(view))))


@pytest.mark.parametrize("name", SCENES)
def test_the_street_weighs_24_kilobytes_with_the_shapes_of_all_its_lights(name: str) -> None:
    assert len(drawn(SCENES[name]).encode()) <= 24_000


@pytest.mark.parametrize("name", SCENES)
def test_a_move_weighs_two_kilobytes(name: str) -> None:
    """What a view tells of the street and of what stands and shines on it."""
    view = SCENES[name]
    told = {"holes": view.holes, "street": view.street, "arrow": page_view(view, None, SAY).arrow}
    assert len(msgspec.json.encode(told)) <= 2_000


@pytest.mark.parametrize("name", SCENES)
def test_whatever_is_used_is_defined_once(name: str) -> None:
    text = drawn(SCENES[name])
    ids = re.findall(r' id="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    used = set(re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', text))
    assert {a or b for a, b in used} <= set(ids)
    assert {"k-lane", "k-walk", "k-chop", "k-blocked", "k-bare", "checks", "hurt"} <= set(ids)


@pytest.mark.parametrize("language", ["en", "de"])
def test_nothing_on_the_page_of_a_street_is_a_marble(language: str) -> None:
    """A player's line said "Took no marble", and the foot "The marble from rank 3 …"."""
    say = with_page_words(render, language, "car")
    for view in SCENES.values():
        told = msgspec.json.encode(page_view(view, street_views.board(), say)).decode()
        assert "arble" not in told
        assert "urmel" not in told
    held = replace(SCENES["lifted"], drive=replace(SCENES["lifted"].drive, tiles=()))
    lifted = page_view(held, street_views.board(), say).lifted
    assert lifted is not None
    car = {"en": "The Red car is in your hand", "de": "Das Auto Rot ist in deiner Hand"}
    assert lifted.text == car[language]


def test_cars_stand_where_the_tokens_stand_and_the_rules_say_how_they_look() -> None:
    view = SCENES["lifted"]
    assert view.street is not None
    cars = {car.token: car for car in placed(view, view.street).street.cars if car.token != "civ"}
    assert "A" not in cars, "it is in a hand"
    assert (cars["C"].row, cars["C"].column, cars["C"].hurt) == (3, 4, True)
    down = [car.down for car in placed(view, view.street).street.cars if car.token == "civ"]
    assert sorted(down) == [False, True, True]


def test_a_pushed_car_lies_on_the_one_that_pushed_it_and_may_move() -> None:
    view = SCENES["pushed"]
    assert view.street is not None
    found = placed(view, view.street)
    pair = {car.token: car.pushed for car in found.street.cars if car.pushed}
    assert pair == {"A": "by", "C": "out"}
    assert found.lights[found.spots["e6"]] == HoleView("C", "movable")
    lit = {hole for hole, what in view.holes.items() if what.role == "destination"}
    assert lit == {"e7", "f6"}
    assert view.holes["e7"].badge == "step", "a curb test follows"


def test_a_pushed_car_that_still_stands_there_is_drawn_once() -> None:
    """Traffic has pushed it, and no hand has lifted it yet."""
    view = SCENES["still"]
    assert view.street is not None
    cars = [car for car in placed(view, view.street).street.cars if car.token == "C"]
    assert [(car.row, car.column, car.pushed) for car in cars] == [(3, 4, "")]


def test_a_car_of_the_lay_by_is_small_beside_the_street_with_its_rank() -> None:
    text = drawn(SCENES["closed"])
    assert re.search(r'<g class="ts-car ts-beside ts-seat-A" transform="[^"]*scale\(0.62\)"', text)
    assert labels(SCENES["closed"])["e8"] == "lay-by, row e, Anna, damaged."


def test_a_car_on_the_wrong_side_of_the_wood_is_seen_too() -> None:
    text = drawn(SCENES["stray"])
    assert re.search(r'<g class="ts-beside" transform="[^"]*scale\(0.62\)"><use class="dark"', text)
    assert labels(SCENES["stray"])["a1"].endswith("Ben, not there.")


def test_labels_say_place_ground_car_state_and_light() -> None:
    said = labels(SCENES["lifted"])
    assert said["f2"] == "Rank 4, left walk, chop shop, Dora."
    pushed = "may be pushed: against Carla, 92 in 100, tie 6."
    assert said["e6"] == f"Rank 3, outer lane, Carla, damaged, {pushed}"
    assert said["f5"] == "Rank 4, inner lane, empty, put it here: sure."
    assert said["d5"].endswith("empty, put it here: against Max, 58 in 100, tie 14.")
    assert said["b5"] == "Road ahead, inner lane."
    assert said["c3"] == "Rank 1, oncoming outer lane, Civilian."
    assert labels(SCENES["choose"])["e5"] == "Rank 3, inner lane, Anna, may move."
    assert labels(SCENES["closed"])["a2"] == "Rank 4, left no man's land."


def test_an_arrow_leads_home_beside_both_rings() -> None:
    path = page_view(SCENES["failed"], street_views.board(), SAY).arrow
    assert path.startswith("M")
    assert f'd="{path}"' in drawn(SCENES["failed"])
    assert page_view(SCENES["choose"], street_views.board(), SAY).arrow == ""


@pytest.fixture
def on_the_street(table: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(table, "view", lambda audience: SCENES["choose"])
    monkeypatch.setattr(table, "drawing", street_views.board)
    return table


def test_the_page_shows_the_street(on_the_street: Any, browser: Any) -> None:
    page = browser.get("/").text
    assert 'class="ts-board board-street"' in page
    assert "street_paint.css" in page
    assert len(page.encode()) <= 150_000


def test_the_television_tells_the_dice_of_a_test(
    on_the_street: Any, browser: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(on_the_street, "view", lambda audience: SCENES["failed"])
    side = browser.get("/tv/side").text
    rows = re.findall(r'<li( class="won")?><svg.*?class="name">(\w+)</span>(.*?)</li>', side)
    told = [
        (bool(won), who, rest.count("<i>"), re.sub("<.*?>", " ", rest).split())
        for won, who, rest in rows
    ]
    assert told == [(False, "Anna", 2, ["+", "3", "5"]), (True, "Max", 5, ["+", "2", "7"])]
    support = re.search(r'class="tv-support">(.*?)</p>', side)
    assert support is not None
    assert support[1].endswith("Follow the arrow.")
    assert support[1].count('class="left"') == 2, "two actions are left"


def test_after_a_lost_test_there_is_nothing_to_keep_without_scripts_either(
    on_the_street: Any, browser: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost = SCENES["failed"]
    for owed, keeps in (
        (lost.called_for[0], False),
        (replace(lost.called_for[0], token="B"), True),
    ):
        view = replace(lost, called_for=(owed,))
        monkeypatch.setattr(on_the_street, "view", lambda audience, view=view: view)
        assert ('data-key="keep"' in browser.get("/").text) == keeps


@pytest.mark.parametrize("address", ["/", "/tv/side"])
def test_with_two_cars_each_every_disc_is_one_that_the_page_has(
    on_the_street: Any, browser: Any, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    """The cars are ``A1`` and ``A2``; discs and colours are those of their seat."""
    view = SCENES["two"]
    assert view.drive is not None
    dice = (Thrown("A2", 2, 5, won=False), Thrown("civ", 5, 7, won=True))
    prompt = replace(view.prompt, colour="A1")
    view = replace(view, prompt=prompt, drive=replace(view.drive, thrown=dice))
    monkeypatch.setattr(on_the_street, "view", lambda audience: view)
    known = set(re.findall(r'id="d-(\w+)"', browser.get("/").text))
    page = browser.get(address).text
    assert set(re.findall(r'href="#d-(\w+)"', page)) <= known
    assert set(re.findall(r'class="[^"]*\bseat-(\w+)', page)) <= {*known, "civ"}
    if address != "/":
        assert {"Anna 1", "Anna 2"} <= set(re.findall(r'class="name">(.*?)<', page))


def test_a_bot_is_called_a_bot_on_the_street_and_on_television(
    on_the_street: Any, browser: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    view, (first, *others) = SCENES["failed"], SCENES["failed"].players
    bot = replace(first, name="", bot="good", called=Message("bot.A"))
    view = replace(view, players=(bot, *others))
    monkeypatch.setattr(on_the_street, "view", lambda audience: view)
    assert any("Red bot" in label for label in labels(view).values())
    assert browser.get("/tv/side").text.count('class="name">Red bot<') == 2


def test_new_mats_come_alone(on_the_street: Any, browser: Any) -> None:
    """Section 7: 4 kB at most."""
    answer = browser.get("/street/mats")
    assert answer.mimetype == "image/svg+xml"
    assert len(answer.data) <= 4_000
    assert answer.text.count('<use class="ts-sign"') == 6


def test_a_table_without_a_street_has_no_mats(browser: Any) -> None:
    assert browser.get("/street/mats").status_code == 404
