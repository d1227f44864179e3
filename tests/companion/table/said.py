"""All sentences of a view, for tests that every word is there."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import msgspec.inspect as types

from companion.model.message import Message
from companion.model.view import View
from companion.words import keys, render


def may_speak(kind: types.Type, within: tuple[type, ...] = ()) -> bool:
    """Whether values of that type can hold a message. What the engine wrote as JSON holds none."""
    match kind:
        case types.StructType(cls=struct) if struct is Message:
            return True
        case types.StructType(cls=struct, fields=fields):
            inner = [] if struct in within else [field.type for field in fields]
            within = (*within, struct)
        case types.UnionType(types=inner):
            pass
        case types.DictType(value_type=one) | types.VarTupleType(item_type=one):
            inner = [one]
        case types.TupleType(item_types=inner):
            pass
        case types.ListType() | types.SetType() | types.FrozenSetType():
            raise AssertionError(f"{kind} in a view")
        case _:
            return False
    return any(may_speak(each, within) for each in inner)


@cache
def speaking(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    """The fields in which messages can be; most of a view has none."""
    told = types.type_info(kind)
    assert isinstance(told, types.StructType)
    return tuple(field.name for field in told.fields if may_speak(field.type, (kind,)))


def messages(value: Any) -> Iterator[Message]:
    """Every message within a view."""
    if isinstance(value, Message):
        yield value
        for part in value.nested.values():
            yield from messages(part)
    elif isinstance(value, msgspec.Struct):
        for name in speaking(type(value)):
            yield from messages(getattr(value, name))
    elif isinstance(value, tuple):
        for item in value:
            yield from messages(item)
    elif isinstance(value, dict):
        for item in value.values():
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
