"""Moves by tapping on the page alone, while there is no board to be touched (PP-14, PP-16)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from waiting import until

pytestmark = pytest.mark.needs_chromium

DESKTOP = (1440, 900)


def by_tapping(scenes: Any, **fields: Any) -> Any:
    """The scene of a seven to be moved while the board's cable is out."""
    import msgspec

    return msgspec.structs.replace(scenes.SCENES["move"], link="down", **fields)


def picked(open_page: Callable[..., Any], stage: Any, scenes: Any) -> Any:
    """The page of that scene, with A9's marble picked by a tap."""
    stage.table.show(by_tapping(scenes))
    page = open_page(stage.url, DESKTOP)
    page.role("A9", "movable")
    page.tap("A9")
    page.role("B2", "destination")
    return page


def test_without_a_board_a_tap_on_marble_and_hole_makes_the_move(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    page = picked(open_page, stage, scenes)
    page.says("put it on a white light.")
    page.tap("B2")
    until(lambda: stage.table.commands)
    assert [command.action for command in stage.table.commands] == ["A9-B2"]
    assert stage.table.lifts == []


def test_the_pages_own_sentence_has_the_disc_of_whom_it_names(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    """Where several may act the table names nobody; who picks a marble is spoken to."""
    from companion.model.choices import Choice

    orange = Choice("B9-B11", 1, (("B9", "B11"),), {}, scenes.text("Orange 9 → Orange 11"))
    stage.table.show(
        by_tapping(
            scenes,
            prompt=scenes.said("Who goes first? Choose.", colour=""),
            choices=(*scenes.CHOICES, orange),
            holes=scenes.lit(B9=scenes.HoleView("B", "movable")),
        )
    )
    page = open_page(stage.url, DESKTOP)
    page.role("B9", "movable")
    page.tap("B9")
    page.says("Ben, put it on a white light.")
    assert page.page.locator("#prompt.seat-B").count() == 1


def test_a_shared_seven_is_tapped_half_by_half(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    stage.table.show(by_tapping(scenes))
    page = open_page(stage.url, DESKTOP)
    page.role("A9", "movable")
    page.tap("A9")
    page.role("B1", "destination")
    page.tap("B1")
    page.says("now the other marble.")
    page.role("Ah1", "movable")
    assert page.holes()["B1"][0] == "A"
    page.tap("Ah1")
    page.role("Ah2", "destination")
    page.tap("Ah2")
    until(lambda: stage.table.commands)
    assert [command.action for command in stage.table.commands] == ["A9-B1,Ah1-Ah2"]


def test_an_impossible_move_by_tapping_asks_the_table_why(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    from companion.errors import CommandRefused

    stage.table.refuse = CommandRefused("illegal-action", "Not there: a 7 moves 7.", rule="FT-9")
    page = picked(open_page, stage, scenes)
    page.tap("C3")
    page.says("Not there: a 7 moves 7.")
    assert page.page.get_attribute("[data-reason]", "data-rule") == "FT-9"
    page.role("A9", "movable")
    assert page.with_role("destination") == []


def test_what_was_begun_by_tapping_ends_when_the_board_is_back_pp_14(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    """The marble that was picked on the page was never lifted on the board."""
    page = picked(open_page, stage, scenes)
    stage.table.show(scenes.SCENES["move"])
    page.says("move a glowing marble.")
    page.role("A9", "movable")
    page.shows("moves")
