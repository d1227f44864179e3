"""TOML that people hand in: anything wrong with a text is a ``TOMLDecodeError``."""

from __future__ import annotations

import tomllib
from typing import Any, Final

LONGEST_LINE: Final = 20_000
"""The most characters of a line. ``tomllib`` takes minutes for a key of 60,000 dots."""


def parsed(text: str) -> dict[str, Any]:
    """The text as data; TOMLDecodeError with its line.

    tomllib raises RecursionError at deep nesting, and a bare ValueError at a number too long for
    ``int``; both become a TOMLDecodeError here.

    >>> parsed("a = 1")
    {'a': 1}
    """
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        if len(line) > LONGEST_LINE:
            raise _error(f"The line is longer than {LONGEST_LINE:,} characters", number)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise
    except RecursionError:
        # Point to the line with the most brackets.
        deepest = max(range(len(lines)), key=lambda at: _depth(lines[at]))
        raise _error("Brackets are nested too deeply", deepest + 1) from None
    except ValueError:
        longest = max(range(len(lines)), key=lambda at: sum(map(str.isdigit, lines[at])))
        raise _error("A number has too many digits", longest + 1) from None


def _depth(line: str) -> int:
    return line.count("[") + line.count("{")


def _error(what: str, line: int) -> tomllib.TOMLDecodeError:
    return tomllib.TOMLDecodeError(f"{what} (at line {line}, column 1)")
