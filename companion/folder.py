"""The data folder: made, tried, locked against a second service, and what is kept in it once."""

from __future__ import annotations

import fcntl
import os
import secrets
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

from .errors import StartError


class DataFolder:
    """One service's own folder; holds its lock from ``open`` to ``close``.

    StartError when it cannot be made or written, or when another service works in it.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.mkdir(parents=True, exist_ok=True)
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
        """The key that signs seats and sessions; made at the first start, readable by us alone."""
        return self._once("secret", lambda: secrets.token_hex(32))

    def board_id(self) -> str:
        """This board's own name among the boards of a hub."""
        return self._once("board-id", lambda: secrets.token_hex(6))

    def close(self) -> None:
        """Give the lock back; may be called twice."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _once(self, name: str, make: Callable[[], str]) -> str:
        """The text of a small file that is written the first time, whole or not at all."""
        path = self.path / name
        try:
            if path.exists():
                text = path.read_text("ascii").strip()
                if text:
                    return text
            text = make()
            draft = self.path / f".{name}.new"
            handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(handle, "w", encoding="ascii") as out:
                out.write(text + "\n")
                out.flush()
                os.fsync(out.fileno())
            draft.replace(path)
        except (OSError, UnicodeDecodeError) as error:
            raise StartError(f"The file {path} cannot be used: {error}.") from error
        return text
