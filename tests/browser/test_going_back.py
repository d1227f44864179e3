"""The foot's three dots: look back, go back any number of moves, pause, end without a result."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from waiting import until

pytestmark = pytest.mark.needs_chromium

HERE = str(Path(__file__).parent)
if HERE not in sys.path:
    sys.path.append(HERE)

from street_seats import SEND, seated  # noqa: E402


@pytest.mark.slow
def test_going_back_pausing_and_ending_from_the_foot(
    open_page: Callable[..., Any], service: Any
) -> None:
    """A look changes nothing; the marbles follow only once somebody goes back."""
    service.new(players=[["A"], ["D"]])
    page = open_page(service.url, (360, 640))
    page.shows("pad")
    page.out()
    page.card("3")
    page.shows("moves")
    page.tap("A9")
    page.tap("A12")
    page.shows("pad")
    page.card("6")
    page.shows("moves")
    where = page.box()

    page.page.click('[data-key="more"]')
    page.page.click('[data-key="moves"]')
    page.page.click('[data-rewind="2"]')
    page.says("This is how the board stood.")
    page.token("A9", "A")
    assert "A12" not in page.holes()
    assert page.with_role("movable") == []
    assert page.box() == where
    page.page.keyboard.press("Escape")
    page.shows("moves")
    page.token("A12", "A")
    assert len(service.get("api/table")["moves"]) == 2

    page.page.set_viewport_size({"width": 1440, "height": 900})
    page.page.click('#last-moves [data-rewind="1"]')
    page.page.click('[data-key="go-back"]')
    until(lambda: service.get("api/table")["moves"] == [])
    page.shows("correction")
    page.page.click('[data-key="redo"]')
    page.shows("moves")

    for key in ("more", "pause"):
        page.page.click(f'[data-key="{key}"]')
    page.says("Paused. The game is safe.")
    for key in ("go-on", "more", "quit", "close"):
        page.page.click(f'[data-key="{key}"]')
    page.page.wait_for_selector(".resting")
    assert service.get("api/table")["game"] is None


def test_a_pause_that_no_foot_tells_of_ends_behind_the_dots(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    """A window that nobody may tell from another keeps its foot while the game waits."""
    stage.table.show(msgspec.structs.replace(scenes.SCENES["card"], paused=True))
    page = open_page(stage.url, (360, 640))
    page.page.click('[data-key="more"]')
    assert page.page.locator('[data-key="pause"]').count() == 0
    assert page.page.locator('[data-key="go-on"]').get_attribute("data-on") == "false"


@pytest.mark.slow
def test_the_dots_stay_open_while_the_others_play(
    open_page: Callable[..., Any], service: Any
) -> None:
    """Who is to act has done something, and does not look behind the dots any more."""
    service.new(players=[["A"], ["D"]], first=0)
    anna, max_ = (seated(open_page, service.url, seat) for seat in range(2))
    for page in (anna, max_):
        page.page.click('[data-key="more"]')
        page.shows("more")
    seq = service.get("api/table")["seq"]
    ace = {"command": "card", "card": "A"}  # a choice of hers, so the turn stays with her
    assert anna.page.evaluate(SEND, ["/api/commands", ace]) == 200
    until(lambda: service.get("api/table")["seq"] > seq)
    for page in (anna, max_):
        page.drawn(service.get("api/table")["seq"])
    assert max_.foot == "more"
    assert anna.foot != "more"
    max_.page.click('[data-key="pause"]')
    anna.says("Paused")


def test_a_redrawn_foot_keeps_the_keys_that_did_not_change(
    open_page: Callable[..., Any], service: Any
) -> None:
    """A button under a pressing finger is not exchanged for its twin when another one changes."""
    service.new(players=[["A"], ["D"]])
    page = open_page(service.url, (360, 640))
    page.shows("pad")
    kept = page.page.evaluate(
        """async () => {
          const { h, refill } = await import("/static/js/dom.js");
          const box = document.body.appendChild(h("div"));
          const key = (name, more = {}) => h("button", { "data-key": name, ...more }, name);
          const row = (...keys) => [h("div.row", {}, ...keys), h("p", {}, "words")];
          const now = (name) => box.querySelector(`[data-key="${name}"]`);
          refill(box, row(key("pause"), key("moves", { disabled: true })));
          const [pause, moves] = [now("pause"), now("moves")];
          pause.focus();
          refill(box, row(key("first"), key("pause"), key("moves")));
          const kept = pause === document.activeElement && pause === now("pause");
          const order = [...box.querySelectorAll("button")].map((one) => one.dataset.key).join();
          const off = now("moves").disabled;
          refill(box, row(key("moves"), key("pause"), key("first")));
          const moved = pause === document.activeElement && pause === now("pause");
          return [kept, moves.isConnected, off, moved, order, box.children.length];
        }"""
    )
    assert kept == [True, False, False, True, "first,pause,moves", 2]
