"""A person's console for the wire: every message as a line, and a few commands by hand."""

from __future__ import annotations

import queue
import sys
import threading
import time
from collections.abc import Callable, Iterable
from typing import Final, TextIO

from firmware_bridge.firmware.core import messages as m
from firmware_bridge.firmware.core.framing import MAX_FRAME, FrameReader, unwrap
from firmware_bridge.link.lamp import PixelFrame
from firmware_bridge.link.link import SerialLink
from firmware_bridge.link.session import BridgeEvent, DeviceReport, Session
from hardware.ports import LightFrame, LinkChange, LinkState, Look, Motion

HELP: Final = """\
resync                       ask for all holes
lights HOLE=RRGGBB[:MOTION]  light holes by number, all others dark; MOTION as in PROTOCOL.md
fill RRGGBB                  every pixel in one plain colour, past looks and holes
off                          all dark
quit                         end (so does the end of input)"""


class Decoder:
    """Turns the bytes of one direction into readable lines; damaged frames are shown too."""

    def __init__(self, mark: str) -> None:
        self._mark = mark
        self._rest = b""

    def lines(self, data: bytes, seconds: float) -> list[str]:
        """A line for each frame that ``data`` completes, stamped with ``seconds``."""
        *frames, self._rest = (self._rest + data).split(b"\x00")
        self._rest = self._rest[-MAX_FRAME:]
        return [f"{seconds:10.4f} {self._mark} {_said(frame)}" for frame in frames if frame]


def _said(frame: bytes) -> str:
    try:
        return m.line(m.unpack(unwrap(frame)))
    except ValueError as error:
        return f"damaged: {error}: {frame.hex()}"


def decode(data: bytes) -> list[str]:
    """The log lines of a recorded stream, damaged frames left out.

    >>> decode(bytes.fromhex("0542071b4900"))
    ['RESYNC request=7']
    """
    return [m.line(m.unpack(body)) for body in FrameReader().feed(data)]


def parse_lights(words: Iterable[str], holes: int) -> LightFrame:
    """The frame of words like ``12=ff8800:breathe``; ValueError names the word that is wrong."""
    palette = [Look(0, 0, 0)]
    cells = [0] * holes
    for word in words:
        hole, _, light = word.partition("=")
        colour, _, motion = light.partition(":")
        try:
            number, value = int(hole), int(colour, 16)
            if len(colour) != 6 or not 0 <= number < holes:
                raise ValueError
            look = Look(
                value >> 16, value >> 8 & 255, value & 255, Motion[(motion or "steady").upper()]
            )
        except (ValueError, KeyError):
            names = ", ".join(motion.name.lower() for motion in Motion)
            raise ValueError(
                f"{word!r} is not HOLE=RRGGBB[:MOTION] with HOLE 0 to {holes - 1} and MOTION one "
                f"of {names}"
            ) from None
        if look not in palette:
            palette.append(look)
        cells[number] = palette.index(look)
    return LightFrame(tuple(palette), tuple(cells))


def parse_fill(colour: str, pixels: int) -> PixelFrame:
    """Every pixel in the colour ``RRGGBB``; ValueError for another word."""
    try:
        rgb = bytes.fromhex(colour)
    except ValueError:
        rgb = b""
    if len(rgb) != 3:
        raise ValueError(f"{colour!r} is not RRGGBB")
    return PixelFrame(rgb * pixels)


class Console:
    """The console on one port, until its input ends. All lines go to ``out`` from one thread."""

    def __init__(self, port: str, out: TextIO, *, clock: Callable[[], float] = time.monotonic):
        self._out = out
        self._clock = clock
        self._start = clock()
        self._lines: queue.Queue[str] = queue.Queue()
        self._decoders = {True: Decoder("<"), False: Decoder(">")}
        self._link = SerialLink(port, Session(None), self._event, tap=self._tap)

    def run(self, words: TextIO) -> None:
        """Show the wire and obey the lines of ``words`` until they end."""
        printer = threading.Thread(target=self._print, name="console", daemon=True)
        printer.start()
        self._link.start()
        try:
            for line in words:
                if not self.obey(line.split()):
                    break
        finally:
            self._link.close()
            self._lines.put("")
            printer.join()

    def obey(self, words: list[str]) -> bool:
        """Do one line; False when it was the last."""
        match words:
            case []:
                return True
            case ["quit"]:
                return False
            case ["resync"]:
                self._link.do(lambda session, now: session.resync(now))
            case ["off"]:
                self._show(lambda session: parse_lights([], len(session.present or ())))
            case ["lights", *lights]:
                self._show(lambda session: parse_lights(lights, len(session.present or ())))
            case ["fill", colour]:
                self._show(lambda session: parse_fill(colour, session.pixels))
            case _:
                self._lines.put(HELP)
        return True

    def _show(self, parse: Callable[[Session], LightFrame | PixelFrame]) -> None:
        def show(session: Session, now: float) -> None:
            if session.state is not LinkState.UP:
                self._lines.put("no board is connected yet")
                return
            try:
                session.show(parse(session), now)
            except ValueError as error:
                self._lines.put(str(error))

        self._link.do(show)

    def _tap(self, incoming: bool, data: bytes) -> None:
        for line in self._decoders[incoming].lines(data, self._clock() - self._start):
            self._lines.put(line)

    def _event(self, event: BridgeEvent) -> None:
        if isinstance(event, LinkChange):
            self._lines.put(f"link {event.state.value}: {event.reason or 'all is well'}")
        elif isinstance(event, DeviceReport):
            self._lines.put(f"the board reports: {event.text}")

    def _print(self) -> None:
        while line := self._lines.get():
            print(line, file=self._out, flush=True)


def main(port: str) -> int:
    """Run the console on standard input and output."""
    print(f"console on {port}; commands:\n{HELP}", flush=True)
    try:
        Console(port, sys.stdout).run(sys.stdin)
    except KeyboardInterrupt:
        return 130
    return 0
