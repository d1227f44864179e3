"""Words of the table page itself: buttons, captions, labels of holes, spoken summaries.

The table's own sentences come with the view; the page's stand in ``words/LANGUAGE_table.po`` under
keys that begin with ``page.``. Parts in braces are filled here or by the page's script.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from companion.table.view import Message

from .chrome import page_text, words_of

PREFIX: Final = "page."


def page_words(language: str = "en") -> Mapping[str, str]:
    """All words of the table page in a language, unfilled, for its script."""
    return {key: text for key, text in words_of(language).items() if key.startswith(PREFIX)}


def with_page_words(
    render: Callable[[Message, str], str], language: str
) -> Callable[[Message], str]:
    """A renderer that knows the page's own keys beside the table's."""

    def tell(message: Message) -> str:
        if message.key.startswith(PREFIX):
            return page_text(message.key, language, **message.params)
        return render(message, language)

    return tell
