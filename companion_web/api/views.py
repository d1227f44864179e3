"""Views as the web shows them: the same data, with the words beside each message key.

Rendered and encoded once for each audience, state and language, however many clients read it.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import Struct

from companion.model.message import Message
from companion.model.ports import TablePort
from companion.model.view import Choice, HoleView, Prompt, View
from companion_web.words.table_words import token_kind, with_page_words
from engine.board import Board

from .page_view import PageView, page_view

Render = Callable[[Message, str], str]
"""A message in the words of a language (``companion.words.render``)."""


PLAIN: Final = frozenset({str, int, float, bool, type(None)})
"""Most of a view: asked for first."""


class Shown(NamedTuple):
    """One view as the web shows it: the view, its plain data with words, its JSON."""

    view: View
    data: dict[str, Any]
    body: bytes


def say(message: Message, render: Render, language: str) -> dict[str, Any]:
    """``{"key", "params", "text"}``; nested messages stand among the params as their text."""
    params = dict(message.params)
    for name, nested in message.nested.items():
        params[name] = render(nested, language)
    return {"key": message.key, "params": params, "text": render(message, language)}


def plain(value: Any, render: Render, language: str) -> Any:
    """Any part of a view as plain data, words beside the keys; data of the engine as it is."""
    if type(value) in PLAIN:
        return value
    if isinstance(value, Message):
        return say(value, render, language)
    if isinstance(value, Prompt):
        rest = {"mood": value.mood, "seat": value.seat, "colour": value.colour}
        support = None if value.support is None else say(value.support, render, language)
        return {**say(value.message, render, language), "support": support, **rest}
    if isinstance(value, HoleView):
        shown = {name: getattr(value, name) for name in value.__struct_fields__}
        return {name: text for name, text in shown.items() if text}
    if isinstance(value, Choice):
        told = say(value.message, render, language)
        return {**msgspec.to_builtins(value), "message": told, "kind": value.kind}
    if isinstance(value, Struct):
        return {
            name: plain(getattr(value, name), render, language) for name in value.__struct_fields__
        }
    if isinstance(value, tuple):
        return [plain(item, render, language) for item in value]
    if isinstance(value, dict):
        return {name: plain(item, render, language) for name, item in value.items()}
    return value


def plain_view(view: View, render: Render, language: str) -> dict[str, Any]:
    """A whole view; ``reason`` carries its headline's words itself."""
    data: dict[str, Any] = plain(view, render, language)
    if view.reason is not None:
        reason = data["reason"]
        message = reason.pop("message")
        data["reason"] = {**message, **reason}
    return data


def page_of(view: View, board: Board | None, render: Render, language: str) -> PageView:
    """What the page makes of a view, in the words for the tokens of its board."""
    say_all = with_page_words(render, language, token_kind(board) if board else "marble")
    return page_view(view, board, say_all)


class Renderer:
    """The newest views of a table with their words. Safe to call from any thread."""

    def __init__(self, table: TablePort, render: Render) -> None:
        self._table = table
        self.words = render
        self._cache: dict[tuple[int | None, str], Shown] = {}
        self._lock = Lock()

    def text(self, message: Message, language: str) -> str:
        """One message in words."""
        return self.words(message, language)

    def shown(self, audience: int | None, language: str) -> Shown:
        """What that audience sees now."""
        view = self._table.view(audience)
        slot = (audience, language)
        cached = self._cache.get(slot)
        if cached is not None and cached.view is view:
            return cached  # nobody waits for the lock where all is done
        with self._lock:
            cached = self._cache.get(slot)
            # Of the same state a later view differs where something runs down.
            if cached is not None and (cached.view is view or cached.view == view):
                return cached
            data = plain_view(view, self.words, language)
            page = page_of(view, self._table.drawing(), self.words, language)
            data["page"] = msgspec.to_builtins(page)
            fresh = Shown(view, data, msgspec.json.encode(data))
            if cached is None or cached.view.seq < view.seq:
                self._cache[slot] = fresh
            return fresh
