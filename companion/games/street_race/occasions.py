"""What a window is about, in words: public facts only, the same for everybody (FF-150, FF-151)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Final

from companion.model.message import Message
from engine.games.street_race import StreetPosition
from engine.games.street_race.asking import Occasion
from engine.games.street_race.odds import against_car, against_number
from engine.games.street_race.on_wood import CIVILIAN, token

from .chances import figure

Player = Callable[[str], str]
"""Player or car → its name, as a param of a message."""

ANYTHING = Message("street.window")
PLAYED: Final = "street.played"
"""The sentence on a card that was played."""
OF_CIVILIANS: Final = frozenset(
    {
        "street.about.damage_pending",
        "street.about.spinout_pending",
        "street.about.drift_announced",
        "street.about.moved",
        "street.about.displaced",
        "street.about.spun_out",
        "street.about.rolled",
        "street.about.rolled_number",
        "street.test.vs",
        "street.test.tn",
    }
)
"""Sentences with a form for Civilians, by that key with ``.civilian``."""


def occasion(position: StreetPosition, player: Player) -> tuple[int, Message, Message] | None:
    """The seat whose doing it is, the sentence, and the line below; None if neither is known."""
    moment = position.moment
    about = None if moment.ask is None else moment.ask.about
    if about is None:
        return None
    players = moment.race.players
    named = (about.by, *about.cars, moment.state.turn)
    driver = next((name[0] for name in named if name is not None and name[0] in players), None)
    told = _sentence(position, about, player)
    if driver is None or told is None:
        return None
    return (players.index(driver[0]), *told)


def _sentence(
    position: StreetPosition, about: Occasion, player: Player
) -> tuple[Message, Message] | None:
    if about.event == "card.played" and about.card is not None and about.by is not None:
        name = position.moment.race.content.by_copy[about.card].name
        return Message(PLAYED, {"p": player(about.by), "k": name}), ANYTHING
    if about.sums and about.event.startswith("test."):
        return _test(position, about, player)
    key = f"street.about.{about.event.replace('.', '_')}"
    who = about.by or next(iter(about.cars), None)
    if who is None:
        return None
    return _spoken(Message(key, {"p": player(who)}), who), ANYTHING


def _spoken(said: Message, who: str) -> Message:
    """The same sentence about a Civilian, which is nobody's, where it has a form of its own."""
    if token(who) != CIVILIAN or said.key not in OF_CIVILIANS:
        return said
    params = {name: value for name, value in said.params.items() if name != "p"}
    return Message(f"{said.key}.civilian", params)


def _test(position: StreetPosition, about: Occasion, player: Player) -> tuple[Message, Message]:
    """Before the dice: against whom, and the chance. After them: the sums."""
    names = {letter: player(car) for letter, car in zip("pq", about.cars, strict=False)}
    sums = {letter: str(n) for letter, n in zip("ab", about.sums, strict=False)}
    if about.event == "test.tied":
        return Message("street.tie"), ANYTHING
    if about.rolled:
        key = "street.about.rolled" if about.target is None else "street.about.rolled_number"
        said = Message(key, {**names, **sums, "n": str(about.target)})
        return _spoken(said, about.cars[0]), ANYTHING
    chance = Message("street.about.chance", {"n": figure(_chance(position, about))})
    if about.target is None:
        return _spoken(Message("street.test.vs", names), about.cars[0]), chance
    said = Message("street.test.tn", {**names, "n": str(about.target)})
    return _spoken(said, about.cars[0]), chance


def _chance(position: StreetPosition, about: Occasion) -> Fraction:
    """The share of rolls that win, as it stands: with the reactions that have worked."""
    sides = position.moment.race.content.die_sides
    if about.target is not None:
        return against_number(sides, about.sums[0], about.target)
    return against_car(sides, *about.sums).win
