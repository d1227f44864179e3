"""Redo stands beside Undo from a takeback until somebody plays (PP-11)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from two_forms import first
from waiting import until

pytestmark = pytest.mark.needs_chromium

PHONE, DESKTOP = (360, 640), (1440, 900)
UNDO, REDO = '[data-command="undo"]', '[data-command="redo"]'


BOXES = """keys => keys.map(key => {
    const { x, y, width, height } = key.getBoundingClientRect();
    return { x, y, width, height, cut: key.scrollWidth > key.clientWidth };
})"""


def beside(page: Any) -> list[Any]:
    """The boxes of the keys of the last row at one moment, which must fit beside each other."""
    keys = page.page.locator("#foot .pad :is(.key, .more), #foot .row.push .button")
    boxes = keys.evaluate_all(BOXES)
    last = [box for box in boxes if box["y"] == boxes[-1]["y"]]
    assert all(box["height"] >= 48 and box["width"] >= 48 for box in last), last
    assert all(b["x"] - (a["x"] + a["width"]) >= 5.9 for a, b in pairwise(last)), last
    assert not any(box["cut"] for box in boxes)
    return last


@pytest.mark.slow
@pytest.mark.parametrize("size", [PHONE, pytest.param(DESKTOP, marks=pytest.mark.slow)])
def test_a_move_taken_back_is_made_again_and_the_board_does_not_move(
    open_page: Callable[..., Any], service: Any, size: tuple[int, int]
) -> None:
    service.new(players=[["A"], ["D"]])
    page = open_page(service.url, size)
    page.shows("pad")
    assert not page.page.locator(REDO).count()
    page.out()
    where = page.box()
    page.page.click(UNDO)
    page.shows("correction")
    beside(page)
    page.page.click(REDO)
    page.shows("pad")
    until(lambda: "A9" in service.get("api/table")["position"]["marbles"]["A"])
    assert not page.page.locator(REDO).count()
    assert page.box() == where
    page.card("2")
    page.shows("moves")
    page.page.click(UNDO)
    page.shows("pad")
    assert len(beside(page)) == 5
    assert page.box() == where
    page.page.click(REDO)
    page.shows("moves")


def test_without_a_script_it_is_a_button_too(borrow: Callable[..., Any], service: Any) -> None:
    service.new(players=[["A"], ["D"]])
    page = borrow(PHONE, java_script_enabled=False)
    page.goto(service.url)
    page.click('[data-card="A"]')
    page.click(UNDO)
    page.click(REDO)
    page.wait_for_selector('[data-foot="moves"]')
    assert not page.locator(REDO).count()


@pytest.mark.parametrize(
    "scene", first(2, ["card", "wrong", "move", "others", "correction", "win"])
)
@pytest.mark.parametrize("size", [PHONE, pytest.param(DESKTOP, marks=pytest.mark.slow)])
def test_it_fits_into_every_foot(
    open_page: Callable[..., Any], stage: Any, scenes: Any, scene: str, size: tuple[int, int]
) -> None:
    stage.table.show(scenes.SCENES[scene])
    page = open_page(stage.url, size)
    where = page.box()
    stage.table.show(msgspec.structs.replace(scenes.SCENES[scene], can_redo=True))
    page.page.wait_for_selector(REDO)
    beside(page)
    assert page.box() == where


@pytest.mark.parametrize("scripts", [True, pytest.param(False, marks=pytest.mark.slow)])
@pytest.mark.parametrize("language", first(1, ["de", "en"]))
def test_undo_stands_beside_a_dealt_hand_too(
    open_page: Callable[..., Any], stage: Any, scenes: Any, language: str, scripts: bool
) -> None:
    """One tap away, as elsewhere; nothing stands there where nothing can be taken back."""
    stage.table.show(msgspec.structs.replace(scenes.HAND, can_undo=False))
    page = open_page(stage.url, PHONE, locale=language, java_script_enabled=scripts)
    assert not page.page.locator(UNDO).count()
    stage.table.show(
        msgspec.structs.replace(scenes.HAND, can_undo=True, can_redo=True, can_hint=True)
    )
    page.reload()
    if scripts:
        page.page.locator(".held-card").first.click()
        assert len(beside(page)) == 5
    page.page.click(UNDO)
    until(lambda: [type(one).__name__ for one in stage.table.commands] == ["Undo"])
