"""How much of the interpreter browsers may take, so that what hands do is never kept waiting.

The wood, the table and the page share one interpreter. So each request has a price, in milliseconds
of its time. What was used fades away with time. A request waits while its client, or all of them
together, have used too much lately. Whoever holds a seat goes first: there are few seats, so nobody
can have many. Then the address that has used least, and of its clients the one that has. The clock
is passed in.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final, Generic, NamedTuple, TypeVar

Guest = TypeVar("Guest")

MOST_OF_ONE: Final = 2000.0
"""What one client may have used lately: a hundred commands at once, and then ten a second."""
MOST_OF_ALL: Final = 3000.0
"""What all of them may have used lately: fifteen commands a second after as many at once."""
FADES: Final = 10.0
"""Seconds in which what was used fades to a third (e to the power of -1)."""
COMMAND: Final = 20.0
"""Price of a command: its own work, and that of telling fifty screens what came of it."""
LOOK: Final = 2.0
"""Paid in advance for anything else; it then costs the processor time that it took."""
MOST_WAIT: Final = 5.0
"""Seconds after which a request that waits for its turn is refused."""
KEPT: Final = 256
"""How many clients are remembered."""


class Used:
    """Milliseconds that were used lately, of which there may be ``most``."""

    def __init__(self, most: float, now: float) -> None:
        self._most = most
        self._used = 0.0
        self._at = now

    def lately(self, now: float) -> float:
        """What has not faded yet."""
        return self._used * math.exp(min(0.0, self._at - now) / FADES)

    def add(self, price: float, now: float) -> None:
        """Use so much more; a negative number is given back."""
        self._used, self._at = max(0.0, self.lately(now) + price), now

    def wait(self, price: float, now: float) -> float:
        """Seconds until so much more may be used. A price beyond all means waits for little."""
        room = max(self._most - price, 1.0)
        return max(0.0, FADES * math.log(max(self.lately(now), 1.0) / room))


class Client(NamedTuple):
    """Who asks: by which address, and there which browser or script."""

    house: str
    name: str


class Pace:
    """What each client, each address and all of them have used lately."""

    def __init__(self, now: float) -> None:
        self._all = Used(MOST_OF_ALL, now)
        self._kept: dict[Client | str, Used] = {}
        self._seated: dict[Client, None] = {}

    def seat(self, client: Client, seated: bool) -> None:
        """That client was found to hold a seat, or to hold none any more."""
        self._seated.pop(client, None)
        if seated:
            self._seated[client] = None
        while len(self._seated) > KEPT:
            del self._seated[next(iter(self._seated))]

    def rank(self, client: Client, now: float) -> tuple[float, float]:
        """What its address has used lately, and what it has used itself. An address counts for
        nobody who holds a seat."""
        if client in self._seated:
            return -1.0, self._lately(client, now)
        return self._lately(client.house, now), self._lately(client, now)

    def wait(self, client: Client, price: float, now: float) -> float:
        """Seconds until that client may use so much more."""
        return max(self._all.wait(price, now), self.own_wait(client, price, now))

    def own_wait(self, client: Client, price: float, now: float) -> float:
        """The same, as if it were alone."""
        own = self._kept.get(client)
        return 0.0 if own is None else own.wait(price, now)

    def spend(self, client: Client, price: float, now: float) -> None:
        """Let that client use so much; a negative number is given back."""
        for one in (client.house, client):
            used = self._kept.pop(one, None) or Used(MOST_OF_ONE, now)
            used.add(price, now)
            self._kept[one] = used  # the last of them is whoever asked last
        while len(self._kept) > KEPT:
            del self._kept[next(iter(self._kept))]
        self._all.add(price, now)

    def _lately(self, one: Client | str, now: float) -> float:
        used = self._kept.get(one)
        return 0.0 if used is None else used.lately(now)


@dataclass(frozen=True, slots=True)
class Turn(Generic[Guest]):
    """A request that waits: whose it is, what it pays in advance, since when it waits."""

    guest: Guest
    client: Client
    price: float
    since: float


class Turns(Generic[Guest]):
    """Requests that wait for their turn."""

    def __init__(self, pace: Pace) -> None:
        self._pace = pace
        self._waiting: list[Turn[Guest]] = []

    def add(self, guest: Guest, client: Client, price: float, now: float) -> None:
        """Let one more wait."""
        self._waiting.append(Turn(guest, client, price, now))

    def due(self, now: float) -> list[tuple[Guest, bool]]:
        """Those whose turn has come, and True for those that have waited too long for it."""
        out = []
        while (first := self._first(now)) is not None:
            if self._pace.wait(first.client, first.price, now) > 0:
                break
            self._pace.spend(first.client, first.price, now)
            self._waiting.remove(first)
            out.append((first.guest, False))
        late = [turn for turn in self._waiting if now - turn.since >= MOST_WAIT]
        self._waiting = [turn for turn in self._waiting if now - turn.since < MOST_WAIT]
        return out + [(turn.guest, True) for turn in late]

    def wait(self, now: float) -> float | None:
        """Seconds until somebody's turn comes; None when nobody waits."""
        first = self._first(now)
        if first is None:
            return None
        late = min(turn.since for turn in self._waiting) + MOST_WAIT - now
        return max(0.0, min(self._pace.wait(first.client, first.price, now), late))

    def _first(self, now: float) -> Turn[Guest] | None:
        """Of those who need not wait for themselves, whoever has used least lately."""
        pace = self._pace
        return min(
            self._waiting,
            key=lambda turn: (
                pace.own_wait(turn.client, turn.price, now),
                pace.rank(turn.client, now),
            ),
            default=None,
        )
