"""The glossary has the words that the project cannot do without, each with one meaning."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

WORDS = (
    *("world", "candidate", "reading", "decision", "debt"),
    *("hypothesis", "moment", "referee", "agenda"),
    *("marble", "holding pen", "home row", "bull's eye", "rank", "tile"),
    *("dwell", "owed", "spell", "exclusive", "Complexity", "base and since"),
    *("snapshot", "debounce", "frame", "watchdog"),
)


@pytest.fixture(scope="module")
def heads(root: Path) -> list[str]:
    """Every word that begins an entry."""
    text = (root / "docs" / "glossary.md").read_text("utf-8")
    lines = re.findall(r"^\*\*(.+?)\*\* – \S", text, flags=re.M)
    assert len(lines) == text.count("\n\n**"), "an entry says what it is"
    return [word for line in lines for word in line.split(", ")]


def test_each_word_is_explained_once(heads: list[str]) -> None:
    assert [word for word, count in Counter(heads).items() if count > 1] == []


@pytest.mark.parametrize("word", WORDS)
def test_the_glossary_explains(word: str, heads: list[str]) -> None:
    assert word in heads
