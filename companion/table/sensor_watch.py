"""Sensors that chatter, and those that have been quiet for long: who is believed from now on."""

from __future__ import annotations

from collections.abc import Iterator

from companion.recogniser.handside import HandSide
from companion.recogniser.sensor_health import CHATTERS


def changed_trust(hands: HandSide, now: float) -> Iterator[tuple[str, str | None]]:
    """Holes to be set aside, with the reason, and holes to be believed again (None) (PP-13).

    What is yielded is to be carried out at once: the next one depends on it.
    """
    while hands.sensors.chattering:
        hole = hands.sensors.chattering[0]
        if hole not in hands.sensors.health.aside:
            yield hole, CHATTERS
        hands.sensors.chattering.pop(0)
    for hole in hands.quiet(now):
        yield hole, None
