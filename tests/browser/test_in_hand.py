"""The marbles in hands are drawn in the corner that the board leaves free."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from two_forms import first

from companion.model.view import InHand

pytestmark = pytest.mark.needs_chromium

PHONE, DESKTOP = (360, 640), (1440, 900)
DISCS = "[...document.querySelectorAll('#in-hand use')].map(use => use.getAttribute('href'))"

BOXES = """['#in-hand svg', '[data-hole] .hit'].map(places =>
    [...document.querySelectorAll(places)].map(one => one.getBoundingClientRect())
        .map(box => [box.left, box.top, box.right, box.bottom]))"""
"""Left, top, right, bottom: of the marbles in hands, and of all holes."""


@pytest.mark.parametrize("size", first(1, [PHONE, DESKTOP]))
def test_each_marble_in_the_hand_is_drawn_and_covers_no_hole(
    open_page: Callable[..., Any], stage: Any, scenes: Any, size: tuple[int, int]
) -> None:
    page = open_page(stage.url, size)
    page.shows("pad")
    where = page.box()
    assert page.page.evaluate(DISCS) == []
    two = (InHand("A", "A9"), InHand("D", "E10"))
    stage.table.show(msgspec.structs.replace(scenes.SCENES["lifted"], in_hand=two))
    page.shows("lifted")
    assert page.page.evaluate(DISCS) == ["#d-A", "#d-D"]
    assert page.box() == where
    discs, holes = page.page.evaluate(BOXES)
    assert len(discs) == 2
    assert len(holes) > 100
    for left, top, right, bottom in discs:
        assert all(
            west > right or east < left or north > bottom or south < top
            for west, north, east, south in holes
        )
    stage.table.show(scenes.SCENES["card"])
    page.shows("pad")
    assert page.page.evaluate(DISCS) == []


def test_what_may_be_another_marble_is_drawn_without_a_colour(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    stage.table.show(
        msgspec.structs.replace(scenes.SCENES["ask"], in_hand=(InHand("A", "A9", sure=False),))
    )
    page = open_page(stage.url)
    page.shows("ask")
    assert page.page.evaluate(DISCS) == ["#d-none"]


def test_without_a_script_it_is_drawn_too(
    borrow: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    stage.table.show(scenes.SCENES["lifted"])
    page = borrow(PHONE, java_script_enabled=False)
    page.goto(stage.url)
    assert page.locator("#in-hand use").get_attribute("href") == "#d-A"
