"""Debounce on the host: a change counts once it has stood a while by the device's clock (PP-31).

Pure: changes, snapshots and the host's time come in, settled changes come out. A lift must last 20
ms and a put 40 ms, since a marble that is set down rocks in its dimple and one that is taken away
is simply gone. A hole that never settles is no marble. Some of its changes are let through, so that
the count of changes shows that the sensor chatters (PP-13).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from hardware.errors import BadSetting
from hardware.ports import HoleChange, Snapshot

LIFT: Final = 0.020
PUT: Final = 0.040
"""Seconds that a lift and a put must last."""
SURE: Final = 0.010
"""Seconds after which a change that stands may be believed early: between two bounces of a sensor
less time goes by, and each of them begins the wait anew."""
RESTLESS: Final = 0.5
"""Seconds after which a hole that keeps changing is no marble that comes to rest …"""
EVERY: Final = 0.1
"""… and seconds in which one of its changes counts, whether it lasts or not."""


@dataclass(slots=True)
class _Pending:
    """A change that has not lasted long enough; ``since`` and ``due`` by the device's clock."""

    present: bool
    since: float
    due: float


@dataclass(slots=True)
class _Unrest:
    """A hole that changes faster than it settles: since when, its last and last reported change."""

    since: float
    last: float
    told: float


class DeviceClock:
    """Tells the device's time from the host's: the fastest message so far sets the difference.

    The difference of host and device time at arrival is delay plus offset; its smallest value is
    nearest to the truth. ``creep`` lets it grow slowly (seconds a second), as two quartz clocks
    drift apart.
    """

    def __init__(self, creep: float = 1e-4) -> None:
        self._creep = creep
        self._offset: float | None = None
        self._at = 0.0

    def heard(self, t: float, now: float) -> None:
        """A message stamped ``t`` by the device arrived at ``now``."""
        offset = now - t
        if self._offset is not None:
            offset = min(offset, self._offset + max(0.0, now - self._at) * self._creep)
        self._offset, self._at = offset, now

    def forget(self) -> None:
        """The device restarted: its clock did too."""
        self._offset = None

    def host(self, t: float) -> float:
        """The host's time when the device's clock shows ``t``; ``t`` itself before any message."""
        return t if self._offset is None else t + self._offset

    def device(self, now: float) -> float:
        """What the device's clock shows at the host's ``now``."""
        return now if self._offset is None else now - self._offset


class Debounce:
    """Holds each hole's change back until it has lasted. ``lift`` and ``put`` in seconds, 0 = off.

    >>> calm = Debounce(2)
    >>> calm.snapshot(Snapshot((True, False), 1.0), 5.0)
    >>> calm.feed(HoleChange(0, False, 1.1), 5.1)
    []
    >>> calm.due(5.125)
    [HoleChange(hole=0, present=False, t=1.1)]
    """

    def __init__(self, holes: int, *, lift: float = LIFT, put: float = PUT) -> None:
        if lift < 0 or put < 0 or lift > 1 or put > 1:
            raise BadSetting(f"debounce is 0 to 1 s, not {lift} for a lift and {put} for a put")
        if holes < 1:
            raise BadSetting(f"an array has at least one hole, not {holes}")
        self._wait = {False: lift, True: put}
        self._settled: list[bool] | None = None
        self._holes = holes
        self._pending: dict[int, _Pending] = {}
        self._unrest: dict[int, _Unrest] = {}
        self._restless: frozenset[int] = frozenset()
        self._clock = DeviceClock()

    @property
    def settled(self) -> tuple[bool, ...] | None:
        """What stands, by hole; None before the first snapshot."""
        return None if self._settled is None else tuple(self._settled)

    @property
    def restless(self) -> frozenset[int]:
        """Holes that keep changing. Their changes may be read late, by ``next_deadline``."""
        return self._restless

    def snapshot(self, snapshot: Snapshot, now: float) -> None:
        """Take all holes as they are: nothing is pending any more (resync, restart)."""
        if len(snapshot.present) != self._holes:
            raise BadSetting(f"a snapshot of {len(snapshot.present)} holes for {self._holes}")
        self._settled = list(snapshot.present)
        self._pending.clear()
        self._unrest.clear()
        self._restless = frozenset()
        self._clock.forget()
        self._clock.heard(snapshot.t, now)

    def feed(self, change: HoleChange, now: float) -> list[HoleChange]:
        """Take a raw change at the host's ``now``; the changes it settles, oldest first.

        Before the first snapshot a change tells nothing and is dropped.
        """
        if self._settled is None or not 0 <= change.hole < self._holes:
            return []
        self._clock.heard(change.t, now)
        # The device's own time proves how long the others lasted, however late this arrived.
        done = self._ripe(change.t)
        if self._chatters(change):
            done.append(self._let_through(change))
        wait = EVERY if change.hole in self._restless else self._wait[change.present]
        pending = self._pending.get(change.hole)
        if change.present == self._settled[change.hole]:
            self._pending.pop(change.hole, None)
        elif pending is None or pending.present != change.present:
            self._pending[change.hole] = _Pending(change.present, change.t, change.t + wait)
        if not wait:
            done += self._ripe(change.t)
        return done

    def _chatters(self, change: HoleChange) -> bool:
        """Whether that hole has kept changing for so long that this change is reported as it is."""
        hole, t = change.hole, change.t
        unrest = self._unrest.get(hole)
        rest = EVERY if hole in self._restless else max(self._wait.values())
        if unrest is None or not 0 <= t - unrest.last < rest:
            self._unrest[hole] = _Unrest(t, t, t)
            self._restless -= {hole}
            return False
        unrest.last = t
        if t - unrest.since < RESTLESS:
            return False
        self._restless |= {hole}
        if t - unrest.told < EVERY:
            return False
        unrest.told = t
        return True

    def _let_through(self, change: HoleChange) -> HoleChange:
        """The opposite of what was last reported, full or empty, now."""
        assert self._settled is not None
        self._pending.pop(change.hole, None)
        told = HoleChange(change.hole, not self._settled[change.hole], change.t)
        self._settled[change.hole] = told.present
        return told

    def due(self, now: float) -> list[HoleChange]:
        """The changes that have lasted long enough at the host's ``now``, oldest first."""
        t = self._clock.device(now)
        if self._restless:
            self._restless -= {
                hole for hole in self._restless if self._unrest[hole].last + EVERY <= t + 1e-6
            }
        return self._ripe(t)

    def hurried(self, now: float) -> list[HoleChange]:
        """The changes that count by the host's ``now``, and those that are ``SURE`` already, oldest
        first: somebody is about to say something of them. Restless holes do not hurry.
        """
        t = self._clock.device(now)
        for hole, pending in self._pending.items():
            if hole not in self._restless and pending.since + SURE <= t + 1e-6:
                pending.due = min(pending.due, t)
        return self.due(now)

    @property
    def next_deadline(self) -> float | None:
        """The host's time at which ``due`` is to be asked; None while all holes are settled."""
        times = [pending.due for pending in self._pending.values()]
        times += [self._unrest[hole].last + EVERY for hole in self._restless]
        return self._clock.host(min(times)) if times else None

    def _ripe(self, t: float) -> list[HoleChange]:
        # A microsecond makes up for the rounding of binary fractions.
        ready = [
            HoleChange(hole, pending.present, pending.since)
            for hole, pending in self._pending.items()
            if pending.due <= t + 1e-6
        ]
        for change in ready:
            del self._pending[change.hole]
            assert self._settled is not None
            self._settled[change.hole] = change.present
        return sorted(ready, key=lambda change: change.t)
