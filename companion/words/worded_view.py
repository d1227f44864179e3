"""Views as plain data with the words beside each message key, as programs read them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from companion.model.message import Message
from companion.model.view import (
    Arrow,
    Chip,
    Choice,
    ColourView,
    HoleView,
    InHand,
    MoveLine,
    Pending,
    Prompt,
    View,
)

Render = Callable[[Message, str], str]
"""A message in the words of a language (``companion.words.render``)."""

WORDLESS: Final = (Arrow, Chip, ColourView, HoleView, InHand, Pending)
"""Parts of a view without any message. What is empty in a hole's view is left out."""
MOST_LINES: Final = 256
"""At most this many lines are remembered."""
PLAIN: Final = frozenset({str, int, float, bool, type(None)})
"""Most of a view: asked for first."""


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
    if isinstance(value, WORDLESS):
        return to_builtins(value)
    if isinstance(value, Choice):
        told = say(value.message, render, language)
        return {**to_builtins(value), "message": told, "kind": value.kind}
    if isinstance(value, Struct):
        fields = ((name, getattr(value, name)) for name in value.__struct_fields__)
        return {
            name: part if type(part) in PLAIN else plain(part, render, language)
            for name, part in fields
        }
    if isinstance(value, tuple):
        return [part if type(part) in PLAIN else plain(part, render, language) for part in value]
    if isinstance(value, dict):
        return {
            name: part if type(part) in PLAIN else plain(part, render, language)
            for name, part in value.items()
        }
    return value


def plain_view(
    view: View, render: Render, language: str, lines: Lines | None = None
) -> dict[str, Any]:
    """A whole view; ``reason`` carries its headline's words itself.

    ``lines``  remembers lines of the history, which stay the same from view to view
    """
    bare = replace(view, position=None, moves=())
    data: dict[str, Any] = plain(bare, render, language)
    data["position"] = view.position
    tell = partial(plain, render=render, language=language)
    data["moves"] = [lines.told(line, tell) if lines else tell(line) for line in view.moves]
    if view.reason is not None:
        reason = data["reason"]
        message = reason.pop("message")
        data["reason"] = {**message, **reason}
    return data


class Lines:
    """Lines of the history in words, each worked out once."""

    def __init__(self) -> None:
        self._told: dict[int, tuple[MoveLine, Any]] = {}

    def told(self, line: MoveLine, tell: Callable[[MoveLine], Any]) -> Any:
        """A line as ``tell`` makes it; the same line is the same object in every view."""
        known = self._told.get(id(line))
        if known is None:
            if len(self._told) >= MOST_LINES:
                self._told.clear()
            known = self._told[id(line)] = line, tell(line)
        return known[1]
