"""One client's connection: one request at a time, and only as long as the client reads.

Follows ``waitress/channel.py`` of waitress 3.0.2. There a thread waits for ever for a client that
does not read, while its further requests wait too; and ``will_close`` waits for a socket that can
be written to.
"""

from __future__ import annotations

import socket
import time
from typing import Any, Final

from waitress.channel import HTTPChannel  # type: ignore[import-untyped]

from companion_web.api.stream import house_of

from .door import Task

PATIENCE: Final = 10.0
"""Seconds after which a client that reads nothing of a waiting answer loses its connection."""

SOCKET_OPTIONS: Final = [
    (socket.SOL_TCP, socket.TCP_NODELAY, 1),
    # The same for bytes in the system's buffers, even when the client is gone without a word.
    *(
        [(socket.SOL_TCP, socket.TCP_USER_TIMEOUT, int(PATIENCE * 1000))]
        if hasattr(socket, "TCP_USER_TIMEOUT")
        else []
    ),
]


IDLE: Final = 20.0
"""Seconds in which a connection must have sent a whole request."""
MOST_OF_ONE: Final = 128
"""Connections of one address; this machine may have all."""


# waitress has no types.
class Channel(HTTPChannel):  # type: ignore[misc]
    """Ends a connection whose client asks again before it has read, or does not read at all.

    A thread waits for a client only in that client's own stream, and for ``PATIENCE`` at most. A
    client that sends nothing, or a byte at a time, loses its connection: others need it.

    ``late``  whether its request has waited too long for its turn (``door.py``)
    """

    task_class = Task
    late = False

    def __init__(self, *args: Any, **more: Any) -> None:
        self._moved_at = time.monotonic()
        self._hasty = False
        super().__init__(*args, **more)
        self.house = house_of(str(self.addr[0]))
        others = [each for each in self.server.active_channels.values() if each is not self]
        if self.house and sum(each.house == self.house for each in others) >= MOST_OF_ONE:
            self._hasty = True

    def readable(self) -> bool:
        """Asked in every round of the server's own thread, at least once a second."""
        if self._hasty or self._is_stuck():
            self.handle_close()
        return bool(self.connected and super().readable())

    def writable(self) -> bool:
        """Whether there is something to send, or to close."""
        return bool(self.connected and super().writable())

    def send(self, data: bytes, do_close: bool = True) -> int:
        """Send what the client takes now."""
        sent: int = super().send(data, do_close)
        if sent:
            self._moved_at = time.monotonic()
        return sent

    def received(self, data: bytes) -> bool:
        """A second request is taken while the first one's answer is being finished; a third
        is not.
        """
        heard = bool(super().received(data))
        waiting = len(self.requests) - 1
        if waiting > 1 or (waiting == 1 and self._has_unsent()):
            self._hasty = True
        return heard

    def _has_unsent(self) -> bool:
        with self.outbuf_lock:  # a thread that has just sent the rest holds it until that is noted
            return bool(self.total_outbufs_len)

    def _is_stuck(self) -> bool:
        if self.total_outbufs_len or len(self.requests) > 1:
            return time.monotonic() - self._moved_at > PATIENCE
        if not self.requests:
            return time.monotonic() - self._moved_at > IDLE
        self._moved_at = time.monotonic()
        return False

    def _flush_outbufs_below_high_watermark(self) -> None:
        if len(self.requests) < 2:
            super()._flush_outbufs_below_high_watermark()
        elif self._has_unsent():
            # Nobody can have read this answer, and the next request is here already.
            self._hasty = True
            with self.requests_lock:
                del self.requests[1:]
            self.server.pull_trigger()
