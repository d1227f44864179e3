"""Learn to play on the page: how far it is, its one card, and the way out in the bar."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from waiting import until

from companion.model.commands import Leave
from companion.model.view import LessonView

pytestmark = pytest.mark.needs_chromium


def test_the_bar_tells_the_step_and_leave_ends_the_lesson(
    stage: Any, scenes: Any, open_page: Callable[..., Any]
) -> None:
    hand = msgspec.structs.replace(
        scenes.HAND, pad=scenes.HAND.pad[:1], hand=scenes.HAND.hand[:1], lesson=LessonView(2, 6)
    )
    stage.table.show(hand)
    page = open_page(stage.url)
    page.shows("hand")
    assert page.page.inner_text("#lesson [data-step]") == "2 of 6"
    assert page.page.locator(".held-card.chosen").count() == 1
    page.page.click('[data-key="leave"]')
    until(lambda: stage.table.commands == [Leave()])
    dealt = msgspec.structs.replace(hand.game, hands="virtual")
    stage.table.show(msgspec.structs.replace(hand, seat=None, hand=None, game=dealt))
    page.page.wait_for_selector("#lesson", state="hidden")  # who watches cannot leave it
    stage.table.show(msgspec.structs.replace(hand, lesson=None))
    page.page.wait_for_selector("#lesson", state="hidden")


def test_a_page_that_came_before_its_seat_shows_the_step_once_somebody_sits(
    stage: Any, scenes: Any, open_page: Callable[..., Any]
) -> None:
    seated = msgspec.structs.replace(scenes.HAND, lesson=LessonView(1, 6))
    dealt = msgspec.structs.replace(seated.game, hands="virtual")
    stage.table.show(msgspec.structs.replace(seated, seat=None, hand=None, game=dealt))
    page = open_page(stage.url)
    page.page.wait_for_selector("#lesson", state="hidden")
    stage.table.show(msgspec.structs.replace(seated, game=dealt))
    page.page.wait_for_selector("#lesson")
    assert page.page.inner_text("#lesson [data-step]") == "1 of 6"
