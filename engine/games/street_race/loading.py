"""The loader: a data file as a plain object becomes ``Content``, or all its mistakes are named."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Final

from ...errors import BadData, shown
from ...told import Told
from .content import FINISH, REGULAR, ROLES, START, Card, Content, Racer, StreetMat
from .endings import FEWEST, MOST, dealt
from .entries import Entry, Mistakes
from .loading_cards import ABILITY_KEYS, read_ability, read_cards
from .reading_mats import KEYS as MAT_KEYS
from .reading_mats import mat_of
from .wood import no_room

KEYS: Final = (
    "format", "set", "about", "style_points", "die_sides", "half_width", "civilians", "street",
    "hand_limit", "actions", "mod_slots", "endgame_turn_cost", "racers", "mats", "cards",
    "excluded_cards",
)  # fmt: skip
NEEDED: Final = ("format", "set", "racers", "mats", "cards")
MOST_CARS: Final = 8
"""FF-2: racers of a set."""
MOST_CIVILIANS: Final = 8
"""FF-3: at once in play, by the ids that they have."""
WIDTHS: Final = (2, 9)
"""FF-11: columns a side, at least and at most."""


def canonical(data: object) -> str:
    """The text whose digest tells a data file: keys sorted, no spaces."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def load_content(files: Sequence[object]) -> Content:
    """The content of one file or of two; BadData names every mistake."""
    try:
        if not 1 <= len(files) <= 2:
            raise BadData(Told("one_or_two", "data: one data file, or two"))
        held = [canonical(file) for file in files]
        for one in held:
            one.encode("utf-8")
        return _read_files(tuple(held))
    except BadData:
        raise
    except (RecursionError, UnicodeEncodeError, TypeError, ValueError):
        raise BadData(Told("no_data", "data: no data file can be read from it")) from None


@lru_cache(maxsize=8)
def _read_files(files: tuple[str, ...]) -> Content:
    """A text is the same data every time, so what was read is kept."""
    mistakes = Mistakes()
    places = ("",) if len(files) == 1 else ("first file", "second file")
    first, *more = [
        _read(Entry.of(json.loads(file), place, mistakes, KEYS, NEEDED))
        for file, place in zip(files, places, strict=True)
    ]
    cards = read_cards(first)
    for other in more:
        _add_cards(cards, first, other)
        _read_racers(other)
        _read_mats(other)
    sets = tuple(
        (one.text("set"), sha256(file.encode("utf-8")).hexdigest())
        for one, file in zip((first, *more), files, strict=True)
    )
    content = _content(first, sets, cards)
    ids = Counter([*content.racers, *content.mats, *cards])
    for name in (one for one, times in ids.items() if one and times > 1):
        text = "{name} is there twice; racers, mats and cards need ids of their own"
        mistakes.tell("ids", Told("twice_anywhere", text, name=name))
    mistakes.refuse()
    return content


def _add_cards(cards: dict[str, Card], first: Entry, other: Entry) -> None:
    """FF-142: the cards of a second file, but for the excluded ones."""
    if first.text("set") == other.text("set"):
        name = shown(other.text("set"))
        other.wrong("set", Told("same_set", "both data files are {name}", name=name))
    excluded = {*first.texts("excluded_cards"), *other.texts("excluded_cards")}
    for name, card in read_cards(other).items():
        if card.name in excluded:
            continue
        if name and name in cards:
            other.wrong("cards", Told("in_both", "{name} is in both sets", name=name))
        cards[name] = card


def _content(first: Entry, sets: tuple[tuple[str, str], ...], cards: dict[str, Card]) -> Content:
    """The numbers, racers and mats of the first file, with the cards of all."""
    civilians = first.inner("civilians", ("cards", "speed", "complexity"))
    street = first.inner("street", ("returned_mats", "finish_in_bottom", "expected_deck"))
    returned = street.whole("returned_mats", 4, 0, 999, instead=0)
    in_bottom = street.whole("finish_in_bottom", 8, 2, 999, instead=2)
    return Content(
        sets=sets,
        die_sides=first.whole("die_sides", 6, 4, 20),
        half_width=first.whole("half_width", 3, *WIDTHS),
        civilians=civilians.whole("cards", MOST_CIVILIANS, 0, MOST_CIVILIANS),
        civilian_speed=civilians.score("speed", -1),
        civilian_complexity=civilians.score("complexity", 4),
        returned_mats=returned,
        finish_in_bottom=in_bottom,
        expected_deck=street.whole("expected_deck", 22, 0, 999),
        hand_limit=first.whole("hand_limit", 5, 0, 99),
        actions=first.whole("actions", 4, 1, 99),
        mod_slots=first.whole("mod_slots", 3, 0, 99),
        endgame_turn_cost=first.whole("endgame_turn_cost", 3, 1, 99),
        racers=_read_racers(first),
        mats=_read_mats(first, returned + in_bottom - 2),
        cards=cards,
    )


def _read(entry: Entry) -> Entry:
    """One file, with what needs no other key checked."""
    entry.whole("format", 1, 1, 1)
    entry.called("set")
    entry.text("about")
    entry.texts("excluded_cards")
    points = entry.inner("style_points", ("ones", "threes"))
    for key in points.held:
        points.whole(key, 0, 0)
    return entry


def _read_racers(data: Entry) -> dict[str, Racer]:
    """FF-2; the damaged face may be left out if both are equal."""
    racers: dict[str, Racer] = {}
    found = data.named("racers", "racer", ("id", "name", "speed", "complexity"))
    for name, entry in found:
        entry.knows(("id", "name", "speed", "complexity", "damaged", *ABILITY_KEYS))
        face = entry.inner("damaged", ("speed", "complexity"))
        speed, complexity = entry.score("speed"), entry.score("complexity")
        speeds = (speed, face.score("speed", speed))
        numbers = (complexity, face.score("complexity", complexity))
        title = entry.called()
        ability = read_ability(entry, name, title)
        racers.setdefault(name, Racer(name, title, speeds, numbers, ability))
    if len(found) > MOST_CARS:
        told = Told("too_many", "{n}, and {most} are the most (FF-2)", n=len(found), most=MOST_CARS)
        data.wrong("racers", told)
    return racers


def _read_mats(data: Entry, regular: int | None = None) -> dict[str, StreetMat]:
    """FF-11 to FF-14; ``regular``: so many regular mats are needed, None where all will do."""
    width = data.whole("half_width", 3, *WIDTHS, instead=WIDTHS[1])
    mats: dict[str, StreetMat] = {}
    found = data.named("mats", "mat", ("id", "role", "lanes"))
    roles = []
    for name, entry in found:
        entry.knows(("id", "role", *MAT_KEYS))
        roles.append(entry.one_of("role", ROLES))
        mats.setdefault(name, StreetMat(name, roles[-1], mat_of(entry, width)))
    # A mat that cannot be read may be the one that is missing: one mistake is told once.
    told = data.held.get("mats")
    if regular is not None and isinstance(told, list) and len(told) == sum(map(bool, roles)):
        _check_roles(data, roles, regular)
    return mats


def _check_roles(data: Entry, roles: Sequence[str], regular: int) -> None:
    """FF-16: two start mats, two finish mats, enough others."""
    for role in (START, FINISH):
        if roles.count(role) != 2:
            told = "{n} {role} mats, and 2 are needed"
            data.wrong("mats", Told("two_mats", told, n=roles.count(role), role=role))
    if roles.count(REGULAR) < regular:
        told = "fewer than {n} regular mats (FF-16)"
        data.wrong("mats", Told("few_mats", told, n=regular))


def check_seated(content: Content, players: int, cars: int) -> None:
    """Enough racers and cards for those who play; ``bad-data`` otherwise."""
    mistakes = Mistakes()
    if len(content.racers) < cars:
        told = Told(
            "few_racers", "{n}, and {needed} are needed", n=len(content.racers), needed=cars
        )
        mistakes.tell("racers", told)
    if len(content.play_cards) < sum(dealt(players)):
        text, needed = "{n}, and the deal takes {needed}", sum(dealt(players))
        mistakes.tell("cards", Told("few_cards", text, n=len(content.play_cards), needed=needed))
    mistakes.refuse()


def notes_on(content: Content) -> tuple[Told, ...]:
    """How much there is, for how many people, and what is unlike the printed rules."""
    check_seated(content, FEWEST, FEWEST)
    counts = {
        "racers": len(content.racers), "mats": len(content.mats),
        "cards": len(content.play_cards), "kinds": len(content.cards),
    }  # fmt: skip
    a, *others = (shown(name) for name, _ in content.sets)
    text = "set {a}: {racers} racers, {mats} mats, {cards} cards of {kinds} kinds"
    two = "set {a} and {b}: {racers} racers, {mats} mats, {cards} cards of {kinds} kinds"
    told = [Told("set", text, a=a, **counts)]
    if others:
        told = [Told("sets", two, a=a, b=others[0], **counts)]
    for players in range(FEWEST + 1, MOST + 1):
        try:
            check_seated(content, players, players)
        except BadData as few:
            text = "too few for {players} people: {of}: {why}"
            for one in few.mistakes:
                of = one.text.split(":")[0]
                told.append(Told("few_for", text, players=players, of=of, why=one.short))
            break
    if why := no_room(content.half_width):
        told.append(Told("engine_only", "for trackside engine only: {why}", why=why))
    return (*told, *content.warnings)
