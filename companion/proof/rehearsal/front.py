"""The JSON Lines front of a rehearsal: one object a line in, one answer a line out, flushed."""

from __future__ import annotations

import json
from typing import BinaryIO, Final

import msgspec

from engine.errors import Malformed
from engine.lines import parse

from .rehearsal import Rehearsal, failure

_ENCODER: Final = msgspec.json.Encoder(order="sorted")


def serve(source: BinaryIO, sink: BinaryIO, rehearsal: Rehearsal) -> None:
    """Answer each line of ``source`` on ``sink``; blank lines get no answer."""
    for line in source:
        if line.strip():
            sink.write(answer(line, rehearsal) + b"\n")
            sink.flush()


def answer(line: bytes | str, rehearsal: Rehearsal) -> bytes:
    """The answer to one line of text, with its keys in order."""
    try:
        return encoded(rehearsal.line(parse(line)))
    except Malformed as error:
        return encoded(failure("malformed", f"A line is a JSON object: {error}."))
    except RecursionError:
        return encoded(failure("malformed", "The JSON is nested too deeply."))


def encoded(value: object) -> bytes:
    """A value as JSON, always the same for equal values."""
    try:
        return _ENCODER.encode(value)
    except (UnicodeEncodeError, OverflowError):
        # An id may hold half a character, or a number of any length.
        return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False).encode()


def text(value: object) -> str:
    """The same as text."""
    return encoded(value).decode()
