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

KEY: Final = "data"
"""Games that are played with a data file take it under this key beside a request."""


def games_with_data(registry: Registry = REGISTRY) -> tuple[str, ...]:
    """The names of the games that are played with a data file."""
    return tuple(name for name in registry.names if KEY in registry.game(name).beside)


def read_data_file(text: str) -> tuple[object, tuple[str, ...]]:
    """What the file holds, and a sentence for each key that is there twice.

    BadData if it is no JSON. Plain JSON keeps the last of two equal keys and drops the other.
    """
    twice: list[str] = []

    def kept(pairs: list[tuple[str, object]]) -> dict[str, object]:
        held = dict(pairs)
        if len(held) == len(pairs):
            return held
        whose = f"the object with the id {shown(held['id'])}" if "id" in held else "one object"
        for name, times in Counter(name for name, _ in pairs).items():
            if times > 1:
                twice.append(f"the key {shown(name)} is there twice in {whose}; keep one")
        return held

    try:
        read = json.loads(text, object_pairs_hook=kept, parse_constant=_finite, parse_float=_finite)
        json.dumps(read, ensure_ascii=False).encode("utf-8")
        return read, tuple(twice)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise BadData(f"{place}: this is no JSON: {error.msg}") from None
    except UnicodeEncodeError:
        raise BadData("a text in it has half a character (\\ud800 to \\udfff)") from None
    except (RecursionError, ValueError):
        raise BadData("it is nested too deeply, or has a number that is too large") from None


def _finite(text: str) -> float:
    """A number that JSON can hold; ValueError for any other, such as NaN and 1e999."""
    number = float(text)
    if not isfinite(number):
        raise ValueError(text)
    return number


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
