"""Data files that people bring to a game, checked before anybody plays with them.

>>> read_data_file('{"set": "a", "set": "b"}')[1]
("the key 'set' is there twice in one object; keep one",)
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from math import isfinite
from typing import Final

from .errors import BadData, shown
from .game import Game
from .registry import REGISTRY, Registry
from .told import Told

KEY: Final = "data"
"""Games that are played with a data file take it under this key beside a request."""


def games_with_data(registry: Registry = REGISTRY) -> tuple[str, ...]:
    """The names of the games that are played with a data file."""
    return tuple(name for name in registry.names if KEY in registry.game(name).beside)


def read_data_file(text: str) -> tuple[object, tuple[str, ...]]:
    """What the file holds, and a sentence for each key that is there twice.

    BadData if it is no JSON. Plain JSON keeps the last of two equal keys and drops the other.
    """
    twice: list[Told] = []

    def kept(pairs: list[tuple[str, object]]) -> dict[str, object]:
        held = dict(pairs)
        if len(held) == len(pairs):
            return held
        for name, times in Counter(name for name, _ in pairs).items():
            if times > 1:
                twice.append(_twice(name, held))
        return held

    try:
        read = json.loads(
            text, object_pairs_hook=kept, parse_constant=_no_number, parse_float=_finite
        )
        json.dumps(read, ensure_ascii=False).encode("utf-8")
        return read, tuple(twice)
    except BadData:
        raise
    except json.JSONDecodeError as error:
        text = "line {line}, column {column}: this is no JSON: {why}"
        raise BadData(
            Told("no_json", text, line=error.lineno, column=error.colno, why=error.msg)
        ) from None
    except UnicodeEncodeError:
        text = "a text in it has half a character (\\ud800 to \\udfff)"
        raise BadData(Told("half_character", text)) from None
    except (RecursionError, ValueError):
        text = "it is nested too deeply, or has a number of too many digits"
        raise BadData(Told("too_deep", text)) from None


def _twice(name: str, held: dict[str, object]) -> Told:
    """A key that stands twice in an object."""
    if "id" not in held:
        return Told(
            "key_twice", "the key {key} is there twice in one object; keep one", key=shown(name)
        )
    text = "the key {key} is there twice in the object with the id {id}; keep one"
    return Told("key_twice_of", text, key=shown(name), id=shown(held["id"]))


def _finite(text: str) -> float:
    """A number that JSON can hold; BadData for one that is too large, such as 1e999."""
    number = float(text)
    if not isfinite(number):
        raise BadData(Told("too_large", "{number} is a number that is too large", number=text))
    return number


def _no_number(text: str) -> float:
    """NaN and Infinity, which other programs write and JSON does not know."""
    raise BadData(Told("no_number", "{number} is no number that JSON knows", number=text))


def write_data_file(data: object) -> str:
    """The file as people like to read it: a line for each key, and for each object of a list.

    >>> print(write_data_file({"set": "a", "cards": [{"id": "p1"}, {"id": "p2"}], "mats": []}))
    {
     "set": "a",
     "cards": [
      {"id": "p1"},
      {"id": "p2"}
     ],
     "mats": []
    }
    """
    if not isinstance(data, dict):
        return json.dumps(data, ensure_ascii=False)
    lines = []
    for key, value in data.items():
        text = json.dumps(value, ensure_ascii=False)
        if isinstance(value, list) and any(isinstance(one, dict) for one in value):
            rows = (json.dumps(one, ensure_ascii=False) for one in value)
            text = "[\n  " + ",\n  ".join(rows) + "\n ]"
        lines.append(f" {json.dumps(key, ensure_ascii=False)}: {text}")
    return "{\n" + ",\n".join(lines) + "\n}"


def check_data(game: Game, files: Sequence[object]) -> Sequence[str]:
    """What people should know of these files, a sentence each; BadData names every mistake."""
    return game.with_beside({KEY: list(files)}).content_notes()
