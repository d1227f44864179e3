"""Catalogues of sentences by message key (gettext files read with Babel), and their rendering."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Final

from babel.messages.pofile import read_po

from companion.table.view import Message

LANGUAGES: Final = ("en",)
"""Languages that have a catalogue; any other reads English."""


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """Key → sentence with named parts in braces."""
    name = language if language in LANGUAGES else "en"
    file = resources.files("companion.words").joinpath(f"{name}.po")
    with file.open("rb") as stream:
        entries = read_po(stream, locale=name)
    return MappingProxyType(
        {str(entry.id): str(entry.string) for entry in entries if entry.id and entry.string}
    )


def keys(language: str = "en") -> frozenset[str]:
    """Every key of a language's catalogue."""
    return frozenset(catalogue(language))


def render(message: Message, language: str = "en") -> str:
    """The sentence of a message.

    A param that begins with ``@`` is itself a key and is rendered first; ``nested`` messages too.
    A key that no catalogue has is shown as it is, so that a missing word never hides a view.

    >>> render(Message("prompt.card", {"p": "@colour.A"}))
    'Red, which card did you play?'
    """
    sentences = catalogue(language)
    parts = {
        name: render(Message(value[1:]), language) if value.startswith("@") else value
        for name, value in message.params.items()
    }
    parts |= {name: render(part, language) for name, part in message.nested.items()}
    sentence = sentences.get(message.key)
    return message.key if sentence is None else sentence.format_map(_Parts(parts))


class _Parts(dict[str, str]):
    """Parts of a sentence; one that was not given is shown as an ellipsis."""

    def __missing__(self, key: str) -> str:
        return "…"
