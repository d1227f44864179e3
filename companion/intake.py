"""Files that people hand in. At most as much is read as a file of their kind may hold."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from companion.errors import CompanionError

TOML_BYTES: Final = 256 * 1024
"""At most this many bytes of a board file, a theme or the settings: 740 holes take 50,000."""
DATA_BYTES: Final = 60 * 1024
"""At most this many bytes of a game's data file, so that a command can carry it (64 KiB)."""
CASES_BYTES: Final = 16 * 1024 * 1024
"""At most this many bytes of a file of rule cases."""


class Unreadable(CompanionError, OSError):
    """A file cannot be read. The text is a clause that says why: ``line 3 is no UTF-8 text``.

    ``todo``  what to do about it: ``name a readable file``
    """

    todo = "name a readable file"


class NotThere(Unreadable):
    """There is no file of that path."""


class TooLarge(Unreadable):
    """A file holds more than a file of its kind may."""

    todo = "make it smaller"


def taken(path: Path, most: int) -> bytes:
    """The bytes of the file, at most ``most`` of them.

    Raises NotThere when there is none, TooLarge when it is too large, and Unreadable when it cannot
    be read. The folder's word on its size does not count, because a pipe and a device have none.
    """
    try:
        with path.open("rb") as file:
            data = file.read(most + 1)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise NotThere(error.strerror) from error
    except OSError as error:
        raise Unreadable(error.strerror or str(error)) from error
    if len(data) > most:
        raise TooLarge(f"it is larger than {most // 1024:,} KiB")
    return data


def taken_text(path: Path, most: int = TOML_BYTES) -> str:
    """The file's text in UTF-8 without a byte order mark. Otherwise it does as ``taken``."""
    data = taken(path, most)
    try:
        return data.decode("utf-8-sig")  # some editors begin a file with a byte order mark
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise Unreadable(f"line {line} is no UTF-8 text") from error
