"""The host's side of the wire as a pure machine: bytes and time in, events and bytes out.

Nothing here opens a port or reads a clock; ``link.py`` does both. ``receive`` never raises,
whatever the bytes are. The picture of the board follows the device: numbered edges are applied in
order, a gap is asked for again, and a snapshot that answers our question always wins (PP-14).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from firmware_bridge.firmware.core import messages as m
from firmware_bridge.firmware.core.framing import FrameReader, wrap
from firmware_bridge.firmware.core.messages import Message
from hardware.ports import HoleChange, LightFrame, LinkChange, LinkState, Snapshot

from .health import Health, too_old
from .lamp import Lamp, LightSettings, PixelFrame

SILENCE: Final = 1.5
"""Seconds without a good frame after which the link counts as down."""
BEAT: Final = 0.5
"""Seconds between our heartbeats."""
ASK: Final = 0.1
"""Seconds until an unanswered question is asked again; it doubles up to ``ASK_MAX``."""
ASK_MAX: Final = 1.0
REFUSED_ASK: Final = 1.0
"""Seconds between questions to a board we had to refuse: it may have been changed."""


@dataclass(frozen=True, slots=True)
class DeviceReport:
    """The device reports an error of its own: code of PROTOCOL.md, detail and a sentence."""

    code: int
    detail: int
    text: str


BridgeEvent = HoleChange | Snapshot | LinkChange | DeviceReport


class Session:
    """One conversation with one board of ``holes`` holes (None: take any number).

    ``wanted_pixels`` is how many pixels it must have, None: any number.
    """

    def __init__(
        self, holes: int | None, host: int = 1, *, wanted_pixels: int | None = None
    ) -> None:
        self.holes = holes
        self.wanted_pixels = wanted_pixels
        self.host = host & 0xFFFF
        self.state = LinkState.NONE
        self.reason = ""
        self.name = ""
        self.pixels = 0
        self.reader = FrameReader()
        self.lamp = Lamp()
        self.present: list[bool] | None = None
        self.counts = {"edges": 0, "duplicates": 0, "gaps": 0, "snapshots": 0, "bad": 0}
        self._out: list[bytes] = []
        self._events: list[BridgeEvent] = []
        self._open = False
        self._boot: int | None = None
        self._expected_holes = 0
        self._next = 0
        self._request = 0
        self._waiting = False
        self._ask_at = 0.0
        self._ask_wait = ASK
        self._beat_at = 0.0
        self._beat = 0
        self._heard_at = 0.0
        self._unwrap = _Unwrap()
        self._chain_dead = False
        self.capped = False
        self.health = Health()
        self.peak = 0
        """The most current in mA that the pixels drew, by the board's estimate (PP-22)."""

    @property
    def chain_dead(self) -> bool:
        """Whether the sentinels behind the last sensor read wrong."""
        return self._chain_dead

    # the port ------------------------------------------------------------------------------

    def opened(self, now: float) -> list[BridgeEvent]:
        """The port is open: begin to ask who is there."""
        self.reader.reset()
        self._out.clear()
        self._forget()
        self._open = True
        self._change(LinkState.CONNECTING, "Waiting for the board to say who it is.")
        self._heard_at = now
        self._ask_wait = ASK
        self._ask(now)
        return self._taken()

    def lost(self, reason: str) -> list[BridgeEvent]:
        """The port is gone; ``reason`` is a sentence for people."""
        self._open = False
        self._out.clear()
        self._forget()
        self._change(LinkState.DOWN, reason)
        return self._taken()

    # bytes ---------------------------------------------------------------------------------

    def receive(self, data: bytes, now: float) -> list[BridgeEvent]:
        """Take bytes from the board; the events they complete, in order. Never raises."""
        bad = self.reader.bad
        for body in self.reader.feed(data):
            try:
                message = m.unpack(body)
            except ValueError:
                self.counts["bad"] += 1
                if body[0] == 0x01 and len(body) > 1 and body[1] != m.VERSION:
                    self._refuse_version(body[1], now)
                continue
            if self._open:
                self._handle(message, now)
        self.counts["bad"] += self.reader.bad - bad
        return self._taken()

    def data_to_send(self) -> bytes:
        """All bytes that wait to be written; they count as sent."""
        data = b"".join(self._out)
        self._out.clear()
        return data

    # what the caller wants -----------------------------------------------------------------

    def show(self, frame: LightFrame | PixelFrame, now: float) -> None:
        """Show that frame as soon as the link allows; only the latest one is kept."""
        self.lamp.want(frame)
        self._pump(now)

    def settings(self, settings: LightSettings, now: float) -> None:
        """Brightness, calm and current cap for all frames from now on (PP-22, PP-23)."""
        self.lamp.configure(settings)
        self._pump(now)

    def resync(self, now: float) -> None:
        """Ask for a snapshot of all holes."""
        if self.state is LinkState.UP and not self._waiting:
            self._ask_snapshot(now)

    # time ----------------------------------------------------------------------------------

    def tick(self, now: float) -> list[BridgeEvent]:
        """Do what is due: heartbeats, questions again, silence noticed."""
        if not self._open:
            return []
        if self._known() and now - self._heard_at >= SILENCE:
            self._forget()
            self._change(
                LinkState.DOWN,
                f"The board has been silent for {SILENCE:g} s: check its cable and its power.",
            )
            self._ask_wait = ASK
            self._ask(now)
        elif now >= self._ask_at and self._asking():
            self._ask_wait = min(2 * self._ask_wait, self._longest_wait())
            self._ask(now)
        if self._boot is not None and now >= self._beat_at:
            self._beat_at = now + BEAT
            self._beat = (self._beat + 1) & 0xFF
            self._say(Message("BEAT", {"number": self._beat}))
        self._pump(now)
        return self._taken()

    @property
    def next_deadline(self) -> float | None:
        """When ``tick`` has something to do, in the caller's clock; None while no port is open."""
        if not self._open:
            return None
        times = []
        if self._asking():
            times.append(self._ask_at)
        if self._known():
            times.append(self._heard_at + SILENCE)
        if self._boot is not None:
            times.append(self._beat_at)
        if self.state is LinkState.UP and (lamp := self.lamp.next_deadline) is not None:
            times.append(lamp)
        return min(times)

    # inside --------------------------------------------------------------------------------

    def _taken(self) -> list[BridgeEvent]:
        events, self._events = self._events, []
        return events

    def _say(self, message: Message) -> None:
        self._out.append(wrap(m.pack(message)))

    def _change(self, state: LinkState, reason: str = "", code: str = "") -> None:
        if (state, reason) != (self.state, self.reason):
            self.state, self.reason = state, reason
            self._events.append(LinkChange(state, reason, code))

    def _forget(self) -> None:
        """Nothing about the board is known any more."""
        self._boot = None
        self._waiting = False
        self.present = None
        self._chain_dead = False
        self.lamp.unplugged()

    def _known(self) -> bool:
        """Whether a board has answered, so that its silence means something."""
        return self._boot is not None or self.state is LinkState.REFUSED

    def _asking(self) -> bool:
        return self._boot is None or self._waiting

    def _longest_wait(self) -> float:
        return REFUSED_ASK if self.state is LinkState.REFUSED else ASK_MAX

    def _ask(self, now: float) -> None:
        """Put the open question: who is there, or what stands on the board."""
        self._ask_at = now + self._ask_wait
        if self._boot is None:
            self._say(Message("WHO", {"version": m.VERSION, "host": self.host}))
        else:
            self._say(Message("RESYNC", {"request": self._request}))

    def _ask_snapshot(self, now: float) -> None:
        self._waiting = True
        self._request = self._request % 255 + 1
        self._ask_wait = ASK
        self._ask(now)

    def _pump(self, now: float) -> None:
        if self.state is LinkState.UP and self.present is not None:
            for message in self.lamp.pump(now, len(self.present), self.pixels):
                self._say(message)

    def _handle(self, message: Message, now: float) -> None:
        self._heard_at = now
        ints = message.ints
        if message.name == "HELLO":
            self._hello(message, now)
            return
        if message.name == "ERROR":
            self._events.append(DeviceReport(ints["code"], ints["detail"], message.texts["text"]))
            self._chain(ints["code"] == m.ERR_CHAIN or self._chain_dead)
            return
        if message.name == "LIT":
            self.lamp.lit(ints["frame"], ints["status"], now)
            self._pump(now)
            return
        if self._boot is None or "boot" not in ints:
            return
        if ints["boot"] != self._boot:
            self._restarted(now)
        elif message.name == "SNAPSHOT":
            self._snapshot(message, now)
        elif message.name == "EDGES":
            self._edges(message, now)
        elif message.name == "HEARTBEAT":
            self._heartbeat(ints, now)

    def _hello(self, message: Message, now: float) -> None:
        ints = message.ints
        if ints["version"] != m.VERSION:
            self._refuse_version(ints["version"], now)
        elif self.holes is not None and ints["holes"] != self.holes:
            self._refuse(
                f"The board says it has {ints['holes']} holes, {self.holes} are needed: "
                "connect the other board, or give this one its files by trackside firmware copy.",
                "holes",
                now,
            )
        elif self.wanted_pixels is not None and ints["pixels"] != self.wanted_pixels:
            # With rings of another size every light would shine at a wrong hole.
            self._refuse(
                f"The board lights {ints['pixels']} pixels, the board file has "
                f"{self.wanted_pixels}: give it its files by trackside firmware copy.",
                "pixels",
                now,
            )
        elif reason := too_old(ints):
            self._refuse(reason, "firmware", now)
        elif self._boot != ints["boot"]:
            if self._boot is not None:
                self._restarted(now)
            self.name = message.texts["name"]
            self.pixels = ints["pixels"]
            self.health = Health.of(ints)
            self._boot = ints["boot"]
            self._beat_at = now + BEAT
            self._expected_holes = ints["holes"]
            self._unwrap = _Unwrap()
            if self.state is not LinkState.CONNECTING:
                self._change(LinkState.CONNECTING, "The board answers: reading all holes.")
            self._ask_snapshot(now)

    def _refuse_version(self, version: int, now: float) -> None:
        self._refuse(
            f"The board speaks version {version} of the wire, this program version {m.VERSION}: "
            "give it the firmware of this release by trackside firmware copy.",
            "firmware",
            now,
        )

    def _refuse(self, reason: str, code: str, now: float) -> None:
        if not self._open:
            return
        self._forget()
        self._heard_at = now
        self._ask_wait = REFUSED_ASK
        self._ask_at = now + REFUSED_ASK
        self._change(LinkState.REFUSED, reason, code)

    def _restarted(self, now: float) -> None:
        """The device lost its memory: who is it now, and what stands on it?"""
        self._forget()
        self._change(LinkState.CONNECTING, "The board restarted: reading all holes again.")
        self._ask_wait = ASK
        self._ask(now)

    def _snapshot(self, message: Message, now: float) -> None:
        ints = message.ints
        try:
            present = m.unpack_bits(message.blobs["present"], self._expected_holes)
        except ValueError:
            self.counts["bad"] += 1
            return
        answered = self._waiting and ints["answers"] == self._request
        ahead = m.behind(ints["next"], self._next)
        if not answered and self.present is not None and ahead < 0:
            self.counts["duplicates"] += 1
            return
        news = answered or present != self.present
        self._next = ints["next"]
        self.present = present
        self._waiting = self._waiting and not answered
        self.counts["snapshots"] += 1
        self._chain_dead = False
        self._change(LinkState.UP)
        if news:
            self._events.append(
                Snapshot(tuple(present), self._unwrap.milliseconds(ints["t"]) / 1000)
            )
        self._got()
        self._pump(now)

    def _edges(self, message: Message, now: float) -> None:
        if self.present is None:
            return
        ints = message.ints
        rows = message.rows["edges"]
        known = m.behind(self._next, ints["first"])
        if known < 0:
            self.counts["gaps"] += 1
            self._got()
            return
        if known >= len(rows):
            self.counts["duplicates"] += 1
        start = self._unwrap.milliseconds(ints["t"])
        for value, after in rows[known:]:
            self._next = (self._next + 1) & 0xFFFF
            hole, present = value & ~m.PRESENT, bool(value & m.PRESENT)
            if hole < len(self.present):
                self.counts["edges"] += 1
                self.present[hole] = present
                self._events.append(HoleChange(hole, present, (start + after) / 1000))
        self._got()

    def _got(self) -> None:
        if self._boot is not None:
            self._say(Message("GOT", {"boot": self._boot, "next": self._next}))

    def _heartbeat(self, ints: dict[str, int], now: float) -> None:
        self._unwrap.milliseconds(ints["t"])
        was_dead = self._chain_dead
        self._chain(bool(ints["flags"] & m.FLAG_CHAIN_DEAD))
        self.capped = bool(ints["flags"] & m.FLAG_CAPPED)
        self.health = self.health.after(ints)
        self.peak = max(self.peak, ints["peak"])
        if was_dead and not self._chain_dead and not self._waiting:
            # The board reports a chain that works again by a snapshot, which may be lost.
            self._ask_snapshot(now)
        if self.present is None or self._waiting:
            return
        ahead = m.behind(ints["next"], self._next)
        if ahead > 0:
            self.counts["gaps"] += 1
            self._got()
        elif ahead < 0:
            self._ask_snapshot(now)
        self.lamp.standing(ints["frame"])
        self._pump(now)

    def _chain(self, dead: bool) -> None:
        """The chain of shift registers died or lives again."""
        if dead and not self._chain_dead:
            self._change(
                LinkState.DOWN,
                "The board answers, but its sensors do not: check the cable of the sensor chain.",
                "wires",
            )
        self._chain_dead = dead


class _Unwrap:
    """Turns 32-bit milliseconds into ones that go on growing over their wrap of 49.7 days."""

    def __init__(self) -> None:
        self._last: int | None = None

    def milliseconds(self, t: int) -> int:
        """The device's clock. A time a little earlier (an edge sent again) stays a little
        earlier.
        """
        if self._last is None:
            self._last = t
            return t
        step = ((t - self._last + 0x80000000) & 0xFFFFFFFF) - 0x80000000
        full = self._last + step
        self._last = max(self._last, full)
        return full
