"""What a data file holds, read key by key: every mistake is noted with its place, none stops.

A reader gets a value that fits whatever stands there. It is of no use when a mistake was noted,
since then nothing is played with the file.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeVar

from ...errors import BadData, Misfit, shown
from . import checks

MOST_TOLD: Final = 20
"""So many mistakes a message tells."""
MOST_NOTED: Final = 1000
"""So many mistakes are kept; those after them are only counted."""

T = TypeVar("T")


@dataclass
class Mistakes:
    """The mistakes of a data file, in the order of reading."""

    texts: dict[str, None] = field(default_factory=dict)
    count: int = 0

    def note(self, text: str) -> None:
        """One more; one that is read twice is noted once."""
        if text in self.texts:
            return
        self.count += 1
        if self.count <= MOST_NOTED:
            self.texts[text] = None

    def taken(self, instead: T, check: Callable[..., T], *args: object) -> T:
        """What ``check`` returns of ``args``; where it finds a mistake, that is noted."""
        try:
            return check(*args)
        except Misfit as wrong:
            self.note(str(wrong))
            return instead

    def refuse(self) -> None:
        """BadData with all of them; nothing where there are none."""
        if not self.count:
            return
        told = [*self.texts][:MOST_TOLD]
        if self.count > len(told):
            told = [*told, f"… and {self.count - len(told)} more"]
        message = told[0]
        if self.count > 1:
            message = "\n".join((f"{self.count} mistakes in the data file:", *told))
        raise BadData(message, found=tuple(self.texts), count=self.count)


@dataclass(frozen=True)
class Entry:
    """An object of a data file.

    ``where``  its place as messages write it; empty for the whole file
    """

    held: Mapping[str, object]
    where: str
    mistakes: Mistakes

    @classmethod
    def of(
        cls,
        value: object,
        where: str,
        mistakes: Mistakes,
        known: Collection[str] | None = None,
        needed: Collection[str] = (),
    ) -> Entry:
        """The object that ``value`` should be, with its unknown and missing keys noted."""
        if not isinstance(value, Mapping):
            nothing: Mapping[str, object] = {}
            mistakes.taken(nothing, checks.mapping, value, where or "data")
            return cls(nothing, where, mistakes)
        entry = cls(value, where, mistakes)
        if known is not None:
            entry.knows(known)
        for key in needed:
            if key not in value:
                mistakes.note(f"{where or 'data'}: {key} is missing; write it")
        return entry

    def at(self, key: str) -> str:
        """The place of a key."""
        return f"{self.where}: {key}" if self.where else key

    def note(self, text: str) -> None:
        """A mistake at this place."""
        self.mistakes.note(f"{self.where or 'data'}: {text}")

    def knows(self, known: Collection[str]) -> None:
        """Note each key that is none of these."""
        for key in self.held:
            if key not in known:
                self.note(f"{shown(key)} is an unknown key; known are {', '.join(known)}")

    def whole(
        self,
        key: str,
        usual: int = 0,
        least: int | None = None,
        most: int | None = None,
        *,
        instead: int | None = None,
    ) -> int:
        """A whole number; ``instead`` is used where the one that stands there is none."""
        value = self.held.get(key, usual)
        fits = usual if instead is None else instead
        return self.mistakes.taken(fits, checks.whole, value, self.at(key), least, most)

    def truth(self, key: str, *, usual: bool = False) -> bool:
        """True or false."""
        return self.mistakes.taken(usual, checks.truth, self.held.get(key, usual), self.at(key))

    def text(self, key: str) -> str:
        """A text; empty where there is none."""
        return self.mistakes.taken("", checks.text, self.held.get(key, ""), self.at(key))

    def one_of(self, key: str, known: Collection[str], usual: str = "") -> str:
        """One of the known texts; ``usual`` where there is none or another."""
        if key not in self.held:
            return usual
        return self.mistakes.taken(usual, checks.one_of, self.held[key], self.at(key), known)

    def maybe(self, key: str, known: Collection[str]) -> str | None:
        """One of the known texts; None where there is none or null."""
        return None if self.held.get(key) is None else self.one_of(key, known)

    def id(self) -> str:
        """Its id; empty where it has none that can be used."""
        if "id" not in self.held:
            return ""
        return self.mistakes.taken("", checks.need_id, self.held["id"], self.at("id"))

    def listed(self, key: str) -> list[object]:
        """A list; empty where there is none."""
        return self.mistakes.taken([], checks.listed, self.held.get(key, []), self.at(key))

    def texts(self, key: str) -> list[str]:
        """A list of texts."""
        return [
            self.mistakes.taken("", checks.text, each, f"{self.at(key)} {number}")
            for number, each in enumerate(self.listed(key), 1)
        ]

    def inner(self, key: str, known: Collection[str], needed: Collection[str] = ()) -> Entry:
        """The object under a key; an empty one where there is none."""
        return Entry.of(self.held.get(key, {}), self.at(key), self.mistakes, known, needed)

    def entries(
        self, key: str, known: Collection[str] | None = None, needed: Collection[str] = ()
    ) -> list[Entry]:
        """The objects of the list under a key, by their numbers in it."""
        return [
            Entry.of(each, f"{self.at(key)} {number}", self.mistakes, known, needed)
            for number, each in enumerate(self.listed(key), 1)
        ]

    def named(self, key: str, one: str, needed: Collection[str]) -> list[tuple[str, Entry]]:
        """Those of such a list by their ids; ``card 4, p04`` is then the place of one.

        Note each id that is there twice. ``one``: what an object of the list is called.
        """
        found: list[tuple[str, Entry]] = []
        first: dict[str, int] = {}
        outer = f"{self.where}: " if self.where else ""
        for number, each in enumerate(self.listed(key), 1):
            place = f"{outer}{one} {number}"
            held = Entry.of(each, place, self.mistakes)
            if not isinstance(each, Mapping):
                continue
            name = held.id()
            if name:
                if name in first:
                    told = f"id: {name} is there twice, first as {one} {first[name]}"
                    held.note(f"{told}; give each an id of its own")
                first.setdefault(name, number)
                place = f"{place}, {name}"
            found.append((name, Entry.of(each, place, self.mistakes, None, needed)))
        return found
