"""Captures: where the captured marble goes, and whether it finds room (FT-11, BF-9, BF-12)."""

from __future__ import annotations

from ...events import Captured, Event
from .setup import Setup
from .steps import Step
from .track import HOME_ROW


def victim(flat: bytes, step: Step) -> int:
    """Index of the marble that the step lands on, or -1."""
    for code in step.hits:
        index = flat.find(code)
        if index >= 0:
            return index
    return -1


def finds_room(setup: Setup, flat: bytes, step: Step) -> bool:
    """BF-12: whether every marble cut by this step finds a place; BF-9: none is cut in ``X``.

    ``flat`` is the position before the step. A full pen sends the marble on to its pen exit, where
    it cuts a third marble, and so on. The chain must not meet a marble of the mover, so a marble
    that stands on its own pen exit cannot be cut while its pen is full.
    """
    index = victim(flat, step)
    if index < 0:
        return True
    if step.to == setup.track.bullseye and setup.profile.bullseye_closed:
        return False
    if not setup.profile.capture_needs_room:
        return True
    size = setup.profile.marbles
    landing = step.hits[0]
    while True:
        colour = index // size
        if flat.count(setup.pen_bytes[colour]) < HOME_ROW:
            return True
        refuge = setup.exits[colour]
        if refuge == landing:
            return False
        if refuge == step.frm:
            return True
        index = flat.find(refuge)
        if index < 0:
            return True
        if setup.sides[index // size] == step.side:
            return False


def capture(setup: Setup, flat: bytes, index: int) -> tuple[bytes, tuple[Event, ...]]:
    """Send the marble at ``index`` back (FT-11), or on to its pen exit (BF-12).

    The mover already has its new code, the captured marble still its old one.
    """
    size = setup.profile.marbles
    events: list[Event] = []
    while True:
        colour = index // size
        code = flat[index]
        pen = setup.pen_bytes[colour]
        if flat.count(pen) < HOME_ROW:
            events.append(captured(setup, colour, code, pen[0]))
            return flat[:index] + pen + flat[index + 1 :], tuple(events)
        refuge = setup.exits[colour]
        events.append(captured(setup, colour, code, refuge))
        following = flat.find(refuge)
        flat = flat[:index] + bytes((refuge,)) + flat[index + 1 :]
        if following < 0:
            return flat, tuple(events)
        index = following


def captured(setup: Setup, colour: int, frm: int, to: int) -> Captured:
    """The event, shared, since events are immutable."""
    key = (colour, frm, to)
    event = setup.captured.get(key)
    if event is None:
        places = setup.track.places
        event = Captured(setup.colours[colour], places[frm], places[to])
        setup.captured[key] = event
    return event
