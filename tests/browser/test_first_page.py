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
WORK = 1.0
"""Seconds of a processor that service and board may take for it, on whatever machine."""
LIT = '[data-hole]:not([data-role=""])'


def test_one_tap_leads_to_a_game_against_a_bot(
    open_page: Callable[..., Any], fresh_service: Any
) -> None:
    """How long the first light takes is printed (``pytest -s``): on a busy machine it says nothing.

    What a slow page cannot hide is held: the answer to the tap has the light already, so nothing
    waits for a script or a clock, and what the service works for it is counted on the processor.
    """
    page = open_page(fresh_service.url, (360, 640))
    wood = page.box()
    worked, began = fresh_service.worked(), monotonic()
    with page.page.expect_response(lambda answer: answer.url == fresh_service.url) as answer:
        page.page.click('[data-key="play"]')
    assert ' data-role="turn"' in answer.value.text()
    page.page.wait_for_selector(LIT, state="attached")
    took, work = monotonic() - began, fresh_service.worked() - worked
    print(f"\nfirst light after {took:.2f} s (quiet: under {SOON:g} s), {work:.2f} s of work")
    assert work < WORK
    assert page.box() == wood
    assert fresh_service.get("health")["game"]
    view: Any = None
    while not (view and bot_moved(view)):  # a queen lets her player go on, maybe many times
        view = until(lambda: play_on(page), lambda: page.page.inner_text("main"))
    assert view["players"][1]["bot"] == "beginner"
    assert view["players"][1]["name"] == ""
