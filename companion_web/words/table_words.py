"""Words of the table page itself: buttons, captions, labels of holes, spoken summaries.

The table's own sentences come with the view; the page's stand in ``words/LANGUAGE_table.po`` under
keys that begin with ``page.``. Parts in braces are filled here or by the page's script.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

from companion.games.packs import MARKS
from companion.model.message import Message
from companion.words import catalogue
from companion.words.po_files import fill
from companion.words.worded_view import Parts
from engine.board import Board

from .texts import words_of

PREFIX: Final = "page."

CAR: Final = "car"
"""The end of keys whose words differ on a board of squares, where cars drive."""


def token_kind(board: Board) -> str:
    """The name of a board's tokens: ``marble``, or ``car`` on a board of squares."""
    return CAR if "square" in board.shapes else "marble"


@lru_cache(maxsize=8)
def page_words(language: str = "en", kind: str = "marble") -> Mapping[str, str]:
    """All words of the table page in a language, unfilled, for its script.

    Where ``kind`` is ``car``, ``page.KEY.car`` stands in for ``page.KEY``.
    """
    words = {key: text for key, text in words_of(language).items() if key.startswith(PREFIX)}
    end = f".{CAR}"
    cars = {key.removesuffix(end): text for key, text in words.items() if key.endswith(end)}
    plain = {key: text for key, text in words.items() if not key.endswith(end)}
    marks = {
        f"{PREFIX}mark.{mark}": catalogue.render(name, language) for mark, name in MARKS.items()
    }
    return {**plain, **(cars if kind == CAR else {}), **marks}


def spoken(key: str, kind: str, language: str = "en") -> str:
    """The key of a text in its form for that kind of token, where it has one; else the key."""
    special = f"{key}.{kind}"
    return special if special in words_of(language) else key


class Teller:
    """A renderer that knows the page's own keys beside the table's.

    ``players``  the rows of players, and ``races`` those of races, that it has told: views share
                 them until the game goes on
    """

    def __init__(
        self, render: Callable[[Message, str], str], language: str, words: Mapping[str, str]
    ) -> None:
        self.players: Final = Parts()
        self.races: Final = Parts()
        self._render, self._language, self._words = render, language, words

    def __call__(self, message: Message) -> str:
        """The sentence of a message."""
        if message.key.startswith(PREFIX):
            return fill(self._words.get(message.key, message.key), message.params)
        return self._render(message, self._language)


@lru_cache(maxsize=8)
def with_page_words(
    render: Callable[[Message, str], str], language: str, kind: str = "marble"
) -> Teller:
    """The teller of a language for that kind of token: one for all views."""
    return Teller(render, language, page_words(language, kind))
