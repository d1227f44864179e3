"""A board of squares through the page's own component: cars on a road, lights on squares."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

from companion.model.message import Message
from companion.model.view import HoleView
from companion_web.drawing.board import board_svg
from companion_web.drawing.light_marks import disc_defs, light_defs, token_id
from engine.boards import board_of


@pytest.fixture
def drawn(table: Any) -> ElementTree.Element:
    """The default circuit with three cars, one of them to move, and two places to go."""
    holes = {
        "5.0L": HoleView("B", "movable"),
        "5.1L": HoleView("", "destination"),
        "6.0R": HoleView("", "destination"),
        "12.0R": HoleView("G", ""),
        "20.1L": HoleView("?", ""),
    }
    view = msgspec.structs.replace(table.view(None), holes=holes)
    return ElementTree.fromstring(board_svg(view, board_of("tiles"), say))


def say(message: Message) -> str:
    return message.key


def hole(drawn: ElementTree.Element, name: str) -> ElementTree.Element:
    return next(g for g in drawn.iter("g") if g.get("data-hole") == name)


def test_a_car_looks_along_the_road_with_its_symbol_upright(drawn: ElementTree.Element) -> None:
    body, roof = hole(drawn, "12.0R").find("g[@class='marble']") or ()
    assert (body.get("href"), body.get("transform")) == ("#c-G", "rotate(90)")
    assert (roof.get("href"), roof.get("class")) == ("#s-G", "upright")
    unknown = hole(drawn, "20.1L").find("g[@class='marble']")
    assert unknown is not None
    assert unknown[0].get("href") == "#c-none"


def test_every_square_tells_the_script_its_heading(drawn: ElementTree.Element) -> None:
    groups = [g for g in drawn.iter("g") if g.get("data-hole")]
    assert len(groups) == 96
    assert {g.get("data-heading") for g in groups} == {"0", "90", "180", "270"}


def test_lights_are_the_same_as_on_holes(drawn: ElementTree.Element) -> None:
    lit = hole(drawn, "5.1L")
    assert lit.get("data-role") == "destination"
    assert [u.get("href") for u in lit.iter("use")] == ["#well", "#r-destination", "#k-destination"]
    rings = [u.get("href") for u in hole(drawn, "5.0L").iter("use")]
    assert rings == ["#well", "#r-movable", "#c-B", "#s-B"]


def test_all_that_is_referred_to_is_there_and_no_marble_besides(
    drawn: ElementTree.Element,
) -> None:
    ids = {element.get("id") for element in drawn.iter()} - {None}
    used = {u.get("href", "")[1:] for u in drawn.iter("use")}
    assert used <= ids
    assert {f"{kind}-{seat}" for kind in "cs" for seat in "ABCDEFGH"} <= ids
    assert not any(str(name).startswith("m-") for name in ids)


def test_the_whole_board_fits_the_budget_of_a_page(drawn: ElementTree.Element) -> None:
    assert len(ElementTree.tostring(drawn)) < 110_000


def test_boards_of_holes_have_marbles_and_no_cars() -> None:
    ids = set(re.findall(r'id="([\w-]+)"', light_defs(board_of("hex"))))
    assert "m-A" in ids
    assert not any(name.startswith(("c-", "s-")) for name in ids)


def test_the_colours_in_reserve_have_discs() -> None:
    assert token_id("H") == "H"
    assert token_id("x") == "none"
    assert 'id="d-G"' in disc_defs()
