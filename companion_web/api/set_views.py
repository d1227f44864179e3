"""Data files of the table's owner as pages and JSON show them: what they hold, what is wrong.

There is one game that is played with such a file (``games_with_data``). Its loader judges a file;
nothing here knows what stands in one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from companion.errors import FileRefused
from companion.games.data_forms import DataForms, Field
from companion.games.offer import DATA_MORE, DATA_NAME
from companion.model.message import Message
from companion.store import refusals
from companion.store.shelf import Kept, tidy
from companion_web.context import web
from companion_web.words.texts import page_text
from engine.data_files import KEY, check_data, games_with_data, read_data_file
from engine.errors import BadData, Mistake
from engine.game import Game
from engine.json_text import HALF_TEXT, TOO_DEEP, without_halves
from engine.registry import REGISTRY

from .data_words import said, worded

SAMPLE: Final = "sample"
"""The name, in addresses and fields, of the file that comes with the game."""
SETTINGS: Final = "settings"
"""The name of the file that the setting ``data_file`` names."""
FIXED: Final = (SAMPLE, SETTINGS)
MOST_TOLD: Final = 200
"""So many mistakes are told; those after them are only counted."""


@dataclass(frozen=True, slots=True)
class Looked:
    """What the loader says of a file: mistakes, or what people should know of it.

    ``count``  the number of mistakes, which may be more than are kept
    """

    notes: tuple[str, ...] = ()
    mistakes: tuple[Mistake, ...] = ()
    count: int = 0

    @property
    def sound(self) -> bool:
        """Whether it can be played with."""
        return not self.count


@dataclass(frozen=True, slots=True)
class OwnSet:
    """One file of the list: what stands under its name, or why it cannot be read."""

    name: str
    label: str
    data: Any = None
    mark: str = ""
    looked: Looked = field(default_factory=Looked)
    broken: str = ""

    @property
    def fixed(self) -> bool:
        """Whether it stays as it is."""
        return self.name in FIXED

    @property
    def sound(self) -> bool:
        """Whether it can be played with."""
        return not self.broken and self.looked.sound


def the_game() -> Game:
    """The game that is played with a data file; there is one."""
    return REGISTRY.game(games_with_data()[0])


def look(*files: object) -> Looked:
    """What the loader says of a file, or of two that are played with together."""
    try:
        whole, halves = without_halves(list(files))
    except RecursionError:
        return _mistaken([Mistake(TOO_DEEP, TOO_DEEP)], 1)
    found = [_half(path) for path in halves]
    try:
        notes = check_data(the_game(), whole)
    except BadData as error:
        found += error.mistakes
        return _mistaken(found, len(halves) + error.count)
    return _mistaken(found, len(found)) if found else Looked(notes=tuple(map(said, notes)))


def _mistaken(found: Sequence[Mistake], count: int) -> Looked:
    return Looked(mistakes=tuple(map(worded, found[:MOST_TOLD])), count=count)


def _half(path: tuple[str | int, ...]) -> Mistake:
    """The mistake of half a character at the end of that way, which begins with the file."""
    _, *way = path
    steps = (f" {one + 1}" if isinstance(one, int) else f": {one}" for one in way)
    place = "".join(steps).removeprefix(": ") or "data"
    return Mistake(f"{place}: {HALF_TEXT}", HALF_TEXT, tuple(way))


def read_text(text: str) -> tuple[Any, tuple[Mistake, ...]]:
    """What a text holds, and why it cannot be kept at all: no JSON, a key twice, no object."""
    try:
        data, twice = read_data_file(text)
    except BadData as error:
        return None, tuple(map(worded, error.mistakes))
    if twice or isinstance(data, dict):
        return data, tuple(worded(Mistake(one, one)) for one in twice)
    return data, look(data).mistakes


def need_own(name: str) -> None:
    """FileRefused for a file that stays as it is."""
    if tidy(name).casefold() in FIXED:
        raise refusals.fixed_set()


def need_whole_texts(data: object) -> None:
    """FileRefused for half a character: no file can hold it."""
    try:
        halves = without_halves(data)[1]
    except RecursionError:
        return  # the shelf says so
    if halves:
        raise refusals.half_character()


def look_json(looked: Looked) -> dict[str, Any]:
    """The same for the editor's script."""
    return {
        "sound": looked.sound,
        "count": looked.count,
        "notes": list(looked.notes),
        "mistakes": [
            {"text": one.text, "short": one.short, "path": list(one.path)}
            for one in looked.mistakes
        ],
    }


def all_sets() -> list[OwnSet]:
    """The sample, the file of the settings, then the kept ones; broken ones with the reason."""
    fixed = [_read(name) for name in FIXED if name in _given()]
    return [*fixed, *(_read(name) for name in web().sets.names())]


def find_set(name: str) -> OwnSet:
    """One file; FileRefused when there is none of that name, or it cannot be read."""
    given = _given()
    if name in given:
        return _looked(Kept(name, given[name], ""))
    return _looked(web().sets.read(name))


def _read(name: str) -> OwnSet:
    try:
        return find_set(name)
    except FileRefused as refused:
        return OwnSet(name, name, broken=web().refused(refused))


def _given() -> Mapping[str, Any]:
    """What is there without anybody keeping it."""
    game, own = the_game(), web().config.own_data
    files: dict[str, Any] = {SAMPLE: read_data_file(game.sample_data())[0]}
    if game.name in own:
        files[SETTINGS] = own[game.name]
    return files


def _looked(kept: Kept) -> OwnSet:
    label = kept.name
    if kept.name in FIXED:
        label = page_text(f"sets.label.{kept.name}", web().language)
    return OwnSet(kept.name, label, kept.data, kept.mark, look(kept.data))


def chosen(name: str, more: str = "") -> dict[str, Any]:
    """What the command ``new`` is told of the file of that name; the settings' needs no word.

    ``more``  the name of a second file, of which only the cards are taken; empty for none. The
    names are kept with the game, to offer the files again. FileRefused when one cannot be had.
    """
    if more:
        files = [find_set(name).data, find_set(more).data]
        return {KEY: files, DATA_NAME: name, DATA_MORE: more}
    if name == SETTINGS:
        return {}
    return {KEY: None if name == SAMPLE else find_set(name).data, DATA_NAME: name}


def usual() -> str:
    """The name of the file that is played with where nobody chooses."""
    return SETTINGS if SETTINGS in _given() else SAMPLE


def forms_json(forms: DataForms) -> dict[str, Any]:
    """The forms as the editor's script builds them, in the words of this answer's language."""
    return {
        "lists": [
            {
                "key": one.key,
                "words": _say(one.words),
                "add": _say(one.add),
                "prefix": one.prefix,
                "fields": [_field(each) for each in one.fields],
                "told": list(one.told),
                "fresh": dict(one.fresh),
            }
            for one in forms.lists
        ],
        "rest": {"words": _say(forms.rest_words), "fields": [_field(one) for one in forms.rest]},
    }


def _field(one: Field) -> dict[str, Any]:
    told: dict[str, Any] = {"key": one.key, "kind": one.kind, "words": _say(one.words)}
    if one.choices:
        told["choices"] = [[value, _say(words)] for value, words in one.choices.items()]
    if one.fields:
        told["fields"] = [_field(each) for each in one.fields]
    more = {"usual": one.usual, "needed": one.needed, "only": list(one.only)}
    told |= {key: value for key, value in more.items() if value not in (None, [])}
    return told | ({"one": _say(one.one)} if one.one else {})


def _say(key: str) -> str:
    return web().text(Message(key))
