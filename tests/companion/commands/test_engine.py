"""``trackside engine`` as a process: pipes in, pipes out."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

LEGAL = {"id": 1, "op": "perft", "position": {}, "depth": 1}


def start(root: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "companion.cli", "engine"],
        cwd=root,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def test_it_answers_a_line_at_once_and_ends_with_its_input(root: Path) -> None:
    with start(root) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(LEGAL).encode() + b"\n")
        process.stdin.flush()
        first = json.loads(process.stdout.readline())
        assert first["error"]["code"] == "bad-position"
        process.stdin.write(b"\xff\n\n[]")
        out, err = process.communicate(timeout=60)
        assert [json.loads(line)["id"] for line in out.splitlines()] == [None, None]
        assert err == b""
        assert process.returncode == 0


def test_it_ends_quietly_when_nobody_reads_any_more(root: Path) -> None:
    with start(root) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdin.write(b"{}\n" * 3)
        process.stdin.close()
        assert process.wait(timeout=60) == 0
        assert process.stderr.read() == b""
