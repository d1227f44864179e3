"""The loader's part for play cards: their kinds, triggers and effects (FF-7, FF-155)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ...errors import Misfit
from .checks import listed, mapping, need_id, one_of, text, truth, whole
from .content import (
    ACTION,
    AFTER,
    BEFORE,
    CHOOSE,
    CHOOSE_OTHER,
    CHOSEN,
    CREW,
    LIMITS,
    MOD,
    OPS,
    REACTION,
    SELF,
    TESTER,
    TYPES,
    USES,
    WHO,
    Bonus,
    Card,
    Effect,
    When,
)  # fmt: skip

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


def read_cards(data: Mapping[str, object]) -> dict[str, Card]:
    """All cards of a data file by id."""
    cards: dict[str, Card] = {}
    for each in listed(data["cards"], "cards"):
        card = _read_card(mapping(each, "cards"))
        if card.id in cards:
            raise Misfit(f"cards: {card.id} is there twice")
        cards[card.id] = card
    return cards


def _read_card(held: Mapping[str, object]) -> Card:
    mapping(held, "cards", None, ("id", "type", "name"))
    name = need_id(held["id"], "cards: id")
    kind = one_of(held["type"], f"{name}: type", TYPES)
    mapping(held, name, (*PLAIN_KEYS, *KEYS[kind]))
    on, when, do = _read_trigger(held, name)
    if kind in (ACTION, REACTION) and not do:
        raise Misfit(f"{name}: do: a card of type {kind} needs an effect")
    if kind == REACTION and on is None:
        raise Misfit(f"{name}: on: a reaction needs its trigger")
    timing = one_of(held.get("timing", "after"), f"{name}: timing", ("before", "after"))
    limit = held.get("limit")
    exclusive = held.get("exclusive")
    return Card(
        id=name,
        type=kind,
        name=text(held["name"], f"{name}: name"),
        copies=whole(held.get("copies", 1), f"{name}: copies", 1, 999),
        style=truth(held.get("style", False), f"{name}: style"),
        spell=truth(held.get("spell", False), f"{name}: spell"),
        do=do,
        on=on,
        when=when,
        early=timing == "before",
        exclusive=None if exclusive is None else text(exclusive, f"{name}: exclusive"),
        limit=None if limit is None else one_of(limit, f"{name}: limit", LIMITS),
        cost_style=whole(held.get("cost_style", 0), f"{name}: cost_style", 0, 999),
        bonus=_read_bonus(held.get("bonus", []), name),
        drive=whole(held.get("drive", 0), f"{name}: drive"),
        fixit=whole(held.get("fixit", 0), f"{name}: fixit"),
    )


def read_ability(held: Mapping[str, object], name: str, title: str) -> Card | None:
    """FF-7: the ability of a racer; None if it has none."""
    on, when, do = _read_trigger(held, name)
    return None if on is None else Card(name, REACTION, title, on=on, when=when, do=do)


def _read_trigger(
    held: Mapping[str, object], name: str
) -> tuple[str | None, When, tuple[Effect, ...]]:
    """``on``, ``when`` and ``do``; an ability has both trigger and effect or neither."""
    on = held.get("on")
    when = mapping(held.get("when", {}), f"{name}: when", ("kind", "who", "type", "spell"))
    do = _read_effects(held.get("do", []), name)
    if on is not None:
        one_of(on, f"{name}: on", EVENTS)
        if not do:
            raise Misfit(f"{name}: do: an effect is needed")
    elif held.get("type") != ACTION and (do or when):
        raise Misfit(f"{name}: on: the trigger is missing")
    spell = when.get("spell")
    return (
        None if on is None else str(on),
        When(
            _maybe(when, "kind", name, KINDS),
            _maybe(when, "who", name, ("self", "other")),
            _maybe(when, "type", name, TYPES),
            None if spell is None else truth(spell, f"{name}: when: spell"),
        ),
        do,
    )


def _maybe(when: Mapping[str, object], key: str, name: str, known: tuple[str, ...]) -> str | None:
    value = when.get(key)
    return None if value is None else one_of(value, f"{name}: when: {key}", known)


def _read_effects(value: object, name: str) -> tuple[Effect, ...]:
    effects = []
    chosen = False
    for each in listed(value, f"{name}: do"):
        held = mapping(each, f"{name}: do", ("op", "who", "n", "test"), ("op",))
        who = one_of(held.get("who", SELF), f"{name}: who", WHO)
        if who == CHOSEN and not chosen:
            raise Misfit(f"{name}: who: nobody is chosen before")
        chosen = chosen or who in (CHOOSE, CHOOSE_OTHER, TESTER)
        op = one_of(held["op"], f"{name}: op", OPS)
        n = whole(held.get("n", 1), f"{name}: n", -99, 99)
        effects.append(Effect(op, who, n, truth(held.get("test", True), f"{name}: test")))
    return tuple(effects)


def _read_bonus(value: object, name: str) -> tuple[Bonus, ...]:
    found = []
    for each in listed(value, f"{name}: bonus"):
        held = mapping(each, f"{name}: bonus", ("to", "n", "when"), ("to", "n"))
        to = one_of(held["to"], f"{name}: bonus: to", KINDS)
        when = held.get("when")
        use = None if when is None else one_of(when, f"{name}: bonus: when", USES)
        found.append(Bonus(to, whole(held["n"], f"{name}: bonus: n", -99, 99), use))
    return tuple(found)
