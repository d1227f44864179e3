"""Tab leads from one thing to the next: each stop has a name, and a board is a single one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

pytestmark = pytest.mark.needs_chromium

MOST = 120
"""More stops than any page here has."""
STOP = """() => {
    const at = document.activeElement;
    if (at === document.body) return null;
    const labels = [at.getAttribute('aria-label'),
        ...[...(at.labels ?? [])].map(it => it.innerText),
        at.innerText, at.title, at.querySelector?.('img')?.alt];
    const name = labels.map(it => (it ?? '').trim()).find(Boolean) ?? '';
    return [at.localName, name, Boolean(at.closest('.board-box, .street-box, .track-editor svg'))];
}"""


def stops(page: Any) -> list[tuple[str, str, bool]]:
    """Element, name and whether it is the board's, of all stops from the top to the page's end."""
    found = []
    page.evaluate("() => { document.activeElement.blur(); scrollTo(0, 0); }")
    for _ in range(MOST):
        page.keyboard.press("Tab")
        stop = page.evaluate(STOP)
        if stop is None:
            return found
        found.append(tuple(stop))
    raise AssertionError(f"the focus never comes round: {found[-5:]}")


def test_a_board_of_marbles_is_one_stop(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    stage.table.show(scenes.SCENES["card"])
    found = stops(open_page(stage.url, (1440, 900)).page)
    assert [stop for stop in found if not stop[1]] == []
    assert len([stop for stop in found if stop[2]]) == 1


def test_a_street_is_one_stop(open_page: Callable[..., Any], street: Any) -> None:
    found = stops(open_page(street.url, (1440, 900)).page)
    assert [stop for stop in found if not stop[1]] == []
    assert len([stop for stop in found if stop[2]]) == 1


@pytest.mark.parametrize("path", ["tracks/new", "new", "rules", "night", "menu", "lights"])
def test_every_stop_of_a_page_has_a_name(
    borrow: Callable[..., Any], service: Any, path: str
) -> None:
    page = borrow((1440, 900))
    page.goto(service.url + path, wait_until="load")
    found = stops(page)
    assert len(found) > 5
    assert [stop for stop in found if not stop[1]] == []


RING = 5
"""Pixels from a key to the outer edge of its ring of focus (page.md, section 6)."""


@pytest.mark.parametrize("size", [(360, 640), (768, 1024), (1440, 900)])
def test_the_ring_of_a_key_at_the_edge_is_not_cut(
    open_page: Callable[..., Any], stage: Any, scenes: Any, size: tuple[int, int]
) -> None:
    stage.table.show(scenes.HAND)
    page = open_page(stage.url, size)
    page.shows("hand")
    foot = page.box("#foot")
    keys = [box.bounding_box() for box in page.page.locator("#foot button:visible").all()]
    assert min(key["x"] for key in keys) - RING >= foot["x"]
    assert max(key["x"] + key["width"] for key in keys) + RING <= foot["x"] + foot["width"]
