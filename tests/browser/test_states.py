"""Every state of the page in a real browser: nothing moves, nothing is cut, all is touchable."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

pytestmark = pytest.mark.needs_chromium

PHONE, TABLET, DESKTOP = (360, 640), (768, 1024), (1440, 900)
STATES = (
    "card", "move", "lifted", "wrong", "correction", "ask", "others", "win", "link", "lights",
    "lifted_doubted", "wrong_doubted", "correction_doubted",
)  # fmt: skip
SIZES = {"phone": PHONE, "tablet": TABLET, "desktop": DESKTOP}
THEMES = ["dark", pytest.param("light", marks=pytest.mark.slow)]
"""A theme changes colours alone, so that the second one is played with the long tests."""
PROMPTS = {"phone": 92, "tablet": 104, "desktop": 124}
TOUCHED = """() => [...document.querySelectorAll('main button, main a, summary')]
    .map(element => element.getBoundingClientRect())
    .filter(box => box.width).map(box => [box.width, box.height])"""
SPILT = """() => [...document.querySelectorAll('.foot .button')]
    .filter(button => button.offsetParent && button.scrollWidth > button.clientWidth)
    .map(button => button.textContent)"""
SMALL = """() => [...document.querySelectorAll('body *')].filter(element =>
    [...element.childNodes].some(node => node.nodeType === 3 && node.data.trim())
    && element.offsetParent && !element.closest('.unseen, svg, script')
    && parseFloat(getComputedStyle(element).fontSize) < 14
    && !element.closest('.chip, .key small, .card small, .count'))
    .map(element => element.textContent)"""
WHOLE = "() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]"


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(
    "size", ["phone", *(pytest.param(s, marks=pytest.mark.slow) for s in ("desktop", "tablet"))]
)
def test_in_every_state_the_board_stands_still_and_all_fits_and_can_be_touched(
    open_page: Callable[..., Any], stage: Any, scenes: Any, size: str, theme: str, tmp_path: Path
) -> None:
    page = open_page(stage.url, SIZES[size], theme)
    where = page.box()
    for state in STATES:
        scenes.visit(page, stage, state)
        assert page.box() == where, state
        wide, high = page.page.evaluate(WHOLE)
        assert wide <= SIZES[size][0], state
        assert high <= SIZES[size][1], state
        sizes = page.page.evaluate(TOUCHED)
        assert sizes, state
        assert all(height >= 48 and width >= 44 for width, height in sizes), (state, sizes)
        assert page.page.evaluate(SPILT) == [], state
        assert page.page.locator(".button.honey:visible").count() <= 1, state
        prompt, sentence = page.box("#prompt"), page.box("[data-prompt]")
        assert prompt["height"] <= PROMPTS[size]
        assert sentence["y"] >= prompt["y"]
        assert sentence["y"] + sentence["height"] <= prompt["y"] + prompt["height"], state
        assert page.page.evaluate(SMALL) == [], state
        shot = page.page.screenshot(path=tmp_path / f"{state}_{size}_{theme}.jpg", type="jpeg")
        assert len(shot) > 10_000


def test_without_motion_two_shots_are_identical(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    page = open_page(stage.url, PHONE, clocked=True)
    scenes.visit(page, stage, "lights")
    page.later(500)
    first = page.page.screenshot()
    page.later(1000)
    assert page.page.screenshot() == first


def test_with_motion_the_lights_move(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    page = open_page(stage.url, PHONE, still=False)
    scenes.visit(page, stage, "lights")
    page.role("B0", "destination")
    names = page.page.evaluate(
        """() => document.getAnimations().map(animation => animation.animationName)"""
    )
    moving = {"breathe", "pulse", "blink", "flash-twice", "chase", "twinkle"}
    assert {f"light-{name}" for name in moving} <= set(names)


@pytest.mark.slow
def test_a_seated_phone_has_its_own_side_below_and_a_desktop_has_red(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    stage.table.show(scenes.HAND)
    phone = open_page(stage.url, PHONE)
    assert phone.box('[data-hole="E7"]')["y"] > phone.box('[data-hole="X"]')["y"] + 80
    desktop = open_page(stage.url, DESKTOP)
    assert desktop.box('[data-hole="A7"]')["y"] > desktop.box('[data-hole="X"]')["y"] + 200
    upright = phone.page.evaluate(
        """() => [...document.querySelectorAll('.marble, .ts-static .upright')].every(mark => {
            const matrix = mark.getScreenCTM();
            return Math.abs(matrix.b) < 0.001 && matrix.a > 0;
        })"""
    )
    assert upright
    phone.tap("E12")  # says nothing to the table: gestures arrive in the order of the taps
    with phone.page.expect_response("**/api/hands"):
        phone.tap("Ep2")
    assert stage.table.lifts == [("lift", "Ep2", None)]


@pytest.mark.slow
def test_a_late_table_is_said_so_after_a_while_and_the_last_snapshot_stays(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    page = open_page(stage.url, PHONE)
    where, holes, said = page.box(), page.holes(), page.prompt
    # The next view is awaited for ever: the stream is lost, and nothing answers the next try.
    page.page.route("**/api/stream*", lambda route: None)
    with page.page.expect_request("**/api/stream*"):
        stage.close()
        page.says("Back in a moment")
        assert page.page.inner_text("[data-support]") == said
        assert (page.box(), page.holes()) == (where, holes)
        stage.open()
    assert page.prompt == "Back in a moment"


@pytest.mark.slow
def test_the_table_going_away_is_said_and_its_return_changes_nothing_else(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    page = open_page(stage.url, PHONE)
    where, holes = page.box(), page.holes()
    stage.close()
    page.says("The table does not answer.")
    assert "Last seen" in page.page.inner_text("[data-support]")
    assert page.box() == where
    assert page.page.locator("[data-card]:not(:disabled)").count() == 0
    stage.open()
    page.page.wait_for_selector("[data-card]:not(:disabled)", timeout=15_000)
    page.says("which card did you play?")
    assert (page.box(), page.holes()) == (where, holes)


def test_everything_can_be_done_without_scripts(
    borrow: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    page = borrow((1280, 720), java_script_enabled=False)
    page.goto(stage.url)
    page.click('[data-card="7"]')
    stage.table.show(scenes.SCENES["move"])
    page.goto(stage.url)
    page.click("#moves summary")
    page.click('#moves [data-action="A9-B2"]')
    names = [type(command).__name__ for command in stage.table.commands]
    assert names == ["Card", "Act"]


@pytest.mark.slow
def test_the_page_with_its_board_stays_within_its_budget(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    page = open_page(stage.url, PHONE)
    for state in STATES:
        stage.table.show(scenes.SCENES[state])
        answer = page.page.request.get(stage.url)
        assert len(answer.body()) <= 150_000, state


def test_a_long_phone_tells_the_players_names_below_the_foot(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    """The board lies as high as on a short one, and no row is cut."""
    stage.table.show(scenes.SCENES["card"])
    page = open_page(stage.url, (390, 760))
    top = page.box()["y"]
    names = page.page.locator(".side .players .name")
    assert not names.first.is_visible()
    page.page.set_viewport_size({"width": 390, "height": 844})
    assert page.box()["y"] == top
    assert names.count() == 6
    assert all(one.is_visible() for one in names.all())
    low = names.last.bounding_box()
    assert low is not None
    assert low["y"] + low["height"] <= 844


def test_all_moves_stand_where_they_stood_when_a_marble_is_lifted(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    """A second tap there must not meet a key that doubts the sensors."""
    stage.table.show(msgspec.structs.replace(scenes.SCENES["move"], can_hint=True))
    page = open_page(stage.url, PHONE)
    doubted = page.page.locator('.foot [data-list="doubts"]:visible')
    moves = page.page.locator('.foot [data-list="moves"]:visible')
    before = moves.first.bounding_box()
    stage.table.show(next(iter(scenes.DOUBTED.values())))
    page.reload()
    box, other = moves.first.bounding_box(), doubted.first.bounding_box()
    assert before
    assert box
    assert other
    assert abs(box["x"] - before["x"]) < box["width"] / 2
    assert other["x"] + other["width"] <= box["x"]
