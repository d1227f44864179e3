"""A rig made from a board file. Its light engine is the firmware's own."""

from __future__ import annotations

import threading
from dataclasses import replace

from companion.model.ports import HandsPort
from engine.board import Board
from firmware_bridge.firmware.core.lights import Lights
from firmware_bridge.link.devices import BoardAbout, SerialBoard
from firmware_bridge.link.lamp import LightSettings
from hardware.build import Factories, PicoBoard, build
from hardware.ports import Clock, LightFrame, LinkState, SensorSink
from hardware.power import PowerUse
from hardware.wiring import BoardFile, HoleWire


def light_engine(holes: int, ring: int, dark: int, settings: LightSettings) -> Lights:
    """The firmware's lights for pixels at this machine. ``dark`` pixels draw beside them (PP-22).

    The cap is for all pixels of the chain, so the current of the dark ones is taken off beforehand.
    """
    lights = Lights(holes, ring)
    supply = settings.supply()
    lights.brightness, lights.calm = settings.brightness, settings.calm
    lights.draw = (supply["draw_red"], supply["draw_green"], supply["draw_blue"])
    lights.idle = supply["draw_idle"]
    if settings.milliamps:
        # The cap is at least 1 mA: 0 would mean no limit at all.
        lights.cap = max(1, settings.milliamps - -(-dark * lights.idle // 10))
    return lights


class WiredRig:
    """A real board as its file says: Picos, pins, chains and pixels as one."""

    hands: HandsPort | None = None

    def __init__(
        self,
        wiring: BoardFile,
        board: Board,
        settings: LightSettings,
        clock: Clock,
        factories: Factories | None = None,
    ) -> None:
        self.board = board
        self._wiring = wiring
        self._settings = settings
        self._first: SerialBoard | None = None
        self._made = factories or Factories(clock, pico=self._pico, engine=self._engine)
        self._lock = threading.Lock()
        self._sink: SensorSink | None = None
        self._closed = False
        self._wired = build(wiring, board.holes, self._made)
        self._places = {wire.hole: wiring.place(wire.hole) for wire in wiring.holes}

    @property
    def holes(self) -> int:
        """Number of holes with a sensor."""
        return self._wired.holes

    @property
    def kind(self) -> str:
        """The kind of the board."""
        return self.board.kind

    @property
    def about(self) -> BoardAbout | None:
        """What its first Pico told of itself, and how all chains of sensors are.

        None for a board without either.
        """
        chain, first = self._chain, self._first
        if first is None:
            return None if chain is None else BoardAbout("", 0, 0, 0, chain, {})
        about = first.about
        known = [whole for whole in (chain, about.chain) if whole is not None]
        return replace(about, chain=all(known) if known else None)

    @property
    def _chain(self) -> bool | None:
        """True when the sentinels of the chains at this machine read right. None when not known."""
        links = self._wired.sensors.links
        told = [links[part.name] for part in self._wiring.sensors if part.driver == "shift"]
        if any(link.code == "wires" for link in told):
            return False
        return True if told and all(link.state is LinkState.UP for link in told) else None

    def place(self, hole: str) -> str:
        """The place where that hole is wired, in words for people.

        Empty for a hole of another board.
        """
        return self._places.get(hole, "")

    def chain(self) -> tuple[str, ...]:
        """All holes along the pixels' chains. Holes without pixels come last."""
        strips = {part.name: at for at, part in enumerate(self._wiring.pixels)}

        def place(wire: HoleWire) -> tuple[int, int]:
            run = wire.pixels
            return (len(strips), 0) if run is None else (strips[run.part], run.first)

        return tuple(wire.hole for wire in sorted(self._wiring.holes, key=place))

    @property
    def power(self) -> PowerUse | None:
        """What the pixels draw, or None for a board without lights."""
        return self._wired.power

    @property
    def fault(self) -> str:
        """The reason why pixels stay dark. Empty when all is well."""
        return self._wired.fault

    @property
    def settled(self) -> bool:
        """True when all pixels are known to light, or the reason is known why they do not."""
        return self._wired.settled

    def start(self, sink: SensorSink) -> None:
        """Begin to report. Parts that cannot be opened are tried again and again."""
        self._sink = sink
        self._wired.start(sink)

    def rewire(self, wiring: BoardFile) -> None:
        """Go on with another file of the same board. All its parts are closed and opened anew."""
        with self._lock:
            if self._closed:
                return
            self._wired.close()
            self._wiring, self._first = wiring, None
            self._wired = build(wiring, self.board.holes, self._made)
            self._places = {wire.hole: wiring.place(wire.hole) for wire in wiring.holes}
            if self._sink is not None:
                self._wired.start(self._sink)

    def resync(self) -> None:
        """Ask for a full Snapshot."""
        self._wired.resync()

    def show(self, frame: LightFrame) -> None:
        """Show that frame if it is one for this board."""
        if len(frame.cells) == self.holes:
            self._wired.lights.show(frame)

    def off(self) -> None:
        """Make all pixels dark now."""
        self._wired.lights.off()

    def close(self) -> None:
        """Put the lights out and stop. A second call does nothing."""
        with self._lock:
            self._closed = True
            self._wired.close()

    def _pico(self, device: str, holes: int) -> PicoBoard:
        lit = [part for part in self._wiring.pixels if part.driver == "pico"]
        pixels = next((part.count for part in lit if part.device == device), None)
        board = SerialBoard(device, holes, settings=self._settings, pixels=pixels)
        self._first = self._first or board
        return board

    def _engine(self, holes: int, ring: int, dark: int) -> Lights:
        return light_engine(holes, ring, dark, self._settings)
