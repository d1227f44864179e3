"""The last turns of a street race on three phones: a reaction, a bought turn, and who wins."""

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

from near_the_end import lay  # noqa: E402
from street_seats import act, seated  # noqa: E402

NAMES = ("Red", "Orange", "Yellow")
MODELS = ("Tin Comet", "Paper Tiger", "Old Lightning")


PASS = """() => document.querySelector(
    '[data-foot="window"] [data-key="pass"]:not(:disabled)')?.click()"""
"""In one step: the next view may take the button away."""


def settle(pages: list[Any]) -> None:
    """Everybody passes by the button until no window is open."""

    def passed() -> bool:
        for page in pages:
            page.page.evaluate(PASS)
        return all(page.foot != "window" for page in pages)

    until(passed, lambda: pages[0].page.inner_text("main"))


def end_turn(page: Any, pages: list[Any]) -> None:
    """The button, no card laid aside, none drawn. A full hand is not asked what it draws."""
    page.page.click('[data-deed="end"]')
    settle(pages)
    page.says("discard any cards")
    act(page, "disc")
    settle(pages)
    if "take 0" in page.page.request.get(f"{page.url}api/table").json()["legal"]:
        act(page, "take 0")
    settle(pages)


def test_a_race_comes_to_its_end_with_a_reaction_and_a_bought_turn(
    open_page: Callable[..., Any], tmp_path: Path, start_service: type[Any]
) -> None:
    lay(tmp_path)
    service = start_service(tmp_path, dwell_ms=120, said_ms=150, claim_seconds=0)
    sizes = ((360, 640), (360, 640), (1440, 900))
    pages = [seated(open_page, service.url, n, size=size) for n, size in enumerate(sizes)]
    red, orange, yellow = pages

    yellow.says("Yellow, lift your car or choose a card.")
    yellow.page.click('[data-open="1"]')
    yellow.page.click("[data-play]")
    yellow.page.get_by_text("plays Loose Hubcap: Orange").click()
    red.page.click("[data-look]")
    red.page.click(".face-up.fits")
    red.page.click("[data-way]")
    orange.says("Red plays Not Today.")
    settle(pages)
    yellow.says("Yellow, one more action, or end the turn?")
    end_turn(yellow, pages)

    for page, who in zip((red, orange), NAMES, strict=False):
        page.says(f"{who}, lift your car or choose a card.")
        end_turn(page, pages)

    red.says("Red, one more turn for 3 style?")
    orange.says("Red may buy one more turn.")
    red.page.click('[data-deed="extra_yes"]')
    red.says("Red, lift your car or choose a card.")
    end_turn(red, pages)

    for page in pages:
        page.says("Red wins the race!")
        rows = page.page.locator(".places li").all_inner_texts()
        assert [row.split("\n")[0] for row in rows] == ["1", "2", "3"]
        for row, name, car in zip(rows, NAMES, MODELS, strict=True):
            assert name in row
            assert car in row
    assert service.close() == 0
