"""Marbles of the virtual board without scripts: a tap on a row lifts one, the next puts it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

pytestmark = pytest.mark.needs_chromium

DONE = "Red pen → Red 9"


@pytest.mark.slow
def test_a_move_is_made_by_taps_on_its_row(borrow: Callable[..., Any], service: Any) -> None:
    service.new(players=[["A"], ["D"]], first=0)
    page = borrow((360, 640), java_script_enabled=False)
    page.goto(service.url)
    page.click('[data-card="6"]')
    page.click(f".rows button:has-text('{DONE}')")
    row = page.locator(".row-line")
    for text in (DONE, "Put Red on Red 9."):
        assert text in row.first.inner_text()
        box, tap = row.first.bounding_box(), page.locator(".by-tap").first.bounding_box()
        assert box is not None
        assert tap is not None
        assert tap["height"] >= 46
        assert tap["width"] >= box["width"] - 4
        page.locator(".by-tap").first.click()
    assert row.count() == 0
    view = service.get("api/table")
    assert view["owed"] == []
    assert view["holes"]["A9"]["token"] == "A"


def test_with_scripts_nothing_lies_over_the_row(
    open_page: Callable[..., Any], service: Any
) -> None:
    service.new(players=[["A"], ["D"]], first=0)
    page = open_page(service.url)
    page.page.click('[data-card="6"]')
    page.page.click(f".rows button:has-text('{DONE}')")
    page.page.wait_for_selector(".row-line")
    assert page.page.locator(".by-tap").count() == 0
