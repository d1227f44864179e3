"""After no to what the table thinks happened: the readings in a numbered list and on the board."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from race_rig import race, standing
from table_rig import AT_TABLE, Rig
from two_forms import first
from waiting import until

from companion.model.commands import Deny

pytestmark = pytest.mark.needs_chromium

PHONE, DESKTOP = (360, 640), (1440, 900)
ROWS = "#foot [data-option]"


def denied() -> Rig:
    """Red's car has rested three times on its way, and somebody denies what was read."""
    rig = standing(
        race(rig=Rig(board_kind="serial")), cars={"A": "1.0R", "B": "10.0L"}, turn={"car": "A"}
    )
    for frm, to in (("1.0R", "1.1R"), ("1.1R", "1.1L"), ("1.1L", "2.0R")):
        rig.carry(frm, to).wait(0.5)
    rig.wait(1.2)
    assert rig.view.thought is not None
    rig.table.command(Deny(rig.view.thought.move), AT_TABLE)
    return rig.settle()


@pytest.fixture
def asked(stage: Any, monkeypatch: pytest.MonkeyPatch) -> Rig:
    """The stage shows what that table asks."""
    rig = denied()
    monkeypatch.setattr(type(stage.table), "drawing", lambda _: rig.table.questions.drawing())
    monkeypatch.setattr(type(stage.table), "chart", lambda _: None, raising=False)
    stage.table.show(rig.view)
    return rig


def chosen(stage: Any, rig: Rig) -> Any:
    """What the page sent is told to the table; it then shows what came of it."""
    [command] = until(lambda: stage.table.commands)
    rig.table.command(command, AT_TABLE)
    stage.table.show(rig.view)
    return command


@pytest.mark.parametrize("size", first(1, [PHONE, DESKTOP]))
def test_each_reading_has_its_number_in_the_list_and_on_the_board(
    open_page: Callable[..., Any], stage: Any, asked: Rig, size: tuple[int, int]
) -> None:
    page = open_page(stage.url, size)
    page.shows("ask")
    rows = page.page.locator(ROWS)
    assert rows.locator(".number").all_inner_texts() == ["1", "2", "3"]
    assert all(row.bounding_box()["height"] >= 48 for row in rows.all())
    spots = page.page.locator("[data-spot]")
    assert spots.evaluate_all("all => all.map((one) => one.dataset.spot)") == ["1", "2", "3"]
    foot, none = page.box("#foot"), rows.last.bounding_box()
    assert rows.last.inner_text() == "None, show me"
    assert none["y"] + none["height"] <= foot["y"] + foot["height"], "it is always in sight"
    third = rows.nth(2).bounding_box()
    assert third["y"] + 3 < none["y"], "the edge of the third row shows that the list goes on"
    rows.nth(2).click()
    chosen(stage, asked)
    page.shows("wrong")
    assert (asked.lit("wrong"), asked.lit("return")) == (["2.0R"], ["1.1R"])
    assert not page.page.locator("[data-spot]").count()


def test_a_tap_on_a_number_of_the_board_chooses_its_reading(
    open_page: Callable[..., Any], stage: Any, asked: Rig
) -> None:
    page = open_page(stage.url, PHONE)
    page.shows("ask")
    page.tap("2.0R")
    command = chosen(stage, asked)
    assert asked.done() == ["F2"]
    assert command.option == "0"


def test_without_a_script_the_rows_are_numbered_too(
    open_page: Callable[..., Any], stage: Any, asked: Rig
) -> None:
    page = open_page(stage.url, PHONE, java_script_enabled=False)
    rows = page.page.locator(ROWS)
    assert rows.locator(".number").all_inner_texts() == ["1", "2", "3"]
    rows.last.click()
    assert chosen(stage, asked).option == "neither"
    assert asked.said == "Which car is on Tile 2, first row, right?"
