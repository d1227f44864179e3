"""The loop's queue: who puts something in wakes the loop, but for sensors that chatter on and on.

Each wake costs far more than what is done in it. What such a sensor says waits for the next thing
that matters, or until the loop wakes by itself; the order stays, nothing is lost. Other threads
have things done in the loop by ``ask``, and wait for the answer.
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
"""How long a sender waits for the loop before it is told that the table is busy."""


class Job:
    """Something to be done in the loop's thread, and where its result goes."""

    __slots__ = ("future", "run")

    def __init__(self, run: Callable[[], Any]) -> None:
        self.run = run
        self.future: Future[Any] = Future()

    def carry_out(self) -> Callable[[], None]:
        """Run it, in the loop's thread; what is returned gives the sender its answer."""
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
    """Ends the loop."""


class Remark(NamedTuple):
    """Which marble the virtual hand is about to put into a hole; empty: it does not say."""

    hole: str
    token: str


Item = HoleChange | Snapshot | SensorEvent | Remark | Job | Stop
"""What waits in the queue: sensor events, things to be done, and the end."""


class Inbox:
    """First in, first out, from any thread; what waits comes by ``get_waiting``.

    ``shut``  nobody reads it any more, or will soon have read its last
    """

    def __init__(self) -> None:
        # Not a SimpleQueue: with a short timeout that may wait for ever (docs/decisions.md).
        self._items: queue.Queue[Item] = queue.Queue()
        self._waiting: list[HoleChange] = []
        self._lock = threading.Lock()
        self._patient: frozenset[int] = frozenset()
        self._opened = False
        self.shut = False

    def open(self) -> None:
        """From now on somebody reads it."""
        self._opened = True

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

    def ask(self, run: Callable[[], Any], seconds: float = ANSWER_SECONDS) -> Any:
        """Have something done in the loop and wait for what comes of it, from another thread.

        CommandRefused when the loop does not read yet, or no more, or takes too long.
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
