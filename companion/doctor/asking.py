"""A look at the whole board: opened as its file says, heard, and closed again."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

from companion.boards.wired import WiredRig
from engine.board import Board
from firmware_bridge.link.devices import BoardAbout
from firmware_bridge.link.lamp import LightSettings
from hardware.build import Factories
from hardware.ports import LightFrame, LinkChange, LinkState, Look, SensorEvent
from hardware.wiring import BoardFile

from .board import ANSWERED, HELLO_SECONDS, greeted
from .findings import Finding

_STEP = 0.05


class _Now:
    """The machine's clock."""

    def now(self) -> float:
        """Seconds since some fixed moment."""
        return time.monotonic()


def whole(
    wiring: BoardFile,
    board: Board,
    *,
    seconds: float = HELLO_SECONDS,
    factories: Factories | None = None,
) -> Iterator[Finding]:
    """Ask every part: Picos who they are, chains for their sentinels, pixels whether they light.

    The pixels are dark meanwhile. Do not ask while a service has the board.
    """
    answered, last = threading.Event(), [LinkChange(LinkState.NONE)]

    def sink(event: SensorEvent) -> None:
        if isinstance(event, LinkChange):
            last[0] = event
            if event.state in ANSWERED:
                answered.set()

    rig = WiredRig(wiring, board, LightSettings(), _Now(), factories)
    try:
        rig.start(sink)
        rig.show(LightFrame((Look(0, 0, 0),), (0,) * rig.holes))
        until = time.monotonic() + seconds
        answered.wait(seconds)
        while not rig.settled and time.monotonic() < until:
            time.sleep(_STEP)  # a rig does not say when it has settled; one has to ask
        about, fault = rig.about, rig.fault
    finally:
        rig.close()
    yield from _sensors(wiring, last[0], about)
    yield from _pixels(wiring, fault)


def _sensors(wiring: BoardFile, link: LinkChange, about: BoardAbout | None) -> Iterator[Finding]:
    """What the sensors' answer means."""
    drivers = dict.fromkeys(part.driver for part in wiring.sensors)
    if not drivers:
        yield Finding("hello", "This board has no sensors: it is played on the page.")
    elif link.state is not LinkState.UP or (about is not None and about.name):
        yield from greeted(link, about or BoardAbout("", 0, 0, 0, None, {}))
    else:
        proof = ", the chain's sentinels read right" if about is not None and about.chain else ""
        yield Finding("hello", f"The sensors answer ({', '.join(drivers)}){proof}.")


def _pixels(wiring: BoardFile, fault: str) -> Iterator[Finding]:
    """Tells whether the pixels can be lit."""
    if fault:
        yield Finding("hello", f"The lights stay dark. {fault}", fault)
    elif any(part.driver != "pico" for part in wiring.pixels):
        yield Finding("hello", "The pixels can be lit.")
