"""What the hands still have to move, in the street's own words: traffic, and the lay-by."""

from __future__ import annotations

from companion.model.message import Message
from companion.model.step import GameStep
from engine.games.street_race import WoodPosition
from engine.games.street_race.events import StreetEvent
from engine.games.street_race.on_wood import CIVILIAN
from engine.games.street_race.wood import LAY_BY

ASIDE = ("street.at.lay_by", "street.wood.lay_by")
"""The lay-by, and one of its squares: people are led to any of them."""
OFF, ON, PAIR = "correction.off", "correction.on", "correction.pair"
"""The table's sentences for a token that leaves the board, comes on, or goes elsewhere."""


def owed(step: GameStep, token: str, named: str, debt: Message) -> Message | None:
    """The sentence for a debt; None where the table's own says enough.

    ``named``  the token's name; ``debt``: the table's sentence, with the places ``a`` and ``b``
    """
    assert isinstance(step.after, WoodPosition)
    if token == CIVILIAN:
        return _traffic(step, step.after, debt)
    places = {name: place.key for name, place in debt.nested.items()}
    if places.get("b") in ASIDE:
        return Message("street.scoot", {"p": named})
    if debt.key == PAIR and places["a"] in ASIDE:
        rank = step.after.cell(step.after.race.moment.state.pack.cars[token]).rank
        return Message("street.scoot.in", {"p": named, "n": str(rank)})
    return None


def _traffic(step: GameStep, after: WoodPosition, debt: Message) -> Message | None:
    """Civilians that come nearer, fall back, leave, or are new."""
    if debt.key in (OFF, ON):
        return Message("street.civ.off" if debt.key == OFF else "street.wave")
    moved = {
        event.to
        for event in step.events
        if isinstance(event, StreetEvent) and event.car == CIVILIAN and event.frm and event.to
    } - {LAY_BY}
    cars = [car for car in after.race.moment.state.pack.placed() if after.standing(car) in moved]
    if not cars:
        return None
    comes = any(car.facing != "F" for car in cars)
    return Message("street.civ.come" if comes else "street.civ.back")
