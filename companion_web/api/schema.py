"""The JSON of the web: the requests, decoded strictly, and the small answers.

Views are plain data of ``companion.model.view``; here stands only what is the web's own.
"""

from __future__ import annotations

from typing import Any, Final, Literal, TypeVar, get_args

import msgspec
from msgspec import Struct

from companion.model.commands import Command, with_options
from companion_web.errors import Malformed

T = TypeVar("T")

COMMANDS: Final[tuple[str, ...]] = tuple(
    str(kind.__struct_config__.tag) for kind in get_args(Command)
)
"""The words that ``command`` may be."""


class SeatRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/seats``: take this seat (counted from 0 in playing order)."""

    seat: int


class HandRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/hands``: lift the marble of a hole, or put the one in hand into it."""

    do: Literal["lift", "put"]
    hole: str
    token: str | None = None


class Done(Struct, frozen=True):
    """The answer to a command: the state it led to."""

    seq: int


class Seated(Struct, frozen=True):
    """The answer to ``POST /api/seats``: the token that holds the seat."""

    token: str


class SeatLine(Struct, frozen=True):
    """One seat in the answer of ``GET /api/seats``.

    ``may_free``  whether somebody holds it whom the caller may take it from, or the caller itself
    """

    seat: int
    name: str
    colours: tuple[str, ...]
    taken: bool
    yours: bool
    may_free: bool


class Refusal(Struct, frozen=True, omit_defaults=True):
    """Why a request failed: a word for programs, a sentence for people, a rule where one
    decided.
    """

    code: str
    message: str
    rule: str | None = None


class ErrorBody(Struct, frozen=True):
    """Every answer of 4xx and 5xx."""

    error: Refusal


def decode_object(body: bytes) -> dict[str, Any]:
    """The JSON object in ``body``; ``Malformed`` says what it is instead."""
    if not body.strip():
        raise Malformed("The body is empty; send a JSON object.")
    try:
        data = msgspec.json.decode(body)
    except RecursionError:
        raise Malformed("The JSON is nested too deeply.") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Malformed(f"The body is no JSON: {error}.") from None
    if not isinstance(data, dict):
        raise Malformed(f"The body is {_kind(data)}; send a JSON object.")
    return data


def read(body: bytes, kind: type[T]) -> T:
    """``body`` as that struct; ``Malformed`` names the key that is wrong.

    >>> read(b'{"seat": 2}', SeatRequest)
    SeatRequest(seat=2)
    """
    return _convert(decode_object(body), kind)


def read_command(body: bytes) -> Command:
    """``body`` as a command; ``Malformed``, with code ``unknown-command`` for an unknown one."""
    return as_command(decode_object(body))


def as_command(data: dict[str, Any], *, strict: bool = True) -> Command:
    """A command from plain data; ``strict=False`` reads numbers from text, as forms send them."""
    name = data.get("command")
    if name is None:
        raise Malformed(f"The key `command` is missing; it is one of {', '.join(COMMANDS)}.")
    if not isinstance(name, str):
        raise Malformed(f"`command` is {_kind(name)}; it is one of {', '.join(COMMANDS)}.")
    if name not in COMMANDS:
        raise Malformed(
            f"There is no command {name[:40]!r}; there are {', '.join(COMMANDS)}.",
            code="unknown-command",
        )
    # msgspec takes a union; mypy knows no type for one that is handed on.
    command: Command = _convert(with_options(data), Command, strict=strict)  # type: ignore[arg-type]
    return command


def _convert(data: dict[str, Any], kind: type[T], *, strict: bool = True) -> T:
    try:
        return msgspec.convert(data, kind, strict=strict)
    except msgspec.ValidationError as error:
        raise Malformed(f"The request cannot be used: {_plain(str(error))}.") from None
    except RecursionError:
        raise Malformed("The JSON is nested too deeply.") from None


def _plain(text: str) -> str:
    """msgspec's sentence, with its path in the form that readers of JSON know."""
    return text.replace("Object ", "the object ", 1).replace("`$.", "`").rstrip(".")


def _kind(value: object) -> str:
    if value is None:
        return "null"
    names = {dict: "an object", list: "an array", str: "a text", bool: "a truth value"}
    return names.get(type(value), "a number")
