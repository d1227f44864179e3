"""The flight recorder: every change and command of late, appended without waiting for the disk.

Two files in the data folder, ``flight.jsonl`` and the full one before it, ``flight.old.jsonl``. A
line is one JSON array: wall time, kind, what it was. Losing the last lines in a power cut is fine;
the journal is what the game resumes from.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from hardware.ports import HoleChange, LinkChange, SensorEvent, Snapshot

log: Final = logging.getLogger("trackside.recorder")

FILE_BYTES: Final = 4_000_000
"""When a file has grown to this, it becomes the old one."""


class FlightRecorder:
    """Gathers lines and writes them when ``flush`` says that nothing else is to be done.

    A folder that cannot be written ends the recording with one warning, never the game.
    """

    def __init__(
        self, folder: Path, wall: Callable[[], float], *, file_bytes: int = FILE_BYTES
    ) -> None:
        self._path = folder / "flight.jsonl"
        self._old = folder / "flight.old.jsonl"
        self._wall = wall
        self._most = file_bytes
        self._lines: list[bytes] = []
        self._dead = False

    def event(self, event: SensorEvent) -> None:
        """A raw sensor event, before debounce."""
        if isinstance(event, HoleChange):
            self._line("hole", [event.hole, event.present, event.t])
        elif isinstance(event, Snapshot):
            bits = "".join("1" if full else "0" for full in event.present)
            self._line("snapshot", [bits, event.t])
        elif isinstance(event, LinkChange):
            self._line("link", [event.state.value, event.reason])

    def note(self, kind: str, data: Mapping[str, Any]) -> None:
        """A command or a decision as plain data."""
        self._line(kind, dict(data))

    def flush(self) -> None:
        """Append what was gathered; the disk is not waited for."""
        if not self._lines or self._dead:
            return
        lines, self._lines = self._lines, []
        try:
            with self._path.open("ab") as out:
                out.write(b"".join(lines))
                full = out.tell() >= self._most
            if full:
                self._path.replace(self._old)
        except OSError as error:
            self._dead = True
            log.warning("The flight recorder stopped: %s", error)

    def _line(self, kind: str, what: object) -> None:
        if not self._dead:
            self._lines.append(msgspec.json.encode([self._wall(), kind, what]) + b"\n")
