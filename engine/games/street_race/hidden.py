"""What nobody but its holder may know of a race: cards in hands, and what lies in the piles."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from .moment import Moment, NoAnswer, after, at_rest
from .race import Race, State
from .writing import copied

_CARD: Final = re.compile(r"\S+\.\d+")
_HELD: Final = frozenset({"react", "deploy", "play", "swap", "crew", "disc", "opt"})
"""Verbs of answers that may name a card of a hand."""


def private(text: str) -> bool:
    """Whether an answer names a card, so that listing it would tell of a hand.

    >>> private("swap p01.2"), private("react B p14.1 A"), private("noreact B"), private("adv")
    (True, True, False, False)
    """
    verb, *words = text.split(" ")
    return verb in _HELD and any(_CARD.fullmatch(word) for word in words)


def seen_by(whole: Mapping[str, object], audience: int | None) -> dict[str, object]:
    """A position as an audience may see it: own cards, all others as numbers; no pile, no past."""
    players, hands, mats = whole["players"], whole["hands"], whole["mats"]
    pile, ask = whole["pile"], whole["ask"]
    assert isinstance(players, list)
    assert isinstance(hands, Mapping)
    assert isinstance(mats, Mapping)
    assert isinstance(pile, list)
    seen = {key: value for key, value in whole.items() if key not in ("base", "since", "ask")}
    seen["mats"] = {**mats, "deck": len(mats["deck"])}
    seen["pile"] = len(pile)
    seen["hands"] = {player: len(held) for player, held in hands.items()}
    seen["ask"] = {"kind": ask["kind"]} if isinstance(ask, Mapping) else None
    seen = copied(seen)  # the whole was written once, and belongs to the position
    if audience is None:
        return {"position": seen}
    return {"position": seen, "hand": list(hands[players[audience]])}


def known_to(moment: Moment, player: str) -> Moment:
    """The moment without the cards of other hands, which lie in the pile; for looking ahead.

    Cards that were shown since the last settled state stay where they were. A pass of somebody who
    could not react then is left out; what cannot be told again at all ends the telling.
    """
    state = moment.base.copy()
    shown = {word for text in moment.since for word in text.split(" ")}
    for other, held in state.hands.items():
        if other != player:
            state.pile += [card for card in held if card not in shown]
            state.hands[other] = [card for card in held if card in shown]
    state.pile.sort()
    return _told_again(moment.race, state, moment.since)[0]


def unseen(moment: Moment) -> tuple[str, ...]:
    """The cards of all hands and of the pile that nobody has shown in this event."""
    shown = {word for text in moment.since if not _draws(text) for word in text.split(" ")}
    before, now = (
        {*state.pile, *(card for held in state.hands.values() for card in held)}
        for state in (moment.base, moment.state)
    )
    return tuple(sorted(before & now - shown))


def dealt_anew(moment: Moment, order: Sequence[str]) -> Moment:
    """The moment in which each card of ``unseen`` is the one that stands there in the order.

    Other hands may have other reactions, so that the event cannot be told again as it was. Then the
    order is turned on; if none tells it whole, it goes on from where it is told last.
    """
    cards, tried = unseen(moment), None
    for turn in range(max(1, len(order))):
        other = dict(zip(cards, (*order[turn:], *order[:turn]), strict=True))
        state = moment.base.copy()
        pile = [other.get(card, card) for card in state.pile]
        state.pile = pile if moment.race.options.ordered else sorted(pile)
        for player, held in state.hands.items():
            state.hands[player] = sorted(other.get(card, card) for card in held)
        since = tuple(_drawn_so(text, other) for text in moment.since)
        found, whole = _told_again(moment.race, state, since)
        if whole:
            return found
        tried = tried or found
    assert tried is not None
    return tried


def _draws(text: str) -> bool:
    """Whether chance draws a card, which only its holder sees."""
    return text.startswith("card ")


def _drawn_so(text: str, other: Mapping[str, str]) -> str:
    """The text, by which another card is drawn."""
    return " ".join(other.get(word, word) for word in text.split(" ")) if _draws(text) else text


def _told_again(race: Race, state: State, since: Sequence[str]) -> tuple[Moment, bool]:
    """The moment that the same answers lead to from there, and whether all could be given."""
    found = at_rest(race, state)
    for text in since:
        try:
            found, _ = after(found, text)
        except NoAnswer:
            if not text.startswith("noreact "):
                return found, False
    return found, True
