"""A board on a serial port as the ports of the hardware room: feels holes and lights them."""

from __future__ import annotations

import logging
import os
from dataclasses import dataclass, field
from typing import Final

from firmware_bridge.firmware.core.messages import VERSION
from firmware_bridge.flash.release import older
from hardware.closing import Closing
from hardware.ports import LightFrame, LinkChange, LinkState, Look, SensorSink
from hardware.power import PowerUse

from .health import Health
from .lamp import LightSettings
from .link import SerialLink
from .session import BridgeEvent, DeviceReport, Session

OFF_WAIT: Final = 0.5
"""The most seconds that ``off`` waits for the board to confirm."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class BoardAbout:
    """What a board told of itself.

    ``name``   of its firmware; ``wire`` the version of the protocol, 0 while unknown
    ``chain``  whether the sentinels of its sensors read right; None: not known
    ``counts`` edges, gaps, bad frames … since the service began
    ``health`` why its program started, its longest turn, its free memory
    """

    name: str
    wire: int
    holes: int
    pixels: int
    chain: bool | None
    counts: dict[str, int]
    health: Health = field(default_factory=Health)


class SerialBoard(Closing):
    """A ``SensorArray`` and ``LightStrip`` over one port.

    A board with another number of holes, or of ``pixels`` where that is given, is refused.

    >>> board = SerialBoard("/dev/ttyACM0", 133)
    >>> board.holes
    133
    >>> board.close()
    """

    def __init__(
        self,
        port: str,
        holes: int,
        *,
        settings: LightSettings | None = None,
        pixels: int | None = None,
    ) -> None:
        if holes < 1:
            raise ValueError(f"a board has at least one hole, not {holes}")
        self._holes = holes
        self._sink: SensorSink | None = None
        session = Session(holes, host=int.from_bytes(os.urandom(2)), wanted_pixels=pixels)
        if settings is not None:
            session.settings(settings, 0.0)
        self._link = SerialLink(port, session, self._event)
        self._closed = False

    @property
    def holes(self) -> int:
        """How many holes it senses."""
        return self._holes

    @property
    def counts(self) -> dict[str, int]:
        """How many edges, duplicates, gaps, snapshots, bad frames and lights sent again so far."""
        session = self._link.session
        return {**session.counts, "lights_resent": session.lamp.resent}

    @property
    def about(self) -> BoardAbout:
        """What the board told of itself; the name is empty before its hello."""
        session = self._link.session
        known = session.present is not None
        return BoardAbout(
            name=session.name,
            wire=VERSION if session.name else 0,
            holes=len(session.present or ()),
            pixels=session.pixels,
            chain=not session.chain_dead if known or session.chain_dead else None,
            counts=self.counts,
            health=session.health,
        )

    @property
    def power(self) -> PowerUse:
        """Limit, peak and cap of the current, by the board's last report (PP-22)."""
        session = self._link.session
        return PowerUse(session.lamp.limit, session.peak, session.capped)

    def start(self, sink: SensorSink) -> None:
        """Open the port and keep it open; events reach ``sink`` from the link's thread."""
        self._sink = sink
        self._link.start()

    def resync(self) -> None:
        """Ask for a full snapshot; ignored while the link is not up (one comes by itself then)."""
        self._link.do(lambda session, now: session.resync(now))

    def show(self, frame: LightFrame) -> None:
        """Show that frame: written at once, the latest one wins; ValueError for a bad frame."""
        if len(frame.cells) != self._holes:
            raise ValueError(f"a frame of {len(frame.cells)} cells for {self._holes} holes")
        if not self._closed:
            self._link.do(lambda session, now: session.show(frame, now))

    def settings(self, settings: LightSettings) -> None:
        """Brightness, calm and current cap from now on."""
        self._link.do(lambda session, now: session.settings(settings, now))

    def off(self) -> None:
        """All pixels dark; waits until the board says so, at most 0.5 s."""
        self.show(LightFrame((Look(0, 0, 0),), (0,) * self._holes))
        self._link.wait_for(
            lambda session: session.state is not LinkState.UP or session.lamp.settled, OFF_WAIT
        )

    def close(self) -> None:
        """Lights out and stop; may be called twice."""
        if self._closed:
            return
        self.off()
        self._closed = True
        self._link.close()

    def _event(self, event: BridgeEvent) -> None:
        if isinstance(event, DeviceReport):
            _log.warning("the board reports error %d: %s", event.code, event.text)
            return
        if isinstance(event, LinkChange) and event.state is LinkState.UP:
            session = self._link.session
            for said in (older(session.name), session.health.fell):
                if said:
                    _log.warning(said)
        if self._sink is not None:
            self._sink(event)
