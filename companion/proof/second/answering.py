"""Answering: which option of a question is the truth, by what people meant and what they see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

from .memory import Meant, Memory
from .seen import Seen
from .world import World

NEITHER: Final = "neither"
COLOUR: Final = "ask.identity"
"""How the key of the question begins which marble, or car, stands in a hole."""
FIRST: Final = "ask.first"
"""The key of the question what was played first."""
MORE: Final = "ask.and_more"
"""The key of an answer after which more was moved; its field "it" is the move in words."""
CARD: Final = "card:"
"""How the text of an action begins that names a card."""

BY_CARD: Final = "ask.by_card"
NAMED_CARD: Final = "ask.named_card"
OTHER_CARD: Final = "ask.other_card"
WITH_CARD: Final = (BY_CARD, NAMED_CARD, OTHER_CARD)
"""The keys of answers that differ by the card of a move: its label, or whether it was named."""
LABELS: Final = {"JOKER": "@card.JOKER"}
"""What a message writes of a card that it does not call by its rank."""


def meanwhile(memory: Memory, shown: Mapping[str, Any] | None) -> list[str]:
    """What people have done since the position that the table shows, in order."""
    place = memory.place(shown)
    after = memory.after(memory.rested if place is None else place)
    return [one.action.text for one in after if one.action is not None]


def stood(memory: Memory, shown: Mapping[str, Any] | None) -> list[str]:
    """The moves that people made up to the position that the table shows, the latest first."""
    place = memory.place(shown)
    until = memory.meant[: (memory.rested if place is None else place) + 1]
    moves = (one.action for one in reversed(until) if one.action is not None)
    return [action.text for action in moves if action.displacements]


def listed(memory: Memory, seen: Seen) -> Mapping[str, Any] | None:
    """The line of the page's list that says the last of these moves; None if there is none.

    Where the page lists more moves of that name than people have made, its latest are not theirs.
    """
    place = memory.place(seen.position)
    until = memory.meant[: (memory.rested if place is None else place) + 1]
    made = [named for named in map(_named, pairwise(until)) if named is not None]
    if not made:
        return None
    text, own = made[-1]
    lines = [one for one in seen.moves if one["action"] == text and one["colour"] in own]
    theirs = sum(name == text and bool(moved & own) for name, moved in made)
    return next(iter(lines[max(len(lines) - theirs, 0) :]), None)


def _named(step: tuple[Meant, Meant]) -> tuple[str, frozenset[str]] | None:
    """The text of the move that led from one entry to the next, and the tokens that it moves."""
    before, after = step
    if after.action is None or not after.action.displacements:
        return None
    stood = before.position.occupancy()
    moved = (token for way in after.action.displacements for token in stood.get(way.frm, ()))
    return after.action.text, frozenset(moved)


def played_with(memory: Memory) -> dict[str, str]:
    """By move that people made: the card that they named for it last, as answers call it."""
    found: dict[str, str] = {}
    card = ""
    for one in memory.meant:
        text = one.action.text if one.action is not None else ""
        if text.startswith(CARD):
            card = text.removeprefix(CARD)
        elif text:
            found[text] = card
    return found


def truth(
    ask: Mapping[str, Any],
    done: Sequence[str],
    world: World,
    before: Sequence[str] = (),
    cards: Mapping[str, str] | None = None,
    line: Mapping[str, Any] | None = None,
) -> str | None:
    """The id of the true option; None if no option is true.

    ``done``    what people have done since the position that the table shows
    ``before``  their moves before it, which nobody took back, the latest first
    ``cards``   which card they played a move with, where an answer names one
    ``line``    the page's line of their last move: another car may have made one of that name
    """
    options: Sequence[Mapping[str, Any]] = ask["options"]
    for option in options:
        hole, token = option.get("hole"), option.get("token")
        if hole and token and world.wood.get(str(hole)) == token:
            return str(option["id"])
    asked = {str(option["hole"]) for option in options if option.get("hole")}
    key = str(ask.get("message", {}).get("key", ""))
    if key.startswith(COLOUR) and asked <= set(world.wood):
        return NEITHER  # another marble stands there than those offered
    doubted = any(_taken_back(option) for option in options)
    last = [text for text in before[:1] if key == FIRST and text not in done]
    for text in (*last, *done):  # it may go back to their move before, which stands
        says = [option for option in options if _says(option, text)]
        if text in last:
            says = [one for one in says if not _taken_back(one) and not _elsewhere(one, line)]
        if says:
            by_card = _with_card(says, (cards or {}).get(text))
            return str((by_card or says[0])["id"])
    for text in before if doubted else ():
        for option in options:
            if _says(option, text) and not _taken_back(option):
                return str(option["id"])
    return _nothing(options)


def _says(option: Mapping[str, Any], text: str) -> bool:
    """Whether the option says that this was played."""
    return text == option["id"] or text in (option.get("actions") or ())


def _elsewhere(option: Mapping[str, Any], line: Mapping[str, Any] | None) -> bool:
    """Whether the option names another place than the line of the page."""
    if line is None:
        return False
    said, told = option["message"], line["message"]
    if said["key"] == MORE:
        inner = (said.get("nested") or {}).get("it")
        if inner is None:  # in words
            return str(said["params"]["it"]) != str(told["text"])
        said = inner
    words = any(said.get(part) != told.get(part) for part in ("params", "nested"))
    return bool(said["key"] == told["key"] and words)


def _with_card(says: Sequence[Mapping[str, Any]], card: str | None) -> Mapping[str, Any] | None:
    """Of answers that say the same, the one that goes with the card that people named for it."""
    keys = [str(option.get("message", {}).get("key", "")) for option in says]
    if card is None or not any(key in WITH_CARD for key in keys):
        return None
    label = LABELS.get(card, card)
    for key, option in zip(keys, says, strict=True):
        if key == BY_CARD and option["message"]["params"]["card"] == label:
            return option
    other = OTHER_CARD if BY_CARD in keys else NAMED_CARD
    return next((option for key, option in zip(keys, says, strict=True) if key == other), None)


def _taken_back(option: Mapping[str, Any]) -> bool:
    """Whether the option says that moves were taken back, or others made instead."""
    return str(option.get("message", {}).get("key", "")).startswith(
        ("ask.taken_back", "ask.instead")
    )


def _nothing(options: Sequence[Mapping[str, Any]]) -> str | None:
    """The option that says that nothing was played; else the one that none of these is true."""
    ids = [str(one["id"]) for one in options if not one.get("actions") and not one.get("token")]
    return next((one for one in ids if one != NEITHER and ":" not in one), ids[-1] if ids else None)


def lie(ask: Mapping[str, Any], true: str | None) -> str | None:
    """The id of an option that is not true; None if there is none."""
    ids = [str(option["id"]) for option in ask["options"]]
    return next((one for one in ids if one != true), None)


def about_cards(ask: Mapping[str, Any]) -> bool:
    """Whether the question only asks for a named choice, or for the card of a move (PP-7).

    That is no doubt about what hands did: nobody had named it yet.
    """
    if ask.get("param"):
        return True
    return str(ask["message"]["key"]).startswith("ask.card")
