"""Files that people hand in: no more of one is read than its kind may hold."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from companion.errors import CompanionError

TOML_BYTES: Final = 256 * 1024
"""Most bytes of a board file, a theme or the settings: 740 holes take 50,000."""
CASES_BYTES: Final = 16 * 1024 * 1024
"""Most bytes of a file of rule cases."""


class Unreadable(CompanionError, OSError):
    """A file cannot be read; the text is a clause that says why: ``line 3 is no UTF-8 text``."""


class NotThere(Unreadable):
    """There is no file of that path."""


def taken(path: Path, most: int) -> bytes:
    """The bytes of the file, ``most`` of them at most.

    NotThere without one, Unreadable where it is too large or cannot be read. What its folder says
    of its size is not asked: a pipe and a device have none.
    """
    try:
        with path.open("rb") as file:
            data = file.read(most + 1)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise NotThere(error.strerror) from error
    except OSError as error:
        raise Unreadable(error.strerror or str(error)) from error
    if len(data) > most:
        raise Unreadable(f"it is larger than {most // 1024:,} KiB")
    return data


def taken_text(path: Path, most: int = TOML_BYTES) -> str:
    """The file's text in UTF-8, its byte order mark left out; as ``taken`` otherwise."""
    data = taken(path, most)
    try:
        return data.decode("utf-8-sig")  # some editors begin a file with a byte order mark
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise Unreadable(f"line {line} is no UTF-8 text") from error
