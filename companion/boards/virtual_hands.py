"""Hands on the virtual board. A click of the page becomes a lift or a put on simulated pins."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from companion.errors import HandRefused
from companion.recogniser.sensor_health import CHATTER, WITHIN
from firmware_bridge.errors import BadFault, BoardGone, HandsRefused
from firmware_bridge.virtual.client import HandsClient
from hardware.debounce import LIFT, PUT

MARGIN: Final = 0.005
"""Seconds that a hole rests beyond its debounce before the virtual hand touches it again."""
MOST: Final = CHATTER - 2
"""At most this many touches of one hole are in the time in which more would be chatter."""

CODES: Final[Mapping[str, str]] = {
    "empty-hand": "nothing-in-hand",
    "unknown-token": "no-such-token",
}
"""The virtual board's codes that have another name on the web. All others are the same."""


@dataclass(slots=True)
class _Touched:
    """The latest times at which the virtual hand changed one hole, and whether it is full now."""

    full: bool = False
    times: deque[float] = field(default_factory=lambda: deque(maxlen=MOST))


class Pace:
    """The time at which one hole may be touched again, so that its sensor tells of every touch.

    A program's hand is faster than any person's. A hole that is emptied and filled again within the
    debounce (PP-31) would never have been empty for the table. A hole that is touched without end
    would seem to chatter (PP-13). ``lift`` and ``put`` are the debounce times in seconds.

    >>> pace = Pace(lift=0.020, put=0.040)
    >>> pace.touched("A9", full=False, now=10.0)
    >>> round(pace.ready("A9"), 3)
    10.025
    """

    def __init__(self, *, lift: float = LIFT, put: float = PUT) -> None:
        self._rest = {False: lift, True: put}
        self._holes: dict[str, _Touched] = {}

    def ready(self, hole: str) -> float:
        """The time from which that hole may be touched, or 0 when nobody has touched it."""
        seen = self._holes.get(hole)
        if seen is None:
            return 0.0
        rested = seen.times[-1] + self._rest[seen.full] + MARGIN
        return max(rested, seen.times[0] + WITHIN) if len(seen.times) == MOST else rested

    def touched(self, hole: str, *, full: bool, now: float) -> None:
        """Note that the hole was filled or emptied at ``now``."""
        seen = self._holes.setdefault(hole, _Touched())
        seen.full = full
        seen.times.append(now)


class VirtualHands:
    """``companion.model.ports.HandsPort`` over the control socket of the board that runs now.

    ``client``   gives the running board's client, or raises BoardGone
    ``set_out``  makes it that kind of board with these holes and sets the marbles
    ``pace``     how long a hole rests between two touches
    ``remark``   hears before a put which marble goes into which hole; empty when nobody said so
    ``clock``    monotonic seconds
    ``sleep``    waits for some seconds
    """

    def __init__(
        self,
        client: Callable[[], HandsClient],
        set_out: Callable[[str, Sequence[str], Mapping[str, str], Sequence[str]], None],
        *,
        pace: Pace | None = None,
        remark: Callable[[str, str], None] = lambda hole, token: None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._client = client
        self._set_out = set_out
        self._pace = Pace() if pace is None else pace
        self._remark = remark
        self._clock, self._sleep = clock, sleep
        # There is one hand at a time. Wishes of several pages are done one after the other.
        self._hand = threading.Lock()

    def lift(self, hole: str) -> None:
        """Lift the marble of that hole. Raises HandRefused when it is empty or unknown."""
        with _refusals(), self._touch(hole, full=False):
            self._client().lift(hole)

    def put(self, hole: str, token: str | None = None, origin: str | None = None) -> None:
        """Put the marble in hand into the hole. Raises HandRefused when that is impossible."""
        with _refusals(), self._touch(hole, full=True):
            # The remark comes first: the edge must not be quicker than what is said of it.
            self._remark(hole, token or "")
            try:
                self._client().put(hole, token, origin)
            except (HandsRefused, BoardGone, OSError):
                self._remark(hole, "")
                raise

    @contextmanager
    def _touch(self, hole: str, *, full: bool) -> Iterator[None]:
        """Wait until the hole may be touched. The touch counts unless the hand was refused."""
        with self._hand:
            wait = self._pace.ready(hole) - self._clock()
            if wait > 0:
                self._sleep(wait)
            yield
            self._pace.touched(hole, full=full, now=self._clock())

    def set_out(
        self,
        board: str,
        holes: Sequence[str],
        tokens: Mapping[str, str],
        beside: Sequence[str] = (),
    ) -> None:
        """Make it that kind of board with these holes and set the marbles: hole → token.

        ``beside``  tokens that lie beside the board, at hand; the first one is put last
        """
        with _refusals():
            self._set_out(board, holes, tokens, beside)

    def in_hand(self) -> tuple[str, ...]:
        """Tokens in the virtual hand. The last one was lifted last."""
        with _refusals():
            return tuple(held["token"] for held in self._client().state()["hand"])

    def fault(self, name: str, on: bool) -> None:
        """Switch a named fault of the virtual board."""
        with _refusals():
            if on:
                self._client().fault(name)
            else:
                self._client().heal(name)


@contextmanager
def _refusals() -> Iterator[None]:
    """Turn the bridge's errors into those that the web answers with."""
    try:
        yield
    except HandsRefused as error:
        raise HandRefused(CODES.get(error.code, error.code), str(error)) from error
    except BadFault as error:
        raise HandRefused("bad-fault", str(error)) from error
    except (BoardGone, OSError) as error:
        raise HandRefused("no-board", str(error)) from error
