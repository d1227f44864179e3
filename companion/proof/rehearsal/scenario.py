"""Scenario files: the lines of a script, and what is expected of the answers between them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from engine.cases import Outcome
from engine.errors import Malformed, UnreadableCases
from engine.lines import parse

from .front import encoded, text
from .rehearsal import Answer, Rehearsal
from .shown import Page

ANSWERED: Final = (
    *("at", "board", "changed", "error", "id", "lights", "prompt", "rows", "state", "view"),
)
"""Keys of an answer, which are those that may be expected."""
EXPECT: Final = "expect"


def run_scenario(content: bytes, page: Page | None = None) -> list[Outcome]:
    """The outcome of each expectation in a file, in order. UnreadableCases if there is none.

    A line that is not understood fails, too, unless the next line expects its error.
    """
    lines = list(_read(content))
    if not any(EXPECT in line for line in lines):
        raise UnreadableCases("no scenario: no line holds `expect`")
    rehearsal, answer, outcomes = Rehearsal(page), None, list[Outcome]()
    count = 0
    for number, line in enumerate(lines, 1):
        if EXPECT in line:
            count += 1
            named = line if "id" in line else answer or {}
            outcomes.append(Outcome(_name(named, str(count)), _check(line, answer)))
            continue
        answer = json.loads(encoded(rehearsal.line(line)))
        follows = lines[number] if number < len(lines) else {}
        if _broken(answer) and not _expects_error(follows):
            name = _name(line, f"line {number}")
            outcomes.append(Outcome(name, _refused(answer, "an answer")))
    return outcomes


def _read(content: bytes) -> Iterator[Mapping[str, Any]]:
    for number, line in enumerate(content.splitlines(), 1):
        if line.strip():
            try:
                yield parse(line)
            except Malformed as error:
                raise UnreadableCases(f"line {number}: {error}") from None


def _name(line: Mapping[str, Any], usual: str) -> str:
    name = line.get("id", usual)
    return name if isinstance(name, str) else text(name)


def _broken(answer: Answer) -> bool:
    """Whether a line was not understood at all, or went wrong inside."""
    return "error" in answer and ("at" not in answer or answer["error"]["code"] == "internal")


def _expects_error(line: Mapping[str, Any]) -> bool:
    expected = line.get(EXPECT)
    return isinstance(expected, Mapping) and "error" in expected


def _check(line: Mapping[str, Any], answer: Answer | None) -> str | None:
    """None if the last answer is as expected, else ``expected … got …``."""
    expected = line[EXPECT]
    unknown = sorted(set(line) - {EXPECT, "id"})
    if unknown:
        return f"expected only expect and id got {unknown[0]}"
    if not isinstance(expected, dict) or not expected:
        return f"expected an object of an answer's keys got {text(expected)}"
    if answer is None:
        return "expected an answer before this line got none"
    for key, value in expected.items():
        if key not in ANSWERED:
            return f"expected only keys of an answer got {key}"
        if key not in answer and value is not None:
            return _refused(answer, f"{key} {text(value)}")
        got = answer.get(key)
        failure = _outside(value, got, key) if key == "view" else _differs(value, got, key)
        if failure is not None:
            return failure
    return None


def _refused(answer: Answer, wanted: str) -> str:
    error = answer.get("error")
    return f"expected {wanted} got " + (f"{error['code']}: {error['message']}" if error else "none")


def _differs(value: Any, got: Any, what: str) -> str | None:
    return None if same(value, got) else f"expected {what} {text(value)} got {text(got)}"


def _outside(value: Any, got: Any, what: str) -> str | None:
    """Where a value is no part of what was got: of objects only the named keys count."""
    if isinstance(value, dict) and isinstance(got, dict):
        parts = ((part, got.get(key), f"{what}.{key}") for key, part in value.items())
    elif isinstance(value, list) and isinstance(got, list) and len(value) == len(got):
        pairs = enumerate(zip(value, got, strict=True))
        parts = ((one, other, f"{what}[{i}]") for i, (one, other) in pairs)
    else:
        return _differs(value, got, what)
    return next((told for part in parts if (told := _outside(*part)) is not None), None)


def same(one: Any, other: Any) -> bool:
    """Whether two values of JSON are equal; 2 equals 2.0, and true is no number.

    >>> same({"at": 2}, {"at": 2.0}), same(True, 1)
    (True, False)
    """
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other)
