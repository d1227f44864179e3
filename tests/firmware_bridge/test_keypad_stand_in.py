"""The stand-in of ``keypad`` tells a probe the same as the real module of CircuitPython."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
RECORDED = sorted((HERE / "data").glob("keypad_*.json"))
RUN = """
import world
import keypad_probe

clock = [0]
flipping = []
world.nanos = lambda: clock[0]

def turn():
    clock[0] += 500_000

def sleep(seconds):
    clock[0] += int(seconds * 1e9)

def outside(action, *keys):
    if action == "flip":
        flipping.extend(keys)
    elif action == "steady":
        flipping.clear()
    else:
        for key in keys:
            world.put(key, action == "release")

def flipped(count, tick, levels=world.levels):
    for key in flipping:
        world.put(key, not levels(count, tick)[key], tick)
    return levels(count, tick)

world.turn = turn
world.levels = flipped
world.say = lambda *words: None
keypad_probe.time.sleep = sleep
keypad_probe.run({"clock": "GP2", "latch": "GP3", "data": "GP4"}, outside, print)
"""


def test_there_is_a_recording_of_the_least_and_of_the_newest_version() -> None:
    assert [path.stem for path in RECORDED] == ["keypad_10_2_1", "keypad_9_2_1"]


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_the_stand_in_tells_what_the_real_module_told(path: Path) -> None:
    recorded = json.loads(path.read_text("utf-8"))["told"]
    folders = (HERE / "pico", HERE / "emulator")
    done = subprocess.run(
        [sys.executable, "-c", RUN],
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, folders))},
        timeout=30,
    )
    assert not done.returncode, done.stderr
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(recorded) > 15
    for ours, real in zip(told, recorded, strict=True):
        assert ours == real
