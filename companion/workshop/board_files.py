"""A board file for builders: written whole or not at all, and told in half a line."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from hardware.wiring import BoardFile


def save(path: Path, text: str, *, replace: bool) -> None:
    """Write a board file whole or not at all.

    Raises FileExistsError for a file that may not be replaced, and OSError when the path is no
    file.
    """
    if path.exists() and not replace:
        raise FileExistsError(path)
    if path.exists() and not path.is_file():
        # This is a device, such as /dev/null. A file in its place would break the machine.
        raise OSError(errno.EINVAL, "it is no file")
    draft = path.with_name(f".{path.name}.new")
    try:
        with draft.open("w", encoding="utf-8") as out:
            out.write(text)
            out.flush()
            os.fsync(out.fileno())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def summary(board: BoardFile) -> str:
    """The contents of the board file in half a line."""
    sensors = ", ".join(dict.fromkeys(part.driver for part in board.sensors)) or "none"
    pixels = ", ".join(dict.fromkeys(part.driver for part in board.pixels)) or "none"
    count = sum(part.count for part in board.pixels)
    return (
        f"{board.kind} board, {len(board.holes)} holes, sensors by {sensors}, "
        f"{count} pixels by {pixels}, {board.supply.amperes:g} A."
    )
