"""From the first page with one tap: a light, a turn of one's own, and the bot's answer.

Nothing bypasses the real thing: ``trackside play`` runs with its virtual board, and the bot's hand
moves its marbles on simulated pins.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from waiting import until

pytestmark = pytest.mark.needs_chromium


def view_of(page: Any) -> Any:
    """What this browser may see now."""
    return page.page.request.get(page.url + "api/table").json()


def play_on(page: Any) -> Any:
    """Do the next thing of one's own turn; the view once a bot has moved."""
    view = view_of(page)
    if any(move["seat"] == 1 for move in view["moves"]):
        return view
    page.drawn(view["seq"])
    if page.foot == "hand":
        if not page.page.query_selector("[data-held].chosen"):
            page.page.click("[data-held]")
        page.page.click('[data-key="play"]')
    elif view["state"] == "choose_move" and not view["bot"]:
        for hole in page.with_role("movable")[:1]:
            page.tap(hole)
    elif view["state"] == "lifted" and not view["bot"]:
        for hole in (*page.with_role("destination"), *page.with_role("capture"))[:1]:
            page.tap(hole)
    return None


def test_one_tap_leads_to_a_game_against_a_bot(
    open_page: Callable[..., Any], fresh_service: Any
) -> None:
    page = open_page(fresh_service.url, (360, 640))
    wood = page.box()
    page.page.click('[data-key="play"]')
    page.page.wait_for_selector('[data-hole]:not([data-role=""])', state="attached")
    assert page.box() == wood
    assert fresh_service.get("health")["game"]
    view = until(lambda: play_on(page), lambda: page.page.inner_text("main"))
    assert view["players"][1]["bot"] == "beginner"
    assert view["players"][1]["name"] == ""
