"""Gettext catalogues, whose message ids are keys and whose sentences have named parts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

from babel.messages.pofile import read_po

PLURAL: Final = "\x1f"
"""Stands between the sentence for one and that for any other number, where a key has both."""


@cache
def catalogue(folder: Path, language: str) -> Mapping[str, str]:
    """Key → sentence of all ``LANGUAGE.po`` and ``LANGUAGE_*.po`` in a folder, read once.

    A key in two files raises ValueError, because nobody could tell which one counts. An entry with
    a plural is one sentence, which ``fill`` chooses from.
    """
    found: dict[str, str] = {}
    for path in sorted([*folder.glob(f"{language}.po"), *folder.glob(f"{language}_*.po")]):
        with path.open("rb") as file:
            for message in read_po(file, locale=language, abort_invalid=True):
                if not message.id or not message.string:
                    continue
                key = message.id if isinstance(message.id, str) else message.id[0]
                if key in found:
                    raise ValueError(f"{path.name} defines {key!r} a second time.")
                told = message.string
                found[key] = told if isinstance(told, str) else PLURAL.join(told)
    return MappingProxyType(found)


def fill(template: str, params: Mapping[str, object]) -> str:
    """The sentence with its parts put in. A part that was not given stays visible as ``{name}``.

    >>> fill("{p}, choose a card.", {"p": "Anna"})
    'Anna, choose a card.'

    Of a sentence with a plural, ``n`` says which form it is.
    """
    if PLURAL in template:
        one, many = template.split(PLURAL)
        template = one if str(params.get("n")) == "1" else many
    return template.format_map(_Parts(params))


class _Parts(dict[str, object]):
    def __missing__(self, name: str) -> str:
        return "{" + name + "}"
