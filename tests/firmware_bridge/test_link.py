"""The serial port under the session: missing, held, pulled, full, closed."""

from __future__ import annotations

import errno
import fcntl
import os
import queue
import threading
import time
from pathlib import Path

import pytest
from waiting import beat

from firmware_bridge.firmware.core.device import Device
from firmware_bridge.firmware.core.scanner import QUEUE, SENTINELS
from firmware_bridge.link.devices import SerialBoard
from firmware_bridge.link.lamp import LightSettings
from firmware_bridge.link.link import SerialLink, why_not
from firmware_bridge.link.session import Session
from firmware_bridge.virtual.pseudo import PseudoPort
from hardware.ports import (
    HoleChange,
    LightFrame,
    LinkChange,
    LinkState,
    Look,
    SensorArray,
    SensorEvent,
)


def link_events(
    events: queue.Queue[SensorEvent], state: LinkState, timeout: float = 4.0
) -> LinkChange:
    """The next change to ``state``."""
    end = time.monotonic() + timeout
    while True:
        event = events.get(timeout=max(0.01, end - time.monotonic()))
        if isinstance(event, LinkChange) and event.state is state:
            return event


def test_a_missing_board_is_told_and_taken_when_it_comes(tmp_path: Path) -> None:
    port = PseudoPort(tmp_path / "board")
    events: queue.Queue[SensorEvent] = queue.Queue()
    with SerialBoard(str(tmp_path / "board"), 9) as board:
        board.start(events.put)
        change = link_events(events, LinkState.DOWN)
        assert "plug its cable in" in change.reason
        assert "tapping" in change.reason
        board.show(LightFrame((Look(0, 0, 0),), (0,) * 9))  # nobody blocks, nothing is raised
        board.resync()
        port.plug()
        link_events(events, LinkState.CONNECTING)
    port.unplug()


def test_a_missing_board_is_told_once_however_often_it_is_tried(tmp_path: Path) -> None:
    told: list[object] = []
    link = SerialLink(str(tmp_path / "none"), Session(9), told.append)
    link._lost(why_not("x", FileNotFoundError(errno.ENOENT, "gone")))
    link._lost(why_not("x", FileNotFoundError(errno.ENOENT, "gone")))
    link.close()
    assert len(told) == 1


def test_a_board_may_be_closed_twice_and_before_it_was_started() -> None:
    board = SerialBoard("/nonexistent", 9)
    board.close()
    board.close()
    board.show(LightFrame((Look(0, 0, 0),), (0,) * 9))
    board.off()
    board.resync()
    board.settings(LightSettings(brightness=9))


def test_closing_does_not_wait_for_the_next_attempt(tmp_path: Path) -> None:
    events: queue.Queue[SensorEvent] = queue.Queue()
    board = SerialBoard(str(tmp_path / "none"), 9)
    board.start(events.put)
    link_events(events, LinkState.DOWN)
    start = time.monotonic()
    board.close()
    assert time.monotonic() - start < 0.3
    assert "board-link" not in [thread.name for thread in threading.enumerate()]


def test_a_port_that_another_program_holds_is_told(tmp_path: Path) -> None:
    port = PseudoPort(tmp_path / "board")
    port.plug()
    held = os.open(tmp_path / "board", os.O_RDWR | os.O_NOCTTY)
    fcntl.flock(held, fcntl.LOCK_EX)
    events: queue.Queue[SensorEvent] = queue.Queue()
    with SerialBoard(str(tmp_path / "board"), 9) as board:
        board.start(events.put)
        assert "Another program holds" in link_events(events, LinkState.DOWN).reason
    os.close(held)
    port.unplug()


def test_a_port_that_nobody_reads_never_blocks_the_caller(tmp_path: Path) -> None:
    """The terminal's buffer holds 4 kB; what finds no room waits for the link's thread."""
    port = PseudoPort(tmp_path / "board")
    port.plug()
    events: queue.Queue[SensorEvent] = queue.Queue()
    session = Session(9)
    link = SerialLink(str(tmp_path / "board"), session, lambda event: events.put(event))  # type: ignore[arg-type]
    link.start()
    link_events(events, LinkState.CONNECTING)
    frame = b"x" * 3000 + b"\x00"
    start = time.monotonic()
    for _ in range(5):
        link.do(lambda session, now: session._out.append(frame))
    assert time.monotonic() - start < 0.5
    got, end = b"", time.monotonic() + 3
    while got.count(b"\x00") < 6 and time.monotonic() < end:
        got += port.read()
    assert got.count(frame) == 5, "in order and whole, once somebody reads"
    link.close()
    port.unplug()


def test_a_sink_that_fails_does_not_end_the_link(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    port = PseudoPort(tmp_path / "board")
    port.plug()
    told = threading.Event()

    def sink(event: SensorEvent) -> None:
        told.set()
        raise KeyError("broken")

    with SerialBoard(str(tmp_path / "board"), 9) as board:
        board.start(sink)
        assert told.wait(3)
        port.unplug()
        told.clear()
        assert told.wait(3), "the thread lives and tells of the pulled cable"
    assert "sink of the board link failed" in caplog.text


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.ENOENT, "plug its cable in"),
        (errno.EACCES, "group dialout"),
        (errno.EBUSY, "Another program holds"),
        (errno.EIO, "does not open"),
    ],
)
def test_each_reason_says_what_helps(number: int, words: str) -> None:
    assert words in why_not("/dev/x", OSError(number, os.strerror(number)))


def test_frames_and_holes_that_cannot_be_are_refused() -> None:
    with pytest.raises(ValueError, match="at least one hole"):
        SerialBoard("/nonexistent", 0)
    with SerialBoard("/nonexistent", 9) as board:
        array: SensorArray = board
        assert array.holes == 9
        with pytest.raises(ValueError, match="8 cells for 9 holes"):
            board.show(LightFrame((Look(0, 0, 0),), (0,) * 8))


@pytest.mark.slow
def test_a_sensor_that_chatters_is_read_in_portions_and_nothing_of_it_is_lost(
    tmp_path: Path,
) -> None:
    """Each reading wakes a thread, which costs more than what is read.

    Several changes come with each turn, so that a busy machine's few turns are chatter, too.
    """
    port = PseudoPort(tmp_path / "board")
    port.plug()
    device = Device(9, 1, "test", 1)
    events: queue.Queue[SensorEvent] = queue.Queue()
    read: list[float] = []
    link = SerialLink(
        str(tmp_path / "board"),
        Session(9),
        lambda event: events.put(event),  # type: ignore[arg-type]
        tap=lambda came, data: read.append(time.monotonic()) if came else None,
    )
    levels = [False] * 9

    def turn() -> None:
        now = int(time.monotonic() * 1000)
        device.scan([*levels, *SENTINELS], now)
        if data := port.read():
            device.receive(data, now)
        device.tick(now)
        if data := device.take():
            port.write(data)
        beat(0.004)

    turn()
    device.hello(int(time.monotonic() * 1000))
    link.start()
    while link.session.state is not LinkState.UP:
        turn()
    began, changes = time.monotonic(), 0
    while time.monotonic() < began + 3.5:
        # A host that was held up is waited for: a full queue would be told as a whole picture.
        for _ in range(5 if len(device.outbox) < QUEUE // 2 else 0):
            levels[8] = not levels[8]
            device.scan([*levels, *SENTINELS], int(time.monotonic() * 1000))
            changes += 1
        turn()
    levels[3] = True
    for _ in range(30):
        turn()
    link.close()
    port.unplug()
    told = []
    while not events.empty():
        told.append(events.get())
    felt = [event.hole for event in told if isinstance(event, HoleChange)]
    assert felt == [8] * changes + [3]
    seconds = time.monotonic() - began - 2.0
    assert sum(at > began + 2.0 for at in read) < 70 * seconds, f"of {changes / 3.5:.0f} a second"
