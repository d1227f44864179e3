"""The door before the server's threads: requests wait there for their turn, and hold no thread.

What a look costs is known when it was answered: the processor time of its thread.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from typing import Any, Final

from waitress.task import WSGITask  # type: ignore[import-untyped]

from companion_web.access.security import LATE, SAFE_METHODS, SEATED

from .api.stream import house_of
from .pace import COMMAND, LOOK, Client, Pace, Turns

CLIENT: Final = "trackside.client"
"""Key of a request's environment: who sent it."""


def client_of(channel: Any, request: Any) -> Client:
    """Who sends a request: a script is known by its token there, a browser by its cookies."""
    name = request.headers.get("AUTHORIZATION") or request.headers.get("COOKIE") or ""
    return Client(house_of(str(channel.addr[0])), name)


# waitress has no types.
class Task(WSGITask):  # type: ignore[misc]
    """Tells the app who asks, and whether the request waited too long."""

    def get_environment(self) -> dict[str, Any]:
        """The environment of the request."""
        environ: dict[str, Any] = super().get_environment()
        environ[CLIENT] = client_of(self.channel, self.request)
        environ[LATE] = self.channel.late
        return environ


class Door:
    """Lets requests in at a pace. ``let_in`` gives a connection to the server's threads.

    ``clock`` counts seconds, and ``used`` the processor time of the thread that asks.
    """

    def __init__(
        self,
        let_in: Callable[[Any], None],
        clock: Callable[[], float] = time.monotonic,
        used: Callable[[], float] = time.thread_time,
    ) -> None:
        self._let_in = let_in
        self._clock = clock
        self._used = used
        self._pace = Pace(clock())
        self._turns: Turns[Any] = Turns(self._pace)
        self._news = threading.Condition()
        self._keeper: threading.Thread | None = None
        self._closed = False

    def come(self, channel: Any) -> None:
        """A connection has a request. It goes in at once, or waits for its turn."""
        request = channel.requests[0]
        look = request.error or request.command in SAFE_METHODS
        client = client_of(channel, request)
        price = LOOK if look else COMMAND
        with self._news:
            now = self._clock()
            self._turns.add(channel, client, price, now)
            due = self._turns.due(now)
            if self._turns.wait(now) is not None:
                self._keep()
        self._open(due)

    def priced(self, app: Callable[..., Iterable[bytes]]) -> Callable[..., Iterable[bytes]]:
        """The same app, whose answers are paid for. What a stream sends later is not."""

        def served(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
            before = self._used()
            try:
                return app(environ, start_response)
            finally:
                self._charge(environ, 1000 * (self._used() - before))

        return served

    def close(self) -> None:
        """Let nobody in any more; may be called twice."""
        with self._news:
            self._closed = True
            self._news.notify()
        if self._keeper is not None:
            self._keeper.join()

    def _charge(self, environ: dict[str, Any], took: float) -> None:
        """A look is paid by what it took; a command by at least its price."""
        if environ["REQUEST_METHOD"] in SAFE_METHODS:
            more = took - LOOK
        else:
            more = max(0.0, took - COMMAND)
        with self._news:
            self._pace.spend(environ[CLIENT], more, self._clock())
            if (seated := environ.get(SEATED)) is not None:
                self._pace.seat(environ[CLIENT], seated)

    def _open(self, due: list[tuple[Any, bool]]) -> None:
        for channel, late in due:
            channel.late = late
            self._let_in(channel)

    def _keep(self) -> None:
        """See to it that whoever waits is let in. The lock is held."""
        if self._keeper is None and not self._closed:
            self._keeper = threading.Thread(target=self._watch, name="door", daemon=True)
            self._keeper.start()
        self._news.notify()

    def _watch(self) -> None:
        while True:
            with self._news:
                now = self._clock()
                due = self._turns.due(now)
                if not due:
                    self._news.wait(self._turns.wait(now))
                if self._closed:
                    return
            self._open(due)
