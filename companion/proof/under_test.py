"""A real service as a child process: its own folder, a free port, clients that follow it."""

from __future__ import annotations

import json
import os
import select
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from hardware.closing import Closing

ROOT: Final = Path(__file__).parents[2]
START_SECONDS: Final = 90.0
STOP_SECONDS: Final = 10.0


class ServiceFailed(RuntimeError):
    """The service under test did not come up, or gave a wrong answer."""


class ServiceUnderTest(Closing):
    """``trackside serve`` with these settings (keys of the configuration), in a folder of its own.

    ``command`` is what Python runs. A caller that plays the board gives ``pump``, which is called
    while this waits for the ready line. The folder is removed at the end unless it was given.
    """

    def __init__(
        self,
        settings: Mapping[str, object],
        *,
        folder: Path | None = None,
        pump: Callable[[float], object] = time.sleep,
        command: Sequence[str] = ("-m", "companion.cli", "serve"),
    ) -> None:
        self._own = folder is None
        self.folder = folder or Path(tempfile.mkdtemp(prefix="trackside-bench-"))
        self._browsers: subprocess.Popen[str] | None = None
        self._flood: subprocess.Popen[str] | None = None
        wanted = {"host": "127.0.0.1", "port": 0, "data": self.folder, **settings}
        kept = {k: v for k, v in os.environ.items() if not k.startswith("TRACKSIDE_")}
        self._child = subprocess.Popen(
            [sys.executable, *command],
            stdout=subprocess.PIPE,
            text=True,
            env={
                **kept,
                "PYTHONPATH": str(ROOT),
                **{f"TRACKSIDE_{key.upper()}": str(value) for key, value in wanted.items()},
            },
        )
        try:
            self.url = self._ready(pump)
        except BaseException:
            self.close()
            raise

    @property
    def pid(self) -> int:
        """Process id of the service."""
        return self._child.pid

    def get(self, path: str, token: str | None = None) -> Any:
        """The JSON at ``path``."""
        return self._request(path, None, token)

    def post(self, path: str, body: Mapping[str, object], token: str | None = None) -> Any:
        """Send JSON and return the JSON that comes back. Raises ServiceFailed for an error."""
        return self._request(path, body, token)

    def follow(self, count: int) -> None:
        """Let ``count`` clients follow the game from a process of their own."""
        if not count:
            return
        self._browsers = self._clients("browsers", count)
        said = _line_of(self._browsers)
        if said != f"following {count}":
            raise ServiceFailed(f"{count} browsers could not follow: {said or 'they ended'}")

    def flood(self, count: int) -> None:
        """Let ``count`` browsers send commands without a pause, from a process of their own."""
        if not count:
            return
        self._flood = self._clients("flood", count)
        said = _line_of(self._flood)
        if said != f"flooding {count}":
            raise ServiceFailed(f"{count} browsers could not send: {said or 'they ended'}")

    def ebb(self) -> str:
        """End the flood. Returns what came of it, in words; empty if there was none."""
        if self._flood is None:
            return ""
        assert self._flood.stdin is not None
        self._flood.stdin.close()
        said = _line_of(self._flood)
        _ended(self._flood)
        self._flood = None
        return said

    def _clients(self, module: str, count: int) -> subprocess.Popen[str]:
        where = urlsplit(self.url)
        return subprocess.Popen(
            [
                *(sys.executable, "-m", f"companion.proof.{module}"),
                *(str(where.hostname), str(where.port), str(count)),
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )

    def following(self) -> bool:
        """True while the clients still follow."""
        return self._browsers is None or self._browsers.poll() is None

    def wait(self) -> int:
        """Wait until the service has ended by itself. Returns its exit status."""
        return self._child.wait(STOP_SECONDS)

    def close(self) -> int:
        """Stop clients and service.

        Returns the service's exit status. A second call does nothing.
        """
        self.ebb()
        if self._browsers is not None:
            assert self._browsers.stdin is not None
            self._browsers.stdin.close()
            _ended(self._browsers)
            self._browsers = None
        if self._child.poll() is None:
            self._child.terminate()
            try:
                self._child.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self._child.kill()
                self._child.wait()
        if self._child.stdout is not None:
            self._child.stdout.close()
        if self._own:
            shutil.rmtree(self.folder, ignore_errors=True)
        return self._child.returncode

    def _ready(self, pump: Callable[[float], object]) -> str:
        assert self._child.stdout is not None
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end:
            if select.select([self._child.stdout], [], [], 0)[0]:
                said = self._child.stdout.readline()
                word, _, url = said.partition(" ")
                if word == "ready":
                    return url.strip()
                if not said:  # it has closed its output, and is about to end
                    with suppress(subprocess.TimeoutExpired):
                        self._child.wait(STOP_SECONDS)
                    break
            pump(0.02)
        raise ServiceFailed(f"the service did not become ready (status {self._child.poll()})")

    def _request(
        self, path: str, body: Mapping[str, object] | None, token: str | None = None
    ) -> Any:
        headers = {"Content-Type": "application/json"}
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        request = urllib.request.Request(
            self.url.rstrip("/") + path,
            None if body is None else json.dumps(body).encode(),
            headers,
        )
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            said = error.read().decode(errors="replace")
            raise ServiceFailed(f"{path} answered {error.code}: {said}") from error


def _line_of(clients: subprocess.Popen[str]) -> str:
    assert clients.stdout is not None
    return clients.stdout.readline().strip()


def _ended(clients: subprocess.Popen[str]) -> None:
    """Wait until a process has ended whose standard input is closed."""
    assert clients.stdout is not None
    clients.wait(STOP_SECONDS)
    clients.stdout.close()
