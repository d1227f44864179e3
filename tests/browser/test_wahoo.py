"""Wahoo in the browser: chosen in the wizard, a few turns on the virtual board, a marble captured.

Nothing bypasses the real thing: ``trackside play`` runs with its virtual board, the die is told to
the page, and every marble is moved by clicks on holes that the page has lit.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from engine.boards import board_of

pytestmark = pytest.mark.needs_chromium

CARDS = re.compile(r"\b(cards?|decks?|ace|jack|queen|king|joker)\b", re.IGNORECASE)
PLACES = board_of("hex").places
HEARD = """() => [document.querySelector('main').innerText,
    ...[...document.querySelectorAll('[aria-label]')].map(one => one.ariaLabel)].join('\\n')"""
ROW = """() => {
    const boxes = [...document.querySelectorAll('[name=game]')].map(one => {
        const face = one.parentElement.querySelector('.face');
        return [one.parentElement.getBoundingClientRect(), face.scrollWidth - face.clientWidth];
    });
    return {
        tops: new Set(boxes.map(([box]) => box.top)).size,
        cut: boxes.filter(([box, over]) => over > 0 || box.right > innerWidth).length,
        scrolls: document.documentElement.scrollWidth > innerWidth,
    };
}"""


class Hands:
    """Tells the die and moves marbles on the page; every page on the way is read for words."""

    def __init__(self, page: Any, service: Any) -> None:
        self.page = page
        self.service = service

    def says(self, sentence: str) -> None:
        self.page.says(sentence)
        heard = self.page.page.evaluate(HEARD)
        assert not CARDS.search(heard), heard

    def throw(self, face: int) -> None:
        self.page.shows("dice")
        assert self.page.box(f'[data-face="{face}"]')["height"] >= 48
        self.page.page.click(f'[data-face="{face}"]')

    def lit(self, place: str, role: str) -> str:
        """A hole of that place that shows the light; waits for it."""
        holes = (f'[data-hole="{hole}"][data-role="{role}"]' for hole in PLACES[place].holes)
        found = self.page.page.wait_for_selector(",".join(holes), state="attached")
        hole: str = found.get_attribute("data-hole")
        return hole

    def move(self, frm: str, to: str, role: str = "destination") -> None:
        self.page.tap(self.lit(frm, "movable"))
        self.page.shows("lifted")
        self.page.tap(self.lit(to, role))


@pytest.mark.parametrize("width", [360, 768, 1024, 1440])
def test_all_games_fit_the_wizards_row(borrow: Any, service: Any, width: int) -> None:
    page = borrow((width, 800))
    page.goto(f"{service.url}new?game=wahoo")
    assert page.locator("[name=game]").count() == 4
    assert page.evaluate(ROW) == {"tops": 1, "cut": 0, "scrolls": False}


@pytest.mark.slow
def test_a_game_is_chosen_played_for_some_turns_and_a_marble_captured(
    open_page: Callable[..., Any], borrow: Callable[..., Any], service: Any
) -> None:
    setup = borrow((1280, 720))
    setup.goto(f"{service.url}new?game=fast_track")
    setup.locator("label:has(#game-wahoo)").click()
    expect(setup.locator("#dice-service")).to_be_checked()
    setup.locator("label:has(#dice-table)").click()
    setup.locator("label:has(#count-5)").click()
    expect(setup.locator("[name=names]")).to_have_count(5)
    assert not CARDS.search(setup.inner_text("main"))
    setup.get_by_role("button", name="Start the game").click()
    setup.wait_for_url(service.url)

    page = open_page(service.url)
    hands = Hands(page, service)
    hands.says("Red, throw the die.")
    hands.throw(6)
    hands.says("Red, a 6: move a glowing marble.")
    page.shows("moves")
    hands.move("Ap", "A9")
    hands.says("Red, throw again after the 6.")
    hands.throw(6)
    hands.move("A9", "B1")
    hands.throw(1)
    hands.move("B1", "B2")
    hands.says("Orange, throw the die.")
    hands.throw(1)
    hands.move("Bp", "B9")
    for colour in ("Yellow", "Green", "Blue"):  # nobody else comes out: said, then passed on
        hands.says(f"{colour}, throw the die.")
        hands.throw(3)
    hands.says("Red, throw the die.")
    hands.throw(6)
    hands.move("B2", "B8")
    hands.throw(1)
    hands.move("B8", "B9", "capture")
    hands.says("Orange, throw the die.")
    pen = hands.lit("Bp", "pen")
    page.tap(pen)
    page.token(pen, "B")
    page.token("B9", "A")
    view = service.get("api/table")
    assert view["position"]["marbles"]["A"] == ["p", "p", "p", "B9"]
    assert view["position"]["marbles"]["B"] == ["p"] * 4
    assert (view["in_hand"], view["owed"]) == ([], [])
    assert view["moves"][0]["took"] == ["B"]
