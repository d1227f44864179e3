"""What nobody but its holder may know of a race: cards in hands, and what lies in the piles."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from .moment import Moment, NoAnswer, after, at_rest
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
    found = at_rest(moment.race, state)
    for text in moment.since:
        try:
            found, _ = after(found, text)
        except NoAnswer:
            if not text.startswith("noreact "):
                break
    return found
