"""The JSON of the web: the requests, decoded strictly, and the small answers.

Views are plain data of ``companion.model.view``; here stands only what is the web's own.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal, TypeVar

import msgspec
from msgspec import Struct

from companion.errors import Malformed as Unreadable
from companion.model import reading
from companion.model.commands import Command
from companion_web.errors import Malformed
from engine.errors import NotJson
from engine.json_text import read_json

T = TypeVar("T")


class SeatRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/seats``: take this seat (counted from 0 in playing order).

    ``game``  the id of the game in which it was seen; another one is not sat down at
    ``bot``   take it from the bot that plays there, if one does
    """

    seat: int
    game: str | None = None
    bot: bool = False


class HandRequest(Struct, frozen=True, forbid_unknown_fields=True, rename={"origin": "from"}):
    """``POST /api/hands``: lift the marble of a hole, or put the one in hand into it.

    ``token``   which of several marbles in hand is put; the table hears it
    ``origin``  sent as ``from``: the hole that the marble was lifted from; the table hears nothing
    """

    do: Literal["lift", "put"]
    hole: str
    token: str | None = None
    origin: str | None = None


class Done(Struct, frozen=True):
    """The answer to a command: the state it led to."""

    seq: int


class Seated(Struct, frozen=True):
    """The answer to ``POST /api/seats``: the token that holds the seat."""

    token: str


class SeatLine(Struct, frozen=True):
    """One seat in the answer of ``GET /api/seats``.

    ``may_free``  whether somebody holds it whom the caller may take it from, or the caller itself
    ``may_hand``  whether the caller may say who plays on there (command ``hand_over``)
    ``help``      its level of help, for who may hand it over; empty: that of the table
    ``sitter``    by which the caller says whom it saw there, if it may free the seat
    """

    seat: int
    name: str
    colours: tuple[str, ...]
    taken: bool
    yours: bool
    may_free: bool
    may_hand: bool
    help: str = ""
    sitter: str = ""


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


def decode_object(body: bytes, *, halves: bool = False) -> dict[str, Any]:
    """The JSON object in ``body``; ``Malformed`` says what it is instead.

    ``halves`` lets half a character pass, for who tells people where it stands.
    """
    if not body.strip():
        raise Malformed("The body is empty; send a JSON object.")
    try:
        data = read_json(body, halves=True) if halves else msgspec.json.decode(body)
    except NotJson as error:
        raise Malformed(f"The body cannot be taken: {error}.") from None
    except RecursionError:
        raise Malformed("The JSON is nested too deeply.") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        _refuse_half(body)  # whose own sentence speaks of an end that is missing
        raise Malformed(f"The body is no JSON: {error}.") from None
    if not isinstance(data, dict):
        raise Malformed(f"The body is {reading.kind_of(data)}; send a JSON object.")
    try:
        # msgspec keeps the last of two equal keys and says nothing.
        if not halves:
            read_json(body)
    except NotJson as error:
        raise Malformed(f"The body cannot be taken: {error}.") from None
    return data


def _refuse_half(body: bytes) -> None:
    """``Malformed`` where what keeps the body from being read is half a character."""
    try:
        read_json(body, halves=True)
    except (NotJson, RecursionError):
        return
    try:
        read_json(body)
    except NotJson as error:
        raise Malformed(f"The body cannot be taken: {error}.") from None


def read(body: bytes, kind: type[T], *, halves: bool = False) -> T:
    """``body`` as that struct; ``Malformed`` names the key that is wrong.

    >>> read(b'{"seat": 2}', SeatRequest)
    SeatRequest(seat=2, game=None, bot=False)
    """
    data = decode_object(body, halves=halves)
    with _told():
        return reading.read_as(data, kind)


def read_command(body: bytes) -> Command:
    """``body`` as a command; ``Malformed``, with code ``unknown-command`` for an unknown one."""
    return as_command(decode_object(body))


def as_command(data: dict[str, Any], *, strict: bool = True) -> Command:
    """A command from plain data; ``strict=False`` reads numbers from text, as forms send them."""
    with _told():
        return reading.read_command(data, strict=strict)


@contextmanager
def _told() -> Iterator[None]:
    """Tell the client what cannot be read."""
    try:
        yield
    except Unreadable as error:
        raise Malformed(str(error), code=error.code) from None
