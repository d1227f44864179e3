"""The sentences by message key, and the rendering of messages that hold other messages."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

from companion.model.message import Message

from .po_files import catalogue, fill

LANGUAGES: Final = ("en", "de")
"""Languages that have a catalogue. Every other language reads English."""
MOST_KEPT: Final = 4096
"""At most this many sentences are kept as they were rendered."""
_FIRST: Final = re.compile(r"\{(\w+)\}.*[.?!]", re.DOTALL)
"""A whole sentence that begins with a part: one that is nested may be a place in lower case."""
_HERE: Final = Path(__file__).parent
FOLDERS: Final = (_HERE, *sorted(_HERE.parent.glob("games/**/words")))
"""Folders of the table's own sentences, of those that games share, and of each game's."""


@cache
def sentences(language: str) -> Mapping[str, str]:
    """Key → sentence with named parts in braces; English stands in for what a language lacks.

    Raises ValueError for a key in two catalogues.
    """
    if language not in LANGUAGES:
        return sentences("en")
    found: dict[str, str] = {}
    for folder in FOLDERS:
        for key, sentence in catalogue(folder, language).items():
            if key in found:
                raise ValueError(f"{folder} defines {key!r} a second time.")
            found[key] = sentence
    return MappingProxyType(found if language == "en" else {**sentences("en"), **found})


def keys(language: str = "en") -> frozenset[str]:
    """Every key of that language's catalogue."""
    return frozenset(sentences(language))


def render(message: Message, language: str = "en") -> str:
    """The sentence of a message.

    A param that begins with ``@`` is itself a key and is rendered first; what follows a space in it
    stays as it is. A text that begins with ``@`` itself has ``@@``. ``nested`` messages are
    rendered first, too. A key that is in no catalogue is shown as it is, so that a missing word
    never hides a view.

    >>> render(Message("prompt.card", {"p": "@colour.A"}))
    'Red, which card did you play?'
    >>> render(Message("prompt.card", {"p": "@colour.A 2"}))
    'Red 2, which card did you play?'
    """
    if not message.nested:
        return _worded(message.key, tuple(message.params.items()), language)
    sentence = sentences(language).get(message.key)
    if sentence is None:
        return message.key
    parts = _parts(message.params, language)
    parts |= {name: render(part, language) for name, part in message.nested.items()}
    told = fill(sentence, parts)
    first = _FIRST.fullmatch(sentence)
    return told[:1].upper() + told[1:] if first and first[1] in message.nested else told


@lru_cache(maxsize=MOST_KEPT)
def _worded(key: str, params: tuple[tuple[str, str], ...], language: str) -> str:
    """A sentence without nested ones. Views say the same few hundred again and again."""
    sentence = sentences(language).get(key)
    return key if sentence is None else fill(sentence, _parts(dict(params), language))


def _parts(params: Mapping[str, str], language: str) -> dict[str, object]:
    return {
        name: _named(value[1:], language) if value.startswith("@") else value
        for name, value in params.items()
    }


def _named(param: str, language: str) -> str:
    """A param without its ``@``: the sentence of its key, and what follows that after a space."""
    if param.startswith("@"):
        return param
    key, space, rest = param.partition(" ")
    return render(Message(key), language) + space + rest
