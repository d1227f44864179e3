"""The list of games in a browser: two lines a game on a phone, names where there is room."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import night_scene
import pytest
from playwright.sync_api import Page

pytestmark = pytest.mark.needs_chromium

PLACES = """() => [...document.querySelectorAll(".game:first-of-type .game-seat .disc")].slice(0, 4)
    .map((disc) => [...disc.classList].find((name) => /^seat-.$/.test(name)))"""


@pytest.fixture
def page(house: Any, scenes: Any, tmp_path: Path, borrow: Any) -> Iterator[Page]:
    """The list of the games of two nights, on a phone."""
    kept = night_scene.Kept(tmp_path, night_scene.two_nights())
    house.begin(scenes.SceneTable(scenes.SCENES["card"]), past=kept.past, book=kept.book)
    page = borrow((360, 640))
    page.goto(f"{house.url}history")
    yield page
    house.end()
    kept.close()


def test_a_record_that_is_too_large_is_told_before_it_is_sent(page: Page) -> None:
    """The server hangs up on files of many megabytes; a browser would show an error of its own."""
    field = page.locator("input[type=file]")
    for size, fault in (
        (600 * 1024, "This file is larger than the 512 KiB that the table reads."),
        (1024, ""),
    ):
        field.set_input_files(
            {"name": "a.json", "mimeType": "application/json", "buffer": b" " * size}
        )
        assert field.evaluate("e => e.validationMessage") == fault
        assert page.locator("form:has(input[type=file])").evaluate("e => e.checkValidity()") == (
            not fault
        )


def test_a_game_has_two_lines_on_a_phone(page: Page) -> None:
    """The discs stand in order of place; readers and wide screens have the names."""
    rows = page.locator(".game")
    assert rows.count() == 5
    for row in rows.all():
        box = row.bounding_box()
        assert box is not None
        assert 48 <= box["height"] <= 76
    # The third game of that night: Anna, then Max and the bot alike, then Dora.
    assert page.evaluate(PLACES) == ["seat-A", "seat-E", "seat-B", "seat-D"]
    assert "Maximilian-Gustav" in rows.first.inner_text()  # for readers
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    page.set_viewport_size({"width": 1440, "height": 900})
    assert "Maximilian-Gustav" in rows.first.inner_text()
    assert " Nov 2026" in rows.first.inner_text()
