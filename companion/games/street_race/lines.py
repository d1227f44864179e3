"""Lines of a street race: what an action does, in a few words (FF-49, section 17)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from companion.model.message import Message
from engine.action import Action
from engine.games.street_race import WoodPosition
from engine.games.street_race.grid import read_cell
from engine.games.street_race.windows import STYLE

from .places import place_name, way_name

CARD: Final = re.compile(r"\S+\.\d+")
WAYS: Final = ("L", "R", "B")
PLAIN: Final = {
    "adv": "ahead",
    "fix": "fix",
    "pull": "pull",
    "pass": "nothing",
    "end": "end",
    "noreact": "pass",
    "deck": "deck",
    "shuffle": "shuffle",
    "mat": "mat",
}
"""Verbs whose line has no parts."""
PLACES: Final = {"hand": "hand", "discard": "discards", "gang": "gang", "driver": "driver"}
"""Words of a command that say where a card goes."""
SPLIT: Final = ", "
Called = Callable[[str], str]
"""Player or car → name, as a param of a message."""


def line(position: WoodPosition, action: Action, who: Called) -> Message:
    """The action as a line of the history, or as one that may be chosen.

    Where each player has two cars, it names the one that it is about.

    ``who``  names players and cars
    """
    race, words = position.race.moment.race, action.text.split(" ")
    did = _line(position, action, who)
    if not race.options.dual or len(words) < 2 or words[1] not in race.models:
        return did
    return Message("street.did.of_car", {"n": words[1][1:]}, {"did": did})


def _line(position: WoodPosition, action: Action, who: Called) -> Message:
    verb, *words = action.text.split(" ")
    if verb in PLAIN:
        return Message(f"street.did.{PLAIN[verb]}")
    if verb == "drift":
        return Message(f"street.did.{_way(position, words[-1])}")
    if verb in ("place", "spin"):
        return _put(position, action, verb)
    if verb in ("play", "react", "swap", "crew"):
        return _card(position, verb, words[1:] if verb == "react" else words, who)
    if verb == "deploy":
        return _deployed(position, words[1:])
    if verb == "disc":
        return _discarded(position, words)
    if verb == "opt":
        return _at_the_curb(position, words)
    if verb == "die":
        return Message("street.did.die", {"n": words[0]})
    if verb == "choose":
        return Message(f"street.did.choose_{_way(position, words[-1])}")
    if verb == "take":
        return Message(f"street.did.take_{_drawn(position, words[-1])}")
    if verb in ("mull", "free", "extra", "style"):
        return Message(f"street.did.{verb}_{words[-1]}")
    if verb == "card":
        return Message("street.did.card")
    return Message("street.did.other", {"text": action.text})


def _drawn(position: WoodPosition, wished: str) -> str:
    """How many cards come of those that were wished for: pile and discards may hold fewer
    (FF-136)."""
    state = position.race.moment.state
    left = len(state.pile) + len(state.discards)
    return wished if left >= int(wished) else ("last" if left else "none_left")


def _put(position: WoodPosition, action: Action, verb: str) -> Message:
    """``starts at rank 1, inner lane``."""
    cell = read_cell(action.text.split(" ")[-1])
    street, mirror = (
        position.race.moment.state.pack.street,
        position.race.moment.race.options.mirror,
    )
    if cell is None:
        return Message("street.did.other", {"text": action.text})
    return Message(f"street.did.{verb}", nested={"b": place_name(cell, street, mirror)})


def card_name(position: WoodPosition, card: str) -> str:
    """The name of a card, or of an ability, by the id in a command; a style point has its sign."""
    if card == STYLE:
        return "★ 1"
    content = position.race.moment.race.content
    if card in content.by_copy:
        return content.by_copy[card].name
    abilities = (racer.ability for racer in content.racers.values())
    return next((a.name for a in abilities if a is not None and a.id == card), card)


def _card(position: WoodPosition, verb: str, words: Sequence[str], who: Called) -> Message:
    """``plays Side Street: Red, left``."""
    if words[0] == "style":
        return Message("street.did.react_style", {"n": "1"})
    known = {"k": card_name(position, words[0])}
    targets = words[1:]
    if verb == "crew":
        return Message("street.did.crew", {**known, "p": _target(position, targets[0], who)})
    if not targets:
        return Message(f"street.did.{verb}", known)
    key = f"street.did.{verb}_{min(len(targets), 4)}"
    meant = dict(zip("abcd", targets, strict=False))
    found = {name: _civilian(position, word) for name, word in meant.items()}
    civs = {name: civ for name, civ in found.items() if civ is not None}
    named = {n: _target(position, word, who) for n, word in meant.items() if n not in civs}
    return Message(key, {**known, **named}, nested=civs)


def aimed(position: WoodPosition, who: Called) -> Message | None:
    """``Red plays Side Street: left.`` in the window on a card; None for a card without targets.

    Whoever may cancel it must know whom it is for (FF-154).
    """
    moment = position.race.moment
    about = None if moment.ask is None else moment.ask.about
    if about is None or about.card is None or about.by is None:
        return None
    for text in reversed(moment.since):
        verb, *words = text.split(" ")
        targets = words[1:] if verb == "play" else words[2:]
        if verb in ("play", "react") and about.card in words[:2] and targets:
            did = line(position, Action(0, text), who)
            return Message("street.played.at", {"p": who(about.by)}, {"did": did})
    return None


def _civilian(position: WoodPosition, word: str) -> Message | None:
    """``Civilian at rank 2, inner lane``; None for a word that stands for none on the street."""
    car = position.race.moment.state.pack.cars.get(word)
    if car is None or car.racer or not car.col:
        return None
    mirror = position.race.moment.race.options.mirror
    place = place_name(position.cell(car), position.race.moment.state.pack.street, mirror)
    return Message("street.did.civilian", nested={"a": place})


def _way(position: WoodPosition, word: str) -> str:
    """The way of a command as people see it; another word as it is."""
    return way_name(word, position.race.moment.race.options.mirror) if word in WAYS else word


def _target(position: WoodPosition, word: str, who: Called) -> str:
    """What a word of a command stands for, as a param."""
    race = position.race.moment.race
    if word in race.players or word in race.models:
        return who(word)
    if word in WAYS:
        return f"@street.way.{_way(position, word)}"
    if word.startswith("c") and word[1:].isdigit():
        return "@token.civilian"
    return card_name(position, word)


def _deployed(position: WoodPosition, words: Sequence[str]) -> Message:
    """``starts with Bull Bar``."""
    if words[0] == "no":
        return Message("street.did.deploy_no")
    return Message(f"street.did.deploy_{words[1]}", {"k": card_name(position, words[0])})


def _discarded(position: WoodPosition, words: Sequence[str]) -> Message:
    """``discards Side Street, Bull Bar``."""
    if not words:
        return Message("street.did.disc_none")
    return Message("street.did.disc", {"k": SPLIT.join(card_name(position, w) for w in words)})


def _at_the_curb(position: WoodPosition, words: Sequence[str]) -> Message:
    """FF-96: what is done while pulled over."""
    verb, *rest = words
    params: dict[str, str] = {}
    cards = [card_name(position, word) for word in rest if CARD.fullmatch(word)]
    params |= dict(zip("kq", cards, strict=False))
    where = next((PLACES[word] for word in rest if word in PLACES), "")
    key = f"street.did.opt_{verb}{f'_{where}' if where else ''}"
    if verb == "driver" and any(
        rest[0] in gang for gang in position.race.moment.state.gangs.values()
    ):
        return Message(key, nested={"k": Message("street.did.from_gang", params)})
    return Message(key, params)
