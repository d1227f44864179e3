"""Why, yes and no by keyboard: the count that answers, and what the table thinks happened."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from waiting import until

from companion.model.commands import Deny
from companion.model.message import Message
from companion.model.view import Thought

pytestmark = pytest.mark.needs_chromium

PHONE, DESKTOP = (360, 640), (1440, 900)


@pytest.mark.slow
@pytest.mark.parametrize("size", [PHONE, pytest.param(DESKTOP, marks=pytest.mark.slow)])
def test_why_lights_the_count_on_page_and_wood_until_a_hand_does_something(
    open_page: Callable[..., Any], service: Any, size: tuple[int, int]
) -> None:
    service.new(players=[["A"], ["D"]])
    page = open_page(service.url, size)
    page.out()
    page.card("5")
    page.role("A9", "movable")
    page.tap("A9")
    page.role("B0", "destination")
    page.tap("A12")
    page.role("A12", "wrong")
    where = page.box()
    page.page.locator('[data-hole="A12"]').focus()
    page.page.keyboard.press("w")
    for hole in ("A10", "A11", "A13"):
        page.role(hole, "hint")
    page.role("B0", "destination")
    assert page.box() == where
    assert "That is 3 on; a 5 ends on Orange corner." in page.page.inner_text("#foot")
    assert page.page.locator("[data-count]").all_text_contents() == ["1", "2", "3", "4", "5"]
    discs = page.page.eval_on_selector_all(
        "[data-count]", "all => all.map(one => one.querySelectorAll('circle').length)"
    )
    assert discs == [1, 1, 0, 1, 1], "the arrow home crosses no number; a marble stays in sight"
    counted = page.page.locator('[data-hole="A11"]').get_attribute("aria-label")
    assert counted == "Red 11, empty, count 2."
    page.tap("A12")
    page.role("A9", "origin")
    assert page.with_role("hint") == []
    assert not page.page.locator("[data-count]").count()


def thinking(scenes: Any) -> Any:
    """A move was read from real wood, and the next card is awaited."""
    scene = scenes.SCENES["card"]
    prompt = msgspec.structs.replace(scene.prompt, support=Message("prompt.card_support"))
    thought = Thought(34, scenes.text("Fritz, 8: Red 8 → Orange 2"))
    return msgspec.structs.replace(scene, board="serial", prompt=prompt, thought=thought)


def test_y_and_n_answer_what_the_table_thinks_happened(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    stage.table.show(thinking(scenes))
    page = open_page(stage.url, DESKTOP)
    page.page.wait_for_selector('[data-command="deny"]')
    page.page.keyboard.press("n")
    until(lambda: stage.table.commands)
    assert stage.table.commands == [Deny(34)]
    page.page.keyboard.press("y")
    page.page.wait_for_selector('[data-command="deny"]', state="detached")
    assert page.page.inner_text("[data-support]") == ""
    assert len(stage.table.commands) == 1


def test_on_the_board_n_still_visits_the_lit_holes(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    page = open_page(stage.url, DESKTOP)
    stage.table.show(scenes.SCENES["move"])
    page.page.wait_for_selector('[data-role="movable"]', state="attached")
    page.page.locator("[data-hole][tabindex='0']").focus()
    page.page.keyboard.press("n")
    lit = page.page.evaluate("document.activeElement.dataset.role")
    assert lit not in ("", "turn")
    assert stage.table.commands == []
