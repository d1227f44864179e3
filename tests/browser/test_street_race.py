"""The street race in the browser: chosen in the wizard, cars placed and driven on virtual wood.

One browser holds all three seats. Nothing bypasses the real thing: cars are moved by clicks on
holes that the page has lit, cards and windows are answered on the page.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from waiting import until

pytestmark = pytest.mark.needs_chromium

SIT = """async seat => (await fetch('/api/seats', {method: 'POST', body: JSON.stringify({seat}),
    headers: {'Content-Type': 'application/json',
        'X-CSRFToken': document.querySelector('meta[name=csrf-token]').content}})).status"""


def view_of(page: Any) -> Any:
    """What this browser may see now."""
    return page.page.request.get(page.url + "api/table").json()


def test_a_race_is_chosen_placed_and_driven(
    open_page: Callable[..., Any], borrow: Callable[..., Any], service: Any
) -> None:
    setup = borrow((1280, 720))
    setup.goto(f"{service.url}new?game=fast_track")
    setup.locator("label:has(#game-fhtagn)").click()
    setup.locator("label:has(#count-3)").click()
    setup.get_by_role("button", name="Start the game").click()
    setup.wait_for_url(f"{service.url}join")

    page = open_page(service.url)
    assert [page.page.evaluate(SIT, seat) for seat in range(3)] == [200, 200, 200]
    page.reload()
    for colour, place in (("Red", "a5"), ("Orange", "a6"), ("Yellow", "a4")):
        page.says(f"{colour}, put your car on a white light.")
        page.tap(place)
    for colour in ("Red", "Orange", "Yellow"):
        page.says(f"{colour}, keep these cards?")
        page.page.get_by_text("Keep them").first.click()

    def driving() -> Any:
        view = view_of(page)
        kind = view["position"]["ask"]["kind"]
        if kind == "deploy":
            page.page.get_by_text("starts without").first.click()
        return view if kind == "act" else None

    view = until(driving, lambda: page.page.inner_text("main"))
    assert view["prompt"]["text"] == "Yellow, lift your car or choose a card."
    assert view["hand"] is None, "one screen for all shows no hand"
    looked = page.page.request.get(f"{page.url}api/hand?seat=2").json()
    assert len(looked["cards"]) == 5
    assert view["position"]["hands"] == {"A": 3, "B": 4, "C": 5}
    said = {hole: page.page.get_attribute(f'[data-hole="{hole}"]', "aria-label")
            for hole in ("a4", "h4", "b2")}  # fmt: skip
    assert said["a4"] == "Rank 1, oncoming inner lane, Yellow, may move."
    assert said["h4"] == "Road ahead, oncoming inner lane."
    assert said["b2"] == "Rank 2, left walk."

    page.tap("a4")
    page.shows("tiles")
    assert page.page.locator("#board .figure").count() >= 1, "an advance needs a test"
    page.tap("h4")
    moves = until(
        lambda: [m["action"] for m in view_of(page)["moves"] if m["action"] == "adv"],
        lambda: page.page.inner_text("main"),
    )
    assert moves == ["adv"]
