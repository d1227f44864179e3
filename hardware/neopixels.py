"""NeoPixels at the Pi itself: pictures are moved on the host and sent by Adafruit's libraries.

``HostLights`` has one thread: it takes the latest frame, lets the light engine (the same that runs
in the Pico) work out colours, brightness and current cap (PP-20, PP-22, PP-23), puts each hole's
colours where its pixels are on the chain, and sends. ``show`` never waits for the wire.
"""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Callable, Sequence
from typing import Final, Protocol

from hardware.closing import Closing
from hardware.errors import BadFrame, BadSetting, NoDriver
from hardware.ports import Clock, LightFrame
from hardware.power import PowerUse

FRAME_SECONDS: Final = 1 / 30
"""Seconds between two pictures while something moves."""
OFF_WAIT: Final = 0.5
"""The most seconds that ``off`` waits until the dark picture has left."""
RETRY: Final = 2.0
"""Seconds between two tries to open a chain that cannot be had."""

_log: Final = logging.getLogger(__name__)


class LightEngine(Protocol):
    """Works out what pixels show. The firmware's ``Lights`` is one. Times in ms.

    ``peak`` and ``cap`` in mA; ``capped``: the picture of now is scaled down.
    """

    peak: int
    cap: int
    capped: bool

    def full(self, frame: int, palette: list[tuple[int, ...]], cells: bytes, t: int) -> None:
        """Show a whole frame."""

    def moving(self) -> bool:
        """Whether the picture changes by itself."""

    def render(self, t: int) -> bytearray:
        """Red, green, blue of every pixel, hole by hole."""


class Chain(Protocol):
    """An open chain of pixels."""

    def show(self, colours: bytes) -> None:
        """Send red, green, blue of every pixel; waits for the wire. NoDriver when it fails."""

    def close(self) -> None:
        """Let go of the pin; may be called twice."""


class HostLights(Closing):
    """A ``LightStrip`` of one chain at this machine.

    ``places``  chain's pixel of every hole's every pixel, hole by hole
    ``count``   pixels of the chain; those that no hole has stay dark
    """

    def __init__(
        self,
        engine: LightEngine,
        open_chain: Callable[[], Chain],
        places: Sequence[int],
        *,
        holes: int,
        count: int,
        clock: Clock,
        retry: float = RETRY,
    ) -> None:
        if holes < 1 or len(places) % holes or any(not 0 <= at < count for at in places):
            raise BadSetting(f"{len(places)} pixels of {count} do not fit {holes} holes")
        self._engine, self._open, self._clock = engine, open_chain, clock
        self._places, self._holes, self._count = tuple(places), holes, count
        self._retry = retry
        self._wake = threading.Condition()
        self._frame: LightFrame | None = None
        self._fresh = False
        self._shown = True
        self._ended = False
        self._fault = ""
        self._thread: threading.Thread | None = None

    @property
    def holes(self) -> int:
        """How many holes it lights."""
        return self._holes

    @property
    def fault(self) -> str:
        """Why the pixels stay dark, in one sentence; empty when all is well."""
        return self._fault

    @property
    def settled(self) -> bool:
        """Whether the last picture has left, or is known to have failed."""
        return self._shown or bool(self._fault)

    @property
    def power(self) -> PowerUse:
        """Limit, peak and cap of the current (PP-22)."""
        return PowerUse(self._engine.cap, self._engine.peak, self._engine.capped)

    def show(self, frame: LightFrame) -> None:
        """Show that frame as soon as the wire is free; BadFrame when it does not fit."""
        if len(frame.cells) != self._holes:
            raise BadFrame(f"{len(frame.cells)} cells for {self._holes} holes")
        if any(cell and not 0 <= cell < len(frame.palette) for cell in frame.cells):
            raise BadFrame("a cell names a look that its palette does not have")
        with self._wake:
            if self._ended:
                return
            self._frame, self._fresh, self._shown = frame, True, False
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="pixels", daemon=True)
                self._thread.start()
            self._wake.notify_all()

    def off(self) -> None:
        """All pixels dark; waits until they are, at most 0.5 s."""
        if self._thread is None:
            return
        self.show(LightFrame((), (0,) * self._holes))
        with self._wake:
            self._wake.wait_for(lambda: self._shown or bool(self._fault), OFF_WAIT)

    def close(self) -> None:
        """Lights out and stop; may be called twice."""
        self.off()
        with self._wake:
            self._ended = True
            self._wake.notify_all()
        if self._thread is not None:
            self._thread.join(2.0)

    def _run(self) -> None:
        while not self._ended:
            try:
                chain = self._open()
            except NoDriver as error:
                self._rest(str(error))
                continue
            try:
                self._follow(chain)
            except NoDriver as error:
                self._rest(str(error))
            except Exception as error:
                # Whatever a driver raises here, the game goes on without lights (PP-14).
                self._rest(f"The pixels cannot be written ({error}): look at their plug and pin.")
            finally:
                with contextlib.suppress(Exception):  # what is gone cannot be closed
                    chain.close()

    def _rest(self, sentence: str) -> None:
        """Say why it is dark, once, and wait before the next try."""
        if sentence != self._fault:
            _log.warning(sentence)
        with self._wake:
            self._fault, self._fresh = sentence, True
            self._wake.notify_all()
            self._wake.wait_for(lambda: self._ended, self._retry)

    def _follow(self, chain: Chain) -> None:
        """Send picture after picture until closed."""
        number = 0
        while True:
            with self._wake:
                wait = FRAME_SECONDS if self._engine.moving() and number else None
                self._wake.wait_for(lambda: self._fresh or self._ended, wait)
                if self._ended:
                    return
                frame, fresh, self._fresh = self._frame, self._fresh, False
            t = int(1000 * self._clock.now())
            if fresh and frame is not None:
                number += 1
                palette: list[tuple[int, ...]] = [
                    (look.red, look.green, look.blue, look.motion.value) for look in frame.palette
                ]
                self._engine.full(number, palette, bytes(frame.cells), t)
            chain.show(self._placed(self._engine.render(t)))
            with self._wake:
                self._fault = ""
                self._shown = not self._fresh
                self._wake.notify_all()

    def _placed(self, colours: bytearray) -> bytes:
        """Colours in the order of the chain."""
        out = bytearray(3 * self._count)
        for at, place in enumerate(self._places):
            out[3 * place : 3 * place + 3] = colours[3 * at : 3 * at + 3]
        return bytes(out)
