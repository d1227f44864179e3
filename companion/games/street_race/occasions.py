"""What a window is about, in words: public facts only, the same for everybody (FF-150, FF-151)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from companion.model.message import Message
from engine.games.street_race import StreetPosition
from engine.games.street_race.asking import Occasion
from engine.games.street_race.odds import against_car, against_number
from engine.games.street_race.on_wood import CIVILIAN

from .chances import figure

Player = Callable[[str], str]
"""Player or car → its name, as a param of a message."""

ANYTHING = Message("street.window")


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
        return Message("street.played", {"p": player(about.by), "k": name}), ANYTHING
    if about.sums and about.event.startswith("test."):
        return _test(position, about, player)
    key = f"street.about.{about.event.replace('.', '_')}"
    who = about.by or next(iter(about.cars), None)
    if who is not None and who[0] == CIVILIAN[0] and about.event == "damage.pending":
        return Message("street.about.damage_pending.civilian"), ANYTHING
    return (Message(key, {"p": player(who)}), ANYTHING) if who is not None else None


def _test(position: StreetPosition, about: Occasion, player: Player) -> tuple[Message, Message]:
    """Before the dice: against whom, and the chance. After them: the sums."""
    names = {letter: player(car) for letter, car in zip("pq", about.cars, strict=False)}
    sums = {letter: str(n) for letter, n in zip("ab", about.sums, strict=False)}
    if about.event == "test.tied":
        return Message("street.tie"), ANYTHING
    if about.rolled:
        key = "street.about.rolled" if about.target is None else "street.about.rolled_number"
        return Message(key, {**names, **sums, "n": str(about.target)}), ANYTHING
    chance = Message("street.about.chance", {"n": figure(_chance(position, about))})
    if about.target is None:
        return Message("street.test.vs", names), chance
    return Message("street.test.tn", {**names, "n": str(about.target)}), chance


def _chance(position: StreetPosition, about: Occasion) -> Fraction:
    """The share of rolls that win, as it stands: with the reactions that have worked."""
    sides = position.moment.race.content.die_sides
    if about.target is not None:
        return against_number(sides, about.sums[0], about.target)
    return against_car(sides, *about.sums).win
