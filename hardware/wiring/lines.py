"""The line of every key of a TOML text, so that findings name a line.

Only headers and keys are read, never values. A text that is no TOML has already been refused.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

_WORD: Final = r"""(?:[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"|'[^']*')"""
_HEADER: Final = re.compile(rf"\s*\[\s*({_WORD}(?:\s*\.\s*{_WORD})*)\s*\]")
_KEY: Final = re.compile(rf"\s*({_WORD}(?:\s*\.\s*{_WORD})*)\s*=")

Path = tuple[str, ...]


@dataclass(slots=True)
class Lines:
    """Line, from 1, of every table and key; ``twice`` are keys that occur again further down."""

    at: dict[Path, int] = field(default_factory=dict)
    twice: list[tuple[Path, int, int]] = field(default_factory=list)

    def line(self, path: Path) -> int:
        """Line of that key, else of the nearest table around it, else the first."""
        while path:
            if path in self.at:
                return self.at[path]
            path = path[:-1]
        return 1


def find_lines(text: str) -> Lines:
    """The lines of all tables and keys of ``text``.

    >>> find_lines("a = 1\\n[holes]\\nA0 = {}\\n").line(("holes", "A0", "input"))
    3
    """
    lines = Lines()
    table: Path = ()
    for number, text_line in enumerate(text.splitlines(), 1):
        if header := _HEADER.match(text_line):
            table = _words(header[1])
            _add(lines, table, number)
        elif key := _KEY.match(text_line):
            _add(lines, table + _words(key[1]), number)
    return lines


def _add(lines: Lines, path: Path, number: int) -> None:
    if path in lines.at:
        lines.twice.append((path, lines.at[path], number))
    else:
        lines.at[path] = number


def _words(dotted: str) -> Path:
    return tuple(word.strip("\"'") for word in re.findall(_WORD, dotted))
