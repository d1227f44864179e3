"""The page's own words (titles, buttons, labels), by key, from the catalogues beside this file.

The table's sentences are messages of the view; these are all the other words of the page.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from companion.words.po_files import catalogue, fill

WORDS: Final = Path(__file__).parent


@cache
def words_of(language: str) -> Mapping[str, str]:
    """All words of a language; English stands in for what it lacks."""
    english = catalogue(WORDS, "en")
    return english if language == "en" else {**english, **catalogue(WORDS, language)}


def page_text(key: str, language: str = "en", **params: object) -> str:
    """One text of the page; an unknown key is shown as itself, so that it is seen."""
    words = words_of(language)
    said = {name: _figure(value, words["figure.point"]) for name, value in params.items()}
    return fill(words.get(key, key), said)


def _figure(value: object, point: str) -> object:
    """A fraction as the language writes it; anything else stays as it is."""
    return f"{value:g}".replace(".", point) if isinstance(value, float) else value
