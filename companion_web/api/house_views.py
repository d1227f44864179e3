"""House rules as pages and JSON show them: the kept ones, and what excludes each other in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.errors import FileRefused
from companion.games.house import House, house_of, read_house
from companion.games.packs import words
from companion.model.told_words import as_message
from companion_web.context import web
from companion_web.errors import WebError
from companion_web.words.texts import page_text
from engine.errors import Misfit
from engine.switches import Clash, Setting


@dataclass(frozen=True, slots=True)
class KeptHouse:
    """One house of the list: its rules, or why its file cannot be read."""

    name: str
    house: House | None = None
    broken: str = ""

    @property
    def sound(self) -> bool:
        """Whether it can be played by."""
        return self.house is not None and not self.house.clashes


def all_houses() -> list[KeptHouse]:
    """All houses that are kept, by the alphabet; broken ones with the reason."""
    return [_kept(name) for name in web().houses.names()]


def find_house(name: str) -> House:
    """One house; FileRefused when there is none of that name, or it cannot be read."""
    return house_of(web().houses.read(name))


def playable() -> list[House]:
    """The houses that can be played by."""
    return [one.house for one in all_houses() if one.house is not None and not one.house.clashes]


def sent_house(name: str, data: object) -> House:
    """A house that was sent; WebError 400 names the key that is wrong."""
    try:
        return read_house(name, data)
    except Misfit as wrong:
        why = as_message(wrong.args[0])
        raise WebError(
            str(wrong), code="bad-house", status=400, key="refused.bad_house", why=why
        ) from wrong


def house_json(house: House) -> dict[str, Any]:
    """A house for programs, with every pair that cannot be played."""
    return {
        "game": house.game,
        "sheet": house.sheet,
        "switches": dict(house.switches),
        "clashes": clash_lines(house),
    }


def clash_lines(house: House) -> list[str]:
    """The pairs that exclude each other, and why, a line each."""
    return [clash_line(house.game, clash) for clash in house.clashes]


def clash_line(game: str, clash: Clash) -> str:
    """Both settings by name, and the reason."""
    named = {"a": _named(game, clash.one), "b": _named(game, clash.other)}
    pair = page_text("house.clash", web().language, **named)
    return f"{pair} {words(f'house.{game}.clash.{clash.key}', web().language)}"


def _named(game: str, setting: Setting) -> str:
    name = words(f"house.{game}.{setting.name}", web().language)
    return name if setting.on else page_text("house.turned_off", web().language, name=name)


def line_of(house: House) -> str:
    """The sheet, and how many switches differ: ``Classic · 3 changed``."""
    sheet = words(f"rules.{house.game}.{house.sheet}", web().language)
    count = len(house.switches)
    key = {0: "house.as_sheet", 1: "house.one_changed"}.get(count, "house.changed")
    return f"{sheet} · {page_text(key, web().language, n=count)}"


def changes_of(house: House) -> Sequence[str]:
    """What differs from the sheet, a sentence each."""
    return [
        words(f"house.{house.game}.{name}.{'on' if on else 'off'}", web().language)
        for name, on in house.switches.items()
    ]


def told_switches(names: Sequence[str], known: Mapping[str, bool]) -> dict[str, bool]:
    """A form's switches: those that it names are on, all others off."""
    on = set(names)
    return {name: name in on for name in known}


def _kept(name: str) -> KeptHouse:
    try:
        return KeptHouse(name, find_house(name))
    except FileRefused as refused:
        return KeptHouse(name, broken=web().refused(refused))
