"""The first game by keyboard alone: from the first page through the lesson, without any pointer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from waiting import until

pytestmark = [pytest.mark.needs_chromium, pytest.mark.slow]

MOST_TABS = 40
"""More steps of the focus than any page has before its main button."""
LIT = """() => {
    const { hole, role } = document.activeElement.dataset;
    return ['movable', 'destination', 'capture', 'pen'].includes(role) && hole;
}"""
PLAY = '[data-key="play"]:enabled'


def tab_to(page: Any, selector: str) -> None:
    """Bring the focus to a button, as people do."""
    for _ in range(MOST_TABS):
        if page.page.evaluate("sought => document.activeElement.matches(sought)", selector):
            return
        page.page.keyboard.press("Tab")
    raise AssertionError(f"the focus never comes to {selector}")


def next_light(page: Any) -> None:
    """Bring the focus to a hole that can be lifted from or put into."""
    for _ in range(MOST_TABS):
        page.page.keyboard.press("n")
        if page.page.evaluate(LIT):
            return
    raise AssertionError("the focus never comes to a light")


def view_of(page: Any) -> Any:
    """What this browser may see now."""
    return page.page.request.get(page.url + "api/table").json()


def has_gone_on(page: Any, was: Any) -> bool:
    """Whether a card was played, a marble lifted or put away, or a move made, after each view."""
    view = view_of(page)
    if was["state"] == "lifted":
        return bool(view["position"] != was["position"])
    return bool(view["state"] != was["state"] or view["owed"] != was["owed"])


def rested(page: Any) -> Any:
    """The view once it waits for the player."""
    view = view_of(page)
    waits = view["state"] in ("choose_card", "choose_move", "lifted") and not view["pending"]
    return view if waits and view["players"][0]["to_act"] else None


def test_the_first_game_is_played_by_keyboard_alone(
    open_page: Callable[..., Any], fresh_service: Any
) -> None:
    page = open_page(fresh_service.url, (1440, 900))
    tab_to(page, '[data-key="learn"]')
    page.page.keyboard.press("Enter")
    page.page.wait_for_selector("#lesson")
    steps: set[int] = set()
    while True:
        view = until(lambda: rested(page), lambda: page.page.inner_text("main"))
        page.drawn(view["seq"])
        if view["lesson"] is None:
            break
        steps.add(view["lesson"]["step"])
        if view["state"] == "choose_card" and not view["owed"]:
            page.page.wait_for_selector(PLAY)
            tab_to(page, PLAY)
        else:
            next_light(page)
        page.page.keyboard.press("Enter")
        until(lambda was=view: has_gone_on(page, was), lambda: page.page.inner_text("main"))
    assert steps == {1, 2, 3, 4, 5, 6}
    assert view["position"]["marbles"]["A"].count("Ah4") == 1
