"""A system that sets its own few colours keeps the board readable: marbles, holes and lights."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

pytestmark = pytest.mark.needs_chromium

PAINTS = """() => {
    const system = (name) => {
        const probe = document.body.appendChild(document.createElement("i"));
        probe.style.color = name;
        const { color } = getComputedStyle(probe);
        probe.remove();
        return color;
    };
    const of = (part, paint) => [...document.querySelectorAll(`#board ${part}`)]
        .map((one) => getComputedStyle(one)[paint]);
    return {
        text: system("CanvasText"), page: system("Canvas"), light: system("Highlight"),
        rings: of(".hole .hit", "stroke"), wells: of("#well", "fill"),
        lines: of(":is([id^=r-], [id^=k-]) .line, .line[id^=r-]", "stroke"),
        dots: of("[id^=k-] .dot, .dot[id^=k-]", "fill"),
        bodies: of("[id^=m-] .ts-body", "fill"), symbols: of("[id^=m-] .ts-symbol", "fill"),
        shapes: of("[id^=m-] .ts-symbol", "d"),
    };
}"""


@pytest.fixture
def forced(borrow: Callable[..., Page], stage: Any, scenes: Any) -> Iterator[Page]:
    """A marble is in the hand, in a browser whose system has high contrast."""
    stage.table.show(scenes.SCENES["lifted"])
    page = borrow()
    page.emulate_media(forced_colors="active")
    page.goto(stage.url)
    page.wait_for_selector("body[data-seq]")
    yield page
    page.emulate_media(forced_colors="none")


def test_holes_and_lights_take_the_system_s_colours_and_marbles_keep_their_own(
    forced: Page,
) -> None:
    seen = forced.evaluate(PAINTS)
    assert set(seen["rings"]) == {seen["text"]}, "each hole has a ring on any background"
    assert seen["wells"] == [seen["page"]]
    assert set(seen["lines"]) == set(seen["dots"]) == {seen["light"]}
    assert len(set(seen["bodies"])) == len(seen["bodies"]) >= 6, "no two seats look alike"
    assert len(set(seen["shapes"])) == len(seen["symbols"]) == len(seen["bodies"])
    unlike = zip(seen["bodies"], seen["symbols"], strict=True)
    assert all(body != symbol for body, symbol in unlike)
