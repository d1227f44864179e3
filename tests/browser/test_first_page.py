"""From the first page with one tap: a light, a turn of one's own, and the bot's answer.

Nothing bypasses the real thing: ``trackside play`` runs with its virtual board, and the bot's hand
moves its marbles on simulated pins.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Any

import pytest
from waiting import until

pytestmark = pytest.mark.needs_chromium

PLAY_OR_CHOOSE = """() => {
  const at = (part) => document.querySelector(part);
  const play = at('[data-key="play"]:enabled');
  (play ?? (at("[data-held].chosen") ? null : at("[data-held]")))?.click();
  return Boolean(play);
}"""
"""The page may choose a card by itself meanwhile, so look and tap are one. Whether it played."""


ENLARGED = "() => document.body.classList.contains('zoomed')"

ROLES = ("movable", "destination", "capture")


def view_of(page: Any) -> Any:
    """What this browser may see now."""
    return page.page.request.get(page.url + "api/table").json()


def bot_moved(view: Any) -> bool:
    """Whether the bot has answered."""
    return any(move["seat"] == 1 for move in view["moves"])


def play_on(page: Any) -> Any:
    """Do the next thing of one's own turn; the view after it, or once a bot has moved."""
    view = view_of(page)
    if bot_moved(view):
        return view
    page.drawn(view["seq"])
    did: Any = False
    if page.foot == "hand":
        did = page.page.evaluate(PLAY_OR_CHOOSE)
    elif view["state"] in ("choose_move", "lifted") and not view["bot"]:
        lit = [hole for role in ROLES for hole in page.with_role(role)]
        for hole in lit[:1]:
            page.tap(hole)
            if page.page.evaluate(ENLARGED):  # holes stand close: the first tap only enlarges
                page.tap(hole)
        did = lit
    if did:  # nobody taps twice for one thing
        until(lambda: view_of(page)["seq"] != view["seq"], lambda: page.page.inner_text("main"))
        return view_of(page)
    return None


SOON = 3.0
"""Seconds from the first page's tap to the first light, by the checklist of the night's pages."""
LIT = '[data-hole]:not([data-role=""])'


def lit_after_one_tap(page: Any) -> float:
    """Seconds from the tap on *Play now* until the page shows a light."""
    began = monotonic()
    page.page.click('[data-key="play"]')
    page.page.wait_for_selector(LIT, state="attached")
    return monotonic() - began


def test_one_tap_leads_to_a_game_against_a_bot(
    open_page: Callable[..., Any], fresh_service: Any
) -> None:
    page = open_page(fresh_service.url, (360, 640))
    wood = page.box()
    took = lit_after_one_tap(page)
    for _ in range(2):  # a machine that was busy with something else is asked again
        if took >= SOON:
            token = page.page.get_attribute("meta[name=csrf-token]", "content")
            page.page.request.post(
                f"{fresh_service.url}api/commands",
                data={"command": "close"},
                headers={"X-CSRFToken": str(token)},
            )
            took = lit_after_one_tap(page)
    assert took < SOON
    assert page.box() == wood
    assert fresh_service.get("health")["game"]
    view: Any = None
    while not (view and bot_moved(view)):  # a queen lets her player go on, maybe many times
        view = until(lambda: play_on(page), lambda: page.page.inner_text("main"))
    assert view["players"][1]["bot"] == "beginner"
    assert view["players"][1]["name"] == ""
