"""Views as plain data with the words beside each message key, as programs read them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from operator import attrgetter
from typing import Any, Final, TypeVar

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from companion.model.choices import Choice
from companion.model.message import Message
from companion.model.race import Chip
from companion.model.view import (
    Arrow,
    ColourView,
    HoleView,
    InHand,
    MoveLine,
    Pending,
    Prompt,
    View,
)

Told = TypeVar("Told")
Render = Callable[[Message, str], str]
"""A message in the words of a language (``companion.words.render``)."""

WORDLESS: Final = (Arrow, Chip, ColourView, HoleView, InHand, Pending)
"""Parts of a view without any message. What is empty in a hole's view is left out."""
LASTING: Final = ("game", "choices", "players", "race", "pad", "street", "drive", "held")
"""Parts that are the same from view to view, until the game goes on."""
MOST_PARTS: Final = 256
"""At most this many parts and lines of the history are remembered."""
PLAIN: Final[frozenset[type]] = frozenset({str, int, float, bool, type(None)})
"""Most of a view: asked for first."""


def say(message: Message, render: Render, language: str) -> dict[str, Any]:
    """``{"key", "params", "text"}``; nested messages stand among the params as their text."""
    params = dict(message.params)
    for name, nested in message.nested.items():
        params[name] = render(nested, language)
    return {"key": message.key, "params": params, "text": render(message, language)}


def plain(value: Any, render: Render, language: str) -> Any:
    """Any part of a view as plain data, words beside the keys; data of the engine as it is."""
    form = _FORMS.get(type(value))
    if form is None:
        form = _FORMS[type(value)] = _form_of(value)
    return form(value, render, language)


def _as_it_is(value: Any, render: Render, language: str) -> Any:
    return value


def _wordless(value: Struct, render: Render, language: str) -> Any:
    return to_builtins(value)


def _prompt(value: Prompt, render: Render, language: str) -> dict[str, Any]:
    rest = {"mood": value.mood, "seat": value.seat, "colour": value.colour, "own": value.own}
    support = None if value.support is None else say(value.support, render, language)
    return {**say(value.message, render, language), "support": support, **rest}


def _choice(value: Choice, render: Render, language: str) -> dict[str, Any]:
    told = say(value.message, render, language)
    return {**to_builtins(value), "message": told, "kind": value.kind}


def _struct(value: Struct, render: Render, language: str) -> dict[str, Any]:
    names, parts = value.__struct_fields__, _fields(type(value))(value)
    return {
        name: part if type(part) in PLAIN else plain(part, render, language)
        for name, part in zip(names, parts, strict=True)
    }


@cache
def _fields(kind: type[Struct]) -> Callable[[Struct], tuple[Any, ...]]:
    """What gives all parts of a value of that type, in order."""
    names = kind.__struct_fields__
    if len(names) > 1:
        return attrgetter(*names)
    return lambda value: tuple(getattr(value, name) for name in names)


def _row(value: tuple[Any, ...], render: Render, language: str) -> list[Any]:
    return [part if type(part) in PLAIN else plain(part, render, language) for part in value]


def _table(value: dict[str, Any], render: Render, language: str) -> dict[str, Any]:
    return {
        name: part if type(part) in PLAIN else plain(part, render, language)
        for name, part in value.items()
    }


_FORMS: Final[dict[type, Callable[[Any, Render, str], Any]]] = {
    **dict.fromkeys(PLAIN, _as_it_is),
    **dict.fromkeys(WORDLESS, _wordless),
    Message: say,
    Prompt: _prompt,
    Choice: _choice,
}
"""How a value of each type is told; types that are met first are added."""


def _form_of(value: Any) -> Callable[[Any, Render, str], Any]:
    """How a value of another type is told."""
    forms = ((Struct, _struct), (tuple, _row), (dict, _table))
    return next((form for kind, form in forms if isinstance(value, kind)), _as_it_is)


def plain_view(
    view: View, render: Render, language: str, parts: Parts | None = None
) -> dict[str, Any]:
    """A whole view; ``reason`` carries its headline's words itself.

    ``parts``  remembers what stays the same from view to view
    """
    bare = replace(view, position=None, moves=(), **dict.fromkeys(LASTING, ()))
    data: dict[str, Any] = plain(bare, render, language)
    data["position"] = view.position
    tell = partial(plain, render=render, language=language)
    told = tell if parts is None else partial(parts.told, tell)

    def lines(moves: tuple[MoveLine, ...]) -> list[Any]:
        return [told(line) for line in moves]

    data["moves"] = parts.told(lines, view.moves) if parts is not None else lines(view.moves)
    for name in LASTING:
        data[name] = told(getattr(view, name))
    if view.reason is not None:
        reason = data["reason"]
        message = reason.pop("message")
        data["reason"] = {**message, **reason}
    return data


class Parts:
    """Parts of views in words, each worked out once."""

    def __init__(self) -> None:
        self._told: dict[tuple[int, ...], tuple[object, Any]] = {}

    def told(self, tell: Callable[..., Told], *parts: Any) -> Told:
        """What ``tell`` makes of these parts; the same part is the same object in every view.

        Each thing that is told has parts of its own.
        """
        key = tuple(map(id, parts))
        known = self._told.get(key)
        if known is None:
            if len(self._told) >= MOST_PARTS:
                self._told.clear()
            known = self._told[key] = parts, tell(*parts)
        told: Told = known[1]
        return told
