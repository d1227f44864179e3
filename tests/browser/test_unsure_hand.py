"""The page's hand and a marble of which nobody knows the colour: it is put without a name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace
from waiting import until

from companion.model.view import HoleView, InHand, Owed, View

pytestmark = pytest.mark.needs_chromium

DESKTOP = (1440, 900)
SETTLED = "now => performance.now() > now + 500"
"""The page believes the table again, so long after its own last touch."""


def lifted_unsure(open_page: Callable[..., Any], stage: Any, move: View, lit: Any) -> Any:
    """A page whose hand has lifted a marble from Red 9 that nobody knows; perhaps it is Green's.

    ``lit``  what stands on the other holes
    """
    stage.table.show(replace(move, holes={**lit, "A9": HoleView("?", "movable")}))
    page = open_page(stage.url, DESKTOP)
    page.role("A9", "movable")
    page.tap("A9")
    until(lambda: stage.table.lifts)
    held = (InHand("D", "D9", sure=False),)
    stage.table.show(replace(move, holes={**lit, "A9": HoleView("", "")}, in_hand=held))
    page.token("A9", "")
    page.met(SETTLED, page.page.evaluate("performance.now()"))
    return page


def test_a_light_calls_for_no_marble_that_is_only_guessed(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    """The hand says nothing: naming it would tell the table what nobody knows."""
    stage.table.show(
        replace(
            scenes.SCENES["lifted"],
            in_hand=(InHand("D", "D9"), InHand("A", "A9", sure=False)),
            owed=(Owed("A", "", "B3", True, scenes.text("Red: to Orange 3")),),
            holes=scenes.lit(B3=HoleView("", "missing")),
            choices=(),
        )
    )
    page = open_page(stage.url, DESKTOP)
    page.role("B3", "missing")
    page.tap("B3")
    until(lambda: stage.table.lifts)
    assert stage.table.lifts == [("put", "B3", None)]


def test_whoever_taps_another_marble_that_may_move_has_changed_their_mind(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    """The one in the hand goes back to where it was lifted, whatever colour it has."""
    lit = scenes.lit(B3=HoleView("A", "movable"))
    move = replace(scenes.SCENES["move"], choices=())
    page = lifted_unsure(open_page, stage, move, lit)
    page.tap("B3")
    until(lambda: len(stage.table.lifts) >= 3, lambda: stage.table.lifts)
    assert stage.table.lifts == [
        ("lift", "A9", None),
        ("put", "A9", "from A9"),
        ("lift", "B3", None),
    ]


def test_where_another_page_put_a_marble_the_hand_forgets_where_it_had_lifted(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    """The marble in the hand is another one now, and nobody knows that one either."""
    move = replace(scenes.SCENES["move"], choices=())
    lit = scenes.lit(B3=HoleView("A", ""), B5=HoleView("", ""), C3=HoleView("", ""))
    page = lifted_unsure(open_page, stage, move, lit)
    there = {**lit, "A9": HoleView("", ""), "C3": HoleView("D", ""), "B3": HoleView("", "")}
    stage.table.show(replace(move, holes=there, in_hand=(InHand("A", "B3", sure=False),)))
    page.token("C3", "D")
    page.met(SETTLED, page.page.evaluate("performance.now()"))
    page.tap("B5")
    until(lambda: len(stage.table.lifts) >= 2, lambda: stage.table.lifts)
    assert stage.table.lifts[1:] == [("put", "B5", None)]


def test_two_that_nobody_knows_stay_in_the_hand_and_the_page_says_why(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    move = replace(scenes.SCENES["move"], choices=(), in_hand=(InHand("D", "D9", sure=False),))
    stage.table.show(replace(move, holes=scenes.lit(B3=HoleView("A", "destination"))))
    page = open_page(stage.url, DESKTOP)
    page.role("B3", "destination")
    page.tap("B3")
    page.says("Nobody knows which marble is which. Put one down first.")
    assert stage.table.lifts == [("lift", "B3", None)]
