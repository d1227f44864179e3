"""The action buttons of a turn: what besides moves and cards may be done, or why it may not."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from companion.model.drive import Deed
from companion.model.message import Message
from engine.games.street_race import StreetPosition
from engine.games.street_race.race import ACT

from .chances import figure
from .prompting import CHANCE

TWO: Final = {"mull": ("no", "yes"), "extra": ("yes", "no"), "free": ("yes", "no")}
"""Questions with two answers, in the order of their buttons."""
WITHOUT: Final = {"deploy": "no", "opt": "opt none", "disc": "disc"}
"""Questions that are answered with cards of the hand: the answer without any."""
TAKEN: Final = ("0", "1", "2")
USUAL_LIMIT: Final = 5
"""Cards of a hand, unless a data file says otherwise."""
NOT_DAMAGED: Final = Message("street.refused.not_damaged")
WRONG_PHASE: Final = Message("street.refused.wrong_phase")


def deeds(position: StreetPosition, seat: int | None) -> tuple[Deed, ...]:
    """The buttons of whoever is asked; none for everybody else, and for questions without any."""
    moment = position.moment
    ask = moment.ask
    if ask is None or seat is None or ask.who != (moment.race.players[seat],):
        return ()
    if ask.kind == "act":
        return _acting(position) if moment.state.actions else _spent(position)
    if ask.kind in TWO:
        return tuple(_answer(position, f"{ask.prefix}{word}") for word in TWO[ask.kind])
    if ask.kind in WITHOUT:
        return _with_cards(position, ask.kind)
    return _taking(position) if ask.kind == "take" else ()


def _taking(position: StreetPosition) -> tuple[Deed, ...]:
    """None, one or two cards; then a third one for a style point."""
    offered = {action.text for action in position.legal()}
    if "style card" in offered:
        third = Deed("third", Message("street.button.third"), "style card")
        return third, _deed("end", "end", offered, WRONG_PHASE)
    limit = position.moment.race.content.hand_limit
    told = "street.refused.hand_full"
    full = Message(told) if limit == USUAL_LIMIT else Message(f"{told}.other", {"n": str(limit)})
    return tuple(_deed(f"take_{n}", f"take {n}", offered, full) for n in TAKEN)


def playing(position: StreetPosition) -> Message | None:
    """The words on the key of an open card, where it is not simply played."""
    ask = position.moment.ask
    return Message(f"street.button.card_{ask.kind}") if ask and ask.kind in WITHOUT else None


def actions_left(position: StreetPosition) -> tuple[int, int] | None:
    """The actions that are left, and those of a whole turn. None where the sentence speaks of
    somebody else than the player who has them: in a window, or where a pushed car must go."""
    moment = position.moment
    ask, state = moment.ask, moment.state
    if state.turn is None or state.phase != ACT:
        return None
    speaks = ask is None or ask.kind in CHANCE or ask.who[0] == state.turn
    if not speaks or (ask is not None and ask.kind == "react"):
        return None
    return state.actions, moment.race.actions


def is_of_hand(position: StreetPosition) -> bool:
    """Whether the question is about the cards in a hand."""
    ask = position.moment.ask
    return ask is not None and (ask.kind == "mull" or ask.kind in WITHOUT)


def _answer(position: StreetPosition, text: str) -> Deed:
    """One of two answers; a free advance says its chance."""
    words = text.split(" ")
    name, odds = f"{words[0]}_{words[-1]}", position.odds().get(text)
    if words[0] == "free" and odds is not None:
        chance = figure(Fraction(odds["win"] or 0).limit_denominator(10_000))
        return Deed(name, Message(f"street.button.{name}", {"n": chance}), text)
    if name == "extra_yes":
        cost = position.moment.race.content.endgame_turn_cost
        return Deed(name, Message(f"street.button.{name}", {"n": str(cost)}), text)
    return Deed(name, Message(f"street.button.{name}"), text)


def _with_cards(position: StreetPosition, kind: str) -> tuple[Deed, ...]:
    """Cards may be used: the way without any, a repair at the curb, and what else needs none.

    An effect may want a card to be discarded: then there is no way without (FF-155).
    """
    offered = {action.text for action in position.legal()}
    said = WITHOUT[kind]
    without = sorted(text for text in offered if text == said or text.endswith(" no"))
    words = Message(f"street.button.{kind}_without")
    found = [Deed(f"{kind}_without", words, text) for text in without[:1]]
    if kind != "opt":
        return tuple(found)
    found.append(_deed("repair", "opt repair", offered, NOT_DAMAGED))
    if any(text.startswith(("opt unmod", "opt undrive")) for text in offered):
        found.append(Deed("others", Message("street.button.others")))
    return tuple(found)


def _acting(position: StreetPosition) -> tuple[Deed, ...]:
    """Pull over, repair, swap, end: they keep their places."""
    offered = {action.text for action in position.legal()}
    swaps = any(text.startswith("swap ") for text in offered)
    return (
        _of_cars("pull", offered, Message("street.refused.not_on_walk")),
        _of_cars("fix", offered, NOT_DAMAGED),
        Deed("swap", Message("street.button.swap"), "", None if swaps else Message(NO_CARD)),
        _deed("end", "end", offered, WRONG_PHASE),
    )


NO_CARD: Final = "street.refused.no_card"


def _spent(position: StreetPosition) -> tuple[Deed, ...]:
    """No action is left: one style buys one."""
    offered = {action.text for action in position.legal()}
    more = "style action"
    poor = None if more in offered else Message("street.refused.too_few_style", {"n": "1"})
    bought = Message("street.button.more", {"n": "1"})
    return (
        Deed("more", bought, more if more in offered else "", poor),
        _deed("end", "end", offered, WRONG_PHASE),
    )


def _of_cars(name: str, offered: set[str], refused: Message) -> Deed:
    """What a car does; a player with two cars chooses one if both can (FF-140)."""
    ways = tuple(sorted(text for text in offered if text.split(" ")[0] == name))
    if len(ways) < 2:
        return _deed(name, ways[0] if ways else name, offered, refused)
    return Deed(name, Message(f"street.button.{name}"), ways=ways)


def _deed(name: str, text: str, offered: set[str], refused: Message) -> Deed:
    label = Message(f"street.button.{name}")
    if text in offered:
        return Deed(name, label, text)
    return Deed(name, label, closed=refused)
