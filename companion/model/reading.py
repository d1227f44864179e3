"""Plain data, such as JSON brings, read strictly as requests and commands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeVar, get_args

import msgspec

from companion.errors import Malformed

from .commands import Command, with_options

T = TypeVar("T")

COMMANDS: Final[tuple[str, ...]] = tuple(
    str(kind.__struct_config__.tag) for kind in get_args(Command)
)
"""The words that ``command`` may be."""


def read_as(data: Mapping[str, Any], kind: type[T], *, strict: bool = True) -> T:
    """Plain data as that struct. ``Malformed`` names the key that is wrong."""
    try:
        return msgspec.convert(data, kind, strict=strict)
    except msgspec.ValidationError as error:
        raise Malformed(f"The request cannot be used: {_plain(str(error))}.") from None
    except UnicodeEncodeError:
        raise Malformed("A text holds half a character (a lone surrogate).") from None
    except RecursionError:
        raise Malformed("The JSON is nested too deeply.") from None


def read_command(data: Mapping[str, Any], *, strict: bool = True) -> Command:
    """A command from plain data. An unknown one is ``Malformed`` with code ``unknown-command``.

    ``strict=False`` reads numbers from text, as forms send them.

    >>> read_command({"command": "card", "card": "7"})
    Card(card='7')
    """
    name = data.get("command")
    if name is None:
        raise Malformed(f"The key `command` is missing; it is one of {', '.join(COMMANDS)}.")
    if not isinstance(name, str):
        raise Malformed(f"`command` is {kind_of(name)}; it is one of {', '.join(COMMANDS)}.")
    if name not in COMMANDS:
        raise Malformed(
            f"There is no command {name[:40]!r}; there are {', '.join(COMMANDS)}.",
            code="unknown-command",
        )
    # msgspec takes a union; mypy knows no type for one that is handed on.
    command: Command = read_as(with_options(data), Command, strict=strict)  # type: ignore[arg-type]
    return command


def kind_of(value: object) -> str:
    """What a value of JSON is, in words: ``an array``, ``a text``."""
    if value is None:
        return "null"
    names = {dict: "an object", list: "an array", str: "a text", bool: "a truth value"}
    return names.get(type(value), "a number")


def _plain(text: str) -> str:
    """msgspec's sentence, with its path in the form that readers of JSON know."""
    return text.replace("Object ", "the object ", 1).replace("`$.", "`").rstrip(".")
