"""Names of people, as a sentence can hold them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

BLANK: Final = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and a sign that are drawn as nothing: fillers of Hangul and the empty Braille cell."""
LONGEST: Final = 18
"""At most this many letters are in a name. So many leave every sentence of the page whole."""
UNSEEN: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]+")
"""Letters without a shape that change the text around them."""


def plain(name: str) -> str:
    """The name without a leading ``@``, which would make a message key of it.

    Nor does it break a line, or turn the direction in which the sentence around it is read. One in
    which nothing is to be seen is empty.

    >>> plain("  @Anna   Lena ")
    'Anna Lena'
    """
    tidy = " ".join(UNSEEN.sub(" ", name).split()).lstrip("@ ")
    return tidy if any(map(_is_seen, tidy)) else ""


def plain_names(names: Iterable[str]) -> list[str]:
    """The names of several people, seat by seat."""
    return [plain(name) for name in names]


def known_as(name: str) -> str:
    """What a name is kept under: however its letters are cased, joined and set apart by what nobody
    sees, it is the same person.

    >>> known_as(" IDA  Marie") == known_as("Ida Marie") == known_as("Ida\u200b Marie")
    True
    """
    tidy = unicodedata.normalize("NFKC", plain(name))
    seen = "".join(letter for letter in tidy if unicodedata.category(letter) != "Cf")
    return unicodedata.normalize("NFC", seen.casefold())


def twice(names: Iterable[str]) -> str:
    """The first name that somebody before it has, too; empty where all differ.

    >>> twice(["Ida", "", "Max", "", "ida"])
    'ida'
    """
    seen: set[str] = set()
    for name in names:
        known = known_as(name)
        if known in seen:
            return name
        seen |= {known} if known else set()
    return ""


def _is_seen(letter: str) -> bool:
    """Whether a character leaves a mark by itself: no blank, no joiner, no accent alone. One that
    Python does not know yet, as a new emoji, may.
    """
    kind = unicodedata.category(letter)
    return letter not in BLANK and kind not in ("Cc", "Cf", "Cs") and kind[0] not in "MZ"
