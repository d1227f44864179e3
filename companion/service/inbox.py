"""The loop's queue: who puts something in wakes the loop, but for sensors that chatter on and on.

Each wake costs far more than what is done in it. What such a sensor says waits for the next thing
that matters, or until the loop wakes by itself; the order stays, nothing is lost.
"""

from __future__ import annotations

import queue
import threading

from hardware.ports import HoleChange

from .jobs import Item


class Inbox:
    """First in, first out, from any thread; what waits comes by ``get_waiting``."""

    def __init__(self) -> None:
        # Not a SimpleQueue: with a short timeout that may wait for ever (docs/decisions.md).
        self._items: queue.Queue[Item] = queue.Queue()
        self._waiting: list[HoleChange] = []
        self._lock = threading.Lock()
        self._patient: frozenset[int] = frozenset()

    def let_wait(self, holes: frozenset[int]) -> None:
        """From now on changes of these holes wait, those of no others."""
        if holes != self._patient:
            with self._lock:
                self._patient = holes
                self._release()

    def put(self, item: Item) -> None:
        """Put it in; it never blocks for long."""
        with self._lock:
            if isinstance(item, HoleChange) and item.hole in self._patient:
                self._waiting.append(item)
                return
            self._release()
            self._items.put(item)

    def _release(self) -> None:
        for change in self._waiting:
            self._items.put(change)
        self._waiting.clear()

    def get(self, timeout: float | None = None) -> Item:
        """The next item, waited for; queue.Empty after ``timeout`` seconds."""
        return self._items.get(timeout=timeout)

    def get_waiting(self) -> Item:
        """The next item that is there already, of those that wait, too; else queue.Empty."""
        with self._lock:
            if self._items.empty():
                self._release()
        return self._items.get_nowait()

    def empty(self) -> bool:
        """Whether nothing is there that would have woken the loop."""
        return self._items.empty()
