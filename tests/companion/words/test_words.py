"""Words: keys become sentences, parts are messages too, nothing is lost by a missing word."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from companion.model.message import Message
from companion.words import catalogue, keys, po_files, render
from companion_web.words.texts import WORDS, words_of


def test_parts_that_are_messages_are_rendered_first() -> None:
    hole = Message("hole.track", {"colour": "@colour.C", "n": "6"})
    bullseye = Message("hole.bullseye")
    pair = Message("correction.pair", {"c": "@colour.B"}, {"a": hole, "b": bullseye})
    assert render(pair) == "Orange: from Yellow 6 to bull's eye."


def test_an_unknown_key_is_shown_as_it_is() -> None:
    assert render(Message("no.such.key")) == "no.such.key"


def test_an_unknown_language_reads_english() -> None:
    assert render(Message("prompt.idle"), "tlh") == render(Message("prompt.idle"))


def test_braces_in_a_name_stay_braces() -> None:
    assert render(Message("prompt.card", {"p": "{p}"})) == "{p}, which card did you play?"


def test_every_sentence_of_the_page_design_is_in_the_catalogue(shared: Path) -> None:
    """The English column of the tables of section 5, sentence by sentence."""
    text = (shared / "design" / "page.md").read_text(encoding="utf-8")
    section = text[text.index("## 5 Words") : text.index("## 6 Keyboard")]
    rows = re.findall(r"^\| (?!state|rule|--)[^|]+ \| ([^|]+) \| [^|]+ \|$", section, re.M)
    plain = {shape(english) for english in (*sentences(), *words_of("en").values())}
    wanted = [sentence for cell in rows for sentence in re.split(r" / ", cell)]
    assert len(wanted) > 55
    assert [sentence for sentence in wanted if shape(sentence) not in plain] == []


def test_every_hint_is_worded_as_in_the_design_in_both_languages(shared: Path) -> None:
    """The rows ``hint.…`` of section 4 of the night's pages, key by key."""
    text = (shared / "design" / "night_pages.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| hint\.([^|]+) \| ([^|]+) \| ([^|]+) \|$", text, re.M)
    wanted = [
        (f"hint.{key}", english, german)
        for row in rows
        for key, english, german in zip(*(cell.split(" / ") for cell in row), strict=True)
    ]
    told = [catalogue.sentences(language) for language in catalogue.LANGUAGES]
    assert len(wanted) == 7
    assert [(key, *(one[key] for one in told)) for key, *_ in wanted] == wanted


GERMAN: Final = catalogue.LANGUAGES[1]
CATALOGUES: Final = (*catalogue.FOLDERS, WORDS)


@pytest.mark.parametrize("folder", CATALOGUES, ids=lambda folder: folder.parent.name)
def test_no_key_is_missing_in_english_or_in_german(folder: Path) -> None:
    english, german = po_files.catalogue(folder, "en"), po_files.catalogue(folder, GERMAN)
    assert english.keys() ^ german.keys() == set()


@pytest.mark.parametrize("folder", CATALOGUES, ids=lambda folder: folder.parent.name)
def test_a_german_sentence_has_the_parts_of_the_english_one(folder: Path) -> None:
    english, german = po_files.catalogue(folder, "en"), po_files.catalogue(folder, GERMAN)
    assert {key for key in german if parts(german[key]) != parts(english[key])} == set()


def parts(sentence: str) -> set[str]:
    """The names of the parts that a sentence leaves open."""
    return set(re.findall(r"\{(\w+)\}", sentence))


def test_every_german_sentence_of_the_page_design_is_in_the_catalogue(shared: Path) -> None:
    """The German column of the tables of section 5, word by word."""
    text = (shared / "design" / "page.md").read_text(encoding="utf-8")
    section = text[text.index("## 5 Words") : text.index("## 6 Keyboard")]
    rows = re.findall(r"^\| (?!state|rule|--)[^|]+ \| [^|]+ \| ([^|]+) \|$", section, re.M)
    told = {*catalogue.sentences(GERMAN).values(), *words_of(GERMAN).values()}
    plain = {re.sub(r"\{\w+\}", "{}", sentence) for sentence in told}
    wanted = [re.sub(r"\{\w+\}", "{}", part) for cell in rows for part in cell.split(" / ")]
    assert len(wanted) > 55
    assert [sentence for sentence in wanted if sentence not in plain] == []


def sentences() -> list[str]:
    """Every sentence of the catalogue with its parts unfilled."""
    return list(catalogue.sentences("en").values())


def shape(sentence: str) -> str:
    """A sentence with its parts alike, articles before cards left to the card."""
    bare = re.sub(r"\{\w+\}", "{}", sentence.strip())
    return bare.replace(" a {} moves", " {} moves").replace("that a {}?", "that {}?")


def test_keys_used_in_the_service_are_in_the_catalogue(root: Path) -> None:
    used = set()
    for folder in (
        "companion/model",
        "companion/model",
        "companion/table",
        "companion/games",
        "companion/play",
        "companion/recogniser",
        "companion/upkeep",
    ):
        for path in (root / folder).rglob("*.py"):
            text = path.read_text(encoding="utf-8")
            used |= set(
                re.findall(r'"((?:prompt|ask|correction|notice|link|pad|refusal)\.\w+)"', text)
            )
    assert used <= keys()
    assert len(used) > 50


@pytest.mark.parametrize("language", catalogue.LANGUAGES)
@pytest.mark.parametrize("key", ["flag.pit.line", "js.pit.on", "js.pit.places"])
def test_a_sentence_names_the_pit_lane_key_as_it_is_written(language: str, key: str) -> None:
    told = words_of(language)
    _, what_to_tap = told[f"tracks.{key}"].split(": ", 1)
    assert told["tracks.tool.pit"] in re.findall(r"Pit lane|\bBoxen\b", what_to_tap)


NEVER_ONE: Final = {
    "ask.instead", "ask.instead_choice", "ask.instead_marble", "ask.steps_less", "ask.steps_more",
    "ask.taken_back_some",
    "briefing.moves", "course.corners", "course.no_grid", "course.spaces", "course.tiles",
    "data.wrong.deck_size", "data.wrong.lanes", "end.short.more", "file.long_name",
    "file.record.rows", "history.broken", "night.games", "page.count.many",
    "page.moves.many", "page.takes.many", "page.undo.to", "page.ways", "players.played",
    "race.left", "refusal.die_count", "service.device.pixels", "service.finding.flickers",
    "service.look", "service.well", "street.disc.some", "street.refused.hand_full.other",
    "tracks.js.tiles_many", "tv.points", "tv.wins",
}  # fmt: skip
"""Sentences that are said of more than one: for one there is another key, or one never occurs."""


def test_what_is_counted_has_a_form_for_one_in_both_languages() -> None:
    """Nobody reads "1 moves" or "1 Züge"."""
    counted: set[str] = set()
    for folder in CATALOGUES:
        english, german = po_files.catalogue(folder, "en"), po_files.catalogue(folder, GERMAN)
        for key, sentence in english.items():
            if po_files.PLURAL in sentence:
                assert po_files.PLURAL in german[key], key
            elif re.search(r"\{(n|cars)\} \w+[^s\W]s\b", sentence):
                counted.add(key)
    assert counted - NEVER_ONE == set()


@pytest.mark.parametrize(
    ("n", "english", "german"),
    [
        (1, "1 move", "1 Zug"),
        ("1", "1 move", "1 Zug"),
        (2, "2 moves", "2 Züge"),
        (0, "0 moves", "0 Züge"),
    ],
)
def test_the_form_goes_by_the_number(n: object, english: str, german: str) -> None:
    for language, said in (("en", english), (GERMAN, german)):
        assert po_files.fill(po_files.catalogue(WORDS, language)["history.moves"], {"n": n}) == said
