"""Addresses of Unix sockets in folders of any depth: the kernel takes only 107 bytes."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def _address(path: Path) -> Iterator[str]:
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield f"/proc/self/fd/{folder}/{path.name}"
    finally:
        os.close(folder)


def _at(path: Path, use: Callable[[str], None]) -> None:
    if len(os.fsencode(path)) < 100:
        use(str(path))
        return
    with _address(path) as short:
        use(short)


def connected(path: Path, timeout: float | None) -> socket.socket:
    """A stream socket connected to ``path``; OSError when nobody listens there."""
    sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        sock.settimeout(timeout)
        _at(path, sock.connect)
    except OSError:
        sock.close()
        raise
    return sock


def listening(path: Path) -> socket.socket:
    """A stream socket that listens at ``path``, for this user only; a stale one is replaced.

    FileExistsError when somebody answers there, or when the path is no socket.
    """
    if path.exists() and not path.is_socket():
        raise FileExistsError(f"{path} is there and is no socket: choose another path")
    try:
        connected(path, 1.0).close()
    except OSError:
        path.unlink(missing_ok=True)
    else:
        raise FileExistsError(f"another virtual board answers at {path}: stop that one first")
    sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    mask = os.umask(0o177)
    try:
        _at(path, sock.bind)
        sock.listen(8)
    except OSError:
        sock.close()
        raise
    finally:
        os.umask(mask)
    sock.setblocking(False)
    return sock
