"""Whole street races, on three phones and on one screen: chosen, joined, driven, reacted to, won.

Nothing bypasses the real thing: ``trackside play`` runs with its virtual board behind the
pseudo-terminal, and plays with the sample as it ships. Every car is moved by taps on squares and
tiles, and every answer is a key. What is done hangs on what the pages show, and the service's
chance has a seed, so one race is as long as another.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from waiting import until

pytestmark = [pytest.mark.needs_chromium, pytest.mark.slow]

HERE = str(Path(__file__).parent)
if HERE not in sys.path:
    sys.path.append(HERE)

from street_drivers import NAMES, Drivers  # noqa: E402

SIZES = ((360, 640), (360, 740), (390, 844))
"""Three phones."""
LOOKS = 60
"""So many windows are looked at for something to play, unless a card was played before."""
FITTING = (
    """() => [...document.querySelectorAll('.peeked .fits')].map(card => card.dataset.place)"""
)
SEED = 5
"""Of the dice and the decks."""


class OneScreen(Drivers):
    """Three people round one page: cards lie face down, and each holds the own bar to look."""

    def __init__(self, page: Any) -> None:
        super().__init__([page] * 3)
        self.looked: list[int] = []
        """The windows in which somebody looked for something to play."""

    def step(self, view: Any) -> bool:
        assert self.pages[0].page.locator(".peeked, .face-up").count() == 0, "a hand lies open"
        return super().step(view)

    def deed(self, view: Any) -> str:
        quiet = not view["owed"] and view["state"] not in ("wrong", "stray", "ask")
        return self.react(view) if view["window"] and quiet else super().deed(view)

    def react(self, view: Any) -> str:
        """Look for a card in the first windows; all others are let go by."""
        page = self.pages[0].page
        if view["paused"]:
            return self.press(0, "[data-nothing]", "nothing")
        number = view["window"]["number"]
        if number in self.looked or len(self.looked) == LOOKS or self.reactions:
            return self.press(0, "[data-nobody]:not([aria-disabled])", "nobody")
        self.looked.append(number)
        seat = len(self.looked) % 3
        page.click(f'[data-react="{seat}"]')
        page.locator(f'[data-peek="{seat}"]').hover()
        page.mouse.down()
        page.wait_for_selector(".peeked")
        fitting = page.evaluate(FITTING)
        page.mouse.up()
        page.wait_for_selector(".peeked", state="detached")
        if not fitting:
            return self.press(0, "[data-nothing]", "nothing")
        page.click(f'[data-number="{fitting[0]}"]')
        page.click("[data-play-numbers]:not(:disabled)")
        ways = page.locator(".all-moves .row-button")  # where it may mean several cars
        until(lambda: ways.count() or not self.view()["paused"])
        if ways.count():
            ways.first.click()
        return "reaction"


def join(page: Any, url: str, *names: str) -> Any:
    """The page takes these seats, one after the other, by the join page."""
    for name in names:
        page.page.goto(f"{url}join")
        page.page.click(f'label:has([data-name="{name}"])')
        page.page.click("[data-sit]")
        page.page.wait_for_selector("body.table-page[data-seq]")
    return page


def begin(setup: Any, url: str, *, fast: bool) -> None:
    """Choose a street race for three in the set-up."""
    setup.goto(f"{url}new?game=fhtagn")
    setup.locator("label:has(#count-3)").click()
    if fast:
        setup.locator("label:has(#fast)").click()
    setup.get_by_role("button", name="Start the game").click()
    setup.wait_for_url(f"{url}join")


def test_a_whole_street_race_is_joined_driven_and_won_on_three_phones(
    open_page: Callable[..., Any],
    borrow: Callable[..., Any],
    tmp_path: Path,
    start_service: type[Any],
) -> None:
    service = start_service(tmp_path, dwell_ms=120, said_ms=150, claim_seconds=0, seed=SEED)
    begin(borrow((1280, 720)), service.url, fast=True)
    sits = zip(NAMES, SIZES, strict=True)
    drivers = Drivers(
        [join(open_page(service.url, size), service.url, name) for name, size in sits]
    )
    names = drivers.race()
    for page in drivers.pages:
        page.says(f"{names[0]} wins the race!")
        rows = page.page.locator(".places li").all_inner_texts()
        assert [row.split("\n")[1] for row in rows] == names
    seen = ("place", "mull", "lift", "goes ahead", "card", "reaction", "pass", "led: put", "end")
    assert all(drivers.done[what] for what in seen), f"this seed must show them all: {drivers.done}"
    assert drivers.reactions, "a card was played in a window"
    assert service.close() == 0


def test_a_whole_street_race_is_won_on_one_screen_for_all(
    open_page: Callable[..., Any],
    borrow: Callable[..., Any],
    tmp_path: Path,
    start_service: type[Any],
) -> None:
    """With windows that open alike whether or not anybody can react."""
    service = start_service(tmp_path, dwell_ms=120, said_ms=150, claim_seconds=20, seed=SEED)
    begin(borrow((1440, 900)), service.url, fast=False)
    page = join(open_page(service.url, (1440, 900)), service.url, *NAMES)
    drivers = OneScreen(page)
    names = drivers.race()
    page.says(f"{names[0]} wins the race!")
    rows = page.page.locator(".places li").all_inner_texts()
    assert [row.split("\n")[1] for row in rows] == names
    seen = ("place", "lift", "goes ahead", "reaction", "nothing", "nobody", "led: put", "end")
    assert all(drivers.done[what] for what in seen), f"this seed must show them all: {drivers.done}"
    assert drivers.reactions, "a card was played in a window"
    assert service.close() == 0
