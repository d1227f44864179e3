"""A watch over the table, with a thread of its own, so the table waits for nothing."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod

from companion.model.ports import TablePort


class TableWatch(ABC):
    """What is called for each view of a ``table``, and a thread (``name``) that acts on it.

    Whoever is one sets its own state up first: the thread begins with ``__init__``.
    """

    def __init__(self, table: TablePort, name: str) -> None:
        self._table = table
        self._closing = False
        self._news = threading.Event()
        self._stop = table.subscribe(self._heard)
        self._heard(0)
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop. A second call does nothing."""
        self._stop()
        self._closing = True
        self._news.set()
        self._thread.join()

    @abstractmethod
    def _heard(self, seq: int) -> None:
        """Look at the newest view; set ``_news`` if the thread has to act."""

    @abstractmethod
    def _run(self) -> None:
        """Wait for ``_news`` and act on it, until ``_closing``."""
