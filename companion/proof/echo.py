"""The other end of the bare echo: it opens a port and sends back at once whatever comes."""

from __future__ import annotations

import os
import sys


def main(path: str) -> int:
    """Echo until the port or standard input closes."""
    port = os.open(path, os.O_RDWR | os.O_NOCTTY)
    try:
        while data := os.read(port, 4096):
            os.write(port, data)
    except OSError:
        return 0
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
