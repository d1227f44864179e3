"""All sentences of a view, for tests that every word is there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from companion.model.message import Message
from companion.model.view import View
from companion.words import keys, render

PLAIN = (str, int, float, type(None))
"""What holds no message; most of a view is of these."""


def messages(value: Any) -> Iterator[Message]:
    """Every message within a view."""
    if isinstance(value, Message):
        yield value
        for part in value.nested.values():
            yield from messages(part)
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            if not isinstance(part := getattr(value, name), PLAIN):
                yield from messages(part)
    elif isinstance(value, (tuple, list)):
        for item in value:
            if not isinstance(item, PLAIN):
                yield from messages(item)
    elif isinstance(value, dict):
        for item in value.values():
            if not isinstance(item, PLAIN):
                yield from messages(item)


SEEN: dict[bytes, str] = {}
"""Message → sentence: the same messages stand in view after view, and are looked at once."""


def checked(message: Message) -> str:
    """The sentence of a message, which is in the catalogue and complete."""
    as_text = msgspec.json.encode(message)
    if as_text not in SEEN:
        known = keys()
        assert message.key in known, message
        for param in message.params.values():
            assert not param.startswith("@") or param[1:] in known, message
        sentence = render(message)
        assert "{" not in sentence, message
        SEEN[as_text] = sentence
    return SEEN[as_text]


def check_words(view: View) -> set[str]:
    """Everything said is in the catalogue, complete, and a prompt has at most twelve words.

    Gives back every sentence.
    """
    said = {checked(message) for message in messages(view)}
    assert len(render(view.prompt.message).split()) <= 12, render(view.prompt.message)
    return said
