"""Clients that follow the game as browsers do: event streams read in a process of their own.

``python -m companion.proof.browsers HOST PORT N`` prints ``following N`` when all are connected and
have their first view. It ends with its standard input.
"""

from __future__ import annotations

import selectors
import socket
import sys
from typing import Final

REQUEST: Final = (
    "GET /api/stream HTTP/1.1\r\nHost: {host}:{port}\r\nAccept: text/event-stream\r\n\r\n"
)
CONNECT_SECONDS: Final = 20.0


def follow(host: str, port: int, count: int) -> int:
    """Follow with ``count`` clients. Returns 1 when one is refused or loses its stream."""
    chosen = selectors.DefaultSelector()
    waiting: set[socket.socket] = set()
    for _ in range(count):
        opened = socket.create_connection((host, port), CONNECT_SECONDS)
        opened.sendall(REQUEST.format(host=host, port=port).encode())
        chosen.register(opened, selectors.EVENT_READ)
        waiting.add(opened)
    chosen.register(sys.stdin, selectors.EVENT_READ)
    heads: dict[socket.socket, bytes] = {}
    while True:
        for key, _ in chosen.select():
            if key.fileobj is sys.stdin:
                return 0
            assert isinstance(key.fileobj, socket.socket)
            client = key.fileobj
            data = client.recv(65536)
            if not data:
                print("a stream ended", flush=True)
                return 1
            if client not in waiting:
                continue
            heads[client] = heads.get(client, b"") + data
            if b"event: view" in heads[client]:
                waiting.discard(client)
                del heads[client]
                if not waiting:
                    print(f"following {count}", flush=True)


if __name__ == "__main__":
    sys.exit(follow(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
