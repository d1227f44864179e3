"""The street that comes next, where farsight shows it (FF-141)."""

from __future__ import annotations

from typing import Final

from companion.model.message import Message
from engine.games.street_race.content import FINISH
from engine.games.street_race.grid import LANE, WALK, Street
from engine.games.street_race.moment import Moment

from .picture import columns
from .places import ground

HALVES: Final = 2


def coming(moment: Moment) -> tuple[Message, ...]:
    """The signs of its columns, from the left; empty where it is not shown.

    With a finish mat both halves change to the finish (FF-130).
    """
    race, shown = moment.race, moment.state.next
    if len(shown) < HALVES:
        return ()
    mats = race.content.mats
    if any(mats[mat].role == FINISH for mat in shown):
        return (Message("street.sign.finish"),)
    forward, oncoming = (mats[mat].mat for mat in shown)
    street = Street(race.content.half_width, forward, oncoming)
    used = (col for col in columns(street, race.options.mirror) if street.zone(col) in (LANE, WALK))
    return tuple(sign(street, col) for col in used)


def sign(street: Street, col: int) -> Message:
    """What stands over a column: ``↑5+``, ``↓``, ``chop shop``, ``walk``."""
    if street.zone(col) != LANE:
        return Message(ground(street, col) or "street.ground.walk")
    key = "street.sign.ahead" if col > 0 else "street.sign.oncoming"
    number = street.mat(col).lanes[abs(col) - 1]
    return Message(key, {"n": ""}) if number is None else Message(key, {"n": f"{number}+"})
