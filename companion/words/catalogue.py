"""Sentences by message key, and the rendering of messages that hold other messages."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from companion.catalogues import catalogue, fill
from companion.table.view import Message

LANGUAGES: Final = ("en",)
"""Languages that have a catalogue; any other reads English."""
_FOLDER: Final = Path(__file__).parent


def sentences(language: str) -> Mapping[str, str]:
    """Key → sentence with named parts in braces."""
    return catalogue(_FOLDER, language if language in LANGUAGES else "en")


def keys(language: str = "en") -> frozenset[str]:
    """Every key of a language's catalogue."""
    return frozenset(sentences(language))


def render(message: Message, language: str = "en") -> str:
    """The sentence of a message.

    A param that begins with ``@`` is itself a key and is rendered first; ``nested`` messages too.
    A key that no catalogue has is shown as it is, so that a missing word never hides a view.

    >>> render(Message("prompt.card", {"p": "@colour.A"}))
    'Red, which card did you play?'
    """
    sentence = sentences(language).get(message.key)
    if sentence is None:
        return message.key
    parts: dict[str, object] = {
        name: render(Message(value[1:]), language) if value.startswith("@") else value
        for name, value in message.params.items()
    }
    parts |= {name: render(part, language) for name, part in message.nested.items()}
    return fill(sentence, parts)
