"""The page's own words (titles, buttons, labels), by key, from the catalogues beside this file.

The table's sentences are messages of the view; these are all the other words of the page.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from companion.words.po_files import catalogue, fill

WORDS: Final = Path(__file__).parent


def words_of(language: str) -> Mapping[str, str]:
    """All words of a language; English stands in for what it lacks."""
    english = catalogue(WORDS, "en")
    return english if language == "en" else {**english, **catalogue(WORDS, language)}


def page_text(key: str, language: str = "en", **params: object) -> str:
    """One text of the page; an unknown key is shown as itself, so that it is seen."""
    return fill(words_of(language).get(key, key), params)
