"""Switches of a rule sheet: what a house may play otherwise, and what cannot go together.

A house keeps a published sheet and turns some of its switches. A game lists them
(``Game.switches``), and says which two exclude each other; nothing else decides that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from .errors import Misfit, shown
from .told import Told

CLASH: Final = "{a} and {b} exclude each other: {because}"


class Switch(NamedTuple):
    """One rule that is on or off.

    ``name``   key in a request, in a position, and in a file
    ``group``  what it is about: ``start``, ``cards``, ``ring`` and so on
    ``rules``  ids of the rules that it turns on and off
    ``about``  what holds while it is on, as an English sentence; what else holds while it is off
    """

    name: str
    group: str
    rules: tuple[str, ...]
    about: str


class Setting(NamedTuple):
    """A switch turned on or off."""

    name: str
    on: bool

    def __str__(self) -> str:
        return f"{self.name} = {'true' if self.on else 'false'}"


class Clash(NamedTuple):
    """Two settings that cannot be played together.

    ``key``      the last part of the key of its sentence for people
    ``because``  the same in plain English, a clause
    """

    one: Setting
    other: Setting
    key: str
    because: str

    def __str__(self) -> str:
        return CLASH.format(a=self.one, b=self.other, because=self.because)


class Switches(NamedTuple):
    """All switches of a game, in the order in which people read them.

    ``sheets``   sheet → switch → whether it is on there
    ``clashes``  pairs that exclude each other
    """

    all: tuple[Switch, ...]
    sheets: Mapping[str, Mapping[str, bool]]
    clashes: tuple[Clash, ...]

    def read(self, sheet: str, told: object) -> dict[str, bool]:
        """What differs from the sheet and can be played; Misfit names what is wrong."""
        found = self.differing(sheet, told)
        for clash in self.clashing(sheet, found):
            pair = {"a": str(clash.one), "b": str(clash.other), "because": clash.because}
            raise Misfit(Told("switch_clash", f"switches: {CLASH}", **pair))
        return found

    def differing(self, sheet: str, told: object) -> dict[str, bool]:
        """What differs from the sheet, in the order of ``all``, also if pairs exclude each other.

        Misfit names what is no switch and what is neither on nor off.

        ``told``  switch → on; what is as on the sheet may be told too, and is left out
        """
        usual = self.sheets[sheet]
        if told is None:
            return {}
        if not isinstance(told, Mapping):
            said = "switches: an object is needed, not {value}"
            raise Misfit(Told("switches_form", said, value=shown(told)))
        for name, on in told.items():
            if name not in usual:
                said = "switches: {name} is no switch; known are {known}"
                raise Misfit(Told("no_switch", said, name=shown(name), known=", ".join(usual)))
            if not isinstance(on, bool):
                said = "switches: {name}: {value} is neither true nor false"
                raise Misfit(Told("switch_value", said, name=name, value=shown(on)))
        return {name: told[name] for name in usual if told.get(name, usual[name]) != usual[name]}

    def clashing(self, sheet: str, changed: Mapping[str, bool]) -> Sequence[Clash]:
        """Every pair of that sheet, so changed, that cannot be played."""
        now = {**self.sheets[sheet], **changed}
        return [
            clash
            for clash in self.clashes
            if now[clash.one.name] == clash.one.on and now[clash.other.name] == clash.other.on
        ]
