"""A double tap puts a marble once: the second tap does not lift it again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from waiting import until

pytestmark = pytest.mark.needs_chromium


@pytest.mark.parametrize(("counted", "later"), [(2, 0), (2, 480)])
def test_a_second_tap_at_once_changes_nothing(
    stage: Any, scenes: Any, open_page: Callable[..., Any], counted: int, later: int
) -> None:
    """Also in a slow double click, as some have set it: it is the browser that counts."""
    stage.table.show(scenes.SCENES["lifted"])
    page = open_page(stage.url, (1440, 900), clocked=True)
    page.shows("lifted")
    goal = page.with_role("destination")[0]
    spot = page.page.locator(f'[data-hole="{goal}"] .hit').bounding_box()
    page.stop_clock()  # a late second tap counts too: this scene never moves on
    x, y = spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2
    page.page.mouse.click(x, y)
    page.later(later)
    page.page.mouse.move(x, y)
    page.page.mouse.down(click_count=counted)
    page.page.mouse.up(click_count=counted)
    page.tap("Ah1")
    until(lambda: any(do == "lift" for do, _, _ in stage.table.lifts))
    assert [(do, hole) for do, hole, _ in stage.table.lifts] == [("put", goal), ("lift", "Ah1")]
