"""What is refused is said on the page, with its rule; "Why?" tells what is in the way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from two_forms import first
from waiting import until

from companion.errors import CommandRefused
from companion.model.commands import Why

pytestmark = pytest.mark.needs_chromium

PHONE, DESKTOP = (360, 640), (1440, 900)


def asks_why(page: Any, stage: Any) -> None:
    """A tap on "Why?", which the table answers by telling everybody."""
    stage.table.commands.clear()
    page.page.click('#foot [data-command="why"]')
    until(lambda: stage.table.commands)
    assert stage.table.commands == [Why()]
    shown = stage.table.shown
    told = msgspec.structs.replace(shown.reason, told=True)
    stage.table.show(msgspec.structs.replace(shown, reason=told))


def test_a_refusal_stands_with_its_rule_and_an_arrow(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    page = open_page(stage.url, PHONE)
    scenes.visit(page, stage, "wrong")
    reason = page.page.locator("[data-reason]")
    assert reason.get_attribute("data-rule") == "FT-11"
    assert reason.inner_text() == "Not there: a Red marble is in the way."
    assert page.page.locator(".arrow-line").get_attribute("d")
    asks_why(page, stage)
    page.page.wait_for_selector('#foot a[data-key="why"]')
    assert "Red 12" in page.page.inner_text("#foot")
    scenes.visit(page, stage, "card")
    assert page.page.locator("[data-reason]").count() == 0
    assert not page.page.locator(".arrow-line").get_attribute("d")


def test_why_says_what_is_in_the_way_and_never_the_same_twice(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    page = open_page(stage.url, PHONE)
    wrong = scenes.SCENES["wrong"]
    for blocked_by in ("A12", None):
        reason = msgspec.structs.replace(wrong.reason, blocked_by=blocked_by)
        stage.table.show(msgspec.structs.replace(wrong, reason=reason))
        page.says("Not there")
        asks_why(page, stage)
        page.page.wait_for_selector('#foot a[data-key="why"]')
        said = page.page.locator("#foot .words p").all_inner_texts()
        assert said.count("No marble passes its own colour.") == 1
        assert any("Red 12" in line for line in said) == (blocked_by is not None)
        scenes.visit(page, stage, "card")


@pytest.mark.parametrize("size", first(1, [PHONE, DESKTOP]))
def test_why_counts_the_holes_on_the_board_until_the_marble_is_back(
    open_page: Callable[..., Any], stage: Any, scenes: Any, size: tuple[int, int]
) -> None:
    """Each number stands upright in its hole, also where the board is turned."""
    wrong = scenes.SCENES["wrong"]
    walk = ("A10", "A11", "A12", "A13", "B0")
    why = scenes.text("That is 3 on; a 5 ends on Orange corner.")
    reason = msgspec.structs.replace(wrong.reason, blocked_by=None, why=why, walk=walk)
    stage.table.show(msgspec.structs.replace(wrong, reason=reason))
    page = open_page(stage.url, size)
    page.says("Not there")
    assert not page.page.locator("[data-count]").count()
    where = page.box()
    asks_why(page, stage)
    page.page.wait_for_selector('[data-count="5"]', state="attached")
    assert page.box() == where
    assert "That is 3 on; a 5 ends on Orange corner." in page.page.inner_text("#foot")
    assert page.page.locator("[data-count]").all_text_contents() == ["1", "2", "3", "4", "5"]
    for n, hole in enumerate(walk, 1):
        mark, at = page.box(f'[data-count="{n}"] text'), page.box(f'[data-hole="{hole}"] .hit')
        assert abs(mark["x"] + mark["width"] / 2 - at["x"] - at["width"] / 2) < 2
        assert abs(mark["y"] + mark["height"] / 2 - at["y"] - at["height"] / 2) < 4
    scenes.visit(page, stage, "card")
    assert not page.page.locator("[data-count]").count()


def test_a_card_that_has_left_the_hand_is_said_to_have(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    stage.table.show(scenes.HAND)
    page = open_page(stage.url, PHONE)
    stage.table.refuse = CommandRefused("not-in-hand", "6 is not in the hand (FT-8).", rule="FT-8")
    page.card("6")
    page.page.click('[data-key="play"]')
    page.says("That card is no longer in your hand.")


def test_a_refused_command_is_said_and_nothing_is_lost(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    page = open_page(stage.url, PHONE)
    before = page.holes()
    stage.table.refuse = CommandRefused("not-your-turn", "Dora is to move.", rule="FT-9")
    page.card("7")
    page.says("Dora is to move.")
    assert page.page.get_attribute("[data-reason]", "data-rule") == "FT-9"
    assert page.holes() == before
    assert page.page.inner_text("#alert") == "Dora is to move."


def test_a_refused_command_stays_said_until_the_table_shows_something_new(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    """The lights of a gesture may bring a view in which nothing but its number is new."""
    page = open_page(stage.url, PHONE)
    stage.table.refuse = CommandRefused("not-your-turn", "Dora is to move.", rule="FT-9")
    page.card("7")
    page.says("Dora is to move.")
    stage.table.show(stage.table.shown)
    page.drawn(stage.table.seq)
    assert page.prompt == "Dora is to move."
    stage.table.show(scenes.HAND)
    page.drawn(stage.table.seq)
    assert page.prompt != "Dora is to move."
