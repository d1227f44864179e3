"""A double tap puts a marble once: the second tap does not lift it again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace
from waiting import until

pytestmark = pytest.mark.needs_chromium


@pytest.mark.parametrize(
    ("counted", "later"), [(2, 0), pytest.param(2, 480, marks=pytest.mark.slow)]
)
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


@pytest.mark.slow
def test_a_press_that_began_on_an_answer_does_not_answer_the_next_question(
    stage: Any, scenes: Any, open_page: Callable[..., Any]
) -> None:
    """The next question has the same answers, so its keys look alike."""
    asks = scenes.SCENES["ask"]
    stage.table.show(asks)
    page = open_page(stage.url, (1440, 900))
    page.shows("ask")
    spot = page.page.locator("#foot [data-option]").first.bounding_box()
    page.page.mouse.move(spot["x"] + 9, spot["y"] + 9)
    page.page.mouse.down()
    stage.table.show(replace(asks, ask=replace(asks.ask, id="next")))
    page.drawn(stage.table.seq)
    page.page.mouse.up()
    page.page.click("#foot [data-option] >> nth=1")
    until(lambda: stage.table.commands)
    told = [(one.ask, one.option) for one in stage.table.commands]
    assert told == [("next", asks.ask.options[1].id)]
