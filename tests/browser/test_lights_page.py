"""The page of lights in a real browser: every role, with its motion, and without (PP-20)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from two_forms import first
from waiting import later

from companion.lights.motions import MOVES
from companion.lights.roles import Role
from companion.lights.theme import standard_theme

pytestmark = pytest.mark.needs_chromium

STARTED = """() => document.getAnimations().map(one => ({
    name: one.animationName, time: one.effect.getTiming().duration,
    of: [...one.effect.target.classList].find(each => each.startsWith('role-')) }))"""


def test_every_light_moves_as_the_theme_says_and_as_its_pixel_does(
    borrow: Callable[..., Any], stage: Any
) -> None:
    page = borrow(still=False)
    page.goto(f"{stage.url}lights")
    found: dict[str, set[tuple[str, float]]] = {}
    for one in page.evaluate(STARTED):
        found.setdefault(one["of"], set()).add((one["name"], one["time"]))
    theme = standard_theme()
    for role in Role:
        motion = theme.look(role).moves
        moves = MOVES[motion]
        name = f"light-{motion.name.lower().replace('_', '-')}"
        expected = set() if moves.still else {(name, moves.period)}
        assert found.get(f"role-{role.value}", set()) == expected, role


def test_for_those_who_want_no_motion_the_page_stands_still_and_says_so(
    borrow: Callable[..., Any], stage: Any
) -> None:
    page = borrow()
    page.clock.install()
    page.goto(f"{stage.url}lights")
    assert page.evaluate(STARTED) == []
    assert page.is_visible("text=stands still.")
    first = page.screenshot(full_page=True)
    later(page, 700)
    assert page.screenshot(full_page=True) == first
    page.context.close()  # the clock is never given back


def test_pixels_go_dark_where_the_pages_rings_keep_their_shape(
    borrow: Callable[..., Any], stage: Any
) -> None:
    page = borrow(still=False)
    page.goto(f"{stage.url}lights")
    lowest = page.evaluate(
        """() => Object.fromEntries(['light', 'pixel'].map(kind => [kind,
            getComputedStyle(document.querySelector(`.${kind}.role-wrong`))
              .getPropertyValue('--low').trim()]))"""
    )
    assert lowest == {"light": "0.45", "pixel": "0"}


@pytest.mark.parametrize("size", first(1, [(360, 640), (768, 1024), (1440, 900)]))
def test_no_light_is_cut_off_and_nothing_scrolls_sideways(
    borrow: Callable[..., Any], stage: Any, size: tuple[int, int]
) -> None:
    page = borrow(size)
    page.goto(f"{stage.url}lights")
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]
    rows = page.locator("[data-light]")
    assert rows.count() == len(Role)
    for at in range(rows.count()):
        box = rows.nth(at).locator("svg").bounding_box()
        assert box is not None
        assert (box["width"], box["height"]) == (144, 72)
