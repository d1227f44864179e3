"""Files that people hand in. At most as much is read as a file of their kind may hold."""

from __future__ import annotations

import errno
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from companion.errors import CompanionError
from engine.told import Told

TOML_BYTES: Final = 256 * 1024
"""At most this many bytes of a board file, a theme or the settings: 740 holes take 50,000."""
DATA_BYTES: Final = 60 * 1024
"""At most this many bytes of a game's data file, so that a command can carry it (64 KiB)."""
CASES_BYTES: Final = 16 * 1024 * 1024
"""At most this many bytes of a file of rule cases."""


SYSTEM: Final[Mapping[int, Told]] = MappingProxyType(
    {
        errno.EACCES: Told("sys_denied", "Permission denied"),
        errno.EPERM: Told("sys_not_permitted", "Operation not permitted"),
        errno.ENOENT: Told("sys_gone", "No such file or directory"),
        errno.EISDIR: Told("sys_folder", "Is a directory"),
        errno.ENOTDIR: Told("sys_no_folder", "Not a directory"),
        errno.ENOSPC: Told("sys_full", "No space left on device"),
        errno.EROFS: Told("sys_read_only", "Read-only file system"),
        errno.EIO: Told("sys_broken", "Input/output error"),
    }
)
"""What the system says most of a file, in its own words."""
_TOML_PLACE: Final = re.compile(r"at line (\d+), column (\d+)")


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


def by_system(error: OSError) -> str:
    """Why the system refuses a file. One of its rarer reasons stays in its own words.

    >>> by_system(OSError(errno.ENOSPC, "Kein Platz"))
    'No space left on device'
    """
    text = error.strerror or str(error)
    return SYSTEM.get(error.errno or 0) or Told("sys_other", "{text}", text=text)


def larger_than(most: int) -> Told:
    """Why a file of more than so many bytes is not read."""
    return Told("larger_than", "it is larger than {n} KiB", n=f"{most // 1024:,}")


def no_toml(error: tomllib.TOMLDecodeError) -> Told:
    """Where a text is no TOML; what ``tomllib`` says of it stands in English only.

    >>> no_toml(tomllib.TOMLDecodeError("Expected '=' (at line 3, column 5)"))
    "Expected '=' (at line 3, column 5)"
    """
    found = _TOML_PLACE.search(text := str(error))
    if found is None:
        return Told("toml_end", "{text}", text=text)
    return Told("no_toml", "{text}", text=text, line=found[1], column=found[2])


def taken(path: Path, most: int) -> bytes:
    """The bytes of the file, at most ``most`` of them.

    Raises NotThere when there is none, TooLarge when it is too large, and Unreadable when it cannot
    be read. The folder's word on its size does not count, because a pipe and a device have none.
    """
    try:
        with path.open("rb") as file:
            data = file.read(most + 1)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise NotThere(by_system(error)) from error
    except OSError as error:
        raise Unreadable(by_system(error)) from error
    if len(data) > most:
        raise TooLarge(larger_than(most))
    return data


def taken_text(path: Path, most: int = TOML_BYTES) -> str:
    """The file's text in UTF-8 without a byte order mark. Otherwise it does as ``taken``."""
    data = taken(path, most)
    try:
        return data.decode("utf-8-sig")  # some editors begin a file with a byte order mark
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise Unreadable(Told("no_utf8_line", "line {line} is no UTF-8 text", line=line)) from error
