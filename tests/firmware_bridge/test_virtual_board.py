"""The virtual board as a child process, opened with pyserial: every fault played through."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil
import pytest
from waiting import until

from firmware_bridge.errors import BadFault, BoardGone, HandsRefused
from firmware_bridge.firmware.core import messages as m
from firmware_bridge.link.lamp import LightSettings
from firmware_bridge.virtual.client import HandsClient
from firmware_bridge.virtual.process import VirtualBoardProcess
from firmware_bridge.virtual.sockets import connected
from hardware.ports import LightFrame, LinkState, Look, Motion

PALETTE = (Look(0, 0, 0), Look(0, 200, 0), Look(200, 100, 0, Motion.BREATHE))
Benches = Callable[..., Any]


def frame(*lit: int) -> LightFrame:
    """Green holes."""
    return LightFrame(PALETTE, tuple(1 if hole in lit else 0 for hole in range(133)))


def shuffle(bench: Any, rounds: int) -> list[tuple[int, bool]]:
    """Lift a marble and put it on, round after round; the changes that must arrive."""
    done = []
    for at in range(rounds):
        start, stop = 1 + at % 3, 10 + at
        bench.hands.lift(f"h{start}")
        bench.hands.put(f"h{stop}")
        bench.hands.lift(f"h{stop}")
        bench.hands.put(f"h{start}")
        done += [(start, False), (stop, True), (stop, False), (start, True)]
        bench.board.show(frame(start, stop))
    return done


def settled(bench: Any, *lit: int, timeout: float = 4.0) -> bool:
    """Whether the board comes to show exactly those holes."""
    want = {f"h{hole}": "00c800" for hole in lit}
    end = time.monotonic() + timeout
    while (lights := bench.hands.lights())["pixels"] != want:
        if time.monotonic() > end:
            return False
        bench.hands.wait_shown(lights["shown"] + 1, 0.2)
    return True


def test_it_comes_up_and_feels_what_the_hand_does(bench: Benches) -> None:
    table = bench()
    table.up()
    done = shuffle(table, 3)
    table.until(lambda: len(table.changes) >= len(done))
    assert table.changes == done
    table.board.show(frame(7))
    assert settled(table, 7)
    table.board.off()
    assert table.hands.lights()["pixels"] == {}


@pytest.mark.parametrize("fault", ["drop=0.15", "corrupt=0.15", "duplicate=0.5", "delay=0.03"])
def test_a_misbehaving_wire_loses_nothing(bench: Benches, fault: str) -> None:
    """Every change arrives, once and in order, and the lights come to stand."""
    table = bench(faults=[fault], seed=3)
    table.up()
    known = len(table.changes)
    done = shuffle(table, 10)
    table.until(lambda: len(table.changes) - known >= len(done), 10.0)
    assert table.changes[known:] == done
    table.board.show(frame(4, 5))
    assert settled(table, 4, 5)
    assert table.hands.state()["played"][fault.split("=")[0]] > 5
    assert LinkState.DOWN not in [getattr(e, "state", None) for e in table.events]


def test_a_sensor_made_to_lie_is_felt_so_until_it_works_again_pp_13(bench: Benches) -> None:
    table = bench()
    table.up()
    known = len(table.changes)
    table.hands.force("h1", False)
    table.hands.lift("h1")
    table.hands.force("h1", True)
    table.hands.force("h1", None)
    table.until(lambda: len(table.changes) - known >= 3)
    assert [change[1] for change in table.changes[known:]] == [False, True, False]
    with pytest.raises(HandsRefused, match="no hole 'Z9'"):
        table.hands.force("Z9", True)


def test_a_reset_in_the_middle_of_a_frame_is_survived(bench: Benches) -> None:
    table = bench()
    table.up()
    table.board.show(frame(9))
    for _ in range(3):
        table.hands.fault("reset")
        table.hands.lift("h1")
        restarts = table.hands.state()["restarts"]
        table.until(lambda: table.state is LinkState.CONNECTING)
        table.up()
        table.hands.put("h1")
        table.until(table.agrees)
        assert restarts >= 1
    assert settled(table, 9), "the lights come back by themselves"


def test_a_pulled_cable_comes_back_under_the_same_name(bench: Benches) -> None:
    table = bench()
    table.up()
    table.board.show(frame(9))
    assert os.path.lexists(table.process.port)
    table.hands.fault("unplug", 0.3)
    assert not os.path.lexists(table.process.port)
    table.hands.lift("h1")
    table.board.show(frame(8))
    table.until(lambda: table.state is LinkState.DOWN)
    assert "cable is out" in table.reasons[-1]
    table.up()
    assert os.path.lexists(table.process.port)
    assert not table.present[1]
    assert settled(table, 8)


def test_a_wrong_version_is_refused_and_taken_when_it_is_right(bench: Benches) -> None:
    table = bench(faults=["version=7"])
    table.until(lambda: table.state is LinkState.REFUSED)
    assert "version 7" in table.reasons[-1]
    assert f"version {m.VERSION}" in table.reasons[-1]
    table.hands.heal("version")
    table.up()


def test_a_wrong_number_of_holes_is_refused(bench: Benches) -> None:
    table = bench(faults=["holes=89"])
    table.until(lambda: table.state is LinkState.REFUSED)
    assert "89 holes" in table.reasons[-1]
    assert "133" in table.reasons[-1]
    table.hands.heal()
    table.up()


def test_a_cut_sensor_chain_is_told_and_read_again(bench: Benches) -> None:
    table = bench()
    table.up()
    table.hands.fault("chain")
    table.until(lambda: table.state is LinkState.DOWN)
    assert "sensor chain" in table.reasons[-1]
    table.hands.lift("h2")
    table.hands.heal("chain")
    table.up()
    assert table.changes == []


def test_a_resync_brings_a_snapshot(bench: Benches) -> None:
    table = bench()
    table.up()
    count = table.snapshots
    table.board.resync()
    table.until(lambda: table.snapshots == count + 1)


def test_settings_reach_the_pixels(bench: Benches) -> None:
    table = bench()
    table.up()
    table.board.show(frame(1))
    table.board.settings(LightSettings(brightness=128, calm=True, milliamps=2000))
    table.hands.wait_shown(2, 2.0)
    lights = table.hands.lights()
    assert (lights["brightness"], lights["calm"]) == (128, True)
    assert lights["pixels"] == {"h1": "006400"}


def test_a_ring_of_eight_pixels_a_hole_is_one_chain_of_1064(bench: Benches) -> None:
    table = bench(ring=8)
    table.up()
    table.board.show(frame(132))
    assert settled(table, 132)


def test_a_bouncing_hole_is_seen_chattering_and_rests_in_the_end(bench: Benches) -> None:
    """PP-31. The next move would end a bounce, so each move is given its time.

    A busy machine may scan past one bounce, never past all: the marble is moved until one is seen.
    """
    bounce = 0.1
    table = bench(bounce=bounce)
    table.up()
    moves = 0

    def move(hand: Callable[[str], Any]) -> None:
        """Do that, and let the hole come to rest; then a snapshot has the last word."""
        nonlocal moves
        moves += 1
        rests = hand("h1")["at"] + bounce
        until(lambda: time.monotonic() > rests)
        told = table.snapshots
        table.board.resync()
        table.until(lambda: table.snapshots > told and table.agrees())

    def chattered() -> bool:
        move(table.hands.lift)
        move(table.hands.put)
        return len(table.changes) > moves

    until(chattered, "the marble was moved on and on, and no bounce was seen")


# the hand ---------------------------------------------------------------------------------------


def test_the_hand_knows_what_it_holds(bench: Benches) -> None:
    hands = bench(start=False).hands
    assert hands.lift("h1")["token"] == "A"
    assert hands.lift("h2")["token"] == "B"
    assert hands.state()["hand"] == [
        {"token": "A", "from": "h1"},
        {"token": "B", "from": "h2"},
    ]
    assert hands.put("h9", "A")["token"] == "A"
    assert hands.put("h8")["token"] == "B"
    assert hands.state()["tokens"] == {"h9": "A", "h8": "B", "h3": "C"}


def test_a_hand_puts_the_marble_that_was_lifted_from_the_hole_it_is_told(bench: Benches) -> None:
    hands = bench(start=False).hands
    for hole in ("h1", "h2", "h3"):
        hands.lift(hole)
    assert hands.put("h9", origin="h2")["token"] == "B"
    assert hands.put("h8", "A", "h1")["token"] == "A"
    assert hands.state()["hand"] == [{"token": "C", "from": "h3"}]


@pytest.mark.parametrize(
    ("deed", "code", "words"),
    [
        (lambda h: h.lift("h50"), "empty-hole", "h50 is empty"),
        (lambda h: h.put("h50"), "empty-hand", "hand is empty"),
        (lambda h: (h.lift("h1"), h.put("h2")), "full-hole", "h2 is full"),
        (lambda h: (h.lift("h1"), h.put("h50", "F")), "unknown-token", "no F is in the hand"),
        (
            lambda h: (h.lift("h1"), h.put("h50", origin="h2")),
            "unknown-token",
            "no marble lifted from h2 is in the hand, only A",
        ),
        (
            lambda h: (h.lift("h1"), h.lift("h2"), h.put("h50", "B", "h1")),
            "unknown-token",
            "no B lifted from h1 is in the hand, only A, B",
        ),
        (lambda h: h.lift("Z9"), "unknown-hole", "no hole 'Z9'"),
        (lambda h: h.lift("Z" * 999), "unknown-hole", f"no hole '{'Z' * 20}'"),
        (lambda h: h.set_out({"Z9": "A"}), "unknown-hole", "no hole 'Z9'"),
    ],
)
def test_what_a_hand_cannot_do_is_refused_and_changes_nothing(
    bench: Benches, deed: Callable[[HandsClient], object], code: str, words: str
) -> None:
    hands = bench(start=False).hands
    with pytest.raises(HandsRefused, match=words) as refused:
        deed(hands)
    assert refused.value.code == code
    state = hands.state()
    held = [each["token"] for each in state["hand"]]
    assert sorted([*state["tokens"].values(), *held]) == ["A", "B", "C"]


def test_a_bad_fault_is_refused(bench: Benches) -> None:
    hands = bench(start=False).hands
    with pytest.raises(BadFault, match="no fault is named 'sulk'"):
        hands.fault("sulk")
    with pytest.raises(BadFault, match="drop takes 0 to 1"):
        hands.fault("drop", 3)
    with pytest.raises(BadFault):
        hands.heal("sulk")


MALFORMED = [
    "{",
    "[]",
    '{"do":"sing"}',
    '{"do":["lift"]}',
    '{"do":"lift"}',
    '{"do":"lift","hole":3}',
    '{"do":"set_out"}',
    '{"do":"force","hole":"h1","level":2}',
    '{"do":"set_out","tokens":{"h1":4}}',
    '{"do":"set_out","tokens":{},"hand":"A"}',
    '{"do":"wait","shown":"x"}',
    '{"do":"fault","name":"drop","value":true}',
    '{"do":"wait","shown":1e999}',
    '{"do":"wait","shown":1' + "0" * 400 + "}",
    '{"do":"wait","shown":99,"timeout":NaN}',
    '{"do":"wait","shown":99,"timeout":1e300}',
    "[" * 50_000,
    "\xff\xfe",
]


def test_a_malformed_command_is_answered_and_the_next_one_works(bench: Benches) -> None:
    table = bench(start=False)
    before = table.hands.state()
    with connected(table.process.control, 3.0) as sock:
        for line in MALFORMED:
            sock.sendall(line.encode("latin-1") + b"\n")
            answer = sock.recv(4096)
            assert b'"malformed"' in answer, (line, answer)
    assert table.hands.state() == before


# the process ------------------------------------------------------------------------------------


def test_it_ends_cleanly_and_takes_its_port_and_socket_along(tmp_path: Path) -> None:
    process = VirtualBoardProcess(["a"], tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["board", "board.control"]
    lives = [process.running]
    process.close()
    process.close()
    lives.append(process.running)
    assert lives == [True, False]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_cleanly(tmp_path: Path, number: signal.Signals) -> None:
    process = VirtualBoardProcess(["a"], tmp_path)
    os.kill(process.pid, number)
    assert psutil.Process(process.pid).wait(3) == 0
    assert list(tmp_path.iterdir()) == []
    process.close()


def test_quit_ends_it(tmp_path: Path) -> None:
    with VirtualBoardProcess(["a"], tmp_path) as process, HandsClient(process.control) as hands:
        hands.quit()
        psutil.Process(process.pid).wait(3)
        with pytest.raises(BoardGone, match="is it running"):
            hands.state()


def test_it_dies_with_its_parent(tmp_path: Path) -> None:
    """A parent that is killed outright has no chance to end its board."""
    code = (
        "import sys; from pathlib import Path;"
        "from firmware_bridge.virtual.process import VirtualBoardProcess as P;"
        f"p = P(['a'], Path({str(tmp_path)!r})); print(p.pid, flush=True); sys.stdin.read()"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=Path(__file__).parents[2],
    )
    assert parent.stdin is not None
    assert parent.stdout is not None
    child = psutil.Process(int(parent.stdout.readline()))
    parent.kill()
    parent.wait()
    parent.stdout.close()
    parent.stdin.close()
    psutil.wait_procs([child], timeout=3)
    assert not child.is_running()
    assert list(tmp_path.iterdir()) == []


def test_leftovers_of_a_killed_board_are_replaced(tmp_path: Path) -> None:
    process = VirtualBoardProcess(["a"], tmp_path)
    os.kill(process.pid, signal.SIGKILL)
    psutil.Process(process.pid).wait(3)
    process.close()
    assert len(list(tmp_path.iterdir())) == 2
    with VirtualBoardProcess(["a"], tmp_path) as again, HandsClient(again.control) as hands:
        assert hands.state()["holes"] == ["a"]


def test_a_second_board_at_the_same_place_is_refused(tmp_path: Path) -> None:
    with VirtualBoardProcess(["a"], tmp_path) as first, HandsClient(first.control) as hands:
        with pytest.raises(BoardGone, match="another virtual board answers"):
            VirtualBoardProcess(["a"], tmp_path)
        assert hands.state()["plugged"], "the first one is untouched"


def test_a_file_in_the_way_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "board").write_text("mine")
    with pytest.raises(BoardGone, match="is no link"):
        VirtualBoardProcess(["a"], tmp_path)
    assert (tmp_path / "board").read_text() == "mine"


def test_the_link_to_a_real_device_is_not_bent(tmp_path: Path) -> None:
    """udev's ``/dev/trackside`` is a link as well."""
    (tmp_path / "board").symlink_to("ttyACM0")
    with pytest.raises(BoardGone, match="is not ours"):
        VirtualBoardProcess(["a"], tmp_path)
    assert os.readlink(tmp_path / "board") == "ttyACM0"


def test_names_that_cannot_be_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BoardGone, match="same name"):
        VirtualBoardProcess(["a", "a"], tmp_path)
    with pytest.raises(BoardGone, match="no fault is named"):
        VirtualBoardProcess(["a"], tmp_path, faults=["sulk"])


def test_a_deep_folder_is_no_obstacle(tmp_path: Path) -> None:
    """The kernel's limit for a socket's path is 107 bytes."""
    deep = tmp_path / ("d" * 60) / ("e" * 60)
    with VirtualBoardProcess(["a"], deep) as process, HandsClient(process.control) as hands:
        assert hands.state()["tokens"] == {}
        assert process.control.stat().st_mode & 0o077 == 0, "for this user only"


def test_an_idle_board_rests(bench: Benches) -> None:
    table = bench()
    table.up()
    child = psutil.Process(table.process.pid)
    before = sum(child.cpu_times()[:2])
    start = time.monotonic()
    table.hands.wait_shown(10**9, 1.0)
    share = (sum(child.cpu_times()[:2]) - before) / (time.monotonic() - start)
    assert share < 0.05
