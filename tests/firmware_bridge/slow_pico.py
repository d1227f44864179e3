"""The firmware's files on the stand-ins of ``pico/``, in simulated time, with our host session.

Time passes only where something is done, and everything costs what it costs on a slow board: a turn
of the loop, taking what the host sent, showing a picture. The host is always awake.
"""

from __future__ import annotations

import gc
import importlib
import importlib.util
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import pytest

from firmware_bridge.firmware.core import messages as m
from firmware_bridge.firmware.core.framing import FrameReader
from firmware_bridge.flash import PicoSettings
from firmware_bridge.link.session import BridgeEvent, Session
from hardware.ports import HoleChange, LightFrame, LinkChange, Snapshot

STAND_INS: Final = Path(__file__).parent / "pico"
FIRMWARE: Final = Path(m.__file__).parents[1]
MODULES: Final = (
    "board", "digitalio", "supervisor", "keypad", "neopixel_write", "usb_cdc",
    "watchdog", "microcontroller", "board_time",
)  # fmt: skip
TURN: Final = 0.001
"""Seconds that a turn costs that has nothing to do."""
SCAN: Final = 0.004
"""Seconds between two readings of the chain."""
BREATH: Final = 0.005
"""Seconds after which the host looks again while the board is busy."""


class Wire:
    """The second serial port, both ways; ``room`` bytes are taken at a time."""

    def __init__(self) -> None:
        self.to_board = b""
        self.to_host = b""

    def read(self) -> bytes:
        """What the board has not read yet."""
        data, self.to_board = self.to_board, b""
        return data

    def write(self, data: bytes) -> None:
        """The board says something."""
        self.to_host += data


class SlowPico:
    """A Pico whose program is loaded; ``start`` begins it, ``run`` lets time go by.

    ``receiving`` and ``showing`` give the seconds that the next one costs; ``deaf`` hosts neither
    read nor write. ``wishes`` are light frames that the host shall want, each at its time.
    """

    def __init__(
        self, world: ModuleType, glue: ModuleType, settings: PicoSettings, since: float
    ) -> None:
        self.world, self.glue, self.settings = world, glue, settings
        self.now = since
        self.receiving: Callable[[], float] = lambda: 0.0
        self.showing: Callable[[], float] = lambda: 0.0
        self.deaf = False
        self.wishes: list[tuple[float, LightFrame]] = []
        self.pictures: list[bytes] = []
        self.longest = 0.0
        self.wire = Wire()
        self.host = Session(settings.holes, wanted_pixels=settings.holes * settings.ring)
        self.events: list[BridgeEvent] = []
        self.heard: list[tuple[float, m.Message]] = []
        self._reader = FrameReader()
        world.nanos = lambda: round(self.now * 1e9)
        world.wire = lambda: self.wire
        self.words: list[tuple[str, ...]] = []
        for hole in range(settings.holes):
            self.put(hole, False)
        for at, level in enumerate(settings.sentinels):
            self.put(settings.holes + at, level)

    def put(self, number: int, present: bool, at: float | None = None) -> None:
        """An input feels a marble or none, now or at that time."""
        level = present == self.settings.magnet
        self.world.put(number, level, None if at is None else int(at * 1024))

    def start(self) -> None:
        """Power comes; the host has its port open."""
        sys.modules["usb_cdc"].enable(console=True, data=True)  # as boot.py does
        self.board: Any = self.glue.Board()
        receive = self.board.device.receive

        def slow(data: bytes, now: int) -> None:
            receive(data, now)
            self.spend(self.receiving())

        self.board.device.receive = slow
        self.events += self.host.opened(self.now)

    def run(self, seconds: float) -> None:
        """Turns of the loop, the host beside it, for so long."""
        end = self.now + seconds
        while self.now < end:
            self.turn()

    def turn(self) -> None:
        """One turn of the board."""
        before = self.now
        self._host()
        self.board.turn()
        self.spend(TURN)
        self.longest = max(self.longest, self.now - before)

    def spend(self, seconds: float) -> None:
        """Let time go by while the board is busy; the host waits for nobody."""
        end = self.now + seconds
        while self.now < end:
            self.now = min(end, self.now + BREATH)
            self._host()

    def _host(self) -> None:
        """The host hears what was said, wants what it shall want, and does what is due."""
        if self.deaf:
            return
        data, self.wire.to_host = self.wire.to_host, b""
        self.heard += [(self.now, m.unpack(body)) for body in self._reader.feed(data)]
        self.events += self.host.receive(data, self.now)
        while self.wishes and self.wishes[0][0] <= self.now:
            self.host.show(self.wishes.pop(0)[1], self.now)
        self.events += self.host.tick(self.now)
        self.wire.to_board += self.host.data_to_send()

    @property
    def changes(self) -> list[HoleChange]:
        """All changes that the host was told."""
        return [event for event in self.events if isinstance(event, HoleChange)]

    @property
    def snapshots(self) -> list[Snapshot]:
        """All snapshots that the host was told."""
        return [event for event in self.events if isinstance(event, Snapshot)]

    @property
    def links(self) -> list[LinkChange]:
        """All that the host said of the link."""
        return [event for event in self.events if isinstance(event, LinkChange)]

    def messages(self, name: str) -> list[m.Message]:
        """All messages of that name that the host got."""
        return [message for _, message in self.heard if message.name == name]

    def said(self, *words: str) -> None:
        """What the stand-ins tell."""
        self.words.append(words)
        if words[0] == "pixels":
            self.pictures.append(bytes.fromhex(words[2]))
            self.spend(self.showing())


Power = Callable[..., SlowPico]


@contextmanager
def powered() -> Iterator[Power]:
    """Makes one Pico: ``power(settings, since=seconds of uptime)``, not started yet."""
    with pytest.MonkeyPatch.context() as patch:

        def make(settings: PicoSettings | None = None, since: float = 0.0) -> SlowPico:
            settings = settings or PicoSettings("Test", 133)
            world = _load(patch, "world", STAND_INS / "world.py")
            world.nanos = lambda: round(since * 1e9)
            world.say = lambda *words: pico.said(*words)
            made = {}
            for name in MODULES:
                made[name] = _load(patch, name, STAND_INS / f"{name}.py")
            patch.setitem(sys.modules, "time", made["board_time"])
            patch.setattr(gc, "mem_free", lambda: 90 * 1024, raising=False)
            patch.setattr(gc, "collect", lambda: None)  # the heap of the tests is not the Pico's
            wiring = ModuleType("trackside_settings")
            exec(settings.text(), wiring.__dict__)
            patch.setitem(sys.modules, "trackside_settings", wiring)
            for name in ("", ".device", ".messages", ".lights", ".scanner", ".framing"):
                module = importlib.import_module(f"firmware_bridge.firmware.core{name}")
                patch.setitem(sys.modules, f"core{name}", module)
            glue = _load(patch, "trackside_board", FIRMWARE / "trackside_board.py")
            pico = SlowPico(world, glue, settings, since)
            return pico

        yield make


def _load(patch: pytest.MonkeyPatch, name: str, path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    patch.setitem(sys.modules, name, module)
    spec.loader.exec_module(module)
    return module
