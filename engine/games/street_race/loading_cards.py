"""The loader's part for play cards: their kinds, triggers and effects (FF-7, FF-155)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ...told import Told
from .content import (
    ACTION,
    AFTER,
    BEFORE,
    CHOSEN,
    CREW,
    LIMITS,
    MOD,
    OPS,
    REACTION,
    SELF,
    TYPES,
    USES,
    WHO,
    Bonus,
    Card,
    Effect,
    When,
)  # fmt: skip
from .entries import Entry

ABILITY_KEYS: Final = ("on", "when", "do")
PLAIN_KEYS: Final = ("id", "type", "name", "copies", "style", "cost_style")
KEYS: Final[Mapping[str, tuple[str, ...]]] = {
    ACTION: ("spell", "do", "limit"),
    REACTION: (*ABILITY_KEYS, "spell", "timing", "exclusive", "limit"),
    MOD: (*ABILITY_KEYS, "bonus"),
    CREW: (*ABILITY_KEYS, "drive", "fixit"),
}
"""What a card of each type may have besides the plain keys."""
EVENTS: Final = (*BEFORE, *AFTER)
KINDS: Final = ("drive", "fixit")


def read_cards(data: Entry) -> dict[str, Card]:
    """All cards of a data file by id."""
    cards: dict[str, Card] = {}
    for name, entry in data.named("cards", "card", ("id", "type", "name")):
        cards.setdefault(name, _read_card(name, entry))
    return cards


def _read_card(name: str, entry: Entry) -> Card:
    kind = entry.one_of("type", TYPES)
    if kind:
        entry.knows((*PLAIN_KEYS, *KEYS[kind]))
    on, when, do = _read_trigger(entry, needed=kind in (MOD, CREW))
    if kind in (ACTION, REACTION) and not entry.held.get("do"):
        entry.wrong("do", Told("needs_effect", "a card of type {type} needs an effect", type=kind))
    if kind == REACTION and entry.held.get("on") is None:
        entry.wrong("on", Told("needs_trigger", "a reaction needs its trigger"))
    timing = entry.one_of("timing", ("before", "after"), "after")
    return Card(
        id=name,
        type=kind,
        name=entry.called(),
        copies=entry.whole("copies", 1, 1, 999),
        style=entry.truth("style"),
        spell=entry.truth("spell"),
        do=do,
        on=on,
        when=when,
        early=timing == "before",
        exclusive=None if entry.held.get("exclusive") is None else entry.text("exclusive"),
        limit=entry.maybe("limit", LIMITS),
        cost_style=entry.whole("cost_style", 0, 0, 999),
        bonus=_read_bonus(entry),
        drive=entry.score("drive"),
        fixit=entry.score("fixit"),
    )


def read_ability(entry: Entry, name: str, title: str) -> Card | None:
    """FF-7: the ability of a racer; None if it has none."""
    on, when, do = _read_trigger(entry, needed=True)
    return None if on is None else Card(name, REACTION, title, on=on, when=when, do=do)


def _read_trigger(entry: Entry, *, needed: bool) -> tuple[str | None, When, tuple[Effect, ...]]:
    """``on``, ``when`` and ``do``.

    ``needed``  trigger and effect must both be there, or neither
    """
    when = entry.inner("when", ("kind", "who", "type", "spell"))
    do = _read_effects(entry)
    triggered = entry.held.get("on") is not None
    if needed and triggered and not entry.held.get("do"):
        entry.wrong("do", Told("no_effect", "an effect is needed"))
    if needed and not triggered and (entry.held.get("do") or when.held):
        text = "the trigger is missing; write the event that it waits for"
        entry.wrong("on", Told("no_trigger", text))
    return (
        entry.maybe("on", EVENTS),
        When(
            when.maybe("kind", KINDS),
            when.maybe("who", ("self", "other")),
            when.maybe("type", TYPES),
            None if when.held.get("spell") is None else when.truth("spell"),
        ),
        do,
    )


def _read_effects(entry: Entry) -> tuple[Effect, ...]:
    effects = []
    chosen = False
    for each in entry.entries("do", ("op", "who", "n", "test"), ("op",)):
        who = each.held.get("who", SELF)
        if who == CHOSEN and not chosen:
            text = "nobody is chosen before; an effect before it must choose"
            each.wrong("who", Told("nobody_chosen", text))
        # Who cannot be read may have been meant to choose: one mistake is told once.
        chosen = chosen or who not in (SELF, CHOSEN)
        effects.append(
            Effect(
                each.one_of("op", OPS),
                each.one_of("who", WHO, SELF),
                each.whole("n", 1, -99, 99),
                each.truth("test", usual=True),
            )
        )
    return tuple(effects)


def _read_bonus(entry: Entry) -> tuple[Bonus, ...]:
    return tuple(
        Bonus(each.one_of("to", KINDS), each.whole("n", 0, -99, 99), each.maybe("when", USES))
        for each in entry.entries("bonus", ("to", "n", "when"), ("to", "n"))
    )
