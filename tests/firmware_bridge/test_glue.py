"""The glue of the real board on CircuitPython's modules, as slow as a board."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from itertools import pairwise
from types import SimpleNamespace

import pytest
from slow_pico import SCAN, Power, SlowPico, powered
from two_forms import first

from firmware_bridge.firmware.core import messages as m
from firmware_bridge.flash import PicoSettings
from firmware_bridge.link.lamp import PixelFrame
from hardware.ports import HoleChange, LightFrame, LinkState, Look, Motion

DAY = 86400.0
DARK = Look(0, 0, 0)


@pytest.fixture
def power() -> Iterator[Power]:
    """Makes a Pico that is not started yet."""
    with powered() as make:
        yield make


@pytest.fixture
def pico(power: Power) -> SlowPico:
    """A Pico of 133 holes that runs, and a host that knows all holes."""
    made = power()
    made.start()
    made.run(0.3)
    assert made.host.state is LinkState.UP
    return made


def marbles(pico: SlowPico) -> list[int]:
    """Where the host sees one."""
    present = pico.host.present
    assert present is not None
    return [hole for hole, here in enumerate(present) if here]


# at the start -----------------------------------------------------------------------------------


@pytest.mark.parametrize("since", [0.0, 64.0, 3 * DAY, 40 * DAY])
def test_marbles_that_lie_there_at_power_up_are_told(power: Power, since: float) -> None:
    """``keypad`` tells nothing of keys that are pressed when it begins, sentinels among them.

    After days of uptime a restart of the program meets a ``monotonic`` of coarse steps, and after
    64 seconds ticks that wrap.
    """
    pico = power(since=since)
    for hole in (0, 66, 132):
        pico.put(hole, True)
    pico.start()
    pico.run(0.3)
    assert pico.host.state is LinkState.UP, pico.host.reason
    assert marbles(pico) == [0, 66, 132]
    pico.put(66, False)
    pico.run(2.0)
    assert [(change.hole, change.present) for change in pico.changes] == [(66, False)]


def test_it_greets_with_what_it_is(pico: SlowPico) -> None:
    hello = pico.messages("HELLO")[0]
    assert hello.texts["name"].startswith("trackside ")
    assert (hello.ints["holes"], hello.ints["pixels"]) == (133, 133)


def test_it_is_wired_as_its_settings_say(power: Power) -> None:
    """Few holes, rings of two, magnets that read high, other pins and colours."""
    pico = power(
        PicoSettings(
            "Small", 9, 2, latch="GP9", magnet=True, sentinels=(False, True, False), order="BRG"
        )
    )
    pico.put(4, True)
    pico.start()
    pico.run(0.3)
    assert marbles(pico) == [4]
    assert ("keys", "GP2", "GP9", "GP4", "12") in pico.words
    pico.host.show(LightFrame((DARK, Look(1, 2, 3)), (0, 1, *[0] * 7)), pico.now)
    pico.run(0.1)
    assert pico.pictures[-1] == bytes(6) + bytes((3, 1, 2)) * 2 + bytes(42)


def test_a_pico_that_only_feels_drives_no_pixels(power: Power) -> None:
    pico = power(PicoSettings("Feels", 133, pixels=""))
    pico.start()
    pico.run(0.3)
    assert pico.host.state is LinkState.UP
    assert not pico.pictures


def test_a_pico_that_only_lights_says_that_its_holes_are_empty(power: Power) -> None:
    pico = power(PicoSettings("Lights", 4, clock="", latch="", data="", sentinels=()))
    pico.start()
    pico.run(0.3)
    assert marbles(pico) == []


def test_a_pin_that_the_board_lacks_is_named(power: Power) -> None:
    with pytest.raises(RuntimeError, match="no pin GP24"):
        power(PicoSettings("Wrong", 4, clock="GP24")).start()


def test_lights_of_before_go_out_first_of_all(power: Power) -> None:
    """Whatever ended the program before, its lights mean nothing any more."""
    pico = power(PicoSettings("Wrong", 4, clock="GP24"))
    with pytest.raises(RuntimeError):
        pico.start()
    assert pico.pictures == [bytes(12)]


@pytest.mark.parametrize(
    ("run", "reset", "start"),
    [
        ("STARTUP", "POWER_ON", "power"),
        ("STARTUP", "RESET_PIN", "button"),
        ("STARTUP", "SOFTWARE", "reset"),
        ("STARTUP", "WATCHDOG", "hang"),
        ("STARTUP", "UNKNOWN", "unknown"),
        ("SUPERVISOR_RELOAD", "WATCHDOG", "error"),
        ("AUTO_RELOAD", "POWER_ON", "files"),
        ("REPL_RELOAD", "POWER_ON", "console"),
    ],
)
def test_it_says_why_it_started(power: Power, run: str, reset: str, start: str) -> None:
    pico = power()
    supervisor, chip = sys.modules["supervisor"], sys.modules["microcontroller"]
    supervisor.runtime.run_reason = getattr(supervisor.RunReason, run)
    chip.cpu.reset_reason = getattr(chip.ResetReason, reset)
    pico.start()
    pico.run(0.3)
    assert pico.host.health.start == start


def test_it_tells_its_longest_turn_and_its_free_memory(pico: SlowPico) -> None:
    pico.run(1.0)
    assert pico.host.health.loop_ms < 10
    pico.showing = lambda: 0.12
    pico.host.show(LightFrame((DARK, Look(9, 9, 9)), (1,) * 133), pico.now)
    pico.run(0.5)
    assert 120 <= pico.host.health.loop_ms <= 130
    assert pico.host.health.free_kb == 90


@pytest.mark.parametrize("version", [(9, 0, 5), (9, 2, 0)])
def test_an_old_circuitpython_is_told_to_the_host_and_its_keypad_left_alone(
    power: Power, monkeypatch: pytest.MonkeyPatch, version: tuple[int, int, int]
) -> None:
    pico = power()
    python = SimpleNamespace(name="circuitpython", version=version)
    monkeypatch.setattr(pico.glue, "sys", SimpleNamespace(implementation=python))
    pico.start()
    pico.run(0.3)
    assert pico.host.state is LinkState.REFUSED
    assert ".".join(map(str, version)) in pico.host.reason
    assert not [words for words in pico.words if words[0] == "keys"]


def test_only_a_turn_that_never_ends_is_ended_by_the_watchdog(power: Power) -> None:
    """A program that runs for a minute is left alone."""
    pico = power()
    bites = float("inf")

    def alarm(seconds: float) -> None:
        nonlocal bites
        bites = pico.now + seconds if seconds else float("inf")

    def turn() -> None:
        pico.now += 0.5
        if pico.now > bites:
            raise pico.world.Reset
        if pico.now > 60:
            raise TimeoutError

    pico.world.alarm, pico.world.turn = alarm, turn
    sys.modules["usb_cdc"].enable(console=True, data=True)
    with pytest.raises(TimeoutError):
        pico.glue.main()
    assert bites > 60


# time -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cost", [0.0, 0.005, 0.04, 0.2])
@pytest.mark.parametrize("since", first(1, [0.0, 63.5, 3 * DAY]))
def test_changes_are_told_with_the_time_of_their_scan_however_slow_the_board(
    power: Power, cost: float, since: float
) -> None:
    """Bounces of 8 to 12 ms while it takes a frame and shows a picture are told as such."""
    pico = power(since=since)
    pico.start()
    pico.run(0.3)
    pico.receiving = pico.showing = lambda: cost
    noise = random.Random(7)
    told, at = [], pico.now + 0.5
    for _ in range(40):
        told.append(at)
        pico.put(7, len(told) % 2 == 1, at)
        at += noise.choice((0.008, 0.01, 0.012, 0.3))
    look = Look(9, 9, 9, Motion.BREATHE)
    for turn in range(12):
        pico.host.show(LightFrame((DARK, look), (turn % 2, *[1] * 132)), pico.now)
        pico.run(0.4)
    pico.run(1.0)
    assert [change.present for change in pico.changes] == [True, False] * 20
    zero = pico.changes[0].t - told[0]
    for change, true in zip(pico.changes, told, strict=True):
        assert abs(change.t - true - zero) <= SCAN + 0.001


def test_a_bounce_during_a_light_frame_while_the_host_stalls_ends_nothing(power: Power) -> None:
    """It was told as ``after = -1``, which no message holds: the program ended."""
    pico = power()
    pico.start()
    pico.run(0.3)
    noise = random.Random(3)
    pico.receiving = pico.showing = lambda: noise.choice((0.0, 0.005, 0.05, 0.2))
    stands = set()
    for turn in range(60):
        pico.deaf = turn % 3 == 1
        hole = noise.randrange(133)
        at = pico.now + noise.random() * 0.2
        for bounce in range(noise.choice((1, 3, 5))):
            pico.put(hole, hole not in stands, at + 0.006 * bounce)
            stands ^= {hole}
        look = Look(9, 9, 9, Motion.PULSE)
        pico.host.show(LightFrame((DARK, look), tuple([turn % 2] * 133)), pico.now)
        pico.run(0.3)
    pico.deaf = False
    pico.run(2.0)
    assert pico.host.state is LinkState.UP
    assert marbles(pico) == sorted(stands)
    times = [message.ints["t"] for message in pico.messages("EDGES")]
    assert times
    told = [event.t for event in pico.events if isinstance(event, HoleChange)]
    assert all(a <= b for a, b in pairwise(told)), "time never goes back"


# many changes at once ---------------------------------------------------------------------------


def stick(pico: SlowPico, count: int = 136) -> None:
    """All inputs read as if a marble lay there."""
    for number in range(count):
        pico.put(number, True)


def test_a_chain_that_is_stuck_pressed_is_reported_once_and_lives_again(pico: SlowPico) -> None:
    """136 events are more than a queue of 128 holds: the board learned again for ever."""
    stick(pico)
    pico.run(3.0)
    assert pico.host.state is LinkState.DOWN
    assert "sensor chain" in pico.host.reason
    codes = [message.ints["code"] for message in pico.messages("ERROR")]
    assert codes == [m.ERR_CHAIN]
    for number in range(136):
        pico.put(number, number in (5, 133, 135))
    pico.run(1.0)
    assert marbles(pico) == [5]
    assert pico.host.state is LinkState.UP


def test_inputs_that_all_flicker_for_ever_do_not_stop_the_board(power: Power) -> None:
    """An open data line: more changes than can be told. It stays awake and says so, not always."""
    pico = power(PicoSettings("Noise", 133))
    pico.start()
    pico.run(0.3)
    pico.showing = lambda: 0.03
    pico.host.show(LightFrame((DARK, Look(9, 9, 9, Motion.PULSE)), (1,) * 133), pico.now)
    noise = random.Random(5)
    levels = pico.world.levels
    pico.world.levels = lambda count, tick: [noise.random() < 0.5 for _ in range(count)]
    pico.run(1.5)
    assert pico.longest < 0.2
    pico.world.levels = levels
    pico.run(2.0)
    assert pico.host.state is LinkState.UP, pico.host.reason
    assert marbles(pico) == []


def test_more_changes_than_the_queue_holds_end_in_a_snapshot(pico: SlowPico) -> None:
    pico.showing = lambda: 0.2
    pico.host.show(LightFrame((DARK, Look(9, 9, 9, Motion.PULSE)), (1,) * 133), pico.now)
    begin = pico.now + 0.01
    for at in range(45):
        for hole in range(100):
            pico.put(hole, at % 2 == 0, begin + SCAN * at)
    pico.run(1.5)
    assert m.ERR_OVERFLOW in [message.ints["code"] for message in pico.messages("ERROR")]
    assert marbles(pico) == list(range(100))


def test_a_slow_port_gets_everything_in_order(power: Power) -> None:
    pico = power()
    pico.put(7, True)
    pico.start()
    write = pico.board.port.write
    pico.board.port.write = lambda data: write(data[:3])
    pico.run(2.0)
    assert pico.host.state is LinkState.UP
    assert marbles(pico) == [7]
    assert pico.host.counts["bad"] == 0


# lights -----------------------------------------------------------------------------------------


def test_steady_lights_are_sent_once(pico: SlowPico) -> None:
    before = len(pico.pictures)
    pico.host.show(LightFrame((DARK, Look(5, 6, 7)), (*[0] * 132, 1)), pico.now)
    pico.run(2.0)
    assert pico.pictures[before:] == [bytes(132 * 3) + bytes((6, 5, 7))], "green goes first"


def test_plain_colours_go_down_the_wire_in_its_order(pico: SlowPico) -> None:
    pico.host.show(PixelFrame(bytes((1, 2, 3)) * 133), pico.now)
    pico.run(0.3)
    assert pico.pictures[-1] == bytes((2, 1, 3)) * 133


@pytest.mark.parametrize(("cost", "again"), [(0.0, 0), (0.063, 0), (0.13, 0), (0.215, 3)])
def test_a_board_that_is_slow_is_not_sent_its_lights_again(
    power: Power, cost: float, again: int
) -> None:
    """The host sent every frame again after 80 ms, and so made the board slower still.

    Frames are wanted while pictures go out. A board far slower than its number of pixels says is
    learned within a few frames.
    """
    pico = power(PicoSettings("Rings", 133, 8))
    pico.start()
    pico.run(0.3)
    pico.showing = lambda: cost
    look = Look(200, 100, 50, Motion.BREATHE)
    noise, at = random.Random(11), pico.now
    for turn in range(40):
        at += noise.uniform(0.3, 0.6)
        pico.wishes.append((at, LightFrame((DARK, look), (turn % 2, *[1] * 132))))
    pico.run(at - pico.now + 2.0)
    assert not pico.wishes
    assert pico.host.lamp.settled
    assert pico.host.lamp.resent <= again


OPERATIONS = 2500
"""Python operations of a picture at most."""


def test_a_picture_of_a_thousand_pixels_takes_few_python_operations(power: Power) -> None:
    """133 holes with rings of eight, all breathing: each setting of a single pixel would be seen.

    It took 215 ms on an emulated RP2040 while a library set pixel after pixel; the wire itself
    takes 32.
    """
    pico = power(PicoSettings("Rings", 133, 8))
    pico.start()
    pico.run(0.3)
    look = Look(200, 100, 50, Motion.BREATHE)
    pico.host.show(LightFrame((DARK, look), (1,) * 133), pico.now)
    pico.run(0.3)
    board, count = pico.board, 0

    def trace(frame: object, event: str, _: object) -> object:
        nonlocal count
        frame.f_trace_opcodes = True  # type: ignore[attr-defined]
        count += event == "opcode"
        return trace

    was = sys.gettrace()
    sys.settrace(trace)  # type: ignore[arg-type]
    try:
        board.strip.show(board.device.render(700))
    finally:
        sys.settrace(was)
    assert len(set(pico.pictures[-2:])) == 2, "it moves"
    assert len(pico.pictures[-1]) == 3 * 1064
    assert count < OPERATIONS, count
