"""A thread that brings the last writes of a file onto the disk, while nobody waits for it."""

from __future__ import annotations

import os
import threading
from pathlib import Path


class Syncing:
    """Syncs a file some time after ``soon``; many calls meanwhile are one sync.

    ``path``  None: there is nothing to do, and no thread
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._wanted = threading.Event()
        self._thread: threading.Thread | None = None
        self._closed = False

    def soon(self) -> None:
        """Something was written. Returns at once."""
        if self._path is None or self._closed:
            return
        self._wanted.set()
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="facts", daemon=True)
            self._thread.start()

    def close(self) -> None:
        """End the thread. A second call does nothing."""
        self._closed = True
        self._wanted.set()
        if self._thread is not None:
            self._thread.join(5.0)

    def _run(self) -> None:
        while not self._closed:
            self._wanted.wait()
            self._wanted.clear()
            self._sync()

    def _sync(self) -> None:
        assert self._path is not None
        try:
            handle = os.open(self._path, os.O_RDONLY)
        except FileNotFoundError:
            return  # it was moved into the database meanwhile, which syncs
        try:
            os.fdatasync(handle)
        except OSError:
            pass  # the next row of the game says what is wrong with the disk
        finally:
            os.close(handle)
