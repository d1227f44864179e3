"""The board under the table: the virtual board as a child, its hands, a missing device."""

from __future__ import annotations

import os
import queue
import signal
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from companion.boards import virtual
from companion.boards.serial import SerialRig
from companion.boards.virtual import VirtualRig
from companion.errors import HandRefused
from engine.board import Board, Space
from hardware.ports import (
    HoleChange,
    LightFrame,
    LinkChange,
    LinkState,
    Look,
    SensorEvent,
    Snapshot,
)

Deed = tuple[str, Callable[[], None]]


def row(kind: str, holes: int) -> Board:
    spaces = tuple(Space(f"h{n}", f"h{n}", "hole", None, n, 0.0) for n in range(holes))
    return Board(kind, spaces, {}, 1.0, (0.0, 0.0, holes, 1.0))


class Room:
    """A running virtual rig and everything that its sensors said."""

    def __init__(self, folder: Path, marbles: Mapping[str, str] | None = None) -> None:
        self.events: queue.Queue[SensorEvent] = queue.Queue()
        self.revived = 0
        self.marbles = marbles
        self.rig = VirtualRig(folder, row("four", 4), revive=self._revive)
        self.rig.start(self.events.put)

    def _revive(self) -> None:
        self.revived += 1
        if self.marbles is not None:
            self.rig.hands.set_out("four", ("h0", "h1", "h2", "h3"), self.marbles)

    def heard(self, wanted: Callable[[SensorEvent], bool]) -> SensorEvent:
        end = time.monotonic() + 10.0
        while True:
            event = self.events.get(timeout=max(0.01, end - time.monotonic()))
            if wanted(event):
                return event

    def picture(self) -> tuple[bool, ...]:
        event = self.heard(lambda event: isinstance(event, Snapshot))
        assert isinstance(event, Snapshot)
        return event.present


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    made = Room(tmp_path)
    yield made
    made.rig.close()


def test_the_board_begins_empty_and_its_link_comes_up(room: Room) -> None:
    assert room.picture() == (False,) * 4
    assert room.rig.holes == 4


def test_the_first_picture_has_the_marbles_of_the_open_game(tmp_path: Path) -> None:
    room = Room(tmp_path, {"h1": "A"})
    try:
        assert room.picture() == (False, True, False, False)
        assert room.rig.pid is not None
        os.kill(room.rig.pid, signal.SIGKILL)
        assert room.picture() == (False, True, False, False)
    finally:
        room.rig.close()


def test_hands_lift_and_put_through_pins_and_wire(room: Room) -> None:
    room.picture()
    room.rig.hands.set_out("four", ("h0", "h1", "h2", "h3"), {"h0": "A", "h2": "B"})
    room.heard(lambda event: isinstance(event, HoleChange) and event.hole == 2)
    room.rig.hands.lift("h0")
    assert room.rig.hands.in_hand() == ("A",)
    event = room.heard(lambda event: isinstance(event, HoleChange) and not event.present)
    assert isinstance(event, HoleChange)
    assert event.hole == 0
    room.rig.hands.put("h3", "A")
    event = room.heard(lambda event: isinstance(event, HoleChange) and event.present)
    assert isinstance(event, HoleChange)
    assert event.hole == 3
    assert room.rig.hands.in_hand() == ()


def test_what_hands_cannot_do_is_refused_by_code(room: Room) -> None:
    hands = room.rig.hands
    hands.set_out("four", ("h0", "h1", "h2", "h3"), {"h0": "A", "h1": "B"})
    empty: list[Deed] = [
        ("empty-hole", lambda: hands.lift("h3")),
        ("unknown-hole", lambda: hands.lift("Z9")),
        ("nothing-in-hand", lambda: hands.put("h3")),
        ("bad-fault", lambda: hands.fault("gremlins", True)),
    ]
    for code, deed in empty:
        with pytest.raises(HandRefused) as caught:
            deed()
        assert caught.value.code == code
    hands.lift("h0")
    full: list[Deed] = [
        ("full-hole", lambda: hands.put("h1")),
        ("no-such-token", lambda: hands.put("h3", "B")),
        ("no-such-token", lambda: hands.put("h3", origin="h1")),
    ]
    for code, deed in full:
        with pytest.raises(HandRefused) as caught:
            deed()
        assert caught.value.code == code
    assert hands.in_hand() == ("A",)


def test_another_kind_of_board_is_another_process_under_the_same_name(room: Room) -> None:
    room.picture()
    before = room.rig.pid
    room.rig.hands.set_out("six", tuple(f"h{n}" for n in range(6)), {"h5": "A"})
    assert room.picture() == (False, False, False, False, False, True)
    assert room.rig.pid != before
    assert room.rig.holes == 6


def test_a_board_that_is_being_changed_has_not_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Between the two processes there is none, however often somebody looks."""
    monkeypatch.setattr(virtual, "WATCH_SECONDS", 0.001)
    room = Room(tmp_path)
    try:
        room.picture()
        room.rig.hands.set_out("six", tuple(f"h{n}" for n in range(6)), {"h5": "A"})
        assert room.picture() == (False, False, False, False, False, True)
        assert room.revived == 1  # at the start
        assert caplog.messages == []
    finally:
        room.rig.close()


def test_a_frame_of_the_old_kind_is_not_sent_to_the_new_board(room: Room) -> None:
    room.rig.hands.set_out("six", tuple(f"h{n}" for n in range(6)), {})
    room.rig.show(LightFrame((Look(0, 0, 0),), (0,) * 4))
    room.rig.show(LightFrame((Look(0, 0, 0), Look(9, 0, 0)), (1,) * 6))


def test_lights_reach_the_boards_pixels_and_go_out(room: Room) -> None:
    room.picture()
    room.rig.show(LightFrame((Look(0, 0, 0), Look(200, 0, 0)), (0, 1, 0, 0)))
    client = room.rig.client()
    end = time.monotonic() + 5.0
    while client.lights()["cells"] != {"h1": 1}:
        assert time.monotonic() < end
    room.rig.off()
    assert client.lights()["pixels"] == {}


def test_a_board_that_died_is_brought_back(room: Room) -> None:
    room.picture()
    pid = room.rig.pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    assert room.picture() == (False,) * 4
    assert room.rig.pid != pid
    end = time.monotonic() + 5.0
    while room.revived != 2:
        assert time.monotonic() < end


def test_after_close_hands_say_that_there_is_no_board(room: Room) -> None:
    room.rig.close()
    room.rig.close()
    with pytest.raises(HandRefused) as caught:
        room.rig.hands.lift("h0")
    assert caught.value.code == "no-board"
    with pytest.raises(HandRefused):
        room.rig.hands.set_out("four", ("h0",), {})


def test_a_serial_device_that_is_missing_is_told_by_name(tmp_path: Path) -> None:
    events: queue.Queue[SensorEvent] = queue.Queue()
    rig = SerialRig(str(tmp_path / "ttyNone"), row("four", 4))
    rig.start(events.put)
    event = events.get(timeout=5.0)
    while not (isinstance(event, LinkChange) and event.state is LinkState.DOWN):
        event = events.get(timeout=5.0)
    assert "ttyNone" in event.reason
    assert rig.hands is None
    rig.show(LightFrame((Look(0, 0, 0),), (0,) * 4))
    rig.resync()
    rig.close()
    rig.close()
