"""Names of 18 letters, the longest there are, are read whole or left out: never cut."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import ViewportSize

pytestmark = pytest.mark.needs_chromium

NAMES = (
    "Maximilian-Gustave",
    "Wilhelmine-Annemie",
    "Friederike-Luise S",
    "Bartholomäus-Theod",
    "Christoph-Emanuele",
    "Annemarie-Elisabet",
    "Hildegard-Sophie M",
    "Konstantin-Albrech",
)
PHONE, LONG, TABLET, DESKTOP = (360, 640), (390, 844), (768, 1024), (1440, 900)
LAPTOP = (1280, 800)
READ = """selector => [...document.querySelectorAll(selector)].filter(one => {
    if (!one.getClientRects().length) return false;
    const range = document.createRange();
    range.selectNodeContents(one);
    const [text, box] = [range.getBoundingClientRect(), one.getBoundingClientRect()];
    const beyond = text.right > box.right + 1 || text.bottom > box.bottom + 2;
    const away = text.top >= box.bottom - 1;  // wrapped whole into the line that nobody sees
    return beyond && !away;
}).map(one => one.textContent)"""
SHOWN = """selector => [...document.querySelectorAll(selector)].filter(one => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return one.getClientRects().length && range.getBoundingClientRect().top
        < one.getBoundingClientRect().bottom - 1;
}).map(one => one.textContent)"""
OUTSIDE = """() => { const foot = document.getElementById('foot').getBoundingClientRect();
    return [...document.querySelectorAll('.foot button')]
        .filter(one => one.getBoundingClientRect().bottom > foot.bottom)
        .map(one => one.textContent || one.getAttribute('aria-label')); }"""
CUT = """selector => [...document.querySelectorAll(selector)].filter(one => {
    const [box, row] = [one.getBoundingClientRect(), one.closest('.foot').getBoundingClientRect()];
    const seen = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    return box.left < row.left || box.right > row.right || !one.contains(seen);
}).map(one => one.ariaLabel)"""


def turn(page: Any, size: tuple[int, int]) -> None:
    page.set_viewport_size(ViewportSize(width=size[0], height=size[1]))


@pytest.mark.parametrize("count", [4, pytest.param(8, marks=pytest.mark.slow)])
def test_a_race_tells_its_drivers_whole_and_keeps_all_keys_in_its_foot(
    open_page: Callable[..., Any], service: Any, count: int
) -> None:
    cars = [[c] for c in "ABCDEFGH"[:count]]
    service.new(game="racepack", rules=None, board=None, players=cars, names=NAMES[:count])
    page = open_page(service.url, PHONE, locale="de").page
    page.wait_for_selector(".faces")
    for size in (PHONE, LONG, TABLET, LAPTOP, DESKTOP):
        turn(page, size)
        assert page.evaluate(READ, ".order .name, .order .away, .ask-line") == [], size
        assert page.evaluate(OUTSIDE) == [], size
        if size in (LONG, DESKTOP):
            where = ".strip .name" if size == LONG else ".side .order .name"
            assert page.evaluate(SHOWN, where) == list(NAMES[:count]), size
        assert page.evaluate(CUT, "[data-dice-seat]") == [], size
    turn(page, PHONE)
    page.click(f'[data-dice-seat="{count - 1}"]')
    assert NAMES[count - 1] in page.inner_text(".ask-line")


def test_the_fields_of_the_set_up_are_long_enough(borrow: Callable[..., Any], service: Any) -> None:
    service.new(players=[[c] for c in "ABCDEF"], names=NAMES[:6])
    page = borrow(PHONE, locale="de")
    page.goto(f"{service.url}new")
    page.click("[data-step='1'] [value='2']")
    page.wait_for_selector(".wizard.step-2")
    assert page.locator("[name=names]").first.input_value() == NAMES[0]
    for size in (PHONE, LONG, TABLET, LAPTOP, DESKTOP):
        turn(page, size)
        over = page.locator("[name=names]").evaluate_all(
            "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.value)"
        )
        assert over == [], size
