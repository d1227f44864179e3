"""What the table thinks happened: one line in the prompt card, and a key to say no."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from two_forms import first
from waiting import until

from companion.model.commands import Deny
from companion.model.message import Message
from companion.model.view import Thought

pytestmark = pytest.mark.needs_chromium

PHONE, TABLET, DESKTOP = (360, 640), (768, 1024), (1440, 900)
LONG = "Maximiliane, 7: Orange 12 → Yellow corner, Orange 3 → Orange 5"
NO = '[data-command="deny"]'


def thinking(scenes: Any, words: str = "Fritz, 8: Red 8 → Orange 2", **more: Any) -> Any:
    """The state in which the next card is awaited, on real wood."""
    said = Message("prompt.card_support")
    scene = scenes.SCENES["card"]
    prompt = msgspec.structs.replace(scene.prompt, support=said)
    thought = Thought(34, scenes.text(words))
    return msgspec.structs.replace(scene, board="serial", prompt=prompt, thought=thought, **more)


@pytest.mark.parametrize("size", first(1, [PHONE, TABLET, DESKTOP]))
def test_the_line_stands_in_the_prompt_card_and_no_says_no(
    open_page: Callable[..., Any], stage: Any, scenes: Any, size: tuple[int, int]
) -> None:
    page = open_page(stage.url, size)
    page.shows("pad")
    where = page.box()
    assert not page.page.locator(NO).count()
    stage.table.show(thinking(scenes))
    page.page.wait_for_selector(NO)
    assert page.page.inner_text("[data-support]") == "Fritz, 8: Red 8 → Orange 2"
    assert page.box() == where
    card, key = page.box("#prompt"), page.box(NO)
    assert key["height"] >= 48
    assert key["width"] >= 48
    assert card["y"] <= key["y"]
    assert key["y"] + key["height"] <= card["y"] + card["height"]
    support = page.box("[data-support]")
    assert support["x"] + support["width"] <= key["x"], "the line is not cut and not hidden"
    assert page.page.get_attribute(NO, "aria-label").startswith("No, that was not it: Fritz, 8")
    page.page.click(NO)
    until(lambda: stage.table.commands)
    assert stage.table.commands == [Deny(34)]


def test_without_a_script_it_is_a_button_too(
    borrow: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    stage.table.show(thinking(scenes))
    page = borrow(PHONE, java_script_enabled=False)
    page.goto(stage.url)
    page.click(NO)
    until(lambda: stage.table.commands)
    assert stage.table.commands == [Deny(34)]


def test_what_is_to_be_done_comes_before_what_was_thought(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    captured = Message("prompt.captured", {"q": "@colour.A"})
    scene = thinking(scenes)
    prompt = msgspec.structs.replace(scene.prompt, support=captured)
    stage.table.show(msgspec.structs.replace(scene, prompt=prompt))
    page = open_page(stage.url)
    page.shows("pad")
    assert page.page.inner_text("[data-support]") == "Put Red's marble in its pen."
    assert not page.page.locator(NO).count()


@pytest.mark.parametrize("words", ["Maximiliane, 8: Red 8 → Orange 2", LONG])
@pytest.mark.parametrize("size", first(1, [PHONE, DESKTOP]))
def test_a_long_name_and_a_long_move_still_leave_the_sentence_whole(
    open_page: Callable[..., Any], stage: Any, scenes: Any, size: tuple[int, int], words: str
) -> None:
    scene = thinking(scenes, words)
    prompt = msgspec.structs.replace(
        scene.prompt, message=scenes.text("Maximiliane, which card did you play?")
    )
    stage.table.show(msgspec.structs.replace(scene, prompt=prompt))
    page = open_page(stage.url, size)
    page.page.wait_for_selector(NO, state="attached")
    card, sentence, line = (page.box(f"#prompt{s}") for s in ("", " .sentence", " .support"))
    if page.page.is_visible(NO):
        assert line["x"] + line["width"] <= page.box(NO)["x"], "never a key without its line"
    assert sentence["y"] >= card["y"]
    assert sentence["y"] + sentence["height"] <= card["y"] + card["height"]
