"""All sentences of a view, for tests that every word is there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from companion.model.message import Message
from companion.model.view import View
from companion.words import keys, render


def messages(value: Any) -> Iterator[Message]:
    """Every message within a view."""
    if isinstance(value, Message):
        yield value
        for part in value.nested.values():
            yield from messages(part)
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from messages(getattr(value, name))
    elif isinstance(value, (tuple, list)):
        for item in value:
            yield from messages(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from messages(item)


def check_words(view: View) -> None:
    """Everything said is in the catalogue, complete, and a prompt has at most twelve words."""
    for message in messages(view):
        assert message.key in keys(), message
        for param in message.params.values():
            assert not param.startswith("@") or param[1:] in keys(), message
        assert "{" not in render(message), message
    assert len(render(view.prompt.message).split()) <= 12, render(view.prompt.message)
