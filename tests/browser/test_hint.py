"""The button "Show a hint": by tap, by key, without a script, and for held cards (PP-23)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from two_forms import first
from waiting import until

from companion.model.commands import Hint, Undo
from companion.model.message import Message
from companion.model.view import Hinted

pytestmark = pytest.mark.needs_chromium

PHONE, TABLET, DESKTOP = (360, 640), (768, 1024), (1440, 900)
ELSEWHERE = [pytest.param(size, marks=pytest.mark.slow) for size in (TABLET, DESKTOP)]
"""A hint is the same at every size: the others repeat it with the long tests."""
SIT = """async seat => (await fetch('/api/seats', {method: 'POST', body: JSON.stringify({seat}),
    headers: {'Content-Type': 'application/json',
        'X-CSRFToken': document.querySelector('meta[name=csrf-token]').content}})).status"""

HINT = "async () => (await (await fetch('/api/table')).json()).hint"


@pytest.mark.parametrize("size", [PHONE, *ELSEWHERE])
@pytest.mark.parametrize("script", first(1, [True, False]))
def test_a_hint_stars_a_marble_its_goal_and_its_row(
    borrow: Callable[..., Any], service: Any, size: tuple[int, int], script: bool
) -> None:
    service.new(players=[["A"], ["D"]])
    page = borrow(size, **({} if script else {"java_script_enabled": False}))
    page.goto(service.url)
    page.click('[data-card="A"]')
    page.click('[data-command="hint"]:not(:disabled)')
    page.wait_for_selector('[data-hole="A9"][data-role="hint"]', state="attached")
    assert "A good idea: Red pen → Red 9" in page.inner_text("[data-support]")
    assert page.inner_text(".row-button.hinted") == "Red pen → Red 9"
    assert page.locator('[data-command="hint"]').is_disabled()
    assert not page.locator(".button.honey").count()
    if script:
        page.click(".row-button.hinted")
        page.wait_for_selector('[data-foot="pad"], [data-foot="correction"]')
        assert not page.locator('[data-role="hint"]').count()


@pytest.mark.slow
def test_the_key_h_asks_for_it_where_the_focus_is(
    open_page: Callable[..., Any], service: Any
) -> None:
    service.new(players=[["A"], ["D"]])
    page = open_page(service.url, DESKTOP)
    page.card("6")
    page.role("Ap1", "movable")
    where = page.box()
    page.page.focus('[data-hole="A9"]')
    page.page.keyboard.press("h")
    page.role("A9", "hint")
    assert page.box() == where
    assert page.page.evaluate("() => document.activeElement.dataset.hole") == "A9"
    page.page.keyboard.press("n")
    page.page.keyboard.press("Escape")
    label = page.page.get_attribute('[data-hole="A9"]', "aria-label")
    assert label == "Red 9, pen exit, empty, a good idea."
    page.tap("Ap1")
    page.role("A9", "destination")
    page.tap("A9")
    page.token("A9", "A")
    assert page.with_role("hint") == []


@pytest.mark.parametrize("size", first(1, [PHONE, TABLET, DESKTOP]))
def test_the_buttons_of_the_foot_fit_beside_each_other(
    open_page: Callable[..., Any], stage: Any, scenes: Any, size: tuple[int, int]
) -> None:
    scene = msgspec.structs.replace(scenes.SCENES["move"], can_hint=True)
    stage.table.show(scene)
    page = open_page(stage.url, size)
    page.shows("moves")
    where = page.box()
    boxes = [button.bounding_box() for button in page.page.locator("#foot .row.push .button").all()]
    assert len(boxes) == 4  # undo, hint, all moves, and the three dots
    assert {box["y"] for box in boxes} == {boxes[0]["y"]}
    assert all(box["height"] >= 48 and box["width"] >= 48 for box in boxes)
    assert all(b["x"] - (a["x"] + a["width"]) >= 6 for a, b in pairwise(boxes))
    cut = "e => e.scrollWidth > e.clientWidth"
    assert not any(b.evaluate(cut) for b in page.page.locator("#foot .row.push .button").all())
    page.page.click('[data-command="hint"]')
    idea = Hinted("A9-B2", Message("move.other", {"action": "Red 9 → Orange 2"}))
    stage.table.show(msgspec.structs.replace(scene, hint=idea))
    page.page.wait_for_selector(".row-button.hinted")
    until(lambda: stage.table.commands)
    assert stage.table.commands == [Hint()]
    assert page.box() == where


def test_without_assistance_there_is_no_button(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    """The table says whether a hint is to be had; the page offers none of its own accord."""
    stage.table.show(scenes.SCENES["move"])
    page = open_page(stage.url, DESKTOP)
    page.shows("moves")
    assert not page.page.locator('[data-command="hint"]').count()
    page.page.focus('[data-hole="A9"]')
    page.page.keyboard.press("h")
    page.page.keyboard.press("u")
    until(lambda: stage.table.commands)
    assert stage.table.commands == [Undo()]


@pytest.mark.slow
@pytest.mark.parametrize("size", [PHONE, ELSEWHERE[-1]])
def test_a_held_card_that_is_good_is_starred_and_chosen_on_its_holders_page_only(
    open_page: Callable[..., Any], service: Any, size: tuple[int, int]
) -> None:
    service.new(players=[["A"], ["D"]], hands="virtual")
    mine, other = open_page(service.url, size), open_page(service.url, size)
    assert [mine.page.evaluate(SIT, 0), other.page.evaluate(SIT, 1)] == [200, 200]
    mine.reload()
    other.reload()
    mine.drawn(1)
    other.drawn(1)
    mine.shows("hand")
    other.shows("hand")
    mine.page.click('[data-command="hint"]')
    mine.page.wait_for_selector(".held-card.hinted.chosen")
    told = mine.page.evaluate(HINT)
    assert mine.page.inner_text("[data-support]") == told["message"]["text"]
    assert mine.page.get_attribute(".held-card.hinted", "data-card") in told["action"]
    assert mine.page.locator(".button.honey").count() == 1
    assert told["message"]["text"] not in other.page.content()
    assert not other.page.locator(".hinted").count()
    assert not other.page.locator('[data-command="hint"]').count()
    before = mine.prompt
    mine.page.click('[data-key="play"]')
    # Of a card without a move its foot is seen for a moment only, what comes after it for long.
    until(lambda: mine.prompt != before)
    mine.page.wait_for_selector(".hinted", state="detached")


@pytest.mark.parametrize("script", [True, False])
def test_of_cards_that_are_alike_one_has_the_star(
    borrow: Callable[..., Any], stage: Any, scenes: Any, script: bool
) -> None:
    hand = scenes.HAND
    ten = hand.pad[2]
    alike = msgspec.structs.replace(
        hand,
        hand=("6", "10", "10", "10", "10"),
        pad=(hand.pad[0], ten, ten, ten, ten),
        hint=Hinted(ten.action, Message("prompt.none_moves"), False),
    )
    stage.table.show(alike)
    page = borrow(PHONE, **({} if script else {"java_script_enabled": False}))
    page.goto(stage.url)
    page.wait_for_selector(".held-card.hinted")
    assert page.locator(".held-card.hinted").count() == 1
    if script:
        page.click('[data-held="3"]')
        page.wait_for_selector('.chosen.hinted[data-held="3"]')
        assert page.locator(".held-card.hinted").count() == 1
