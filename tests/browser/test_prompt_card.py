"""The prompt card: with any sentence nothing is cut and the board stays (page.md 7.3, 7.4)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace
from two_forms import first

from companion.model.message import Message

pytestmark = pytest.mark.needs_chromium

SIZES = {"phone": (360, 640), "tablet": (768, 1024), "laptop": (1280, 800), "desktop": (1440, 900)}
SENTENCES = (
    "Anna is moving.",
    "Anna, which card did you play?",
    "Bernadette-Charlotte, which card did you play?",
    "Close up: Maximiliana-Josephine to Tile 23, second row, left.",
    "Bernadette-Charlotte: from Maximiliana-Josephine's bull's eye to Orange home 4.",
)
SUPPORTS = (
    "",
    "You are next.",
    "Put it back at the arrow. Nothing is lost.",
    "The board cable is out, and hole Orange 2 is set aside. The page will ask about it.",
)
NEWS = (
    "The board fits again. Anna is to move.",
    "Red home 3 is set aside. The page will ask.",
    "A good idea: Red 12 → bull's eye, Red home 1 → Red home 2.",
)
READ = """() => {
    const card = document.querySelector('#prompt').getBoundingClientRect();
    const part = name => {
        const one = document.querySelector(name);
        const box = one.getBoundingClientRect();
        if (!one.textContent || box.left >= card.right - 16) return 'away';
        const cut = box.top < card.top || box.bottom > card.bottom || box.right > card.right;
        return cut || one.scrollWidth > one.clientWidth + 1 ? 'cut' : 'seen';
    };
    return [part('[data-prompt]'), part('[data-support]'), card.height];
}"""
FITS = "e => e.scrollWidth <= e.clientWidth && e.scrollHeight <= e.clientHeight + 1"


NAMES = ("Bartholomaeus-Egon", "Wolfeschlegelstein", "Wwwwwwwwwwwwwwwwww")


@pytest.mark.slow
@pytest.mark.parametrize("scripts", [True, False])
def test_an_18_letter_name_leaves_room_for_the_line_beside_the_offer_to_deal(
    borrow: Callable[..., Any], stage: Any, scenes: Any, scripts: bool
) -> None:
    scene = scenes.SCENES["card"]
    for language in ("en", "de"):
        page = borrow((360, 640), java_script_enabled=scripts, locale=language)
        for name in NAMES:
            prompt = replace(
                scene.prompt,
                message=Message("prompt.card", {"p": name}),
                support=Message("prompt.card_laid"),
            )
            stage.table.show(replace(scene, prompt=prompt, can_deal=True))
            page.goto(stage.url)
            page.wait_for_selector("body[data-seq]" if scripts else "body")
            assert page.locator("[data-key=deal]").is_visible(), (language, name)
            assert page.evaluate(READ)[:2] == ["seen", "seen"], (language, name)


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_line_on_the_cut_says_who_begins(
    borrow: Callable[..., Any], stage: Any, scenes: Any, language: str
) -> None:
    """Also under a sentence on the same player; "Cut a Queen and begins." had no subject."""
    scene = scenes.SCENES["others"]
    page = borrow((360, 640), locale=language)
    queen = {"card": Message("a_card.Q")}
    for name in ("Grün", "Maximilian-Gustav", *NAMES):
        prompt = replace(
            scene.prompt,
            message=Message("prompt.other_card", {"p": name}),
            support=Message("cut.told", {"p": name}, queen),
        )
        stage.table.show(replace(scene, prompt=prompt))
        page.goto(stage.url)
        page.wait_for_selector("body[data-seq]")
        assert page.inner_text("[data-support]").startswith(name)
        gives_way = set(name) == set("Ww")  # it stands whole, or not at all
        assert page.evaluate(READ)[:2] == ["seen", "away" if gives_way else "seen"], name


@pytest.mark.parametrize(
    ("size", "scripts"),
    [
        ("phone", True),
        *(pytest.param(s, True, marks=pytest.mark.slow) for s in SIZES if s != "phone"),
        *(pytest.param(s, False, marks=pytest.mark.slow) for s in SIZES),
    ],
)
def test_the_support_line_gives_way_whole_and_the_board_stays(
    open_page: Callable[..., Any], stage: Any, scenes: Any, size: str, scripts: bool
) -> None:
    stage.table.show(scenes.SCENES["card"])
    page = open_page(stage.url, SIZES[size], java_script_enabled=scripts)
    where, (_, _, high) = page.box(), page.page.evaluate(READ)
    seen = {}
    for sentence in SENTENCES:
        for support in SUPPORTS:
            scene = scenes.SCENES["card"]
            prompt = replace(
                scene.prompt,
                message=scenes.text(sentence),
                support=scenes.text(support) if support else None,
            )
            stage.table.show(replace(scene, prompt=prompt))
            if scripts:
                page.drawn(stage.table.seq)
                page.says(sentence)
            else:
                page.reload()
            first, second, height = page.page.evaluate(READ)
            assert (first, height) == ("seen", high), (sentence, support)
            assert second in ("seen", "away"), (sentence, support)
            assert page.box() == where, (sentence, support)
            seen[sentence, support] = second
    assert all(seen[sentence, "You are next."] == "seen" for sentence in SENTENCES[:2])
    assert seen[SENTENCES[1], SUPPORTS[2]] == "seen", "two lines of each have room on a phone"
    if size == "phone":
        assert seen[SENTENCES[3], SUPPORTS[2]] == "away"


def test_a_sentence_that_is_shown_again_looks_the_same(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    page = open_page(stage.url)
    for sentence, support in ((SENTENCES[4], ""), (SENTENCES[1], SUPPORTS[2])):
        prompt = replace(
            scenes.SCENES["card"].prompt,
            message=scenes.text(sentence),
            support=scenes.text(support) if support else None,
        )
        looks = []
        for _ in range(2):
            stage.table.show(replace(scenes.SCENES["card"], prompt=prompt))
            page.drawn(stage.table.seq)
            page.says(sentence)
            looks.append((page.page.get_attribute("#prompt", "class"), page.page.evaluate(READ)))
        assert looks[0] == looks[1], sentence


def told_whole(page: Any, stage: Any, scene: Any, news: str) -> None:
    """Show the scene with its news, of which nothing is cut."""
    stage.table.show(scene)
    page.page.wait_for_function(
        "told => document.querySelector('[data-support]').innerText === told", arg=news
    )
    support = page.page.locator("[data-support]")
    assert support.evaluate(FITS)
    card, line = page.box("#prompt"), page.box("[data-support]")
    sentence = page.box("[data-prompt]")
    assert sentence["y"] >= card["y"]
    assert line["y"] + line["height"] <= card["y"] + card["height"]


@pytest.mark.parametrize("size", first(1, [SIZES[one] for one in ("phone", "tablet", "desktop")]))
def test_news_below_the_sentence_is_told_whole(
    open_page: Callable[..., Any], stage: Any, scenes: Any, size: tuple[int, int]
) -> None:
    scene = scenes.SCENES["move"]
    page = open_page(stage.url, size)
    where = page.box()
    for news in NEWS:
        told_whole(page, stage, replace(scene, notice=scenes.text(news)), news)
        assert page.box() == where, news
        stage.table.show(scene)
        page.drawn(stage.table.seq)
        assert page.page.query_selector(".prompt.wordy") is None
        assert page.box() == where, news


@pytest.mark.parametrize("news", first(1, NEWS))
def test_news_is_told_whole_without_scripts_too(
    open_page: Callable[..., Any], stage: Any, scenes: Any, news: str
) -> None:
    stage.table.show(replace(scenes.SCENES["move"], notice=scenes.text(news)))
    page = open_page(stage.url, java_script_enabled=False)
    line = page.page.locator("[data-support]")
    assert line.inner_text() == news
    assert line.evaluate(FITS)
    low, frame = page.box("[data-support]"), page.box("#prompt")
    assert low["y"] + low["height"] <= frame["y"] + frame["height"]
