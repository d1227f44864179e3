"""The loop's queue. Each item wakes the loop, except those of sensors that chatter on and on.

Each wake costs far more than the work in it. News of such a sensor waits for the next item that
matters, or until the loop wakes by itself. The order stays, and nothing is lost. Other threads have
things done in the loop by ``ask``, and wait for the answer.
"""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from concurrent.futures import TimeoutError as FutureTimeout
from typing import Any, Final, NamedTuple

from companion.errors import CommandRefused, HandRefused
from companion.model import refusals
from hardware.ports import HoleChange, SensorEvent, Snapshot

log: Final = logging.getLogger("trackside.loop")

ANSWER_SECONDS: Final = 10.0
"""Seconds after which a sender that waits for the loop hears that the table is busy."""


class Job:
    """Something to do in the loop's thread, and the place for its result."""

    __slots__ = ("future", "run")

    def __init__(self, run: Callable[[], Any]) -> None:
        self.run = run
        self.future: Future[Any] = Future()

    def carry_out(self) -> Callable[[], None]:
        """Run it in the loop's thread. Returns a function that gives the sender its answer."""
        future = self.future
        if not future.set_running_or_notify_cancel():
            return lambda: None
        try:
            result = self.run()
        except Exception as error:
            refused = error
            return lambda: future.set_exception(refused)
        return lambda: future.set_result(result)


class Stop:
    """The end of the loop."""


class Remark(NamedTuple):
    """The marble that the virtual hand is about to put into a hole. Empty when it does not say."""

    hole: str
    token: str


Item = HoleChange | Snapshot | SensorEvent | Remark | Job | Stop
"""Items of the queue: sensor events, things to do, and the end."""


class Inbox:
    """A queue, first in, first out, for any thread. ``get_waiting`` gives what waits.

    ``shut``  True when nobody reads it any more, or will soon have read its last item
    """

    def __init__(self) -> None:
        # A SimpleQueue with a short timeout may wait for ever (docs/decisions.md).
        self._items: queue.Queue[Item] = queue.Queue()
        self._waiting: list[HoleChange] = []
        self._lock = threading.Lock()
        self._patient: frozenset[int] = frozenset()
        self._opened = False
        self.shut = False

    def open(self) -> None:
        """Note that somebody reads it from now on."""
        self._opened = True

    def let_wait(self, holes: frozenset[int]) -> None:
        """Let changes of these holes wait from now on, and those of no others."""
        if holes != self._patient:
            with self._lock:
                self._patient = holes
                self._release()

    def put(self, item: Item) -> None:
        """Put an item in. This never blocks for long."""
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
        """Wait for the next item. Raises queue.Empty after ``timeout`` seconds."""
        return self._items.get(timeout=timeout)

    def get_waiting(self) -> Item:
        """The next item that is there already, waiting ones included. Else raises queue.Empty."""
        with self._lock:
            if self._items.empty():
                self._release()
        return self._items.get_nowait()

    def empty(self) -> bool:
        """True when nothing is there that would have woken the loop."""
        return self._items.empty()

    def ask(self, run: Callable[[], Any], seconds: float = ANSWER_SECONDS) -> Any:
        """Have something done in the loop from another thread, and wait for its result.

        Raises CommandRefused when the loop does not read yet, reads no more, or takes too long.
        """
        if not self._opened:
            raise refusals.starting()
        job = Job(run)
        self.put(job)
        if self.shut:
            job.future.cancel()  # the loop may have read its last; if not, it skips this
        try:
            return job.future.result(seconds)
        except FutureTimeout:
            job.future.cancel()
            raise refusals.busy() from None
        except CancelledError:
            raise refusals.closing() from None
        except (CommandRefused, HandRefused):
            raise
        except Exception as error:
            log.exception("A command failed; nothing was answered but this.")
            raise refusals.internal() from error

    def refuse_rest(self) -> None:
        """Tell everybody who still waits for an answer that none comes."""
        while True:
            try:
                item = self.get_waiting()
            except queue.Empty:
                return
            if isinstance(item, Job):
                item.future.cancel()
