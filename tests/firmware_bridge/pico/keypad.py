# mypy: ignore-errors
"""``keypad``: a chain of shift registers over the levels of ``world``."""

import world


class Event:
    """One change."""

    def __init__(self, key_number, pressed, timestamp):
        self.key_number = key_number
        self.pressed = pressed
        self.timestamp = timestamp


class Queue:
    """Reads the chain whenever somebody looks."""

    overflowed = False

    def __init__(self, keys):
        self._keys = keys
        self._events = []

    def get(self):
        """The next event or None."""
        self._events += self._keys.scan()
        return self._events.pop(0) if self._events else None

    def clear(self):
        """Forget all."""
        self._events = []


class ShiftRegisterKeys:
    """Keys count as pressed while their input has ``value_when_pressed``."""

    def __init__(self, *, clock, latch, data, key_count, value_when_pressed, interval,
                 debounce_threshold, max_events):  # fmt: skip
        world.say("keys", clock, latch, data, str(key_count))
        self._pressed_level = value_when_pressed
        self._was = [False] * key_count
        self.events = Queue(self)

    def scan(self):
        """What changed since."""
        now = [level == self._pressed_level for level in world.levels(len(self._was))]
        changed = [at for at in range(len(now)) if now[at] != self._was[at]]
        self._was = now
        return [Event(at, now[at], world.millis() % (1 << 29)) for at in changed]

    def reset(self):
        """All keys count as released."""
        self._was = [False] * len(self._was)
