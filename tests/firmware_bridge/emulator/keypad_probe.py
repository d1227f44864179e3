# mypy: ignore-errors
# What a chain of keys tells, as lines of JSON. Runs as code.py on a Pico with CircuitPython, and
# over the stand-ins of ../pico alike: `outside` changes the levels and `say` keeps a line.
import json
import time

import keypad
import supervisor

KEYS = 8


class Probe:
    def __init__(self, pins, outside, say):
        self.pins = pins
        self.outside = outside
        self.say = say
        self.keys = None

    def make(self, **options):
        """A new chain in place of the last one."""
        if self.keys:
            self.keys.deinit()
        self.keys = keypad.ShiftRegisterKeys(
            key_count=KEYS, value_when_pressed=False, **self.pins, **options
        )

    def wait(self, seconds):
        """Scans go on meanwhile, and this program does nothing."""
        end = supervisor.ticks_ms() + int(1000 * seconds)
        while (end - supervisor.ticks_ms()) % (1 << 29) < (1 << 28):
            time.sleep(0.001)  # the clock of the board is asked; nothing wakes a program there
            # The stand-in scans when it is looked at; this look takes no event.
            bool(self.keys and self.keys.events)

    def set(self, action, *keys):
        """Have something done to the keys, and wait until scans have seen it."""
        self.outside(action, *keys)
        self.wait(0.1)

    def tell(self, step, **more):
        """All events that wait, with the scan that each came from, and the queue's state."""
        events = []
        stamps = []
        event = self.keys.events.get()
        while event is not None:
            if event.timestamp not in stamps:
                stamps.append(event.timestamp)
            events.append([event.key_number, event.pressed, stamps.index(event.timestamp)])
            event = self.keys.events.get()
        self.say(
            json.dumps(
                {
                    "step": step,
                    "events": events,
                    "overflowed": self.keys.events.overflowed,
                    "more": more,
                }
            )
        )


def run(pins, outside, say):
    """The whole story."""
    probe = Probe(pins, outside, say)

    probe.outside("press", 2, 5)
    probe.wait(0.1)
    probe.make(interval=0.004, max_events=16, debounce_threshold=1)
    probe.wait(0.1)
    probe.tell("pressed at construction")
    probe.set("release", 2)
    probe.tell("one of them released")
    probe.set("press", 2)
    probe.tell("and pressed again")
    probe.set("release", 2)

    probe.keys.events.clear()
    probe.keys.reset()
    probe.tell("reset, and no wait")
    probe.set("press", 0, 1, 3, 7)
    probe.tell("four pressed at once")
    probe.set("release", 0, 1, 3, 7)
    probe.keys.reset()
    probe.tell("reset keeps what waits")

    probe.make(interval=0.004, max_events=4, debounce_threshold=1)
    probe.keys.reset()
    probe.tell("a queue of four")
    probe.set("press", 0, 1, 2, 3, 4)
    probe.tell("five more than it holds by one")
    probe.set("release", 0)
    probe.tell("a change after the overflow")
    probe.keys.reset()
    probe.tell("reset after the overflow")
    probe.keys.events.clear()
    probe.tell("clear after the overflow")
    probe.set("release", 1, 2, 3, 4)
    probe.tell("what was lost is released")

    probe.make(interval=0.004, max_events=200, debounce_threshold=1)
    probe.outside("flip", 6)
    probe.wait(0.4)
    probe.outside("steady", 6)
    probe.wait(0.1)
    stamps = []
    event = probe.keys.events.get()
    while event is not None:
        stamps.append(event.timestamp)
        event = probe.keys.events.get()
    # 4 ms become 4 ticks of 1/1024 s; a scan may come a tick late.
    probe.tell("64 scans take 250 ms", so=250 <= (stamps[64] - stamps[0]) % (1 << 29) <= 253)
    probe.set("release", 6)

    probe.make(interval=0.004, max_events=64, debounce_threshold=3)
    probe.keys.reset()
    probe.tell("three scans to believe")
    probe.outside("flip", 6)
    probe.wait(0.2)
    probe.outside("steady", 6)
    probe.wait(0.1)
    probe.set("release", 6)
    probe.keys.events.clear()
    probe.set("press", 6)
    probe.set("release", 6)
    probe.tell("pressed and released")

    probe.make(interval=0.004)
    probe.set("release", 5)
    probe.set("press", 5)
    before = supervisor.ticks_ms()
    event = probe.keys.events.get()
    late = (before - event.timestamp) % (1 << 29)
    probe.tell("stamps are of the scan", so=190 <= late <= 250)
    for options in ({"max_events": 0}, {"debounce_threshold": 0}, {"debounce_threshold": 128}):
        try:
            probe.make(interval=0.004, **options)
            probe.tell("taken")
        except ValueError as error:
            say(json.dumps({"step": "refused", "more": {"text": str(error)}}))
            probe.keys = None
    say(json.dumps({"step": "over"}))
