"""House rules that people keep: a sheet with some of its switches turned, each as a TOML file.

The engine alone says which switches there are and what cannot be played together. A file with a
pair that excludes each other can be read and mended, but nobody plays by it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from companion.intake import larger_than, no_toml
from companion.store import refusals
from companion.store.shelf import Form, Kept, Shelf
from engine.errors import Misfit, shown
from engine.switches import Clash, Switches
from engine.told import Told
from hardware.toml import parsed

from .offer import Offer
from .packs import OFFERS

RESERVED: Final = ("new", "change", "save", "look")
"""Names of houses that are addresses of pages."""
BIGGEST: Final = 16 * 1024
KEYS: Final = ("game", "sheet", "switches")
"""All that such a file may hold."""


@dataclass(frozen=True, slots=True)
class House:
    """The rules of one house.

    ``switches``  switch → on, for each that differs from the sheet
    ``mark``      of the file as it was read; empty before it is kept
    """

    name: str
    game: str
    sheet: str
    switches: Mapping[str, bool]
    mark: str = ""

    @property
    def listed(self) -> Switches:
        """All switches of its game."""
        return switches_of(self.game)

    @property
    def clashes(self) -> Sequence[Clash]:
        """The pairs that cannot be played together; without any it can be played."""
        return self.listed.clashing(self.sheet, self.switches)

    @property
    def data(self) -> dict[str, Any]:
        """What its file holds."""
        return {"game": self.game, "sheet": self.sheet, "switches": dict(self.switches)}


def switches_of(game: str) -> Switches:
    """The switches of a game that has some; Misfit otherwise."""
    offer = OFFERS.get(game)
    if offer is None or offer.switches is None:
        known = ", ".join(offer.game for offer in with_switches())
        said = "game: {value} has no switches; {known} has"
        raise Misfit(Told("house_no_switches", said, value=shown(game), known=known))
    return offer.switches


def with_switches() -> tuple[Offer, ...]:
    """The games whose sheets have switches."""
    return tuple(offer for offer in OFFERS.values() if offer.switches is not None)


def shelf(folder: Path | None) -> Shelf:
    """Where houses are kept."""
    return Shelf(folder, RESERVED, BIGGEST, FORM)


def house_of(kept: Kept) -> House:
    """The house of a file; FileRefused names the file, the key and its fault."""
    try:
        return read_house(kept.name, kept.data, kept.mark)
    except Misfit as wrong:
        raise refusals.no_house(f"{kept.name}{FORM.suffix}", wrong.args[0]) from wrong


def read_house(name: str, data: object, mark: str = "") -> House:
    """A house from plain data; Misfit names the key that is wrong."""
    if not isinstance(data, Mapping):
        said = "an object with {keys} is needed, not {value}"
        raise Misfit(Told("house_form", said, keys=", ".join(KEYS), value=shown(data)))
    for key in data:
        if key not in KEYS:
            said = "{key}: unknown key; there are {keys}"
            raise Misfit(Told("house_key", said, key=shown(key), keys=", ".join(KEYS)))
    game = _there(data, "game")
    if not isinstance(game, str):
        raise Misfit(Told("house_no_text", "game: {value} is no text", value=shown(game)))
    switches = switches_of(game)
    sheet = _there(data, "sheet")
    if not isinstance(sheet, str) or sheet not in switches.sheets:
        known = ", ".join(switches.sheets)
        said = "sheet: {value} is none of {known}"
        raise Misfit(Told("house_sheet", said, value=shown(sheet), known=known))
    return House(name, game, sheet, switches.differing(sheet, data.get("switches")), mark)


def _there(data: Mapping[Any, Any], key: str) -> object:
    """What stands under a key; Misfit where it is missing."""
    if data.get(key) is None:
        raise Misfit(Told("house_missing", "{key}: missing", key=key))
    return data[key]


def _read(raw: bytes, file: str, biggest: int) -> Any:
    """FileRefused names the line that is no TOML."""
    if len(raw) > biggest:
        raise refusals.unreadable(file, larger_than(biggest))
    try:
        return parsed(raw.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise refusals.unreadable(file, Told("no_text", "it is no text in UTF-8")) from None
    except tomllib.TOMLDecodeError as error:
        raise refusals.unreadable(file, no_toml(error)) from None


def _written(data: Any) -> str:
    """The file's text: each switch below what it means. All texts in it are names of ours."""
    listed = switches_of(data["game"])
    lines = [
        "# House rules of Trackside; docs/house_rules.md tells every switch.",
        f'game = "{data["game"]}"',
        f'sheet = "{data["sheet"]}"',
        "",
        "[switches]  # what differs from the sheet",
    ]
    for one in listed.all:
        if one.name in data["switches"]:
            on = "true" if data["switches"][one.name] else "false"
            lines += ["", f"# {' '.join(one.rules)}: {one.about}", f"{one.name} = {on}"]
    return "\n".join(lines) + "\n"


FORM: Final = Form(".toml", _read, _written)
"""A house as TOML, which people may write by hand, too."""
