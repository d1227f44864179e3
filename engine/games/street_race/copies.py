"""Copies of one card in one place: whichever is used, the race goes on alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...action import Action
from .moment import Moment


def first_copies(moment: Moment, legal: Sequence[Action]) -> Sequence[Action]:
    """The actions without those that only use another copy of a card."""
    found: dict[tuple[object, ...], Action] = {}
    own = {seat: _own(moment, player) for seat, player in enumerate(moment.race.players)}
    for action in legal:
        found.setdefault(_alike(moment, action, own.get(action.seat, {})), action)
    return tuple(found.values())


def _alike(moment: Moment, action: Action, at: Mapping[str, str]) -> tuple[object, ...]:
    """What two actions have in common that differ only in which copy of a card they use.

    ``at``: where the player's own cards lie. Copies in different places are told apart, and cards
    of other players keep their names.
    """
    verb, *words = action.text.split(" ")
    cards = moment.race.content.by_copy
    printed = [f"{cards[word].id} {at[word]}" if word in at else word for word in words]
    return action.seat, verb, *(sorted(printed) if verb == "disc" else printed)


def _own(moment: Moment, player: str) -> dict[str, str]:
    """Where a player's cards lie: hand, gang, or a car with that mod."""
    state = moment.state
    held = dict.fromkeys(state.hands[player], "hand") | dict.fromkeys(state.gangs[player], "gang")
    own = (car for car in state.pack.cars.values() if car.owner == player)
    return held | {mod: car.id for car in own for mod in car.mods}
