"""The serial port under a session: the only file that knows pyserial.

One thread opens the port, reopens it whenever it is lost, and reads. It sleeps in ``select`` until
bytes, a deadline of the session or a caller wake it. Callers write by themselves, at once, so that
a light frame waits for no other thread. POSIX only: ``select`` takes the port's descriptor.
"""

from __future__ import annotations

import errno
import logging
import os
import select
import threading
import time
from collections.abc import Callable
from typing import Final

import serial

from .session import BridgeEvent, Session

RETRY_FIRST: Final = 0.5
RETRY_LAST: Final = 4.0
"""Seconds between attempts to open the port: from the first to the last, doubling."""
BAUD: Final = 115200
"""It matters only to real UARTs; USB and pseudo-terminals run at their own speed."""
CHATTER: Final = 80
"""More changes a second than hands make: some sensor chatters."""
BREATH: Final = 0.018
"""Seconds between two readings then: everything that came meanwhile costs one wake. It is shorter
than the debounce of a lift (20 ms, by the board's clock), so nothing comes later.
"""

_log = logging.getLogger(__name__)


def why_not(port: str, error: OSError) -> str:
    """A sentence for people: why ``port`` does not open and what helps."""
    number = error.errno
    if number == errno.ENOENT:
        return f"No board at {port}: plug its cable in. Play goes on by tapping."
    if number in (errno.EACCES, errno.EPERM):
        return f"Not allowed to open {port}: add this user to the group dialout."
    if number in (errno.EBUSY, errno.EAGAIN, errno.EWOULDBLOCK):
        return f"Another program holds {port}: stop that one first."
    return f"{port} does not open: {error.strerror or error}."


class _Pace:
    """Whether so much comes that reading in portions is better; judged anew every second."""

    def __init__(self) -> None:
        self._since = 0.0
        self._edges = 0
        self._much = False

    def breathes(self, edges: int, now: float) -> bool:
        """``edges`` so far, at ``now``."""
        if now - self._since >= 1.0:
            self._much = edges - self._edges > CHATTER * (now - self._since)
            self._since, self._edges = now, edges
        return self._much


class SerialLink:
    """Carries a session over a port until ``close``. Events go to ``sink`` from the link's thread.

    ``tap`` sees all bytes: ``tap(True, data)`` for what came in, False for what went out.
    """

    def __init__(
        self,
        port: str,
        session: Session,
        sink: Callable[[BridgeEvent], None],
        *,
        clock: Callable[[], float] = time.monotonic,
        tap: Callable[[bool, bytes], None] | None = None,
    ) -> None:
        self.port = port
        self.session = session
        self._sink = sink
        self._clock = clock
        self._tap = tap
        self._changed = threading.Condition()
        self._serial: serial.Serial | None = None
        self._rest = b""
        self._closing = False
        self._waits_until = 0.0
        self._pace = _Pace()
        self._wake_r, self._wake_w = os.pipe()
        os.set_blocking(self._wake_r, False)
        os.set_blocking(self._wake_w, False)
        self._thread = threading.Thread(target=self._run, name="board-link", daemon=True)

    def start(self) -> None:
        """Begin to open the port."""
        self._thread.start()

    def do(self, action: Callable[[Session, float], None]) -> None:
        """Run ``action(session, now)`` and write what it gives, without blocking.

        Nothing happens once the link is closed.
        """
        with self._changed:
            if self._closing:
                return
            action(self.session, self._clock())
            self._flush()
            deadline = self.session.next_deadline
            if self._rest or (deadline is not None and deadline < self._waits_until):
                self._wake()

    def wait_for(self, condition: Callable[[Session], bool], timeout: float) -> bool:
        """Wait until the session fulfils ``condition``; False after ``timeout`` seconds."""
        with self._changed:
            return self._changed.wait_for(lambda: condition(self.session), timeout)

    def close(self) -> None:
        """Stop the thread and close the port; may be called twice."""
        with self._changed:
            if self._closing:
                return
            self._closing = True
            self._wake()
        if self._thread.is_alive():
            self._thread.join()
        os.close(self._wake_r)
        os.close(self._wake_w)

    def _wake(self) -> None:
        try:
            os.write(self._wake_w, b"w")
        except BlockingIOError:
            return  # the pipe is full of earlier wake-ups: the thread wakes anyway

    # the thread ----------------------------------------------------------------------------

    def _run(self) -> None:
        wait = RETRY_FIRST
        while not self._closing:
            try:
                port = self._opened()
            except OSError as error:
                self._lost(why_not(self.port, error))
                self._sleep(wait)
                wait = min(2 * wait, RETRY_LAST)
                continue
            wait = RETRY_FIRST
            try:
                self._serve(port)
            except OSError as error:
                _log.info("%s is gone: %s", self.port, error)
                self._lost("The board's cable is out, or the board restarts. Trying again.")
                self._sleep(RETRY_FIRST)
            finally:
                with self._changed:
                    self._serial = None
                    port.close()

    def _opened(self) -> serial.Serial:
        # serial.SerialException is an OSError; setting DTR on a pseudo-terminal raises one that
        # pyserial itself ignores while opening.
        return serial.Serial(self.port, BAUD, timeout=0, write_timeout=0, exclusive=True)

    def _lost(self, reason: str) -> None:
        with self._changed:
            self._serial = None
            self._rest = b""
            events = self.session.lost(reason)
            self._changed.notify_all()
        self._tell(events)

    def _sleep(self, seconds: float) -> None:
        """Wait, but end at once when ``close`` is called."""
        end = self._clock() + seconds
        while not self._closing and (left := end - self._clock()) > 0:
            if select.select([self._wake_r], [], [], left)[0]:
                os.read(self._wake_r, 4096)

    def _serve(self, port: serial.Serial) -> None:
        with self._changed:
            self._serial = port
            self._rest = b""
            events = self.session.opened(self._clock())
            self._flush()
        self._tell(events)
        while not self._closing:
            with self._changed:
                now = self._clock()
                deadline = self.session.next_deadline
                self._waits_until = now + 1.0 if deadline is None else deadline
                writers = [port.fileno()] if self._rest else []
            left = max(0.0, self._waits_until - now)
            ready, _, _ = select.select([port.fileno(), self._wake_r], writers, [], left)
            data = b""
            if self._wake_r in ready:
                os.read(self._wake_r, 4096)
            if port.fileno() in ready:
                data = port.read(65536)
            self._turn(data)
            if self._pace.breathes(self.session.counts["edges"], self._clock()):
                select.select([self._wake_r], [], [], BREATH)

    def _turn(self, data: bytes) -> None:
        """One turn of the thread: bytes in, what is due, bytes out, events told."""
        if data and self._tap:
            self._tap(True, data)
        with self._changed:
            now = self._clock()
            events = self.session.receive(data, now) if data else []
            events += self.session.tick(now)
            self._flush()
            self._changed.notify_all()
        self._tell(events)

    def _tell(self, events: list[BridgeEvent]) -> None:
        for event in events:
            try:
                self._sink(event)
            except Exception:
                _log.exception("the sink of the board link failed on %r", event)

    def _flush(self) -> None:
        """Write what the port takes now; the rest waits for the thread. The lock is held."""
        data = self.session.data_to_send()
        if self._serial is None:
            return
        if data and self._tap:
            self._tap(False, data)
        self._rest += data
        try:
            while self._rest:
                # pyserial spins on a full port with a zero write timeout, hence the look first.
                if not select.select([], [self._serial.fileno()], [], 0)[1]:
                    return
                self._rest = self._rest[self._serial.write(self._rest) or 0 :]
        except OSError as error:
            # The reading thread meets the same fault at once and reconnects.
            _log.debug("writing to %s failed: %s", self.port, error)
            self._rest = b""
