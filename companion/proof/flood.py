"""A flood of commands, from a process of its own: browsers without a seat that never stop tapping.

``python -m companion.proof.flood HOST PORT N`` prints ``flooding N`` when every one of them has had
an answer. It ends with its standard input, and then says how many commands were carried out and
how many were refused.
"""

from __future__ import annotations

import http.client
import itertools
import json
import re
import sys
import threading
from collections import Counter
from typing import Final

COMMANDS: Final = (
    {"command": "pause", "on": True},
    {"command": "pause", "on": False},
    {"command": "act", "action": "no such move"},
)
"""They change the view of everybody again and again, and the position never."""
SECONDS: Final = 20.0


class Tapper:
    """One browser: sends the next command as soon as the last one is answered."""

    def __init__(self, host: str, port: int) -> None:
        self._line = http.client.HTTPConnection(host, port, timeout=SECONDS)
        self._line.request("GET", "/menu")
        page = self._line.getresponse()
        cookie = (page.getheader("Set-Cookie") or "").partition(";")[0]
        found = re.search(r'name="csrf-token" content="([^"]+)"', page.read().decode())
        assert found is not None, "the menu has no CSRF value"
        self._headers = {
            "Content-Type": "application/json",
            "Cookie": cookie,
            "X-CSRFToken": found[1],
        }

    def tap(self, command: object) -> int:
        """Send one command; its status."""
        self._line.request("POST", "/api/commands", json.dumps(command), self._headers)
        answer = self._line.getresponse()
        answer.read()
        return answer.status


def flood(host: str, port: int, count: int) -> None:
    """Tap with ``count`` browsers until standard input ends."""
    told: Counter[int] = Counter()
    over = threading.Event()

    def run(tapper: Tapper) -> None:
        for command in itertools.cycle(COMMANDS):
            if over.is_set():
                return
            told[tapper.tap(command)] += 1

    tappers = [Tapper(host, port) for _ in range(count)]
    for tapper in tappers:
        told[tapper.tap(COMMANDS[0])] += 1
    print(f"flooding {count}", flush=True)
    threads = [threading.Thread(target=run, args=(one,), daemon=True) for one in tappers]
    for thread in threads:
        thread.start()
    sys.stdin.read()
    over.set()
    for thread in threads:
        thread.join(SECONDS)
    print(f"carried out {told[200]}, refused {sum(told.values()) - told[200]}", flush=True)


if __name__ == "__main__":
    flood(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
