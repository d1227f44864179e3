"""A built folder runs: under CPython behind a real port, and under a real MicroPython.

The modules of the microcontroller are small stand-ins (``../pico``); everything else is the files
as they would lie on the Pico's drive.
"""

from __future__ import annotations

import queue
import subprocess
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from pico_process import STAND_INS, Pico, running_pico

from firmware_bridge.firmware.core import messages as m
from firmware_bridge.firmware.core.framing import FrameReader, wrap
from firmware_bridge.firmware.core.messages import Message
from firmware_bridge.flash import assemble, firmware_name, pico_settings, write_folder
from firmware_bridge.link.devices import SerialBoard
from hardware.ports import (
    HoleChange,
    LightFrame,
    LinkChange,
    LinkState,
    Look,
    SensorEvent,
    Snapshot,
)
from hardware.wiring import BoardFile, new

HOLES = [f"h{at}" for at in range(20)]
WAIT = 10.0

Rig = tuple[Pico, SerialBoard, "queue.Queue[SensorEvent]"]


def rig(file: BoardFile, tmp_path: Path, holes: int) -> Iterator[Rig]:
    """Built files, running, with the host's side on their port."""
    built = tmp_path / "built"
    write_folder(assemble(pico_settings(file)), built)
    events: queue.Queue[SensorEvent] = queue.Queue()
    with running_pico(built, tmp_path / "port") as pico:
        pico.await_line("keys GP2 GP3 GP4 23")
        with SerialBoard(str(tmp_path / "port"), holes, pixels=holes * file.ring) as board:
            board.start(events.put)
            yield pico, board, events


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Rig]:
    """A board of twenty holes with rings of two, whose pixels want red first."""
    file = new("toy", HOLES, ring=2)
    file = replace(file, pixels=(replace(file.pixels[0], order="RGB"),))
    yield from rig(file, tmp_path, 20)


def await_event(events: queue.Queue[SensorEvent], kind: type, **parts: object) -> SensorEvent:
    """The next event of that kind with those parts."""
    end = time.monotonic() + WAIT
    while True:
        event = events.get(timeout=max(0.0, end - time.monotonic()))
        if isinstance(event, kind) and all(getattr(event, k) == v for k, v in parts.items()):
            return event


def test_the_built_files_shake_hands_feel_and_light(running: Rig) -> None:
    pico, board, events = running
    await_event(events, LinkChange, state=LinkState.UP)
    picture = await_event(events, Snapshot)
    assert isinstance(picture, Snapshot)
    assert picture.present == (False,) * 20
    assert board.about.name == firmware_name()

    pico.hands("low 7")
    await_event(events, HoleChange, hole=7, present=True)
    pico.hands("high 7", "low 19")
    await_event(events, HoleChange, hole=7, present=False)
    await_event(events, HoleChange, hole=19, present=True)

    board.show(LightFrame((Look(0, 0, 0), Look(200, 100, 50)), (1, *[0] * 18, 1)))
    hole = "c86432" * 2  # twice, for the ring; red first
    pico.await_line(f"pixels GP5 {hole}{'000000' * 36}{hole}")
    board.off()
    pico.await_line(f"pixels GP5 {'000000' * 40}")
    assert "usb Trackside Trackside board" in pico.said


def test_a_cut_chain_is_told_by_the_sentinels(running: Rig) -> None:
    """Its data line then reads one level everywhere."""
    pico, _, events = running
    await_event(events, LinkChange, state=LinkState.UP)
    pico.hands("low 3")
    await_event(events, HoleChange, hole=3)
    pico.hands("high 20")
    event = await_event(events, LinkChange, state=LinkState.DOWN)
    assert isinstance(event, LinkChange)
    assert "sensor chain" in event.reason
    pico.hands("low 20")
    await_event(events, LinkChange, state=LinkState.UP)


def test_files_of_another_board_are_refused_with_what_to_do(tmp_path: Path) -> None:
    """Issue: version and hole count are checked at hello, and a mismatch is explained."""
    for _, _, events in rig(new("toy", HOLES), tmp_path, 21):
        event = await_event(events, LinkChange, state=LinkState.REFUSED)
        assert isinstance(event, LinkChange)
        assert event.code == "holes"
        assert "20 holes, 21 are needed" in event.reason
        assert "trackside firmware copy" in event.reason


@pytest.mark.needs_node
def test_the_built_files_shake_hands_under_a_real_micropython(
    micropython: Path, tmp_path: Path
) -> None:
    """boot.py and code.py as they are, a host that asks who and what, a marble in hole 5."""
    built = tmp_path / "built"
    write_folder(assemble(pico_settings(new("toy", HOLES))), built)
    asked = wrap(m.pack(Message("WHO", {"version": m.VERSION, "host": 1})))
    asked += wrap(m.pack(Message("RESYNC", {"request": 9})))
    done = subprocess.run(
        [
            "node",
            STAND_INS / "micropython_pico.mjs",
            micropython,
            built,
            STAND_INS,
            asked.hex(),
            "5",
        ],
        capture_output=True,
        encoding="utf-8",
        timeout=60,
    )
    lines = done.stdout.splitlines()
    assert lines[-1:] == ["done by micropython"], done.stdout[-800:] + done.stderr[-800:]
    assert "usb Trackside Trackside board" in lines
    sent = b"".join(bytes.fromhex(line[5:]) for line in lines if line.startswith("sent "))
    heard = [m.unpack(body) for body in FrameReader().feed(sent)]
    hello = next(message for message in heard if message.name == "HELLO")
    assert hello.texts["name"] == firmware_name()
    assert (hello.ints["holes"], hello.ints["pixels"]) == (20, 20)
    picture = next(message for message in heard if message.name == "SNAPSHOT")
    assert picture.ints["answers"] == 9
    assert [at for at, full in enumerate(m.unpack_bits(picture.blobs["present"], 20)) if full] == [
        5
    ]
