"""Rows and buttons can be read whole: no text that tells two moves apart is cut."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import ViewportSize

pytestmark = pytest.mark.needs_chromium

SIZES = ((360, 640), (768, 1024), (1280, 800), (1440, 900))
FIRSTS = ("Red 11 → Orange corner", "Purple home 1 → Purple home 4", "Yellow 10 → bull's eye")
LASTS = ("Orange 10 → Orange corner", "Red home 1 → Red home 3", "Red home 1 → Red home 4")
CUT = """selector => [...document.querySelectorAll(selector)]
    .filter(part => part.getBoundingClientRect().width
        && (part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight + 1))
    .map(part => part.textContent)"""
OVER = """selector => [...document.querySelectorAll(selector)].filter(row => {
    const box = row.getBoundingClientRect();
    return [...row.children].some(part => {
        const { top, bottom, right } = part.getBoundingClientRect();
        return top < box.top || bottom > box.bottom || right > box.right;
    });
}).map(row => row.textContent)"""


def ways(scenes: Any) -> Any:
    """Two marbles' ways, whose ends alone differ; one of them captures twice."""
    return tuple(
        scenes.Choice(f"{i}", 0, ((f"A{i}", "B0"), ("Ah1", f"Ah{j + 2}")), {}, scenes.text(both),
                      ("F", "B") if both.startswith("Yellow") else ())
        for i, first in enumerate(FIRSTS)
        for j, last in enumerate(LASTS)
        for both in [f"{first}, {last}"]
    )  # fmt: skip


def turned(page: Any) -> Iterator[tuple[int, int]]:
    """Every size, once the page has it: it is loaded once, as nothing but style sheets know it."""
    for width, height in SIZES:
        page.page.set_viewport_size(ViewportSize(width=width, height=height))
        yield width, height


@pytest.mark.parametrize("scripts", [True, False], ids=["script", "server"])
def test_the_list_of_moves_is_read_whole(
    open_page: Callable[..., Any], stage: Any, scenes: Any, scripts: bool
) -> None:
    stage.table.show(replace(scenes.SCENES["move"], choices=ways(scenes)))
    page = open_page(stage.url, java_script_enabled=scripts)
    page.page.locator('[data-list="moves"]').click()
    rows = page.page.locator(".all-moves .row-button")
    for size in turned(page):
        assert rows.count() == len(ways(scenes)), size
        assert rows.last.is_visible(), size
        assert page.page.evaluate(CUT, ".all-moves .text") == [], size
        assert page.page.evaluate(OVER, ".all-moves .row-button") == [], size


def test_the_moves_offered_beside_the_card_are_read_whole(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    takes = scenes.text("Purple home 1 → Orange corner")
    offered = tuple(
        scenes.Choice(f"{i}", 0, ((f"A{i}", "B0"),), {}, takes, ("F", "B")) for i in range(2)
    )
    stage.table.show(replace(scenes.SCENES["move"], choices=offered))
    page = open_page(stage.url)
    for size in turned(page):
        assert page.page.locator(".said .row-button").count() == 2, size
        assert page.page.evaluate(CUT, ".said .text, .said .rows") == [], size
        assert page.page.evaluate(OVER, ".said .row-button") == [], size


def test_the_last_moves_are_read_whole(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    scene = scenes.SCENES["others"]
    moves = tuple(
        replace(line, message=choice.message, took=("F",))
        for line, choice in zip(scene.moves, ways(scenes), strict=False)
    )
    stage.table.show(replace(scene, moves=moves, seat=1))
    page = open_page(stage.url)
    shown = "#last-moves .text, .foot .last-moves .text"
    for size in turned(page):
        assert page.page.locator(shown).count() > 0, size
        assert page.page.evaluate(CUT, shown) == [], size
        assert page.page.evaluate(OVER, ".lines li") == [], size


def test_the_way_to_the_rule_stays_on_its_button(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    stage.table.show(scenes.SCENES["wrong_doubted"])
    page = open_page(stage.url)
    where = {size: page.box() for size in turned(page)}
    told = replace(stage.table.shown.reason, told=True)
    stage.table.show(replace(stage.table.shown, reason=told))
    page.page.wait_for_selector('#foot a[data-key="why"]')
    for size in turned(page):
        assert page.page.get_by_text("Read rule FT-11").is_visible(), size
        assert page.page.evaluate(CUT, ".foot .button") == [], size
        assert page.box() == where[size], size


@pytest.mark.parametrize(
    ("locale", "told"),
    [
        ("en", ["1 second left.", "5 seconds left."]),
        ("de", ["Noch 1 Sekunde.", "Noch 5 Sekunden."]),
    ],
)
def test_a_script_tells_one_of_a_thing_as_one(
    open_page: Callable[..., Any], stage: Any, locale: str, told: list[str]
) -> None:
    page = open_page(stage.url, locale=locale)
    say = """import('/static/js/words.js').then(({ word }) =>
        [1, 5].map((n) => word('window.left', { n })))"""
    assert page.page.evaluate(say) == told
