"""The sentences of a data file's loader in the words of a catalogue, with its quotation marks."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from companion.model.message import Message
from companion.model.told_words import PLACE, as_message
from engine.errors import Mistake
from engine.told import Quoted, Told

Text = Callable[[Message], str]
"""A message in the words of a language."""
STEP: Final = re.compile(r"(card|racer|mat|first file|second file|data|ids)( \d+)?(, .*)?")
"""One step of a place that is no key of the file: ``card 4, p04``."""


def said(told: str, text: Text) -> str:
    """A sentence of the loader; one without a key stays as it is."""
    return text(as_message(told)) if isinstance(told, Told | Quoted) else told


def worded(mistake: Mistake, text: Text) -> Mistake:
    """A mistake with its place and its sentence in words."""
    short = said(mistake.short, text)
    place = mistake.text.removesuffix(mistake.short).removesuffix(": ")
    if not place:
        return Mistake(short, short, mistake.path)
    steps = ": ".join(_step(step, text) for step in place.split(": "))
    return Mistake(f"{steps}: {short}", short, mistake.path)


def _step(step: str, text: Text) -> str:
    """The keys of a file are the same in every language."""
    found = STEP.fullmatch(step)
    if found is None:
        return step
    word = text(Message(PLACE + found[1].replace(" ", "_")))
    return f"{word}{found[2] or ''}{found[3] or ''}"
