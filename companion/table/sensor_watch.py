"""Which sensors are believed, and which no longer: they chatter, or somebody says that they lie."""

from __future__ import annotations

from collections.abc import Iterator

from companion.model.message import Message
from companion.play.open_game import OpenGame
from companion.recogniser.handside import HandSide
from companion.recogniser.sensor_health import CHATTERS, LIES


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


def distrust(hands: HandSide, hole: str, why: str | None, now: float) -> None:
    """Believe that hole's sensor no more, or believe it again (None) (PP-13).

    Whoever says that it lies has looked at the board. So the dwell counts as over: what stands
    there is part of the gesture, and need not be asked for.
    """
    due = hands.due()
    if why == LIES and due is not None and not hands.tracking.state.rested:
        hands.pass_time(max(now, due))
    hands.set_aside(hole, why, now)


def told_of(game: OpenGame, hole: str, why: str | None) -> Message:
    """That it is believed no more, or again."""
    key = "notice.believed" if why is None else "notice.aside"
    return Message(key, nested={"h": game.presenter.hole(game.position, hole)})
