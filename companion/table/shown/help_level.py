"""How much help the table gives now (PP-23): its own level, or that of whoever is to act."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.play import bots
from companion.table.moment import Moment
from engine.bots.curve import has_chances
from engine.game import OVER

from .light_meanings import OFFERS


def assistance(moment: Moment, audience: int | None = None) -> str:
    """The level that all who may act now want; that of the table where they differ.

    ``audience``  a seat that may act itself has its own level, whatever the others want
    """
    if moment.game is None or not moment.game.options.get("help"):
        return moment.settings.assistance
    acting = moment.seen_acting
    seats = (audience,) if audience in acting else acting
    wanted = {_own(moment, seat) for seat in seats if seat is not None}
    return wanted.pop() if len(wanted) == 1 else moment.settings.assistance


def may_see_chances(moment: Moment, audience: int | None) -> bool:
    """Whether an audience may see the chances to win: never who wants no help, until the end.

    What lies open is looked at by all who play; with dealt cards only by those who have a seat.
    """
    game = moment.game
    if game is None or game.lesson is not None or not has_chances(game.position):
        return False
    if game.position.to_act is OVER:
        return True
    if audience is not None:
        return _own(moment, audience) != "none"
    people = (s.number for s in game.position.seats if s.number not in game.bots)
    return not game.dealt and all(_own(moment, seat) != "none" for seat in people)


def shines(moment: Moment) -> bool:
    """Whether a light shows what may be moved, or where to. While a dwell is awaited none may."""
    return any(lit.role in OFFERS for lit in moment.lit.values())


def wish(options: Mapping[str, Any], seat: int | None) -> str:
    """What a seat has chosen for itself, or who sat there before a bot; "" for nothing."""
    levels = options.get("help") or ()
    return str(levels[seat]) if seat is not None and seat < len(levels) else ""


def _own(moment: Moment, seat: int) -> str:
    """The level of a seat. Under a bot that of who sat there is kept, and is nobody's."""
    options = {} if moment.game is None else moment.game.options
    if seat in bots.of(options):
        return moment.settings.assistance
    return wish(options, seat) or moment.settings.assistance
