"""An emulated Pico, and the host's session on its second serial port; both on simulated time."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kit import HERE, Kit

from firmware_bridge.firmware.core import messages as m
from firmware_bridge.firmware.core.framing import FrameReader, wrap
from firmware_bridge.firmware.core.messages import Message
from firmware_bridge.link.session import BridgeEvent, Session

STEP = 0.25
"""The chip runs so many seconds at most without a word from here: it ends soon when this ends."""


class Failed(Exception):
    """The board did not do what it should."""


@dataclass(frozen=True, slots=True)
class Picture:
    """What went down the line of pixels, from when to when; ``rgb`` of each pixel."""

    began: float
    ended: float
    rgb: tuple[tuple[int, int, int], ...]

    @property
    def lit(self) -> list[int]:
        """Pixels that are not dark."""
        return [at for at, colour in enumerate(self.rgb) if any(colour)]


def _picture(said: dict[str, Any]) -> Picture:
    data = bytes.fromhex(said["hex"])
    if said["bits"] % 24:
        raise Failed(f"a picture of {said['bits']} bits is no whole number of pixels")
    # The settings' usual order: green first.
    rgb = tuple((data[at + 1], data[at], data[at + 2]) for at in range(0, len(data), 3))
    return Picture(said["from"] / 1000, said["to"] / 1000, rgb)


class EmulatedPico:
    """The chip. ``step`` lets it run; ``now`` is its clock in seconds."""

    def __init__(self, kit: Kit, drive: Path, inputs: int, since: float = 0.0) -> None:
        self.now = since
        self.ready = False
        """Whether the USB ports are open."""
        self.console: list[str] = []
        self.scans = 0
        self.scan_us = 0.0
        self.resets = 0
        arguments = [kit.packages, kit.boot_rom, kit.image, drive, inputs, since]
        self._child = subprocess.Popen(
            ["node", str(HERE / "pico.mjs"), *(str(word) for word in arguments)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )

    def step(
        self, until: float, data: bytes = b"", do: Iterable[tuple[Any, ...]] = ()
    ) -> tuple[bytes, list[Picture]]:
        """Run until then, or until the board says or shows something; what that was."""
        # Rounding must never leave the chip where it is.
        until = max(until, self.now + 1e-6)
        line = {"until": until * 1000, "data": data.hex(), "do": list(do)}
        assert self._child.stdin is not None
        assert self._child.stdout is not None
        try:
            self._child.stdin.write(json.dumps(line) + "\n")
            self._child.stdin.flush()
        except BrokenPipeError:
            raise Failed("the emulator ended; what it said stands above") from None
        answer = self._child.stdout.readline()
        if not answer:
            raise Failed("the emulator ended; what it said stands above")
        said = json.loads(answer)
        self.now, self.ready, self.resets = said["ms"] / 1000, said["ready"], said["resets"]
        self.scans, self.scan_us = said["scans"], said["scan_us"]
        self.console += said["console"].splitlines()
        return bytes.fromhex(said["data"]), [_picture(one) for one in said["pictures"]]

    def close(self) -> None:
        """End it."""
        assert self._child.stdin is not None
        self._child.stdin.close()
        self._child.wait()
        assert self._child.stdout is not None
        self._child.stdout.close()


@dataclass
class Hosted:
    """The emulated Pico with the product's own session at the other end of the cable.

    ``listeners`` hear every event of the session; ``heard`` and ``told`` are all messages so far,
    each with its moment.
    """

    pico: EmulatedPico
    session: Session
    listeners: list[Callable[[BridgeEvent], None]] = field(default_factory=list)
    events: list[tuple[float, BridgeEvent]] = field(default_factory=list)
    heard: list[tuple[float, Message]] = field(default_factory=list)
    told: list[tuple[float, Message]] = field(default_factory=list)
    pictures: list[Picture] = field(default_factory=list)
    opened: float | None = None
    _said: list[bytes] = field(default_factory=list)
    _acts: list[tuple[Any, ...]] = field(default_factory=list)
    _from_board: FrameReader = field(default_factory=FrameReader)
    _to_board: FrameReader = field(default_factory=FrameReader)

    @property
    def now(self) -> float:
        """Simulated seconds."""
        return self.pico.now

    def act(self, *act: object) -> None:
        """Do something to the wires at once: see ``Pico.act`` in pico.mjs."""
        self._acts.append(act)

    def levels(self, level: bool, *inputs: int) -> None:
        """Give inputs a level at once, all of them between the same two scans."""
        self.act("levels", [[at, level] for at in inputs])

    def say(self, message: Message) -> None:
        """Send the board a message that is not the session's."""
        self._said.append(wrap(m.pack(message)))

    def turn(self, until: float) -> None:
        """Let everything run until then, or until something happens."""
        data = b"".join(self._said)
        self._said.clear()
        if self.opened is not None:
            data += self.session.data_to_send()
        for body in self._to_board.feed(data):
            self.told.append((self.now, m.unpack(body)))
        due = self.session.next_deadline
        until = min(until, self.now + STEP)
        until = until if due is None else min(until, max(due, self.now + 0.001))
        acts, self._acts = self._acts, []
        resets = self.pico.resets
        data, pictures = self.pico.step(until, data, acts)
        self.pictures += pictures
        if self.opened is not None and self.pico.resets != resets:
            self.opened = None
            self._take(self.session.lost("The board went."))
        if self.opened is None and self.pico.ready:
            self.opened = self.now
            self._take(self.session.opened(self.now))
        if self.opened is None:
            return
        for body in self._from_board.feed(data):
            self.heard.append((self.now, m.unpack(body)))
        self._take(self.session.receive(data, self.now))
        self._take(self.session.tick(self.now))

    def _take(self, events: list[BridgeEvent]) -> None:
        for event in events:
            self.events.append((self.now, event))
            for listener in self.listeners:
                listener(event)

    def run(self, seconds: float) -> None:
        """Let so much time pass."""
        end = self.now + seconds
        while self.now < end:
            self.turn(end)

    def until(self, holds: Callable[[], bool], what: str, seconds: float = 5.0) -> float:
        """Run until that is so; the seconds it took. Failed when it never is."""
        began = self.now
        while not holds():
            if self.now >= began + seconds:
                raise Failed(f"{what}: not within {seconds:g} s. {self._story()}")
            self.turn(began + seconds)
        return self.now - began

    def _story(self) -> str:
        """What came last, for a failure."""
        last = [m.line(message) for _, message in self.heard[-3:]]
        console = [line for line in self.pico.console if line.strip()][-6:]
        return f"link {self.session.state.value}: {self.session.reason}; heard {last}; {console}"
