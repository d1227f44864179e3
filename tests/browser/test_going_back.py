"""The foot's three dots: look back, go back any number of moves, pause, end without a result."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from waiting import until

pytestmark = pytest.mark.needs_chromium


def test_going_back_pausing_and_ending_from_the_foot(
    open_page: Callable[..., Any], service: Any
) -> None:
    """A look changes nothing; the marbles follow only once somebody goes back."""
    service.new(players=[["A"], ["D"]])
    page = open_page(service.url, (360, 640))
    page.shows("pad")
    page.out()
    page.card("3")
    page.shows("moves")
    page.tap("A9")
    page.tap("A12")
    page.shows("pad")
    page.card("6")
    page.shows("moves")
    where = page.box()

    page.page.click('[data-key="more"]')
    page.page.click('[data-key="moves"]')
    page.page.click('[data-rewind="2"]')
    page.says("This is how the board stood.")
    page.token("A9", "A")
    assert "A12" not in page.holes()
    assert page.with_role("movable") == []
    assert page.box() == where
    page.page.keyboard.press("Escape")
    page.shows("moves")
    page.token("A12", "A")
    assert len(service.get("api/table")["moves"]) == 2

    page.page.set_viewport_size({"width": 1440, "height": 900})
    page.page.click('#last-moves [data-rewind="1"]')
    page.page.click('[data-key="go-back"]')
    until(lambda: service.get("api/table")["moves"] == [])
    page.shows("correction")
    page.page.click('[data-key="redo"]')
    page.shows("moves")

    for key in ("more", "pause"):
        page.page.click(f'[data-key="{key}"]')
    page.says("Paused. The game is safe.")
    for key in ("go-on", "more", "quit", "close"):
        page.page.click(f'[data-key="{key}"]')
    page.page.wait_for_selector(".resting")
    assert service.get("api/table")["game"] is None
