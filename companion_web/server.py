"""The page's server: waitress on a socket that was bound before, stopped from another thread."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from flask import Flask
from waitress import create_server, wasyncore  # type: ignore[import-untyped]

from companion.model.book import Book
from companion.model.past import Past
from companion.model.ports import TablePort
from companion.model.replay import Replays

from .app import SEND_BUFFER, SERVER_OPTIONS, create_app
from .channel import SOCKET_OPTIONS, Channel
from .context import WebConfig, close_streams
from .door import Door

STOP_SECONDS = 3.0
"""How long ``close`` waits for the server's thread."""


class WebServer:
    """One app behind waitress in a thread of its own; ``close`` may be called twice.

    ``listener`` is bound and is the server's from now on.
    """

    def __init__(
        self,
        config: WebConfig,
        *,
        table: TablePort,
        listener: socket.socket,
        past: Past | None = None,
        book: Book | None = None,
        replays: Replays | None = None,
    ) -> None:
        self.app: Flask = create_app(config, table=table, past=past, book=book, replays=replays)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        self._door = Door(lambda channel: self._server.task_dispatcher.add_task(channel))
        self._server: Any = create_server(
            self._door.priced(self.app), sockets=[listener], ident=None, **SERVER_OPTIONS
        )
        self._server.add_task = self._door.come
        self._server.channel_class = Channel
        self._server.adj.socket_options = SOCKET_OPTIONS
        # A worker that ends after the server's thread finds the trigger gone: nothing to wake then.
        self._server.pull_trigger = self._wake
        self._thread = threading.Thread(target=self._server.run, name="web", daemon=True)
        self._thread.start()
        self._closed = False

    def close(self) -> None:
        """End the streams, hang up on everybody, stop the thread."""
        if self._closed:
            return
        self._closed = True
        close_streams(self.app)
        self._door.close()
        # The server's map belongs to its own thread, which the trigger wakes; an empty map ends it.
        # A stream that just ended may have woken the thread; then the trigger is gone.
        self._wake(self._empty)
        self._thread.join(STOP_SECONDS)
        self._server.task_dispatcher.shutdown(cancel_pending=True, timeout=0.5)

    def _wake(self, thunk: Callable[[], None] | None = None) -> None:
        with suppress(OSError):
            self._server.trigger.pull_trigger(thunk)

    def _empty(self) -> None:
        for each in list(self._server._map.values()):
            if each is not self._server.trigger:
                each.close()
        wasyncore.close_all(self._server._map, ignore_all=True)
