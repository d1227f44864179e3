"""Marbles of the virtual board without scripts: a tap on a row lifts one, the next puts it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from waiting import until

pytestmark = pytest.mark.needs_chromium

DONE = "Red pen → Red 9"


CROSSED = """() => {
    const keys = [...document.querySelectorAll('.foot .row .button')].filter(one =>
        one.getClientRects().length && !one.closest('.behind-dots'));
    const boxes = keys.map(one => one.getBoundingClientRect());
    const end = document.querySelector('.foot-inner').getBoundingClientRect().right;
    const meet = (one, other) => one.left < other.right && other.left < one.right;
    return keys.map(one => one.innerText).filter((_, i) => boxes[i].right > end + 1
        || boxes.some((box, j) => j !== i && meet(box, boxes[i])));
}"""
"""The keys in the foot's row that lie over another one, or beyond its end."""


def knocked(service: Any) -> None:
    """Two red marbles of the pen lie where no card puts them."""
    with service.board() as board:
        tokens = board.state()["tokens"]
        del tokens["Ap1"], tokens["Ap2"]
        board.set_out({**tokens, "C4": "A", "B11": "A"})


@pytest.mark.slow
def test_the_table_carries_a_move_and_the_page_shows_it_by_itself(
    borrow: Callable[..., Any], service: Any
) -> None:
    service.new(players=[["A"], ["D"]], first=0)
    page = borrow((360, 640), java_script_enabled=False)
    page.goto(service.url)
    page.click('[data-card="6"]')
    page.click(f".rows button:has-text('{DONE}')")
    page.locator('[data-foot="pad"]').wait_for()
    view = service.get("api/table")
    assert view["owed"] == []
    assert view["holes"]["A9"]["token"] == "A"


def test_no_key_of_the_foot_lies_over_another(
    borrow: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    """*Not seen?* (PP-13) stands there beside three more."""
    page = borrow((360, 640), java_script_enabled=False, locale="de")
    for state in scenes.DOUBTED.values():
        stage.table.show(msgspec.structs.replace(state, choices=scenes.CHOICES))
        page.goto(stage.url)
        assert page.locator("[data-key=doubts]").is_visible()
        assert page.evaluate(CROSSED) == []


@pytest.mark.slow
def test_a_marble_that_was_knocked_over_is_lifted_by_a_tap_on_its_row(
    borrow: Callable[..., Any], service: Any
) -> None:
    service.new(players=[["A"], ["D"]], first=0)
    page = borrow((360, 640), java_script_enabled=False)
    knocked(service)
    until(lambda: service.get("api/table")["owed"])
    page.goto(service.url)
    row, tap = (page.locator(part).first.bounding_box() for part in (".row-line", ".by-tap"))
    assert row is not None
    assert tap is not None
    assert tap["height"] >= 46
    assert tap["width"] >= row["width"] - 4
    page.locator(".by-tap").first.click()
    until(lambda: service.get("api/table")["in_hand"])


def test_with_scripts_nothing_lies_over_the_row(
    open_page: Callable[..., Any], service: Any
) -> None:
    service.new(players=[["A"], ["D"]], first=0)
    page = open_page(service.url)
    page.page.click('[data-card="6"]')
    knocked(service)
    page.page.wait_for_selector(".row-line")
    assert page.page.locator(".by-tap").count() == 0


def test_a_shared_screen_shows_a_hand_behind_a_key_and_plays_from_it(
    borrow: Callable[..., Any], service: Any
) -> None:
    """Nobody reads a hand by an address: it is shown to who presses there, until it is hidden."""
    service.new(players=[["A"], ["D"]], names=["Anna", "Max"], hands="virtual", first=0)
    page = borrow((360, 640), java_script_enabled=False)
    for name in ("Anna", "Max"):
        page.goto(f"{service.url}join")
        page.locator(f"[data-name={name}]").check(force=True)
        page.click("[data-sit]")
    page.goto(service.url)
    shown = page.get_by_role("button", name="Show Anna’s hand")
    assert shown.bounding_box()["height"] >= 48
    shown.click()
    assert page.locator("h1").inner_text() == "Anna’s hand"
    assert page.locator(".panel li").count() == 5
    page.get_by_role("link", name="Hide").click()
    assert page.url == service.url
    page.click("[data-key=more]")
    page.get_by_role("link", name="Hands").click()
    page.get_by_role("button", name="Show Max’s hand").click()
    assert "None of these cards can be played now." in page.inner_text("main")
    page.get_by_role("link", name="Hide").click()
    page.get_by_role("button", name="Show Anna’s hand").click()
    page.locator("button[name=action]").first.click()
    assert page.url == service.url
    # A card without a move lies there for a moment, and then has a line: one look finds either.
    view = service.get("api/table")
    assert view["moves"] or view["card"]
