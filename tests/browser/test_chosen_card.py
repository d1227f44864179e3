"""A card of the hand is chosen, the page shows what it can do, and then it is played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from waiting import until

from companion.model.message import Message

pytestmark = pytest.mark.needs_chromium

PHONE = (360, 640)


def test_a_hand_is_chosen_and_then_played(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    stage.table.show(scenes.HAND)
    page = open_page(stage.url, PHONE)
    page.shows("hand")
    play = page.page.locator('[data-key="play"]')
    assert play.is_disabled()
    page.card("6")
    assert play.inner_text() == "Play the 6"
    assert page.page.locator(".button.honey").count() == 1
    play.click()
    until(lambda: stage.table.commands)
    assert [(type(c).__name__, c.card) for c in stage.table.commands] == [("Card", "6")]


def test_a_chosen_card_shows_on_the_page_what_it_can_do(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    stage.table.show(scenes.HAND)
    page = open_page(stage.url, PHONE)
    where, dark = page.box(), page.holes()
    page.card("6")
    assert page.page.inner_text("[data-support]") == "White lights: what the 6 can do."
    assert page.with_role("destination") == ["E9"]
    assert page.with_role("movable") == ["Ep1", "Ep2", "Ep3"]
    assert page.box() == where
    heard = "el => el.textContent.includes('One place: Blue 9.')"
    page.page.wait_for_function(f"() => ({heard})(document.getElementById('said'))")
    page.card("10")
    assert page.page.inner_text("[data-support]") == "The 10 has no move now."
    assert page.holes() == dark
    assert stage.table.commands == []


def test_a_chosen_card_of_a_hand_without_a_move_covers_no_word_of_what_to_do(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    said = msgspec.structs.replace(scenes.HAND.prompt, support=Message("prompt.none_moves"))
    dead = tuple(msgspec.structs.replace(key, moves=0, lights={}) for key in scenes.HAND.pad)
    stage.table.show(msgspec.structs.replace(scenes.HAND, pad=dead, prompt=said))
    page = open_page(stage.url, PHONE)
    for _ in range(2):
        assert page.page.inner_text("[data-support]") == "No card has a move. Play any of them."
        page.card("10")
    assert page.page.inner_text('[data-key="play"]') == "Play the 10"


def test_while_cards_are_dealt_their_backs_lie_there(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    stage.table.show(scenes.DRAWING)
    page = open_page(stage.url, PHONE)
    page.shows("drawing")
    assert page.page.locator(".hand-back .card").count() == 5
    assert "Drawing" in page.page.inner_text("#foot")
