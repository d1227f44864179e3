"""The rules that the set-up was asked for: a sheet, a kept house, or those of the last game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from companion.errors import FileRefused
from companion.games.house import House
from companion.games.offer import HOUSE, SWITCHES, Offer, RulesOffer
from companion.store.shelf import checked
from engine.errors import Misfit

HOUSED: Final = "house/"
"""What the value of the field ``rules`` begins with for a house; no name has such a sign."""
AS_LAST: Final = "last/"
"""The same for the rules of the last game: its sheet, what is turned there, and a name follow."""


class Chosen(NamedTuple):
    """What is played by.

    ``house``  whose rules they are, if not those of the sheet alone
    ``last``   the rules of the last game, where no kept house has the same
    ``gone``   the name of a house that was asked for and cannot be played by; empty: none
    """

    sheet: RulesOffer
    house: House | None = None
    last: House | None = None
    gone: str = ""


def chosen_rules(
    asked: Sequence[str], before: Sequence[str], offer: Offer, houses: Sequence[House]
) -> Chosen:
    """The first of the asked ones that is there; else the game's first sheet.

    ``before``  the rules of the last game, which stay to choose when others are asked for
    """
    last = next(filter(None, (_as_last(told, offer) for told in (*asked, *before))), None)
    if last is not None:
        same = [one for one in houses if (one.sheet, one.switches) == (last.sheet, last.switches)]
        named = [one for one in same if one.name == last.name]
        kept = next(iter([*named, *same]), None)
    gone = ""
    for told in asked:
        house = None
        if told.startswith(AS_LAST):
            house = None if last is None else kept or last
        elif told.startswith(HOUSED):
            house = next((one for one in houses if value_of(one) == told), None)
        sheet = offer.sheet(house.sheet if house else told)
        if sheet is not None:
            if house is not None:
                sheet = offer.housed(sheet, house.switches)
            return Chosen(sheet, house, None if last is None or kept else last, gone)
        if offer.switches is not None and told.startswith((HOUSED, AS_LAST)):
            gone = gone or told.rpartition("/")[2] or "?"
    return Chosen(offer.rules[0], None, None if last is None or kept else last, gone)


def value_of(house: House) -> str:
    """The value of the field ``rules`` for a kept house."""
    return f"{HOUSED}{house.name}"


def last_value(house: House) -> str:
    """The value of the field ``rules`` for the rules of a game: they are in it as a whole."""
    return f"{AS_LAST}{house.sheet}/{'+'.join(house.switches)}/{house.name}"


def rules_of(options: Mapping[str, Any], game: str, sheet: str) -> list[str]:
    """The values of the field ``rules`` that stand for the rules of a game with these options."""
    further = options.get("options") or {}
    if SWITCHES not in further and HOUSE not in further:
        return [sheet]
    turned = further.get(SWITCHES) or {}
    return [last_value(House(str(further.get(HOUSE, "")), game, sheet, turned)), sheet]


def _as_last(told: str, offer: Offer) -> House | None:
    """The rules of the last game; None where these are none that can be played by."""
    if offer.switches is None or not told.startswith(AS_LAST) or told.count("/") < 3:
        return None
    _, sheet, turned, name = told.split("/", 3)
    usual = offer.switches.sheets.get(sheet)
    if usual is None:
        return None
    try:
        name = checked(name)
    except FileRefused:
        name = ""
    switches = {one: not usual.get(one, True) for one in turned.split("+") if one}
    try:
        return House(name, offer.game, sheet, offer.switches.read(sheet, switches))
    except Misfit:
        return None
