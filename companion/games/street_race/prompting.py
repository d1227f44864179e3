"""What is awaited in a street race, in words: one sentence for each question of the engine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.model.message import Message
from engine.games.street_race import StreetPosition
from engine.games.street_race.endings import dual_points
from engine.games.street_race.grid import NO_MANS
from engine.games.street_race.pack import Car
from engine.games.street_race.trying import rival, target_number

from .places import way_name

Player = Callable[[str], str]
"""Player or car → its name, as a param of a message."""

PLAIN: Final = {
    "place": "street.place",
    "mull": "street.mull",
    "deploy": "street.deploy",
    "disc": "street.disc",
    "take": "street.take",
    "extra": "street.extra",
    "opt": "street.pull",
    "free": "street.free",
    "spin": "street.spin",
}
"""Questions that are always asked in the same words."""

OTHERS: Final = {
    "place": "street.other.place",
    "mull": "street.other.cards",
    "deploy": "street.other.cards",
    "disc": "street.other.cards",
    "take": "street.other.cards",
    "extra": "street.other.extra",
    "opt": "street.other.pull",
    "free": "street.other.free",
    "choose": "street.other.choose",
    "spin": "street.other.spin",
    "act": "street.other.act",
}
"""The same for everybody else."""

CHAIN: Final = "street.chain"
"""Who began a push."""

FEW_LEFT: Final = 2
"""With fewer cards than this in pile and discards together, whoever may draw two is told."""

EXPLAINED: Final = ("street.mull", "street.deploy", "street.disc")
"""Questions whose second line says how they are answered."""

CHANCE: Final = {
    "die": "street.chance.die",
    "mat": "street.chance.mat",
    "card": "street.chance.card",
    "deck": "street.chance.deck",
    "shuffle": "street.chance.deck",
}


def awaited(position: StreetPosition, player: Player, who: str, *, drives: bool = True) -> Message:
    """The sentence for the player who must answer.

    ``drives``  a hand can announce something with a car: in the lay-by it cannot
    """
    ask = position.moment.ask
    assert ask is not None
    named = {"p": player(_asked_for(position, who))}
    if ask.kind == "act":
        state = position.moment.state
        if not state.actions:
            return Message("street.act.none", named)
        if not drives:
            return Message("street.act.tap", named)
        return Message(
            "street.act.two" if position.moment.race.options.dual else "street.act", named
        )
    if ask.kind == "choose":
        return Message(_choosing(position, ask.options, ask.prefix), named)
    if ask.kind in CHANCE:
        return tested(position, player) or Message(CHANCE[ask.kind], named)
    if ask.kind == "react":
        return Message("street.window")
    if ask.kind == "extra":
        cost = position.moment.race.content.endgame_turn_cost
        return Message(PLAIN[ask.kind], {**named, "n": str(cost)})
    if ask.kind == "disc" and ask.prefix:
        return _discarding(len(ask.options[0].split(" ")), named)
    return Message(PLAIN[ask.kind], named)


def _discarding(count: int, named: dict[str, str]) -> Message:
    """A card makes somebody discard so many (FF-155)."""
    if count == 1:
        return Message("street.disc.one", named)
    return Message("street.disc.some", {**named, "n": str(count)})


def _asked_for(position: StreetPosition, who: str) -> str:
    """The car that a question is about, where each player has two; else the player."""
    ask = position.moment.ask
    about = ask.prefix.split(" ") if ask is not None else []
    return next((word for word in about if word in position.moment.race.models), who)


def of_others(position: StreetPosition, player: Player, who: str) -> Message:
    """The sentence for everybody else; a window looks alike to all."""
    ask = position.moment.ask
    assert ask is not None
    if ask.kind == "react":
        return Message("street.window")
    if ask.kind in CHANCE:
        return tested(position, player) or Message(CHANCE[ask.kind], {"p": player(who)})
    named = {"p": player(_asked_for(position, who))}
    if ask.kind == "choose" and "in" in ask.options:
        return Message(_choosing(position, ask.options, ask.prefix), named)  # nobody has pushed it
    return Message(OTHERS[ask.kind], named)


def support(position: StreetPosition, player: Player) -> Message | None:
    """The second line: actions left, the finish, who began a push, who may still buy a turn."""
    ask, state, race = position.moment.ask, position.moment.state, position.moment.race
    if ask is not None and ask.kind == "extra" and state.end is not None:
        after = [one for one in race.seats_after(ask.who[0]) if one not in state.end.declined]
        names = dict(zip("abcde", (player(one) for one in after), strict=False))
        return Message(f"street.to_come.{len(after)}", names) if after else None
    if ask is None or state.turn is None:
        return None
    left = len(state.pile) + len(state.discards)
    if ask.kind == "take" and left < FEW_LEFT:
        return Message(f"street.take.left_{left}")
    if ask.kind == "act" and state.end is not None and state.turn == state.end.drawer:
        return Message("street.finish")
    if ask.kind == "act":
        return Message("street.act.support", {"n": str(state.actions), "of": str(race.actions)})
    if ask.kind == "choose" and ask.who[0] != state.turn and state.phase == "act":
        return Message(CHAIN, {"q": player(state.turn)})
    return None


def points(position: StreetPosition, player: Player) -> Message | None:
    """The sums of places of a race with two cars each, once it is over (FF-140); else None."""
    ranking = position.moment.state.ranking
    if not ranking or not position.moment.race.options.dual:
        return None
    sums = sorted(dual_points([car[0] for car in ranking]).items(), key=lambda one: one[1])
    told: dict[str, str] = {}
    for (who, total), name, number in zip(sums, "pqrs", "abcd", strict=False):
        told |= {name: player(who), number: str(total)}
    return Message(f"street.points.{len(sums)}", told)


def tested(position: StreetPosition, player: Player) -> Message | None:
    """The test of an advance, until its first die is thrown; None for every other die."""
    moment = position.moment
    words = moment.since[0].split(" ") if moment.since else [""]
    thrown = [text for text in moment.since[1:] if not text.startswith(("react", "noreact"))]
    if words[0] != "adv" or thrown or moment.state.turn is None:
        return None
    pack = moment.state.pack
    car = pack.cars[moment.race.driven(moment.state.turn, words[1:])]
    other, who = rival(pack, car), {"p": player(car.id)}
    if other is not None:
        return Message("street.test.vs", {**who, "q": player(other.id)})
    return Message("street.test.tn", {**who, "n": str(target_number(pack, car))})


def _choosing(position: StreetPosition, options: tuple[str, ...], prefix: str) -> str:
    """Which way a car goes that was pushed, or that must come in."""
    car: Car = position.moment.state.pack.cars[prefix.split(" ")[1]]
    if "in" in options:
        zone = position.moment.state.pack.street.zone(car.col)
        return "street.mats.in" if zone == NO_MANS else "street.mats.blocked"
    mirror = position.moment.race.options.mirror
    ways = {way_name(option, mirror) for option in options}
    if ways == {"right", "back"}:
        return "street.pushed"
    return "street.pushed.left" if ways == {"left", "back"} else "street.pushed.any"
