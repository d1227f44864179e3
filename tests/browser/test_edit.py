"""The page sets any position; a tap says that a sensor lies (PP-12, PP-13)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from two_forms import first
from waiting import until

from companion.errors import CommandRefused
from companion.model.commands import Edit, Keep, SetAside

pytestmark = pytest.mark.needs_chromium

PHONE, DESKTOP = (360, 640), (1440, 900)


def begin(page: Any) -> None:
    """Open the menu and begin to set the marbles."""
    page.page.click("#menu summary")
    page.page.click('[data-edit="begin"]')
    page.shows("edit")


@pytest.mark.parametrize("size", first(1, [PHONE, DESKTOP]))
def test_marbles_are_set_by_taps_and_sent_as_one_command(
    open_page: Callable[..., Any], stage: Any, size: tuple[int, int]
) -> None:
    page = open_page(stage.url, size)
    where = page.box()
    before = {hole: token for hole, (token, _) in page.holes().items() if token}
    begin(page)
    assert page.prompt == "Set the marbles, then say done."
    assert page.box() == where
    assert page.page.locator(".button.honey").count() == 1
    page.tap("D10")
    page.role("D10", "movable")
    page.tap("F5")
    page.token("F5", before["D10"])
    assert stage.table.commands == []
    assert stage.table.lifts == []
    page.page.click('[data-edit="seat"][data-seat="2"]')
    page.page.click('[data-edit="done"]')
    page.page.wait_for_function("() => !document.querySelector('[data-foot=\"edit\"]')")
    marbles = {hole: token for hole, token in before.items() if hole != "D10"}
    assert stage.table.commands == [Edit({**marbles, "F5": before["D10"]}, 2)]


def test_setting_marbles_can_be_left_without_any_change(
    open_page: Callable[..., Any], stage: Any
) -> None:
    page = open_page(stage.url, DESKTOP)
    before = page.holes()
    begin(page)
    page.tap("D10")
    page.tap("F5")
    page.token("F5", "C")
    page.page.click('[data-edit="cancel"]')
    page.token("F5", "")
    assert page.holes() == before
    assert stage.table.commands == []


def test_a_position_that_cannot_be_is_said_and_kept_for_another_try(
    open_page: Callable[..., Any], stage: Any
) -> None:
    page = open_page(stage.url, DESKTOP)
    begin(page)
    stage.table.refuse = CommandRefused("unclear", "The board cannot stand like that.")
    page.page.click('[data-edit="done"]')
    page.says("The board cannot stand like that.")
    assert page.foot == "edit"
    stage.table.refuse = None
    page.page.click('[data-edit="keep"]')
    page.page.wait_for_function("() => !document.querySelector('[data-foot=\"edit\"]')")
    assert stage.table.commands[-1] == Keep()


def test_while_marbles_are_set_nothing_else_is_lit_and_no_arrow_leads(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    stage.table.show(scenes.SCENES["wrong"])
    page = open_page(stage.url, DESKTOP)
    page.role("B2", "wrong")
    arrow = page.page.locator(".arrow-line")
    assert arrow.get_attribute("d")
    begin(page)
    assert not arrow.get_attribute("d")
    assert not any(role for _, role in page.holes().values())
    page.page.keyboard.press("Escape")
    page.page.click('[data-edit="cancel"]')
    page.role("B2", "wrong")
    assert arrow.get_attribute("d")


@pytest.mark.parametrize("scripts", [True, False])
def test_on_a_virtual_board_nobody_is_asked_about_sensors(
    open_page: Callable[..., Any], stage: Any, scenes: Any, scripts: bool
) -> None:
    doubted = '.foot [data-list="doubts"]'
    stage.table.show(scenes.SCENES["lifted_doubted"])
    page = open_page(stage.url, PHONE, java_script_enabled=scripts)
    assert page.page.locator(doubted).count() == 1
    stage.table.show(msgspec.structs.replace(scenes.SCENES["lifted_doubted"], board="virtual"))
    page.reload()
    assert page.foot == "lifted"
    assert page.page.locator(doubted).count() == 0


@pytest.mark.parametrize(
    "state", first(1, ["lifted_doubted", "wrong_doubted", "correction_doubted"])
)
def test_a_sensor_that_lies_is_set_aside_with_two_taps(
    open_page: Callable[..., Any], stage: Any, scenes: Any, state: str
) -> None:
    stage.table.show(scenes.SCENES[state])
    page = open_page(stage.url, PHONE)
    where = page.box()
    page.page.click('[data-list="doubts"]')
    page.shows("doubts")
    assert "No marble stands on Orange 2." in page.page.inner_text("#foot")
    assert page.box() == where
    page.page.click('[data-hole-aside="B2"]')
    until(lambda: stage.table.commands)
    assert stage.table.commands == [SetAside("B2")]
