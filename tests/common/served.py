"""An app of the web behind its real server, on a port of its own."""

from __future__ import annotations

import socket
import threading
from typing import Any

from flask import Flask
from waitress import create_server, wasyncore  # type: ignore[import-untyped]


class Served:
    """Serves an app until it is left; entering it gives the address."""

    def __init__(self, app: Flask) -> None:
        listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{listener.getsockname()[1]}"
        self._server: Any = create_server(app, sockets=[listener])
        self._thread = threading.Thread(target=self._server.run, daemon=True)

    def __enter__(self) -> str:
        self._thread.start()
        return self.address

    def __exit__(self, *_: object) -> None:
        # The map belongs to the server's thread: an empty one ends it (companion_web/server.py).
        self._server.trigger.pull_trigger(
            lambda: wasyncore.close_all(self._server._map, ignore_all=True)
        )
        self._thread.join(5)
