"""The bench of latency: from a change at the serial port to its light at the serial port.

The service is a child process on a real pseudo-terminal. The bench plays the board with the
firmware's own codec (PP-30). It plays once without debounce and once with it, both with the journal
on disk. Beside them stand the bare echo of the terminal and one commit of the journal, which
nothing can undercut. ``--cpu`` adds the processor time of the service from the change until its
light was read. Other work on the machine does not lengthen that.
"""

from __future__ import annotations

import os
import random
import select
import subprocess
import sys
import tempfile
import time
import tty
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from companion.config import Config
from companion.store.database import sqlite_url
from companion.store.journal import SqlJournal

from .bench_board import BenchBoard
from .bench_play import BenchPlay
from .figures import Row, percentile
from .under_test import ROOT, ServiceFailed, ServiceUnderTest

HOLES: Final = 133
GESTURES: Final = 200
ECHO_BYTES: Final = 20


def run(
    gestures: int, browsers: int, pixels: int, seed: int, *, cpu: bool = False, flood: int = 0
) -> list[Row]:
    """All rows. Times are in milliseconds."""
    plain = Config()
    rows: list[Row] = []
    for lift, put in ((0, 0), (plain.debounce_lift_ms, plain.debounce_put_ms)):
        timed = timed_service(gestures, browsers, pixels // HOLES, seed, lift, put, flood)
        for name, kind, wait in (
            ("lift_to_light", "lift_cpu", lift),
            ("put_to_accepted", "put_cpu", put),
        ):
            row = _row(name, timed[name], pixels, browsers, wait)
            if flood:
                row["flood"] = flood
            rows.append(row | _cpu(timed[kind]) if cpu else row)
    rows.append(_row("echo", echo(gestures), None, None, None))
    rows.append(_row("commit", commits(gestures), None, None, None))
    return rows


def timed_service(
    gestures: int, browsers: int, ring: int, seed: int, lift_ms: int, put_ms: int, flood: int = 0
) -> Mapping[str, Sequence[float]]:
    """Seconds of each lift and put through a service of its own."""
    with BenchBoard(HOLES, ring=ring) as board:
        settings = {
            "board": "serial",
            "device": board.port,
            "pixels_per_hole": ring,
            "debounce_lift_ms": lift_ms,
            "debounce_put_ms": put_ms,
            "browsers": max(browsers, Config().browsers),
        }
        with ServiceUnderTest(settings, pump=board.pump) as service:
            play = BenchPlay(service, board, random.Random(seed))
            if browsers or flood:
                # The streams begin with a whole view. That needs a game.
                play.time(1)
                service.follow(browsers)
                service.flood(flood)
            timed = play.time(gestures)
            if said := service.ebb():
                print(f"flood: {said}", file=sys.stderr)
            if not service.following():
                raise ServiceFailed("a browser lost its stream")
    return timed._asdict()


def echo(count: int) -> list[float]:
    """Seconds for a few bytes there and back over a pseudo-terminal, and for nothing else."""
    ours, theirs = os.openpty()
    tty.setraw(theirs)
    child = subprocess.Popen(
        [sys.executable, "-m", "companion.proof.echo", os.ttyname(theirs)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    times = []
    try:
        for n in range(count + 1):
            started = time.monotonic()
            os.write(ours, bytes(ECHO_BYTES))
            back = 0
            while back < ECHO_BYTES:
                if not select.select([ours], [], [], 10.0)[0]:
                    raise ServiceFailed("the terminal does not echo")
                back += len(os.read(ours, 4096))
            if n:  # the first waits for the child to start
                times.append(time.monotonic() - started)
    finally:
        child.terminate()
        child.wait()
        os.close(ours)
        os.close(theirs)
    return times


def commits(count: int) -> list[float]:
    """Seconds for one action with its checkpoint, written as in a game, on this disk."""
    times = []
    with tempfile.TemporaryDirectory(prefix="trackside-bench-") as folder:
        journal = SqlJournal(
            sqlite_url(Path(folder) / "journal.db"), board_id="bench", revision="", wall=time.time
        )
        journal.open_game({}, {})
        position = {"marbles": {c: ["p", "p", f"{c}9", f"{c}12"] for c in "ABCDEF"}}
        for _ in range(count):
            started = time.monotonic()
            journal.append("action", "A9-B2", {"seat": 0}, position)
            times.append(time.monotonic() - started)
        journal.close()
    return times


def _cpu(seconds: Sequence[float]) -> Row:
    """Further keys of a row: processor time in milliseconds."""
    return {
        "p50_cpu_ms": round(1000 * percentile(seconds, 0.5), 3),
        "p99_cpu_ms": round(1000 * percentile(seconds, 0.99), 3),
    }


def _row(
    name: str,
    seconds: Sequence[float],
    pixels: int | None,
    browsers: int | None,
    debounce_ms: int | None,
) -> Row:
    return {
        "name": name,
        "pixels": pixels,
        "browsers": browsers,
        "n": len(seconds),
        "p50_ms": round(1000 * percentile(seconds, 0.5), 3),
        "p99_ms": round(1000 * percentile(seconds, 0.99), 3),
        "debounce_ms": debounce_ms,
    }
