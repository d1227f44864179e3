"""The loader: a data file as a plain object becomes ``Content``, or is refused by name."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Final

from ...errors import BadData, Misfit, shown
from .checks import distinct, listed, mapping, need_id, one_of, text, texts, whole
from .content import FINISH, REGULAR, ROLES, START, Content, Racer, StreetMat
from .endings import dealt
from .grid import OPEN
from .loading_cards import ABILITY_KEYS, read_ability, read_cards
from .reading_mats import read_mat

KEYS: Final = (
    "format", "set", "about", "style_points", "die_sides", "half_width", "civilians", "street",
    "hand_limit", "actions", "mod_slots", "endgame_turn_cost", "racers", "mats", "cards",
    "excluded_cards",
)  # fmt: skip
NEEDED: Final = ("format", "set", "racers", "mats", "cards")
MOST_CARS: Final = 8
"""FF-2: racers of a set."""


def canonical(data: object) -> str:
    """The text whose digest tells a data file: keys sorted, no spaces."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def load_content(files: Sequence[object]) -> Content:
    """The content of one file or of two; BadData names what is wrong."""
    try:
        if not 1 <= len(files) <= 2:
            raise Misfit("data: one data file, or two")
        held = [canonical(file) for file in files]
        for one in held:
            one.encode("utf-8")
        return _read_files(tuple(held))
    except Misfit as wrong:
        raise BadData(str(wrong)) from None
    except (RecursionError, UnicodeEncodeError, TypeError, ValueError):
        raise BadData("data: no data file can be read from it") from None


@lru_cache(maxsize=8)
def _read_files(files: tuple[str, ...]) -> Content:
    """A text is the same data every time, so what was read is kept."""
    first, *more = [_read(json.loads(one)) for one in files]
    sets = tuple(
        (str(json.loads(one)["set"]), sha256(one.encode("utf-8")).hexdigest()) for one in files
    )
    cards = read_cards(first)
    for other in more:
        if sets[0][0] == sets[1][0]:
            raise Misfit(f"set: both data files are {shown(sets[0][0])}")
        excluded = {*_excluded(first), *_excluded(other)}
        for name, card in read_cards(other).items():
            if card.name in excluded:
                continue
            if name in cards:
                raise Misfit(f"cards: {name} is in both sets")
            cards[name] = card
        _read_racers(other)
        _read_mats(other)
    civilians = mapping(first.get("civilians", {}), "civilians", ("cards", "speed", "complexity"))
    street = mapping(
        first.get("street", {}), "street", ("returned_mats", "finish_in_bottom", "expected_deck")
    )
    content = Content(
        sets=sets,
        die_sides=_number(first, "die_sides", 6, 4, 20),
        half_width=_width(first),
        civilians=_number(civilians, "cards", 8, 0, 99),
        civilian_speed=_number(civilians, "speed", -1),
        civilian_complexity=_number(civilians, "complexity", 4),
        returned_mats=_number(street, "returned_mats", 4, 0, 999),
        finish_in_bottom=_number(street, "finish_in_bottom", 8, 2, 999),
        expected_deck=_number(street, "expected_deck", 22, 0, 999),
        hand_limit=_number(first, "hand_limit", 5, 0, 99),
        actions=_number(first, "actions", 4, 1, 99),
        mod_slots=_number(first, "mod_slots", 3, 0, 99),
        endgame_turn_cost=_number(first, "endgame_turn_cost", 3, 1, 99),
        racers=_read_racers(first),
        mats=_read_mats(first),
        cards=cards,
    )
    _check_mats(content)
    distinct([*content.racers, *content.mats, *content.cards], "ids")
    return content


def _read(data: object) -> Mapping[str, object]:
    """The keys of one file, with what needs no other key checked."""
    held = mapping(data, "data", KEYS, NEEDED)
    whole(held["format"], "format", 1, 1)
    name = text(held["set"], "set")
    if not name:
        raise Misfit("set: a name is needed")
    text(held.get("about", ""), "about")
    points = mapping(held.get("style_points", {}), "style_points", ("ones", "threes"))
    for key, value in points.items():
        whole(value, f"style_points: {key}", 0)
    _excluded(held)
    return held


def _excluded(data: Mapping[str, object]) -> list[str]:
    return texts(data.get("excluded_cards", []), "excluded_cards")


def _number(
    data: Mapping[str, object],
    key: str,
    usual: int,
    least: int | None = None,
    most: int | None = None,
) -> int:
    return whole(data.get(key, usual), key, least, most)


def _width(data: Mapping[str, object]) -> int:
    """FF-11: columns a side."""
    return _number(data, "half_width", 3, 2, 9)


def _read_racers(data: Mapping[str, object]) -> dict[str, Racer]:
    """FF-2; the damaged face may be left out if both are equal."""
    racers = []
    for each in listed(data["racers"], "racers"):
        held = mapping(
            each,
            "racers",
            ("id", "name", "speed", "complexity", "damaged", *ABILITY_KEYS),
            ("id", "name", "speed", "complexity"),
        )
        name = need_id(held["id"], "racers: id")
        face = mapping(held.get("damaged", {}), f"{name}: damaged", ("speed", "complexity"))
        speed, complexity = (whole(held[key], f"{name}: {key}") for key in ("speed", "complexity"))
        hurt = whole(face.get("speed", speed), f"{name}: damaged speed")
        harder = whole(face.get("complexity", complexity), f"{name}: damaged complexity")
        title = text(held["name"], f"{name}: name")
        ability = read_ability(held, name, title)
        racers.append(Racer(name, title, (speed, hurt), (complexity, harder), ability))
    distinct((racer.id for racer in racers), "racers")
    if len(racers) > MOST_CARS:
        raise Misfit(f"racers: {len(racers)}, and {MOST_CARS} are the most (FF-2)")
    return {racer.id: racer for racer in racers}


def _read_mats(data: Mapping[str, object]) -> dict[str, StreetMat]:
    """FF-11 to FF-14."""
    mats = []
    for each in listed(data["mats"], "mats"):
        held = mapping(
            each, "mats", ("id", "role", "lanes", "sidewalk", "median"), ("id", "role", "lanes")
        )
        name = need_id(held["id"], "mats: id")
        role = one_of(held["role"], f"{name}: role", ROLES)
        face = {key: value for key, value in held.items() if key not in ("id", "role")}
        face.setdefault("sidewalk", OPEN)
        mats.append(StreetMat(name, role, read_mat(face, name, _width(data))))
    distinct((mat.id for mat in mats), "mats")
    return {mat.id: mat for mat in mats}


def _check_mats(content: Content) -> None:
    """FF-16: two start mats, two finish mats, enough others."""
    for role in (START, FINISH):
        if len(content.of_role(role)) != 2:
            raise Misfit(f"mats: {len(content.of_role(role))} {role} mats, and 2 are needed")
    needed = content.returned_mats + content.finish_in_bottom - 2
    if len(content.of_role(REGULAR)) < needed:
        raise Misfit(f"mats: fewer than {needed} regular mats (FF-16)")


def check_seated(content: Content, players: int, cars: int) -> None:
    """Enough racers and cards for those who play; ``bad-data`` otherwise."""
    if len(content.racers) < cars:
        message = f"racers: {len(content.racers)}, and {cars} are needed"
        raise BadData(message)
    if len(content.play_cards) < sum(dealt(players)):
        message = f"cards: {len(content.play_cards)}, and the deal takes {sum(dealt(players))}"
        raise BadData(message)
