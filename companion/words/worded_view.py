"""Views as plain data with the words beside each message key, as programs read them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct, to_builtins

from companion.model.message import Message
from companion.model.view import Choice, HoleView, Prompt, View

Render = Callable[[Message, str], str]
"""A message in the words of a language (``companion.words.render``)."""

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
    if isinstance(value, HoleView):
        shown = {name: getattr(value, name) for name in value.__struct_fields__}
        return {name: text for name, text in shown.items() if text}
    if isinstance(value, Choice):
        told = say(value.message, render, language)
        return {**to_builtins(value), "message": told, "kind": value.kind}
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
