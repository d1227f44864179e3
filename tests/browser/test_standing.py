"""How it stands, on the real service: opened behind the dots, and nothing for who wants no help."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from waiting import until

pytestmark = pytest.mark.needs_chromium

SIT = """async seat => (await fetch('/api/seats', {method: 'POST', body: JSON.stringify({seat}),
    headers: {'Content-Type': 'application/json',
        'X-CSRFToken': document.querySelector('meta[name=csrf-token]').content}})).status"""


def test_it_is_told_only_once_it_is_opened(open_page: Callable[..., Any], service: Any) -> None:
    service.new(
        players=[["A"], ["D"]], names=["Anna", "Max"], hands="virtual", first=0, help=["", "none"]
    )
    anna = open_page(service.url)
    assert anna.page.evaluate(SIT, 0) == 200
    anna.reload()
    anna.drawn(1)
    asked: list[str] = []

    def heard(request: Any) -> None:
        asked.append(request.url)

    anna.page.on("request", heard)
    anna.page.click('[data-key="more"]')
    assert not [url for url in asked if "/stands" in url]
    anna.page.click('[data-key="stands"]')
    until(lambda: "Wide open" in anna.page.inner_text(".stands"))
    assert len([url for url in asked if "/stands" in url]) == 1
    assert anna.page.locator(".stands").get_attribute("aria-label") == "How it stands"
    anna.page.remove_listener("request", heard)
    anna.page.click('[data-key="back"]')
    anna.page.wait_for_selector(".hand")


@pytest.mark.parametrize(
    "options",
    [
        pytest.param(
            {"game": "fast_track", "rules": "butterfly", "hands": "virtual"}, marks=pytest.mark.slow
        ),
        {"game": "wahoo", "rules": None},
        pytest.param(
            {"game": "racepack", "rules": None, "board": None, "players": [[c] for c in "ABCD"]},
            marks=pytest.mark.slow,
        ),
        pytest.param(
            {"game": "fhtagn", "rules": None, "board": None, "players": [["A"], ["B"], ["C"]]},
            marks=pytest.mark.slow,
        ),
    ],
    ids=lambda options: options["game"],
)
def test_it_stands_on_the_page_and_is_spoken_in_every_game(
    open_page: Callable[..., Any], service: Any, options: dict[str, Any]
) -> None:
    service.new(**{"players": [["A"], ["B"]], **options})
    page = open_page(service.url)
    assert page.page.evaluate(SIT, 0) == 200
    page.reload()
    page.drawn(1)
    page.page.click('[data-key="more"]')
    page.page.click('[data-key="stands"]')
    page.page.wait_for_selector(".stands [data-said]")
    shown = page.page.get_attribute(".stands [data-said]", "data-said")
    assert str(shown).startswith("Chance to win: ")
    until(lambda: page.page.inner_text("#said").startswith(str(shown)))


def test_who_wants_no_help_is_not_offered_it(open_page: Callable[..., Any], service: Any) -> None:
    service.new(players=[["A"], ["D"]], hands="virtual", first=0, help=["none", ""])
    page = open_page(service.url)
    assert page.page.evaluate(SIT, 0) == 200
    page.reload()
    page.drawn(1)
    page.page.click('[data-key="more"]')
    page.page.wait_for_selector('[data-key="quit"]')
    assert page.page.locator('[data-key="stands"]').count() == 0


@pytest.mark.parametrize("size", [(360, 640), (768, 1024), (1440, 900), (1920, 1080)])
def test_the_page_of_how_it_stands_tells_the_names_of_six_players(
    borrow: Callable[..., Any], service: Any, size: tuple[int, int]
) -> None:
    """In the foot their symbols stand with the chips above; on this page there are none."""
    service.new(players=[["A"], ["B"], ["C"], ["D"], ["E"], ["F"]])
    page = borrow(size)
    page.goto(f"{service.url}stands")
    seen = page.evaluate(
        """() => {
            const title = document.querySelector(".stands-title");
            const one = "<li><svg class=disc></svg>" +
                "<span class=name>Maximilian-Gustav</span><b>17 %</b></li>";
            title.classList.remove("is-open");
            title.insertAdjacentHTML("afterend", `<ol class="chances">${one.repeat(6)}</ol>`);
            const bare = (part) => getComputedStyle(part).clipPath === "none";
            const names = [...document.querySelectorAll(".chances .name")].filter(bare);
            return [bare(title), names.filter((one) => one.scrollWidth <= one.clientWidth).length,
                document.documentElement.scrollWidth]; }"""
    )
    assert seen == [True, 6, size[0]]
