"""Memory of hands for a game that is taken up again: last gesture, pace and sensors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.play import dice
from companion.play.open_game import OpenGame
from companion.recogniser.handside import HandSide
from companion.recogniser.ledger import Past, Recent

TURNS: Final = 3
"""So many of the last moves may still be changed by the hands after a restart."""


def learned(hands: HandSide, game: OpenGame, aside: Mapping[str, str], now: float) -> None:
    """Take up what is known of hands and sensors. ``aside``: those that the game's rows set aside.

    From the game before, only the sensors count, and the new game writes them down. The wood stays
    the same from game to game, but the people may change.
    """
    assert hands.seating is not None
    hands.dwells.forget()
    for number, seconds in game.dwells.items():
        hands.dwells.set(number, seconds)
    names, before = hands.seating.names, hands.sensors.health.aside
    kept = {hole: why for hole, why in before.items() if hole in names and hole not in aside}
    for hole, why in kept.items():
        game.set_aside(hole, why)
    hands.sensors.health.aside = {**aside, **kept}
    for hole, why in (*aside.items(), *kept.items()):
        hands.set_aside(hole, why, now)


def recent(game: OpenGame) -> Recent:
    """The last actions as hands may still change them (PP-5, PP-11, PP-15)."""
    found: list[Past] = []
    moves = 0
    for step in reversed(game.steps):
        play = step.play
        if play.before.public() == play.after.public():
            continue
        moves += bool(play.action.displacements)
        if moves > TURNS:
            break
        found.append(Past(play.before, play.action, play.after, dice.waits(play.before)))
    return tuple(reversed(found))
