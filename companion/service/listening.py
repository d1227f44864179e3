"""The socket on which the page is served."""

from __future__ import annotations

import socket

from companion.errors import StartError


def bind(host: str, port: int) -> socket.socket:
    """A listening socket. StartError says in one sentence why there is none."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, protocol)
    except OSError as error:
        raise StartError(
            f"The address {host} cannot be listened on ({error.strerror}); "
            "choose another with TRACKSIDE_HOST."
        ) from error
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(128)
    except OSError as error:
        listener.close()
        raise StartError(
            f"Port {port} on {host} cannot be had ({error.strerror}); "
            "choose another with TRACKSIDE_PORT, or 0 for any free one."
        ) from error
    return listener
