"""Dealt cards on the page: one browser holds both seats, plays from the shown hand, and goes on."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from engine.games.fast_track.board import board_for

pytestmark = pytest.mark.needs_chromium

PLACES = board_for("hex").places
SIT = """async seat => (await fetch('/api/seats', {method: 'POST', body: JSON.stringify({seat}),
    headers: {'Content-Type': 'application/json',
        'X-CSRFToken': document.querySelector('meta[name=csrf-token]').content}})).status"""


def view_of(page: Any) -> Any:
    """What this browser may see now."""
    return page.page.request.get(page.url + "api/table").json()


def lit(page: Any, place: str, *roles: str) -> str:
    """A hole of that place with one of these lights."""
    wanted = ",".join(
        f'[data-hole="{hole}"][data-role="{role}"]'
        for hole in PLACES[place].holes
        for role in roles
    )
    hole: str = page.page.wait_for_selector(wanted, state="attached").get_attribute("data-hole")
    return hole


def settled(page: Any, before: Any) -> Any:
    """The view after what was just done has come to rest."""
    for _ in range(200):
        view = view_of(page)
        if view["position"] != before["position"] and not view["pending"]:
            return view
        page.page.wait_for_timeout(30)
    raise AssertionError(view["prompt"]["text"])


@pytest.mark.parametrize("rules", ["classic", "butterfly"])
def test_cards_are_played_from_the_hand_turn_by_turn(
    open_page: Callable[..., Any], service: Any, rules: str
) -> None:
    service.new(players=[["A"], ["D"]], rules=rules, hands="virtual")
    page = open_page(service.url, (1440, 900))
    assert [page.page.evaluate(SIT, seat) for seat in (0, 1)] == [200, 200]
    page.page.reload()
    rng = random.Random(11)
    played = moved = 0
    seats: set[int] = set()
    view = view_of(page)
    for _ in range(60):
        if moved >= 6 and len(seats) == 2:
            break
        seats.add(view["seat"])
        if view["position"]["card"] is None:
            held = page.page.locator("[data-held]:not(:disabled)")
            held.first.wait_for()
            best = max(range(len(view["pad"])), key=lambda i: view["pad"][i]["moves"] or 0)
            page.page.click(f'[data-held="{best}"]')
            page.page.click('[data-key="play"]')
            played += 1
        else:
            ways = [c for c in view["choices"] if c["moves"] and "=" not in c["action"]]
            if ways:
                for frm, to in rng.choice(ways)["moves"]:
                    page.tap(lit(page, frm, "movable"))
                    page.tap(lit(page, to, "destination", "capture", "pen"))
                moved += 1
        view = settled(page, view)
    assert seats == {0, 1}
    # Classic seats choose from five; butterfly draws one card, and that one is played (BF-2).
    assert (played > 3) == (rules == "classic")
    assert moved >= 6
