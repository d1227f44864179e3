"""A night in a real browser: by keys alone, without any script, on a phone and on a desktop."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import night_scene
import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.needs_chromium

LOW = """[...document.querySelectorAll("button, select, input.field, summary, a.button, a.row")]
    .filter(e => e.offsetParent && e.getBoundingClientRect().height < 48)
    .map(e => e.outerHTML.slice(0, 80))"""
WIDTH = "document.documentElement.scrollWidth"
BROKEN = """(() => {
    const names = [...document.querySelectorAll(".standings .name")];
    for (const name of names) name.textContent = "Anna";
    return names.filter((name) => name.getBoundingClientRect().height > 40).length;
})()"""


@pytest.fixture
def night(house: Any, scenes: Any, tmp_path: Path) -> Iterator[Any]:
    """The stage with two nights."""
    kept = night_scene.Kept(tmp_path, night_scene.two_nights())
    house.begin(scenes.SceneTable(scenes.SCENES["card"]), past=kept.past, book=kept.book)
    yield house
    house.end()
    kept.close()


def press_until(page: Page, selector: str) -> None:
    """Tab on until that is focused, and press Enter."""
    wanted = page.locator(selector)
    for _ in range(40):
        page.keyboard.press("Tab")
        if wanted.evaluate("e => e === document.activeElement"):
            page.keyboard.press("Enter")
            return
    raise AssertionError(selector)


@pytest.mark.slow
def test_scheme_correction_and_end_by_keys_alone_and_without_a_script(
    night: Any, borrow: Callable[..., Page]
) -> None:
    page = borrow()
    page.goto(f"{night.url}night")
    assert page.locator("script").count() == 0
    press_until(page, ".night-keys summary >> nth=0")
    press_until(page, '[value="wins"]')
    expect(page.locator(".night-keys summary >> nth=0")).to_contain_text("Wins")
    expect(page.locator(".points").first).to_have_text("2")
    press_until(page, '[data-game="5"]')
    expect(page.locator("h1")).to_have_text("Game 5")
    page.locator('[name="name-1"]').fill("Max")
    press_until(page, '[data-do="save"]')
    expect(page.locator(".audit li")).to_contain_text("Maximilian-Gustav → Max")
    page.goto(f"{night.url}night")
    press_until(page, '[data-do="end"]')
    expect(page.locator("[data-ended]")).to_contain_text("Anna wins the night.")


@pytest.mark.parametrize(
    "size",
    [(360, 640), pytest.param((1440, 900), marks=pytest.mark.slow)],
    ids=["phone", "desktop"],
)
def test_nothing_is_cut_in_german_and_every_target_is_high_enough(
    night: Any, borrow: Callable[..., Page], size: tuple[int, int]
) -> None:
    page = borrow(size, "light", locale="de-DE")
    for path in ("night", "night/games/g5", "players"):
        page.goto(night.url + path)
        for summary in page.locator(".in-numbers summary:visible, .player-row summary").all():
            summary.click()
        assert page.evaluate(WIDTH) == size[0], path
        assert page.evaluate(LOW) == [], path
        assert page.evaluate(BROKEN) == 0, path


def test_a_known_name_brings_its_usual_colour_unless_that_belongs_to_somebody_there(
    night: Any, borrow: Callable[..., Page]
) -> None:
    page = borrow((1440, 900))
    page.goto(f"{night.url}new?game=fast_track&count=4")
    page.fill("#name-A", "dora")
    page.keyboard.press("Tab")
    expect(page.locator("#name-D")).to_have_value("dora")
    expect(page.locator("#name-A")).to_have_value("")
    page.fill("#name-A", "Dora")
    page.keyboard.press("Tab")
    page.fill("#name-B", "Nobody known")
    page.keyboard.press("Tab")
    expect(page.locator("#name-A")).to_have_value("Dora")
    expect(page.locator("#name-B")).to_have_value("Nobody known")
