"""The JSON Lines front of a rehearsal: one object a line in, one answer a line out, flushed."""

from __future__ import annotations

import json
from typing import BinaryIO

from engine.errors import Malformed
from engine.lines import parse

from .rehearsal import Rehearsal, failure


def serve(source: BinaryIO, sink: BinaryIO, rehearsal: Rehearsal) -> None:
    """Answer each line of ``source`` on ``sink``; blank lines get no answer."""
    for line in source:
        if line.strip():
            sink.write(answer(line, rehearsal).encode("ascii") + b"\n")
            sink.flush()


def answer(line: bytes | str, rehearsal: Rehearsal) -> str:
    """The answer to one line of text, with its keys in order."""
    try:
        return text(rehearsal.line(parse(line)))
    except Malformed as error:
        return text(failure("malformed", f"A line is a JSON object: {error}."))
    except RecursionError:
        return text(failure("malformed", "The JSON is nested too deeply."))


def text(value: object) -> str:
    """A value as JSON in ASCII, always the same for equal values."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)
