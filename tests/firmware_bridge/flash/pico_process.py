"""A built folder that runs as a process of its own: what a Pico does, behind a real port."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from firmware_bridge import firmware

STAND_INS = Path(__file__).parents[1] / "pico"
WAIT = 10.0


class Pico:
    """The process; ``said`` are its lines so far, ``pixels`` the last picture, hole by hole."""

    def __init__(self, built: Path, link: Path) -> None:
        self.said: list[str] = []
        self.pixels: list[str] = []
        self._news = threading.Condition()
        self._child = subprocess.Popen(
            [sys.executable, str(STAND_INS / "run_pico.py"), str(built), str(link)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(Path(firmware.__file__).parents[2])},
        )
        # Moving lights are many lines: somebody must read them, or the board stands still.
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def hands(self, *lines: str) -> None:
        """Set levels."""
        assert self._child.stdin is not None
        self._child.stdin.write("".join(f"{line}\n" for line in lines))
        self._child.stdin.flush()

    def until(self, good: Callable[[], bool]) -> None:
        """Wait until that is so after some line; fails the test when it never is."""
        with self._news:
            assert self._news.wait_for(good, WAIT), f"it never came, but {self.said[-3:]}"

    def await_line(self, wanted: str) -> None:
        """Wait until it says that."""
        self.until(lambda: wanted in self.said)

    def close(self) -> None:
        """Pull the plug; may be called twice."""
        assert self._child.stdin is not None
        assert self._child.stdout is not None
        self._child.stdin.close()
        try:
            self._child.wait(5)
        finally:
            self._child.kill()
            self._child.wait()
        self._reader.join()
        self._child.stdout.close()

    def _read(self) -> None:
        assert self._child.stdout is not None
        for line in self._child.stdout:
            with self._news:
                self.said.append(line.rstrip("\n"))
                if line.startswith("pixels "):
                    colours = line.split()[2]
                    self.pixels = [colours[at : at + 6] for at in range(0, len(colours), 6)]
                self._news.notify_all()


@contextmanager
def running_pico(built: Path, link: Path) -> Iterator[Pico]:
    """A Pico that runs those files behind ``link``, from its first line on."""
    pico = Pico(built, link)
    try:
        pico.until(lambda: any(line.startswith("keys ") for line in pico.said))
        yield pico
    finally:
        pico.close()
