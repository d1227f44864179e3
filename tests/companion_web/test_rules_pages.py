"""A game with a single sheet keeps its rules in a file of its own name."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from past_games import PastGames

from companion.games.offer import Offer, RulesOffer
from companion.games.packs import OFFERS
from companion_web.pages import rules as rules_pages
from companion_web.pages.rules import find_rules, list_rules, to_html

SOLO = RulesOffer("plain", ("strip",), several=False, drawn=False)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Rules of one game with one sheet, and of Fast Track's classic one."""
    offers = {**OFFERS, "strip_race": Offer("strip_race", (SOLO,))}
    monkeypatch.setattr(rules_pages, "OFFERS", offers)
    (tmp_path / "strip_race.md").write_text("# Strip\n\nSee [this](#S-1).\n", "utf-8")
    (tmp_path / "fast_track_classic.md").write_text("[S](strip_race.md#S-1)\n", "utf-8")
    return tmp_path


def test_a_single_sheet_is_found_under_its_game_s_name(folder: Path) -> None:
    found = find_rules(folder, "strip_race", "plain")
    assert found is not None
    assert "<h1>Strip</h1>" in found.body
    assert ("strip_race", "plain") in list_rules(folder)


def test_a_sheet_s_own_file_goes_before_the_game_s(folder: Path) -> None:
    (folder / "strip_race_plain.md").write_text("# Own\n", "utf-8")
    found = find_rules(folder, "strip_race", "plain")
    assert found is not None
    assert "Own" in found.body


def test_links_to_a_single_sheet_lead_to_its_page(folder: Path) -> None:
    assert 'href="/rules/strip_race/plain#S-1"' in to_html("[S](strip_race.md#S-1)")


def test_a_sheet_that_is_not_there_is_none(folder: Path) -> None:
    assert find_rules(folder, "strip_race", "other") is None
    assert find_rules(folder, "fast_track", "stevens") is None


def test_the_racepack_page_keeps_its_tables_pictures_and_places(root: Path) -> None:
    html = to_html((root / "docs" / "rules" / "racepack.md").read_text("utf-8"))
    assert html.count('<div class="table-scroll">') == 2
    assert html.count('src="/rules/pictures/racepack_') == 8
    assert 'id="RP-37" class="anchor"' in html
    assert 'id="codes" class="anchor"' in html
    assert "<pre><code" in html


def test_a_picture_that_stands_alone_is_a_figure_with_its_words_below() -> None:
    html = to_html("![A *bend*](../pictures/ring.svg)\n\nText with ![x](ring.svg) in it.\n")
    assert html.count("<figure>") == 1
    assert "<figcaption>A bend</figcaption>" in html
    assert html.index("</figcaption></figure>") < html.index("<p>Text")


def test_chapters_lead_to_their_headings(root: Path) -> None:
    sheet = find_rules(root / "docs" / "rules", "racepack", "race")
    assert sheet is not None
    assert ("c-tracks-of-your-own", "Tracks of your own") in sheet.chapters
    assert len(sheet.chapters) > 8
    for anchor, _ in sheet.chapters:
        assert sheet.body.count(f'<h2 id="{anchor}">') == 1


def test_the_list_shows_games_with_a_picture_each(browser: Any) -> None:
    page = browser.get("/rules").text
    assert 'src="/rules/pictures/racepack_start.svg"' in page
    assert page.count('class="row rule-card"') == 6
    assert browser.get("/rules/pictures/racepack_start.svg").status_code == 200


def test_a_sheet_is_marked_as_english_and_a_german_page_says_so(
    tmp_path: Path, make_table: Any
) -> None:
    """A reader then speaks it as English."""
    with PastGames(tmp_path, make_table()) as shop:
        pages = {
            language: shop.client.get(
                "/rules/fast_track/classic", headers={"Accept-Language": language}
            ).text
            for language in ("de", "en")
        }
    for page in pages.values():
        assert '<article class="prose" lang="en">' in page
        assert '<ol lang="en">' in page
    assert "nur auf Englisch" in pages["de"]
    assert 'role="note"' not in pages["en"]


@pytest.mark.parametrize("name", ["home", "racepack_start", "street_race_lanes"])
def test_a_picture_of_a_board_has_the_theme_of_the_page(browser: Any, name: str) -> None:
    """Its wood: dark, light, or what the device prefers. Files of either theme are shown so."""
    dark, light = "--ts-wood-1:#6a4529", "--ts-wood-1:#dcb883"
    found = {}
    for theme in ("system", "dark", "light"):
        browser.submit("/theme", {"theme": theme})
        found[theme] = browser.get(f"/rules/pictures/{name}.svg").text
    assert light not in found["dark"]
    assert dark not in found["light"]
    assert found["light"].count(light) == 1
    assert found["system"].index(dark) < found["system"].index("prefers-color-scheme:light")
    assert found["system"].count(light) == 1
    for text in found.values():
        ElementTree.fromstring(text)
        style = text[text.index("<style>") : text.index("</style>")]
        assert style.count("{") == style.count("}")
