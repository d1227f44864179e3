"""What a data file holds, read key by key: every mistake is noted with its place, none stops.

A reader gets a value that fits whatever stands there. It is of no use when a mistake was noted,
since then nothing is played with the file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeVar

from ...errors import BadData, Misfit, Mistake, shown
from ...told import Told
from . import checks

UNSEEN: Final = re.compile(r"[\x00-\x1f\x7f-\x9f]")
"""Control characters: no page and no paper can show them."""
MOST_TOLD: Final = 20
"""So many mistakes a message tells."""
MOST_NOTED: Final = 1000
"""So many mistakes are kept; those after them are only counted."""
SCORES: Final = (-999, 999)
"""The least and the largest number of a car, a crew card or a lane."""

Path = tuple[str | int, ...]
T = TypeVar("T")


@dataclass
class Mistakes:
    """The mistakes of a data file by their texts, in the order of reading."""

    texts: dict[str, Mistake] = field(default_factory=dict)
    count: int = 0

    def note(self, mistake: Mistake) -> None:
        """One more; one that is read twice is noted once."""
        if mistake.text in self.texts:
            return
        self.count += 1
        if self.count <= MOST_NOTED:
            self.texts[mistake.text] = mistake

    def tell(self, place: str, told: Told) -> None:
        """One more, which is about a list or about the whole file."""
        self.note(Mistake(f"{place}: {told}", told))

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
        raise BadData(message, found=tuple(self.texts.values()), count=self.count)


@dataclass(frozen=True)
class Entry:
    """An object of a data file.

    ``where``  its place as messages write it; empty for the whole file
    ``path``   the keys and list indexes that lead to it
    """

    held: Mapping[str, object]
    where: str
    mistakes: Mistakes
    path: Path = ()

    @classmethod
    def of(
        cls,
        value: object,
        where: str,
        mistakes: Mistakes,
        known: Collection[str] | None = None,
        needed: Collection[str] = (),
        path: Path = (),
    ) -> Entry:
        """The object that ``value`` should be, with its unknown and missing keys noted."""
        if not isinstance(value, Mapping):
            entry = cls({}, where, mistakes, path)
            entry.note(Told("object", "an object is needed, not {value}", value=shown(value)))
            return entry
        entry = cls(value, where, mistakes, path)
        if known is not None:
            entry.knows(known)
        for key in needed:
            if key not in value:
                entry.note(Told("missing", "{key} is missing; write it", key=key), key)
        return entry

    def at(self, key: str) -> str:
        """The place of a key."""
        return f"{self.where}: {key}" if self.where else key

    def note(self, told: Told, *keys: str | int, under: str = "") -> None:
        """A mistake at this place; ``keys`` lead from here to where it stands in the file.

        ``under``  the key that the message names as part of the place
        """
        place = f"{self.where or 'data'}: {under}" if under else self.where or "data"
        self.mistakes.note(Mistake(f"{place}: {told}", told, (*self.path, *keys)))

    def wrong(self, key: str, told: Told) -> None:
        """A mistake in what stands under a key, which the message names."""
        self.note(told, key, under=key)

    def taken(
        self,
        instead: T,
        check: Callable[..., T],
        value: object,
        key: str,
        *more: object,
        index: int | None = None,
    ) -> T:
        """What ``check`` makes of a value; where it finds a mistake, that is noted.

        ``index``  which of the list under the key the value is; ``more``: what else ``check`` takes
        """
        place = self.at(key) if index is None else f"{self.at(key)} {index + 1}"
        try:
            return check(value, place, *more)
        except Misfit as wrong:
            path = (*self.path, key) if index is None else (*self.path, key, index)
            short = wrong.short or str(wrong).removeprefix(f"{place}: ")
            self.mistakes.note(Mistake(str(wrong), short, path))
            return instead

    def knows(self, known: Collection[str]) -> None:
        """Note each key that is none of these."""
        for key in self.held:
            if key not in known:
                told = "{key} is an unknown key; known are {known}"
                self.note(Told("unknown", told, key=shown(key), known=", ".join(known)))

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
        return self.taken(fits, checks.whole, value, key, least, most)

    def score(self, key: str, usual: int = 0) -> int:
        """A number that is added to a die or compared with one."""
        return self.whole(key, usual, *SCORES)

    def truth(self, key: str, *, usual: bool = False) -> bool:
        """True or false."""
        return self.taken(usual, checks.truth, self.held.get(key, usual), key)

    def text(self, key: str) -> str:
        """A text; empty where there is none."""
        return self.taken("", checks.text, self.held.get(key, ""), key)

    def called(self, key: str = "name") -> str:
        """A name that can be read."""
        found = self.text(key)
        if key in self.held and isinstance(self.held[key], str) and not found.strip():
            self.wrong(key, Told("needs_name", "a name is needed"))
        elif UNSEEN.search(found):
            said = "{name} has a letter that cannot be seen; take it out"
            self.wrong(key, Told("unseen_letter", said, name=shown(found)))
        return found

    def one_of(self, key: str, known: Collection[str], usual: str = "") -> str:
        """One of the known texts; ``usual`` where there is none or another."""
        if key not in self.held:
            return usual
        return self.taken(usual, checks.one_of, self.held[key], key, known)

    def maybe(self, key: str, known: Collection[str]) -> str | None:
        """One of the known texts; None where there is none or null."""
        return None if self.held.get(key) is None else self.one_of(key, known)

    def id(self) -> str:
        """Its id; empty where it has none that can be used."""
        if "id" not in self.held:
            return ""
        return self.taken("", checks.need_id, self.held["id"], "id")

    def listed(self, key: str) -> list[object]:
        """A list; empty where there is none."""
        return self.taken([], checks.listed, self.held.get(key, []), key)

    def texts(self, key: str) -> list[str]:
        """A list of texts."""
        return [
            self.taken("", checks.text, each, key, index=index)
            for index, each in enumerate(self.listed(key))
        ]

    def inner(self, key: str, known: Collection[str], needed: Collection[str] = ()) -> Entry:
        """The object under a key; an empty one where there is none."""
        path = (*self.path, key)
        return Entry.of(self.held.get(key, {}), self.at(key), self.mistakes, known, needed, path)

    def entries(
        self, key: str, known: Collection[str] | None = None, needed: Collection[str] = ()
    ) -> list[Entry]:
        """The objects of the list under a key, by their numbers in it."""
        return [
            Entry.of(
                each,
                f"{self.at(key)} {number}",
                self.mistakes,
                known,
                needed,
                (*self.path, key, number - 1),
            )
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
            place, path = f"{outer}{one} {number}", (*self.path, key, number - 1)
            held = Entry.of(each, place, self.mistakes, path=path)
            if not isinstance(each, Mapping):
                continue
            name = held.id()
            if name:
                if name in first:
                    told = "{name} is there twice, first as {one} {n}; give each an id of its own"
                    held.wrong("id", Told("twice", told, name=name, one=one, n=first[name]))
                first.setdefault(name, number)
                place = f"{place}, {name}"
            found.append((name, Entry.of(each, place, self.mistakes, None, needed, path)))
        return found
