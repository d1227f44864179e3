"""The signal to stop. SIGTERM, SIGINT or a broken part wakes whoever waits."""

from __future__ import annotations

import os
import select
import signal
from types import FrameType
from typing import Any

from hardware.closing import Closing


class StopSignal(Closing):
    """The wait for the first reason to stop. Install it in the main thread.

    It is a pipe, because a handler must not take a lock that the interrupted wait itself holds.
    The interpreter writes into it on whichever thread the system gives the signal to. A handler
    would not do: it runs on the main thread alone, and a signal on another thread does not wake it.
    """

    def __init__(self) -> None:
        self._read, self._write = os.pipe()
        os.set_blocking(self._write, False)
        self._before: dict[int, Any] = {}
        self._woken_before = -1
        self.broken = False

    def install(self) -> None:
        """Take SIGTERM and SIGINT over."""
        self._woken_before = signal.set_wakeup_fd(self._write, warn_on_full_buffer=False)
        for number in (signal.SIGTERM, signal.SIGINT):
            self._before[number] = signal.signal(number, _note_nothing)

    def fail(self) -> None:
        """Note that a part of the service broke, from any thread."""
        self.broken = True
        self._wake()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait for a reason to stop, at most ``seconds``. True when there is one."""
        return bool(select.select([self._read], [], [], seconds)[0])

    def close(self) -> None:
        """Give the signals back. A second call does nothing."""
        if self._before:
            signal.set_wakeup_fd(self._woken_before)
        while self._before:
            signal.signal(*self._before.popitem())
        if self._read >= 0:
            os.close(self._read)
            os.close(self._write)
            self._read = self._write = -1

    def _wake(self) -> None:
        try:
            os.write(self._write, b"!")
        except (BlockingIOError, OSError):
            return  # woken often enough already, or closed


def _note_nothing(number: int, frame: FrameType | None) -> None:
    """Only keep the signal from ending the process: it has woken whoever waits already."""
