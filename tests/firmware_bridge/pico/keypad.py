# mypy: ignore-errors
"""``keypad``: a chain of shift registers over the levels of ``world``.

Follows CircuitPython 9.2.1 and 10.2.1: ``shared-module/keypad/__init__.c`` (when it scans,
debouncing, ``reset``), ``ShiftRegisterKeys.c`` and ``EventQueue.c``. What the real module told
a probe is in ``../data/keypad_*.json``. ``len(events)`` is left out: 9.2.1 counts bytes and
10.2.1 events.
"""

import world
from supervisor import ticks_of


class Event:
    """One change."""

    def __init__(self, key_number=0, pressed=True, timestamp=None):
        self.key_number = key_number
        self.pressed = pressed
        self.released = not pressed
        self.timestamp = timestamp


class EventQueue:
    """Holds ``max_events``; what finds no room is lost and says so until ``clear()``."""

    def __init__(self, keys, max_events):
        self._keys = keys
        self._max_events = max_events
        self._events = []
        self._overflowed = False

    def get(self):
        """The next event or None."""
        event = Event()
        return event if self.get_into(event) else None

    def get_into(self, event):
        """Fill an event with the next one; whether there was one."""
        self._keys.catch_up()
        if not self._events:
            return False
        event.__init__(*self._events.pop(0))
        return True

    def clear(self):
        """Forget all."""
        self._keys.catch_up()
        self._events = []
        self._overflowed = False

    def __bool__(self):
        self._keys.catch_up()
        return bool(self._events)

    @property
    def overflowed(self):
        """Whether an event was lost since the last ``clear()``."""
        self._keys.catch_up()
        return self._overflowed

    def record(self, key_number, pressed, timestamp):
        """A scan saw a change."""
        if len(self._events) >= self._max_events:
            self._overflowed = True
        else:
            self._events.append((key_number, pressed, timestamp))


class ShiftRegisterKeys:
    """Keys count as pressed while their input has ``value_when_pressed``.

    The real one scans in the background. This one makes up for all scans since, each with the
    levels of its own moment, whenever somebody looks.
    """

    def __init__(
        self,
        *,
        clock,
        data,
        latch,
        value_to_latch=True,
        key_count,
        value_when_pressed,
        interval=0.020,
        max_events=64,
        debounce_threshold=1,
    ):
        if max_events < 1:
            raise ValueError("max_events must be >= 1")
        if not 1 <= debounce_threshold <= 127:
            raise ValueError("debounce_threshold must be 1-127")
        world.say("keys", clock, latch, data, str(key_count))
        self.key_count = key_count
        self._pressed_level = value_when_pressed
        self._interval = int(interval * 1024)
        self._threshold = debounce_threshold
        # Zero is neither pressed nor released: whatever the first scan sees is no change.
        self._counters = [0] * key_count
        self.events = EventQueue(self, max_events)
        self._scan(world.ticks())

    def deinit(self):
        """Scan no more."""
        self._interval = None

    def reset(self):
        """All keys count as released, and a scan follows at once; events and overflow stay."""
        self.catch_up()
        self._counters = [-self._threshold] * self.key_count
        self._scan(world.ticks())

    def catch_up(self):
        """Do all scans that the real one would have done by now."""
        world.turn()
        now = world.ticks()
        while self._interval is not None and self._next <= now:
            self._scan(self._next)

    def _scan(self, tick):
        self._next = tick + self._interval
        levels = world.levels(self.key_count, tick)
        for key in range(self.key_count):
            pressed = levels[key] == self._pressed_level
            if self._debounced(key, 1 if pressed else -1):
                self.events.record(key, pressed, ticks_of(tick))

    def _debounced(self, key, step):
        """Count a scan for or against a key; whether that changes it."""
        count = self._counters[key]
        if count * step >= self._threshold:
            return False
        count += step
        self._counters[key] = count if count else step * self._threshold
        return not count
