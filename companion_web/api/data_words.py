"""The loader's sentences in the words of this answer's language."""

from __future__ import annotations

from companion.games import data_words
from companion_web.context import web
from engine.errors import Mistake


def said(told: str) -> str:
    """A sentence of the loader; one without a key stays as it is."""
    return data_words.said(told, web().text)


def worded(mistake: Mistake) -> Mistake:
    """A mistake with its place and its sentence in words."""
    return data_words.worded(mistake, web().text)
