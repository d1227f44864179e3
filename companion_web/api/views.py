"""Views as the web shows them: the same data, with the words beside each message key.

Rendered and encoded once for each audience, state and language, however many clients read it.
"""

from __future__ import annotations

from collections.abc import Mapping
from threading import Lock
from typing import Any, Final, NamedTuple

import msgspec

from companion.model.message import Message
from companion.model.ports import TablePort
from companion.model.view import View
from companion.words.worded_view import Render, plain_view
from companion_web.words.table_words import token_kind, with_page_words
from engine.board import Board

from .hidden_view import is_shared, shared_view
from .page_view import NOBODY, PageView, page_view

BLOCK: Final = 2048
"""What only its holder may know of a view is filled up to a whole number of so many letters."""
LOOK: Final = 16_384
"""The same of a look at a hand, which says each card and each way in words."""


OWN_PAGE: Final = (
    *("may_act", "claims", "claimers", "asked", "turn", "window", "undo", "redo", "keeps", "back"),
)
"""The same parts of the page."""


class Shown(NamedTuple):
    """One view as the web shows it: the view, its plain data with words, its JSON, its page."""

    view: View
    data: dict[str, Any]
    body: bytes
    page: PageView


def page_of(
    view: View,
    board: Board | None,
    render: Render,
    language: str,
    shared: Mapping[int, View] = NOBODY,
    *,
    ends: bool = False,
    screen: bool = False,
    host: bool = False,
) -> PageView:
    """What the page makes of a view, in the words for the tokens of its board."""
    say_all = with_page_words(render, language, token_kind(board) if board else "marble")
    return page_view(view, board, say_all, shared, ends=ends, screen=screen, host=host)


def fill(secret: object, block: int = BLOCK) -> str:
    """Blanks that make this part of an answer as long as anybody else's, who may hold less.

    How long an answer is may be seen from outside, whatever hides what stands in it.
    """
    return " " * (-len(msgspec.json.encode(secret)) % block)


def own_parts(data: dict[str, Any]) -> list[object]:
    """What differs from caller to caller while a covered window is open, by its text or length."""
    window, page = data["window"], data["page"]
    return [
        *(data[key] for key in ("seat", "legal", "can_hint", "help")),
        *(window[key] for key in ("keys", "asked", "skips")),
        *(page[key] for key in OWN_PAGE),
    ]


class Renderer:
    """The newest views of a table with their words. Safe to call from any thread."""

    def __init__(self, table: TablePort, render: Render) -> None:
        self._table = table
        self.words = render
        self._cache: dict[tuple[int | None, str, tuple[int, ...], bool, bool, bool], Shown] = {}
        self._lock = Lock()

    def text(self, message: Message, language: str) -> str:
        """One message in words."""
        return self.words(message, language)

    def shown(
        self,
        audience: int | None,
        language: str,
        seats: tuple[int, ...] = (),
        *,
        ends: bool = False,
        screen: bool = False,
        host: bool = False,
    ) -> Shown:
        """What that audience sees now, on a screen that serves these seats.

        ``ends``    a night goes on, and this visitor may end it
        ``screen``  everybody at the table looks at it
        ``host``    it may take back what anybody has played
        """
        view = self._table.view(audience)
        shared = seats if is_shared(view, seats) else ()
        if shared:
            view = shared_view(view, self._table.view(None))
        slot = (audience, language, shared, ends, screen, host)
        cached = self._cache.get(slot)
        if cached is not None and cached.view is view:
            return cached  # nobody waits for the lock where all is done
        with self._lock:
            cached = self._cache.get(slot)
            # Of the same state a later view differs where something runs down.
            if cached is not None and (cached.view is view or cached.view == view):
                return cached
            data = plain_view(view, self.words, language)
            page = page_of(
                view,
                self._table.drawing(),
                self.words,
                language,
                {seat: self._table.view(seat) for seat in shared},
                ends=ends,
                screen=screen,
                host=host,
            )
            data["page"] = msgspec.to_builtins(page)
            if view.window is not None and view.window.covered:
                data["fill"] = fill(own_parts(data))
            fresh = Shown(view, data, msgspec.json.encode(data), page)
            if cached is None or cached.view.seq < view.seq:
                self._cache[slot] = fresh
            return fresh
