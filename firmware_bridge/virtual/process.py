"""Starts a virtual board as a child process and ends it with its parent."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from firmware_bridge.errors import BoardGone
from hardware.closing import Closing

READY_WAIT: Final = 20.0
"""Seconds that a child may take to be ready."""
STOP_WAIT: Final = 3.0


class VirtualBoardProcess(Closing):
    """A running virtual board with ``port`` (open it with pyserial) and ``control`` (its hand).

    ``names`` are the holes in sensor order; port and socket stand in ``folder``. ``faults`` are
    words like ``drop=0.1``. BoardGone says why a child did not come up.
    """

    def __init__(
        self,
        names: Sequence[str],
        folder: Path,
        *,
        faults: Sequence[str] = (),
        seed: int = 0,
        bounce: float = 0.0,
        ring: int = 1,
    ) -> None:
        self.port = folder / "board"
        self.control = folder / "board.control"
        command = [sys.executable, "-m", "firmware_bridge.virtual.main", "--until-stdin-closes"]
        command += ["--names", ",".join(names), "--ring", str(ring)]
        command += ["--link", str(self.port), "--control", str(self.control)]
        command += ["--seed", str(seed), "--bounce", str(bounce)]
        for fault in faults:
            command += ["--fault", fault]
        path = os.pathsep.join(
            filter(None, [str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH")])
        )
        self._child = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": path},
            # Ctrl-C goes to the whole group; the parent alone decides when its board ends, so
            # that it can still put the lights out.
            process_group=0,
        )
        self._await_ready()

    @property
    def pid(self) -> int:
        """Process id of the child."""
        return self._child.pid

    @property
    def running(self) -> bool:
        """Whether the child lives."""
        return self._child.poll() is None

    def close(self) -> None:
        """End the child; may be called twice."""
        child = self._child
        if child.stdin is None or child.stdin.closed:
            return
        child.stdin.close()
        try:
            child.wait(STOP_WAIT)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()
        for pipe in (child.stdout, child.stderr):
            if pipe is not None:
                pipe.close()

    def _await_ready(self) -> None:
        assert self._child.stdout is not None
        assert self._child.stderr is not None
        end = time.monotonic() + READY_WAIT
        said = b""
        while not said.endswith(b"\n"):
            left = max(0.0, end - time.monotonic())
            if not select.select([self._child.stdout], [], [], left)[0]:
                self.close()
                raise BoardGone(f"the virtual board was not ready after {READY_WAIT:g} s")
            data = os.read(self._child.stdout.fileno(), 4096)
            if not data:
                why = self._child.stderr.read().decode(errors="replace").strip()
                self.close()
                raise BoardGone(why or "the virtual board ended while starting")
            said += data
