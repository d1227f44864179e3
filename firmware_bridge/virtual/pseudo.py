"""A pseudo-terminal under a stable name, opened by the service like any Pico's port."""

from __future__ import annotations

import os
import tty
from contextlib import suppress
from pathlib import Path


class PseudoPort:
    """The board's end of a pseudo-terminal; ``link`` is a symbolic link to the other end."""

    def __init__(self, link: Path) -> None:
        self.link = link
        self._board: int | None = None
        self._host: int | None = None

    def plug(self) -> None:
        """Make a new terminal and point the link at it.

        FileExistsError when something else is there, even a link to a real device.
        """
        if self.link.exists() and not self.link.is_symlink():
            raise FileExistsError(f"{self.link} is there and is no link: choose another path")
        if self.link.is_symlink() and not os.readlink(self.link).startswith(
            ("/dev/pts/", "/dev/ttys")
        ):
            raise FileExistsError(f"{self.link} is there and is not ours: choose another path")
        self._board, self._host = os.openpty()
        tty.setraw(self._host)
        os.set_blocking(self._board, False)
        fresh = self.link.with_name(f".{self.link.name}.{os.getpid()}")
        fresh.unlink(missing_ok=True)
        fresh.symlink_to(os.ttyname(self._host))
        fresh.replace(self.link)

    def unplug(self) -> None:
        """The cable is pulled: both ends close, the link goes; may be called twice."""
        if self._board is None or self._host is None:
            return
        name = os.ttyname(self._host)
        os.close(self._board)
        os.close(self._host)
        self._board = self._host = None
        if self.link.is_symlink() and os.readlink(self.link) == name:
            self.link.unlink()

    @property
    def fd(self) -> int | None:
        """Descriptor to select on; None while unplugged."""
        return self._board

    def read(self) -> bytes:
        """What the host wrote."""
        if self._board is None:
            return b""
        try:
            return os.read(self._board, 65536)
        except BlockingIOError:
            return b""

    def write(self, data: bytes) -> None:
        """Send to the host what fits; the rest is lost, as on a Pico whose USB nobody reads."""
        if self._board is not None and data:
            with suppress(BlockingIOError):
                os.write(self._board, data)
