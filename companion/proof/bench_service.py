"""The bench of the service: what the service costs while nobody touches a marble.

A real service has a board on its serial line that sends heartbeats only. The board may scan as
often as it likes: a hole that does not change sends no message. Beside the service's memory stands
that of a Python which only imports the same third-party packages. The rest is ours. ``--play`` adds
a row for a leisurely game on a board that scans 100 times a second. It also adds one for the same
game with a loose sensor that changes in every scan, which is the most that one fault can send.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Final

import psutil

from .bench_board import BenchBoard
from .bench_latency import HOLES
from .bench_play import BenchPlay
from .figures import Row
from .under_test import ServiceFailed, ServiceUnderTest

SECONDS: Final = 10.0
LOOSE: Final = HOLES - 1
"""The hole of the loose sensor: the bull's eye, where a leisurely game seldom comes."""
MEGA: Final = 1_000_000

IMPORTS: Final = (
    "babel.messages.pofile, flask, flask_wtf, markdown_it, msgspec, psutil, segno, serial, "
    "sqlalchemy.dialects.sqlite, waitress"
)
"""What the service imports from outside. A test makes sure that nothing is missing here."""


def run(browsers: int, seconds: float, *, play: bool = False) -> list[Row]:
    """A row at rest, and with ``play`` two more.

    ``cpu_share`` is the share of a core, 0–1. Memory is in 10⁶ bytes.
    """
    bare = bare_imports()
    with BenchBoard(HOLES) as board:
        settings = {"board": "serial", "device": board.port}
        with ServiceUnderTest(settings, pump=board.pump) as service:
            player = BenchPlay(service, board, random.Random(1))
            # After a few moves of a game, everything that is loaded late is in memory.
            player.time(5)
            service.follow(browsers)
            watched = [_watch("idle", service, browsers, bare, lambda: board.pump(seconds))]
            if play:
                board.scanning = True
                for name, loose in (("played", None), ("loose_sensor", LOOSE)):
                    board.loose = loose
                    watched.append(
                        _watch(name, service, browsers, bare, lambda: player.leisurely(seconds))
                    )
            if not service.following():
                raise ServiceFailed("a browser lost its stream")
    return watched


def _watch(
    name: str, service: ServiceUnderTest, browsers: int, bare: int, run: Callable[[], object]
) -> Row:
    process = psutil.Process(service.pid)
    before, began = process.cpu_times(), time.monotonic()
    run()
    after, took = process.cpu_times(), time.monotonic() - began
    used = after.user + after.system - before.user - before.system
    return {
        "name": name,
        "browsers": browsers,
        "cpu_share": round(max(0.0, used) / took, 4),
        "rss_mb": round(process.memory_info().rss / MEGA, 1),
        "bare_imports_mb": round(bare / MEGA, 1),
    }


def bare_imports() -> int:
    """Bytes of a Python that imports the third-party packages and does nothing."""
    code = f"import {IMPORTS}\nprint(psutil.Process().memory_info().rss)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    found: int = json.loads(done.stdout)
    return found
