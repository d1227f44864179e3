"""The page for a television follows the table: board, sentence, rows, last move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

pytestmark = pytest.mark.needs_chromium

TV = (1920, 1080)
LARGE_ENOUGH = """() => [...document.querySelectorAll("#side *")].filter((part) =>
  [...part.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim())
  && parseFloat(getComputedStyle(part).fontSize) < 28).map((part) => part.outerHTML)"""
OUTSIDE = """() => [...document.querySelectorAll("#side > *, #board svg")]
  .map((part) => part.getBoundingClientRect())
  .filter((box) => box.bottom > innerHeight || box.right > innerWidth).length"""


def test_it_shows_what_everybody_may_see_and_follows_it(
    borrow: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    before = scenes.SCENES["move"]
    stage.table.show(before)
    page = borrow(TV)
    page.goto(f"{stage.url}tv")
    sentence = page.locator("#tv-sentence")
    told = page.request.get(f"{stage.url}api/table?watch").json()
    assert sentence.inner_text() == told["prompt"]["text"]
    assert sentence.evaluate("part => parseFloat(getComputedStyle(part).fontSize)") == 64
    assert page.evaluate(LARGE_ENOUGH) == []
    assert page.evaluate(OUTSIDE) == 0
    names = ["Bartholomaeus-Egon"[: 18 - n] for n in range(len(before.players))]
    players = [replace(one, name=name) for one, name in zip(before.players, names, strict=True)]
    stage.table.show(replace(before, players=tuple(players), seq=before.seq + 1))
    page.locator(".tv-lines .name", has_text=names[0]).first.wait_for()
    assert page.locator(".tv-lines .name").all_inner_texts() == names
    assert page.evaluate(OUTSIDE) == 0
