"""The firmware without its pins: bytes in and out, levels in, colours out, time passed in.

The glue on the microcontroller and the virtual board both drive exactly this. Times are whole
milliseconds of any growing clock; on the wire they are cut to 32 bits.
"""

from . import messages as m
from .framing import FrameReader, wrap
from .lights import COLOURS, Lights
from .messages import Message
from .scanner import SENTINELS, Outbox, Scanner

BEAT_MS = 250
"""Time between two heartbeats while a host is heard."""
HOST_LOST_MS = 3000
"""Silence after which the host counts as gone: lights out, nothing sent any more."""
RESEND_MS = 40
"""First wait for an acknowledgement of edges; it doubles up to ``RESEND_MAX_MS``."""
RESEND_MAX_MS = 320
AGAIN_MS = 8
"""A host that asks twice within this time means the same question."""


class Device:
    """One board. Feed it, then ``take()`` what it wants to send.

    ``boot`` is drawn anew at every start, 32 bits: two starts with one number would look like one.
    What only the glue knows, it sets: ``start`` of ``STARTS``, ``system`` the version of
    CircuitPython (zeros elsewhere), ``loop`` the longest turn in ms since the last heartbeat,
    ``free`` memory in kB.
    """

    def __init__(
        self,
        holes: int,
        boot: int,
        name: str = "trackside",
        ring: int = 1,
        sentinels: tuple[bool, ...] = SENTINELS,
        order: str = COLOURS,
    ) -> None:
        if not 0 < holes <= m.MAX_HOLES or not 0 < holes * ring <= m.MAX_PIXELS:
            raise ValueError(f"{holes} holes of {ring} pixels are beyond this firmware")
        self.name = name
        self.boot = boot & 0xFFFFFFFF
        self.version = m.VERSION
        self.claims = holes
        self.start = 0
        self.system = (0, 0, 0)
        self.loop = 0
        self.free = 0
        self.scanner = Scanner(holes, sentinels)
        self.outbox = Outbox()
        self.lights = Lights(holes, ring, order)
        self.reader = FrameReader()
        self.frames_shown = 0
        self._out: list[bytes] = []
        self._latest = 0
        self._heard_at: int | None = None
        self._heard = 0
        self._beat_at = 0
        self._sent = 0
        self._sent_at = 0
        self._wait = RESEND_MS
        self._rgb = b""
        self._rgb_frame = 0
        self._chain_told = True

    # what comes in -------------------------------------------------------------------------

    def _time(self, now: int) -> int:
        """The time, which never goes back, whatever a caller says."""
        self._latest = max(self._latest, now)
        return self._latest

    def hello(self, now: int) -> None:
        """Say who this is; done at start and whenever the host asks."""
        now = self._time(now)
        self._say(
            Message(
                "HELLO",
                {
                    "version": self.version,
                    "holes": self.claims,
                    "pixels": self.lights.holes * self.lights.ring,
                    "can": m.CAN_LOOKS | m.CAN_DELTA | m.CAN_RGB,
                    "boot": self.boot,
                    "t": now & 0xFFFFFFFF,
                    "start": self.start,
                    "major": self.system[0],
                    "minor": self.system[1],
                    "patch": self.system[2],
                },
                texts={"name": self.name},
            )
        )

    def scan(self, levels: list[bool], now: int) -> bool:
        """Take one reading of the whole chain; True when it changed anything."""
        now = self._time(now)
        fresh = not self.scanner.known
        edges = self.scanner.read(levels, now)
        if self.scanner.alive != self._chain_told:
            self._tell_chain()
        if fresh and self.scanner.known:
            self.outbox.skip()
            if self.linked:
                self._snapshot(0, now)
            return True
        for edge in edges:
            self.outbox.add(edge)
        if edges:
            self._send_edges(now)
        return bool(edges)

    def overflow(self, now: int) -> None:
        """The glue lost changes (a full key queue): the next reading goes out as a snapshot."""
        self.scanner.known = False
        if self.scanner.alive:
            # Changes of a dead chain mean nothing, and a noisy one makes more for ever.
            self._error(m.ERR_OVERFLOW, 0, "the queue of changes ran over")

    def receive(self, data: bytes, now: int) -> None:
        """Take bytes from the host. Damaged frames are dropped, wrong messages reported."""
        now = self._time(now)
        for body in self.reader.feed(data):
            try:
                message = m.unpack(body)
            except ValueError as error:
                self._error(m.ERR_MESSAGE, body[0], str(error))
                continue
            self._heard_at = now
            self._handle(message, now)

    def _handle(self, message: Message, now: int) -> None:
        ints = message.ints
        if message.name == "WHO":
            self.lights.dark()
            self.hello(now)
        elif message.name == "RESYNC":
            self._answer_resync(ints["request"], now)
        elif message.name == "GOT":
            self._got(ints["boot"], ints["next"], now)
        elif message.name == "BEAT":
            self._heard = ints["number"]
        elif message.name in ("LIGHTS", "LIGHTS_DELTA", "LIGHTS_RGB"):
            self._show(message, now)
        else:
            self._error(m.ERR_MESSAGE, 0, f"{message.name} is not for a board")

    # edges ---------------------------------------------------------------------------------

    @property
    def linked(self) -> bool:
        """Whether a host was heard lately."""
        return self._heard_at is not None

    def _answer_resync(self, request: int, now: int) -> None:
        if not self.scanner.known:
            self._tell_chain()
            return
        # What the host has not got yet goes first: a snapshot alone would swallow a lift and put.
        self._sent = 0
        self._send_edges(now)
        self._snapshot(request, now)

    def _snapshot(self, answers: int, now: int) -> None:
        self.outbox.clear()
        self._sent = 0
        self._wait = RESEND_MS
        self._say(
            Message(
                "SNAPSHOT",
                {
                    "boot": self.boot,
                    "answers": answers,
                    "next": self.outbox.next,
                    "t": now & 0xFFFFFFFF,
                },
                blobs={"present": m.pack_bits(self.scanner.present)},
            )
        )

    def _send_edges(self, now: int) -> None:
        """Send every kept edge that was not sent yet."""
        if not self.linked:
            return
        if self.outbox.overflowed:
            self._error(m.ERR_OVERFLOW, 0, "more changes than the queue holds")
            self._snapshot(0, now)
            return
        while self._sent < len(self.outbox):
            first, rows = self.outbox.batch(self._sent)
            self._say(
                Message(
                    "EDGES",
                    {
                        "boot": self.boot,
                        "first": (self.outbox.base + self._sent) & 0xFFFF,
                        "t": first & 0xFFFFFFFF,
                    },
                    rows={"edges": rows},
                )
            )
            self._sent += len(rows)
        self._sent_at = now

    def _got(self, boot: int, number: int, now: int) -> None:
        if boot != self.boot:
            self.hello(now)
            return
        before = len(self.outbox)
        if not self.outbox.got(number):
            if self.scanner.known:
                self._snapshot(0, now)
            return
        taken = before - len(self.outbox)
        self._sent = max(0, self._sent - taken)
        if taken:
            self._wait = RESEND_MS
            self._sent_at = now
        elif len(self.outbox) and now - self._sent_at >= AGAIN_MS:
            # The host repeats its number: it saw a gap. Everything it lacks goes out again.
            self._resend(now)

    def _resend(self, now: int) -> None:
        self._sent = 0
        self._send_edges(now)

    # lights --------------------------------------------------------------------------------

    def _show(self, message: Message, now: int) -> None:
        ints = message.ints
        status = m.LIT_SHOWN
        try:
            if message.name == "LIGHTS":
                self._settings(ints, bool(ints["calm"]))
                self.lights.full(
                    ints["frame"], message.rows["palette"], message.blobs["cells"], now
                )
            elif message.name == "LIGHTS_DELTA":
                if not self.lights.frame or ints["frame"] == self.lights.frame:
                    # A copy of what is shown already, or nothing to build upon.
                    status = m.LIT_SHOWN if self.lights.frame else m.LIT_NEEDS_FULL
                elif ints["base"] != self.lights.frame:
                    status = m.LIT_NEEDS_FULL
                else:
                    self.lights.delta(
                        ints["frame"], message.rows["looks"], message.rows["cells"], now
                    )
            elif not self._pixels(message):
                return
        except ValueError as error:
            status = m.LIT_REFUSED
            self._error(m.ERR_LIGHTS, ints["frame"], str(error))
        if status == m.LIT_SHOWN:
            self.frames_shown += 1
        self._say(Message("LIT", {"frame": ints["frame"], "status": status}))

    def _settings(self, ints: dict[str, int], calm: bool) -> None:
        self.lights.brightness = ints["brightness"]
        self.lights.calm = calm
        self.lights.cap = ints["cap"]
        self.lights.draw = (ints["draw_red"], ints["draw_green"], ints["draw_blue"])
        self.lights.idle = ints["draw_idle"]

    def _pixels(self, message: Message) -> bool:
        """Collect the pieces of an RGB frame; True when the last one is there."""
        ints = message.ints
        if ints["total"] != self.lights.holes * self.lights.ring:
            raise ValueError(f"{ints['total']} pixels for {self.lights.holes * self.lights.ring}")
        if ints["frame"] != self._rgb_frame or not ints["first"]:
            self._rgb_frame = ints["frame"]
            self._rgb = b""
        if 3 * ints["first"] != len(self._rgb):
            # A piece is missing or came twice; the host sends the frame again when none is lit.
            return False
        self._rgb += message.blobs["pixels"]
        if len(self._rgb) < 3 * ints["total"]:
            return False
        self._settings(ints, False)
        self.lights.raw(ints["frame"], self._rgb)
        self._rgb = b""
        return True

    def render(self, now: int) -> bytearray:
        """The bytes for all pixels now, three each, in the order of their wire; see ``Lights``."""
        return self.lights.render(now)

    # time and what goes out ----------------------------------------------------------------

    def tick(self, now: int) -> None:
        """Do what is due: heartbeat, edges again, lights out when the host is gone."""
        now = self._time(now)
        if self._heard_at is None:
            return
        if now - self._heard_at >= HOST_LOST_MS:
            self._heard_at = None
            self.lights.dark()
            return
        if len(self.outbox) and now - self._sent_at >= self._wait:
            self._wait = min(2 * self._wait, RESEND_MAX_MS)
            self._resend(now)
        if now >= self._beat_at:
            self._beat_at = now + BEAT_MS
            self._heartbeat(now)

    def due(self, now: int) -> int | None:
        """Milliseconds until ``tick`` has something to do; None when nothing is planned."""
        if self._heard_at is None:
            return None
        first = min(self._beat_at, self._heard_at + HOST_LOST_MS)
        if len(self.outbox):
            first = min(first, self._sent_at + self._wait)
        return max(0, first - now)

    def _heartbeat(self, now: int) -> None:
        flags = 0 if self.scanner.alive else m.FLAG_CHAIN_DEAD
        if self.lights.capped:
            flags |= m.FLAG_CAPPED
        self._say(
            Message(
                "HEARTBEAT",
                {
                    "boot": self.boot,
                    "next": self.outbox.next,
                    "t": now & 0xFFFFFFFF,
                    "frame": self.lights.frame,
                    "heard": self._heard,
                    "flags": flags,
                    "peak": min(self.lights.peak, 0xFFFF),
                    "loop": min(self.loop, 0xFFFF),
                    "free": min(self.free, 0xFFFF),
                },
            )
        )
        self.loop = 0

    def _tell_chain(self) -> None:
        self._chain_told = self.scanner.alive
        if not self.scanner.alive:
            self._error(m.ERR_CHAIN, 0, "the sentinels at the end of the chain read wrong")

    def _error(self, code: int, detail: int, text: str) -> None:
        if self.linked:
            self._say(Message("ERROR", {"code": code, "detail": detail}, texts={"text": text}))

    def _say(self, message: Message) -> None:
        self._out.append(wrap(m.pack(message)))

    def take(self) -> bytes:
        """All frames that wait to be sent; they count as sent."""
        data = b"".join(self._out)
        self._out = []
        return data
