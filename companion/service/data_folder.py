"""The data folder: made, tried, locked against a second service, and its small files."""

from __future__ import annotations

import fcntl
import os
import re
import secrets
from collections.abc import Collection
from pathlib import Path
from typing import Final

from companion.errors import StartError
from companion.model.message import Message
from companion.store.synced import write_whole
from hardware.closing import Closing

BOARD_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,32}")
SECRET: Final = re.compile(r"[0-9a-f]{64}")
"""Form of our secret. Half of it, or the zeros after a power cut, must sign nothing."""


class DataFolder(Closing):
    """One service's own folder. It holds its lock from ``open`` to ``close``.

    Raises StartError when the folder cannot be made or written, or when another service works in
    it. ``used`` is True when a service has worked here before.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.notes: list[Message] = []
        """What people should know of files that were found damaged."""
        try:
            path.mkdir(parents=True, exist_ok=True)
            self.used = (path / "secret").exists()
            self._lock: int | None = os.open(
                path / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644
            )
        except OSError as error:
            raise StartError(
                f"The data folder {path} is not writable ({error.strerror}); "
                "choose another with TRACKSIDE_DATA."
            ) from error
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self.close()
            raise StartError(
                f"Another Trackside already works in {path}; stop it or choose another folder "
                "with TRACKSIDE_DATA."
            ) from error

    def secret(self) -> str:
        """The key that signs seats and sessions. The first start makes it, readable by us alone."""
        kept = self._read("secret", unread="")
        if kept and SECRET.fullmatch(kept):
            return kept
        if kept is not None:
            self.notes.append(Message("start.secret"))
        return self._write("secret", secrets.token_hex(32))

    def board_id(self, known: Collection[str] = (), *, shared: bool = False) -> str:
        """This board's own name among the boards of a hub.

        ``known``   the names that the journal knows; the journal is right when the file is lost, or
                    when the journal of another board was carried here
        ``shared``  True when other boards write into the journal, too

        Raises StartError when the file is lost and several names could be it.
        """
        kept = self._read("board-id")
        if kept is not None and not BOARD_ID.fullmatch(kept):
            kept = None
        if kept is not None and (kept in known or shared or not known):
            return kept
        if not known:
            if self.used:
                self.notes.append(Message("start.board_new"))
            return self._write("board-id", secrets.token_hex(6))
        if shared and not self.used:
            return self._write("board-id", secrets.token_hex(6))
        if shared or len(known) > 1:
            raise StartError(
                f"The file {self.path / 'board-id'} is lost or damaged, and the journal knows "
                f"these boards: {', '.join(sorted(known))}. Write the right one into that file."
            )
        (name,) = known
        self.notes.append(Message("start.board_id"))
        return self._write("board-id", name)

    def close(self) -> None:
        """Give the lock back. A second call does nothing."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def _read(self, name: str, *, unread: str | None = None) -> str | None:
        """The text of a small file. None when it is missing, ``unread`` when it is no text."""
        path = self.path / name
        try:
            return path.read_text("ascii").strip()
        except FileNotFoundError:
            return None
        except UnicodeDecodeError:
            return unread
        except OSError as error:
            if unread is None:
                return None
            raise _unusable(path, error) from error

    def _write(self, name: str, text: str) -> str:
        path = self.path / name
        try:
            write_whole(path, text + "\n")
        except OSError as error:
            raise _unusable(path, error) from error
        return text


def _unusable(path: Path, error: OSError) -> StartError:
    return StartError(
        f"The file {path} cannot be used ({error.strerror}): delete it, or give it back to the "
        "user that Trackside runs as; then start again."
    )
