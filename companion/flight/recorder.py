"""Flights in a folder of numbered files, which grow without waiting for the disk.

Losing the last lines in a power cut is fine; the journal is what a game resumes from.
"""

from __future__ import annotations

import logging
import os
import re
from pathlib import Path
from typing import Final

log: Final = logging.getLogger("trackside.recorder")

FILE_BYTES: Final = 4_000_000
"""Bytes after which a file asks for the next one."""
FILES: Final = 8
"""At most this many files are kept, the newest ones."""
PATIENCE: Final = 2
"""Times its size after which a file takes no more lines, until the next is begun."""

_NAME: Final = re.compile(r"flight-(\d{6})\.jsonl")


class FlightRecorder:
    """Gathers lines, and writes them when ``flush`` says that nothing else is to be done.

    A folder that cannot be written ends the recording with one warning, never the game.
    """

    def __init__(self, folder: Path, *, file_bytes: int = FILE_BYTES, files: int = FILES) -> None:
        self._folder = folder
        self._most, self._files = file_bytes, files
        self._lines: list[bytes] = []
        self._out: int | None = None
        self.path: Path | None = None
        """The file that is being written."""
        self.size = 0
        """Its bytes, with those not yet flushed."""
        self.dead = False
        """The folder cannot be written, so nothing is recorded any more."""

    @property
    def full(self) -> bool:
        """Whether the next file should be begun soon."""
        return self.size >= self._most

    @property
    def stuffed(self) -> bool:
        """Whether this file takes no more lines at all."""
        return self.size >= PATIENCE * self._most

    def begin(self, head: bytes) -> None:
        """Begin the next file with this line; files beyond ``files`` go, the oldest first."""
        self.flush()
        self._close()
        if self.dead:
            return
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            known = self._numbered()
            number = 1 + max(known, default=0)
            for old in sorted(known)[: max(0, len(known) + 1 - self._files)]:
                known[old].unlink(missing_ok=True)
            self.path = self._folder / f"flight-{number:06d}.jsonl"
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND | os.O_CLOEXEC
            self._out = os.open(self.path, flags, 0o600)
        except OSError as error:
            self._stop(error)
            return
        self.size = 0
        self.line(head)

    def line(self, line: bytes) -> None:
        """Gather a line, which ends with its newline."""
        if self._out is None or self.stuffed:
            return
        self._lines.append(line)
        self.size += len(line)

    def flush(self) -> None:
        """Append what was gathered, without waiting for the disk."""
        if not self._lines or self._out is None:
            return
        data, self._lines = b"".join(self._lines), []
        try:
            while data:
                data = data[os.write(self._out, data) :]
        except OSError as error:
            self._stop(error)

    def close(self) -> None:
        """Write the rest and close the file; may be called twice."""
        self.flush()
        self._close()

    def _numbered(self) -> dict[int, Path]:
        found = ((_NAME.fullmatch(path.name), path) for path in self._folder.iterdir())
        return {int(match[1]): path for match, path in found if match}

    def _close(self) -> None:
        if self._out is not None:
            os.close(self._out)
        self._out = self.path = None
        self._lines.clear()

    def _stop(self, error: OSError) -> None:
        self.dead = True
        self._close()
        log.warning("The flight recorder stopped: %s", error)
