"""The firmware that this program brings, and whether a board runs it."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

from firmware_bridge import firmware

FOLDER: Final = Path(firmware.__file__).parent
GLUE: Final = ("boot.py", "trackside_board.py", "code.py")
OURS: Final = "trackside "
"""How the name of every firmware begins that ``trackside firmware`` put together."""


@cache
def firmware_files() -> dict[str, bytes]:
    """The Pico's own files by their path on its drive; settings and libraries not among them."""
    core = sorted((FOLDER / "core").glob("*.py"))
    paths = {f"core/{path.name}": path for path in core}
    paths |= {name: FOLDER / name for name in GLUE}
    return {name: path.read_bytes() for name, path in paths.items()}


@cache
def revision() -> str:
    """Eight hex digits that change with every file of the firmware."""
    digest = hashlib.sha256()
    for name, data in sorted(firmware_files().items()):
        digest.update(name.encode() + b"\0" + data + b"\0")
    return digest.hexdigest()[:8]


def program_version() -> str:
    """This program's version; ``0`` where it runs without having been installed."""
    try:
        return version("trackside")
    except PackageNotFoundError:
        return "0"


def firmware_name() -> str:
    """What a board of this release calls itself in HELLO.

    >>> firmware_name().startswith("trackside ")
    True
    """
    return f"{OURS}{program_version()} {revision()}"


def older(name: str) -> str:
    """A sentence when a board that calls itself ``name`` runs another firmware than ours.

    Empty where it fits, and for boards that were not flashed by us (the virtual one).
    """
    if not name.startswith(OURS) or name == firmware_name():
        return ""
    return (
        f"The board runs the firmware {name.removeprefix(OURS)}, this program brings "
        f"{firmware_name().removeprefix(OURS)}: run trackside firmware copy."
    )
