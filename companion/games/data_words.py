"""The sentences of a data file's loader in the words of a catalogue, with its quotation marks."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from companion.model.message import Message
from engine.errors import Mistake
from engine.told import Quoted, Told

WRONG: Final = "data.wrong."
QUOTES: Final = "data.quotes"
"""The marks before and after a text of the file."""
PLACE: Final = "data.place."
Text = Callable[[Message], str]
"""A message in the words of a language."""
STEP: Final = re.compile(r"(card|racer|mat|first file|second file|data|ids)( \d+)?(, .*)?")
"""One step of a place that is no key of the file: ``card 4, p04``."""


def said(told: str, text: Text) -> str:
    """A sentence of the loader; one without a key stays as it is."""
    if isinstance(told, Quoted):
        before, after = text(Message(QUOTES)).split()
        return f"{before}{told.bare}{after}"
    if not isinstance(told, Told):
        return told
    params = {name: said(value, text) for name, value in told.params.items()}
    if "one" in params:
        params["one"] = f"@{PLACE}{params['one']}"
    return text(Message(WRONG + told.key, params))


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
