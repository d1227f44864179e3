"""Data files that people bring to a game, checked before anybody plays with them.

>>> read_data_file('{"set": "a", "set": "b"}')[1]
("the key 'set' is there twice in one object; keep one",)
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

from .errors import BadData, NotJson
from .game import Game
from .json_text import read_json
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
    try:
        return read_json(text, twice), tuple(twice)
    except NotJson as error:
        raise BadData(error.told) from None


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
