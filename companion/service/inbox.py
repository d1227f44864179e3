"""The loop's queue, of two lanes: what hands do on the wood goes before what browsers ask.

Each lane keeps its order, and nothing is lost. Each item wakes the loop, except those of sensors
that chatter on and on: each wake costs far more than the work in it. News of such a sensor waits
for the next item that matters, or until the loop wakes by itself. Other threads have things done in
the loop by ``ask``, and wait for the answer.
"""

from __future__ import annotations

import logging
import queue
import threading
from collections import deque
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


MOST_OF_WOOD: Final = 32
"""Items of the wood that may go before an order that waits. So a restless board stops nobody."""


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


class Come:
    """Somebody's hand comes to the virtual board."""


Item = HoleChange | Snapshot | SensorEvent | Remark | Come | Job | Stop
"""Items of the queue: sensor events, things to do, and the end."""


class Inbox:
    """Two lanes, each first in, first out, for any thread: the wood's news, and orders.

    The wood's lane goes first. ``get_waiting`` gives what waits.

    ``shut``  True when nobody reads it any more, or will soon have read its last item
    """

    def __init__(self) -> None:
        self._wood: deque[Item] = deque()
        self._orders: deque[Job | Stop] = deque()
        self._waiting: list[HoleChange] = []
        # A lock of Python's own: a SimpleQueue may wait for ever (docs/decisions.md).
        self._news = threading.Condition()
        self._patient: frozenset[int] = frozenset()
        self._in_a_row = 0
        self._looked = False
        self._opened = False
        self.shut = False

    def open(self) -> None:
        """Note that somebody reads it from now on."""
        self._opened = True

    def let_wait(self, holes: frozenset[int]) -> None:
        """Let changes of these holes wait from now on, and those of no others."""
        if holes != self._patient:
            with self._news:
                self._patient = holes
                self._release()

    def put(self, item: Item) -> None:
        """Put an item in. This never blocks for long."""
        with self._news:
            if isinstance(item, HoleChange) and item.hole in self._patient:
                self._waiting.append(item)
                return
            self._release()
            if isinstance(item, Job | Stop):
                self._orders.append(item)
            else:
                self._wood.append(item)
            self._news.notify()

    def _release(self) -> None:
        if self._waiting:
            self._wood.extend(self._waiting)
            self._waiting.clear()
            self._news.notify()

    def get(self, timeout: float | None = None, *, orders: bool = True) -> Item:
        """Wait for the next item. Raises queue.Empty after ``timeout`` seconds.

        ``orders``  False: only for the wood's news
        """
        with self._news:
            self._news.wait_for(lambda: self._wood or (orders and self._orders), timeout)
            self._looked = False
            return self._next(orders)

    def get_due(self) -> Item:
        """What goes first when a deadline has come. Raises queue.Empty when that is the deadline.

        Should another one have come by then, an order is next, so that none waits for ever.
        """
        with self._news:
            looked, self._looked = self._looked, not self._looked
        return self.get_waiting(orders=looked)

    def get_waiting(self, *, orders: bool = True) -> Item:
        """The next item that is there already, waiting ones included. Else raises queue.Empty."""
        with self._news:
            if not (self._wood or (orders and self._orders)):
                self._release()
            return self._next(orders)

    def _next(self, orders: bool) -> Item:
        may_order = bool(orders and self._orders)
        if self._wood and not (may_order and self._in_a_row >= MOST_OF_WOOD):
            self._in_a_row += 1
            return self._wood.popleft()
        if not may_order:
            raise queue.Empty
        self._in_a_row = 0
        return self._orders.popleft()

    def empty(self) -> bool:
        """True when nothing is there that would have woken the loop."""
        return not (self._wood or self._orders)

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
