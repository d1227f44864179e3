"""What the hands still have to move, in the street's own words: traffic, and the lay-by."""

from __future__ import annotations

from typing import Final

from companion.model.message import Message
from companion.model.step import GameStep
from engine.games.street_race import WoodPosition
from engine.games.street_race.events import Displaced, StreetEvent
from engine.games.street_race.on_wood import BOX, CIVILIAN, PUSHED
from engine.games.street_race.wood import LAY_BY

from .places import AT_RANK

ASIDE = ("street.at.lay_by", "street.wood.lay_by")
"""The lay-by, and one of its squares: people are led to any of them."""
LAY_BY_DEBT = "street.debt.lay_by"
"""The table's sentence for one of them."""
CIVILIAN_DEBT = "street.debt.civilian"
"""The table's sentence for one that comes on."""
OFF, ON, PAIR = "correction.off", "correction.on", "correction.pair"
"""The table's sentences for a token that leaves the board, comes on, or goes elsewhere."""
OWN: Final = {ON: "street.debt.on", PAIR: "street.debt.pair"}
"""The street's sentence for a racer, which says whose car it is."""

CALLS: Final = frozenset(
    {
        LAY_BY_DEBT,
        CIVILIAN_DEBT,
        OWN[ON],
        "street.scoot",
        "street.scoot.in",
        "street.civ.come",
        "street.wave",
    }
)
"""Sentences that call hands to do something."""


def owed(step: GameStep, token: str, named: str, debt: Message) -> Message | None:
    """The sentence for a debt; None where the table's own says enough.

    ``named``  the token's name; ``debt``: the table's sentence, with the places ``a`` and ``b``
    """
    assert isinstance(step.after, WoodPosition)
    if token == CIVILIAN:
        return _traffic(step, step.after, debt)
    places = {name: place.key for name, place in debt.nested.items()}
    if debt.key == LAY_BY_DEBT or places.get("b") in ASIDE:
        return Message("street.scoot", {"p": named})
    if debt.key == PAIR and places["a"] in ASIDE:
        return _back_on(debt.nested["b"], named)
    if debt.key in OWN and token in step.after.race.moment.race.models:
        return Message(OWN[debt.key], {"p": named}, {"b": debt.nested["b"]})
    return None


def _back_on(place: Message, named: str) -> Message | None:
    """A car leaves the lay-by, for where it stands by the rules or where its own move leads it."""
    if not place.key.startswith(AT_RANK):
        return None
    return Message("street.scoot.in", {"p": named, "n": place.params["n"]})


def _traffic(step: GameStep, after: WoodPosition, debt: Message) -> Message | None:
    """Civilians that come nearer, fall back, are pushed, leave, or are new."""
    if debt.key == OFF:
        return Message("street.civ.off")
    events = [one for one in step.events if isinstance(one, StreetEvent) and one.car == CIVILIAN]
    moved = {event.to for event in events if event.frm and event.to} - {LAY_BY}
    if debt.key == CIVILIAN_DEBT and (not moved or any(event.frm == BOX for event in events)):
        return Message("street.wave")  # else one that has been lifted already, to be moved
    cars = [car for car in after.race.moment.state.pack.placed() if after.standing(car) in moved]
    if not cars:
        return None
    pushed = {event.frm for event in events if isinstance(event, Displaced)} | {PUSHED}
    if all(event.frm in pushed for event in events if event.frm and event.to):
        return Message("street.civ.pushed")
    comes = any(car.facing != "F" for car in cars)
    return Message("street.civ.come" if comes else "street.civ.back")
