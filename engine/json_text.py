"""JSON of people and of other programs, read so that nothing in it is lost or bent.

>>> read_json('{"a": [1, 2.5]}')
{'a': [1, 2.5]}
>>> read_json('{"a": 1, "a": 2}')
Traceback (most recent call last):
engine.errors.NotJson: the key 'a' is there twice in one object; keep one
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from math import isfinite
from typing import Any, Final

from .errors import NotJson, shown
from .told import Told

Pairs = list[tuple[str, Any]]
Path = tuple[str | int, ...]
"""The keys and list indexes that lead to a value."""

_MANY_DIGITS: Final = re.compile(r"\d{300}")
_HALF: Final = re.compile(r"\\u[dD][89a-fA-F]")
TOO_DEEP: Final = Told("too_deep", "it is nested too deeply; take out brackets")
HALF_TEXT: Final = Told("half_text", "half a character stands there; write this text anew")
_LONE: Final = re.compile(r"[\ud800-\udfff]")
_MARK: Final = "\ufeff"
_PART: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s,:\[\]{}"]+', re.DOTALL)
"""A text in quotes, or whatever else is no bracket: a number, a word."""


def read_json(text: str | bytes, twice: list[Told] | None = None, *, halves: bool = False) -> Any:
    """What the text holds. NotJson names what cannot be taken.

    That is text that is no JSON or no UTF-8, NaN, a number that no float holds, a key that is twice
    in one object, half a character, and brackets too deep. Bytes are UTF-8; a byte order mark is
    passed over. With ``twice`` a sentence for each double key goes there, and the last one is kept.
    ``halves`` lets half a character pass, for who answers in ASCII.
    """
    try:
        whole = (text if isinstance(text, str) else text.decode("utf-8")).removeprefix(_MARK)
    except UnicodeDecodeError as error:
        where = "it is no text in UTF-8: byte {byte} is none of it"
        raise NotJson(Told("no_utf8", where, byte=error.start + 1)) from None
    try:
        held = _decoder(whole, twice).decode(whole)
        if not halves:
            _refuse_halves(whole, held)
        return held
    except json.JSONDecodeError as error:
        raise _no_json(error) from None
    except _Number as error:
        raise _placed(whole, error.text.__eq__, error.key, error.said, number=error.short) from None
    except UnicodeEncodeError:
        half = "a text has half a character (\\ud800 to \\udfff); take it out"
        raise _placed(whole, _is_half, "half_character", half) from None
    except RecursionError:
        raise NotJson(TOO_DEEP) from None


def without_halves(held: Any) -> tuple[Any, list[Path]]:
    """The same with a sign for each half character, and the ways to the texts that had one.

    A key with one leads to its object. RecursionError if it is nested too deeply.

    >>> without_halves({"a": ["b", "c\\ud800"]})
    ({'a': ['b', 'c\ufffd']}, [('a', 1)])
    """
    found: list[Path] = []
    return _whole_texts(held, (), found), found


def _whole_texts(held: Any, path: Path, found: list[Path]) -> Any:
    if isinstance(held, str):
        whole = _LONE.sub("\ufffd", held)
        if whole != held:
            found.append(path)
        return whole
    if isinstance(held, list):
        return [_whole_texts(one, (*path, at), found) for at, one in enumerate(held)]
    if isinstance(held, dict):
        keys = {key: _whole_texts(key, path, found) for key in held}
        return {
            keys[key]: _whole_texts(one, (*path, keys[key]), found) for key, one in held.items()
        }
    return held


class _Number(ValueError):
    """A number that cannot be taken, as it stands in the text."""

    def __init__(self, key: str, said: str, text: str) -> None:
        super().__init__(text)
        self.key, self.said, self.text = key, said, text
        self.short = text if len(text) <= 60 else text[:57] + "..."


def _placed(text: str, wrong: Callable[[str], bool], key: str, said: str, **params: str) -> NotJson:
    """A sentence about the first part that is wrong, with its line and column."""
    at = next((part.start() for part in _PART.finditer(text) if wrong(part.group())), 0)
    line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
    parts = {"line": line, "column": column, **params}
    short = f"column {{column}}: {said}"
    return NotJson(Told(key, f"line {{line}}, {short}", **parts), alone=short.format(**parts))


def _is_half(part: str) -> bool:
    """Whether a text in quotes has half a character, written out or as it is."""
    try:
        (json.loads(part) if part.startswith('"') else part).encode("utf-8")
    except UnicodeEncodeError:
        return True
    return False


def _refuse_halves(text: str, held: Any) -> None:
    """UnicodeEncodeError for half a character, written out or as it is."""
    if not text.isascii():
        text.encode("utf-8")
    if _HALF.search(text):
        json.dumps(held, ensure_ascii=False).encode("utf-8")


def _decoder(text: str, twice: list[Told] | None) -> json.JSONDecoder:
    """Reading whole numbers one by one takes time, so only a text with a long one has it done."""
    long = bool(_MANY_DIGITS.search(text))
    if twice is None:
        return _LONG if long else _PLAIN
    return _made(lambda pairs: _told(pairs, twice), long)


def _made(held: Callable[[Pairs], dict[str, Any]], long: bool) -> json.JSONDecoder:
    return json.JSONDecoder(
        object_pairs_hook=held,
        parse_constant=_no_number,
        parse_float=_finite,
        parse_int=_whole if long else None,
    )


def _single(pairs: Pairs) -> dict[str, Any]:
    held = dict(pairs)
    if len(held) != len(pairs):
        raise NotJson(_twice(pairs, held)[0])
    return held


def _told(pairs: Pairs, twice: list[Told]) -> dict[str, Any]:
    held = dict(pairs)
    if len(held) != len(pairs):
        twice += _twice(pairs, held)
    return held


def _twice(pairs: Pairs, held: dict[str, Any]) -> list[Told]:
    """A sentence for each key that stands twice in an object."""
    names = [name for name, times in Counter(name for name, _ in pairs).items() if times > 1]
    if "id" not in held:
        text = "the key {key} is there twice in one object; keep one"
        return [Told("key_twice", text, key=shown(name)) for name in names]
    text = "the key {key} is there twice in the object with the id {id}; keep one"
    return [Told("key_twice_of", text, key=shown(name), id=shown(held["id"])) for name in names]


def _finite(text: str) -> float:
    """A number that JSON can hold; NotJson for one that is too large, such as 1e999."""
    number = float(text)
    if not isfinite(number):
        raise _Number(
            "too_large", "{number} is a number that is too large; write a smaller one", text
        )
    return number


def _whole(text: str) -> int:
    """A whole number, within the same bounds."""
    _finite(text)
    return int(text)


def _no_number(text: str) -> float:
    """NaN and Infinity, which other programs write and JSON does not know."""
    raise _Number("no_number", "{number} is no number that JSON knows; write another", text)


def _at_the_comma(error: json.JSONDecodeError) -> json.JSONDecodeError:
    """A comma before a closing bracket, told as such and at its place also before Python 3.13."""
    before = error.doc[: error.pos].rstrip(" \t\n\r")
    if error.doc[error.pos : error.pos + 1] in ("}", "]") and before.endswith(","):
        return json.JSONDecodeError("Illegal trailing comma", error.doc, len(before) - 1)
    return error


def _no_json(error: json.JSONDecodeError) -> NotJson:
    error = _at_the_comma(error)
    why = next((told for begins, told in _WHY if error.msg.startswith(begins)), _UNREAD)
    parts = {"line": error.lineno, "column": error.colno, "why": why}
    text = "column {column}: this is no JSON: {why}"
    return NotJson(Told("no_json", f"line {{line}}, {text}", **parts), alone=text.format(**parts))


_WHY: Final = (
    ("Expecting value", Told("json_value", "a value is missing")),
    ("Expecting property name", Told("json_key", "a key in double quotes is needed")),
    ("Expecting ':'", Told("json_colon", "a colon is missing")),
    ("Expecting ','", Told("json_comma", "a comma or a closing bracket is missing")),
    ("Unterminated string", Told("json_quote", "this text has no closing quote")),
    (
        "Invalid control character",
        Told("json_control", "a line end or a control character stands within this text"),
    ),
    ("Invalid \\", Told("json_backslash", "a backslash stands before a wrong letter")),
    ("Extra data", Told("json_more", "something stands behind its end")),
    ("Illegal trailing comma", Told("json_trailing", "a comma stands before a closing bracket")),
)
"""How Python's sentences begin, and what people are told instead."""
_UNREAD: Final = Told("json_unread", "it cannot be read from here on")

_PLAIN: Final = _made(_single, long=False)
_LONG: Final = _made(_single, long=True)
