"""Server-sent events: each client gets the newest view, never a queue of old ones.

A client that reads slowly misses the views in between. Each client keeps a thread of the server, so
there may be fewer clients than threads, and one address may have only some of them. When a new
client asks for a place, the places of clients that went away are freed.
"""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from threading import Lock, Thread
from typing import Final

from companion.model.ports import TablePort
from companion_web.errors import CrowdedAddress, TooManyStreams

APART_SECONDS: Final = 0.002
"""Seconds between waking two clients. All at once they would fight for the interpreter. So fifty
are told ten times a second at most."""

Payload = Callable[[], tuple[int, bytes]]
"""The newest state's number and its JSON."""


def house_of(address: str) -> str:
    """What counts as one address: an IPv6 network of 64 bits; empty for this very machine.

    From this machine come its own screens and what a server in between passes on.
    """
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped is None and not ip.is_loopback:
            return str(ipaddress.ip_network((ip, 64), strict=False))
        ip = ip.ipv4_mapped or ip
    return "" if ip.is_loopback else str(ip)


class Bell:
    """A bell that is heard once, however often it was rung before.

    A bare lock, the cheapest thing that a thread can wait for: twenty of them are rung at a time.
    """

    def __init__(self) -> None:
        self._silent = Lock()
        self._silent.acquire()

    def ring(self) -> None:
        """Wake whoever waits, or the next to wait."""
        with suppress(RuntimeError):  # it was rung before and has not been heard yet
            self._silent.release()

    def heard(self, timeout: float = -1) -> bool:
        """Wait for it, for ever or so many seconds; whether it was rung."""
        return self._silent.acquire(timeout=timeout)


class Stream:
    """The events of one client, as bytes. Closing it frees its place; may be closed twice."""

    def __init__(
        self, hub: Hub, payload: Payload, last: int | None, gone: Callable[[], bool], house: str
    ) -> None:
        self.house = house
        self._hub = hub
        self._payload = payload
        self._sent = last
        self._begun = False
        self.gone = gone
        self.closed = False
        self._news = Bell()  # whoever hears it fetches the newest view
        self.wake()

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        if not self._begun:
            self._begun = True
            # The first bytes go out at once, so that the browser knows the stream is open.
            return b"retry: 1000\n\n"
        while not self.closed:
            if not self._news.heard(self._hub.ping_seconds):
                return b": ping\n\n"
            seq, body = self._payload()
            if seq != self._sent and not self.closed:
                self._sent = seq
                return b"event: view\nid: %d\ndata: %s\n\n" % (seq, body)
        raise StopIteration

    def wake(self) -> None:
        """Note that there is news, whether or not the last view was fetched."""
        self._news.ring()

    def close(self) -> None:
        """Stop, and free the place."""
        self.closed = True
        self.wake()
        self._hub.leave(self)


class Hub:
    """All clients of the event stream, woken by the table until ``close()``."""

    def __init__(
        self, table: TablePort, most: int, ping_seconds: float, most_of_one: int | None = None
    ) -> None:
        self._most = most
        self._most_of_one = most if most_of_one is None else most_of_one
        self.ping_seconds = ping_seconds
        self._clients: set[Stream] = set()
        self._lock = Lock()
        self._closed = False
        self._call = Bell()
        self._herald: Thread | None = None
        self._stop = table.subscribe(self._wake)

    def __len__(self) -> int:
        return len(self._clients)

    def join(
        self,
        payload: Payload,
        last: int | None = None,
        gone: Callable[[], bool] | None = None,
        address: str = "",
    ) -> Stream:
        """A place for one more client; ``TooManyStreams`` when there is none.

        ``last`` is the state it has seen, ``gone`` tells whether it has hung up meanwhile.
        """
        stream = Stream(self, payload, last, gone or (lambda: False), house_of(address))
        if self._is_full() or self._is_crowded(stream.house):
            for lost in self._lost():
                lost.close()
        with self._lock:
            if self._closed or self._is_full():
                raise TooManyStreams(key="refused.streams", n=str(self._most))
            if self._is_crowded(stream.house):
                raise CrowdedAddress(key="refused.crowded", n=str(self._most_of_one))
            if self._herald is None:
                herald = Thread(target=self._tell, name="herald", daemon=True)
                herald.start()
                self._herald = herald
            self._clients.add(stream)
        return stream

    def leave(self, stream: Stream) -> None:
        """Free a client's place; once is enough, more is harmless."""
        with self._lock:
            self._clients.discard(stream)

    def close(self) -> None:
        """End all streams and take no new ones; may be called twice."""
        with self._lock:
            first, self._closed = not self._closed, True
            clients = list(self._clients)
        if first:
            self._stop()
            self._call.ring()
            if self._herald is not None:
                self._herald.join()
        for stream in clients:
            stream.close()

    def _is_full(self) -> bool:
        return len(self._clients) >= self._most

    def _is_crowded(self, house: str) -> bool:
        there = sum(stream.house == house for stream in tuple(self._clients))
        return bool(house) and there >= self._most_of_one

    def _lost(self) -> list[Stream]:
        with self._lock:
            return [stream for stream in self._clients if stream.gone()]

    def _wake(self, seq: int) -> None:
        # Called by the table's loop: fetches nothing, waits for nobody.
        self._call.ring()

    def _tell(self) -> None:
        while True:
            self._call.heard()
            with self._lock:
                if self._closed:
                    return
                clients = list(self._clients)
            for stream in clients:
                stream.wake()
                time.sleep(APART_SECONDS)
