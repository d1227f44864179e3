"""The forms of the street race's data file: cards, cars, mats and numbers (FF-7, FF-155)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from companion.games.data_forms import DataForms, Field, Kind, Listing
from engine.games.street_race.content import (
    ACTION,
    AFTER,
    BEFORE,
    CREW,
    LIMITS,
    MOD,
    OPS,
    REACTION,
    REGULAR,
    ROLES,
    SELF,
    TYPES,
    USES,
    WHO,
)
from engine.games.street_race.grid import OPEN, SIDEWALKS
from engine.games.street_race.loading_cards import KEYS, KINDS

WORDS: Final = "street.data."


def _words(prefix: str, values: Iterable[str]) -> Mapping[str, str]:
    """Each value with the key of its words."""
    return {value: prefix + value.replace(".", "_") for value in values}


def _plain(kind: Kind, *keys: str) -> tuple[Field, ...]:
    return tuple(Field(key, kind, WORDS + key) for key in keys)


EVENTS: Final = _words("street.card.on.", (*BEFORE, *AFTER))
TYPE_WORDS: Final = _words(WORDS + "type.", TYPES)
KIND_WORDS: Final = _words(WORDS + "kind.", KINDS)

ID: Final = Field("id", "text", WORDS + "id", needed=True)
NAME: Final = Field("name", "text", WORDS + "name", needed=True)
EFFECT: Final = (
    Field("op", "choice", WORDS + "op", _words(WORDS + "op.", OPS), needed=True),
    Field("who", "choice", WORDS + "who", _words("street.card.who.", WHO), usual=SELF),
    Field("n", "number", WORDS + "n", usual=1),
    Field("test", "switch", WORDS + "test", usual=True),
)
BONUS: Final = (
    Field("to", "choice", WORDS + "to", KIND_WORDS, needed=True),
    Field("n", "number", WORDS + "n", needed=True),
    Field("when", "choice", WORDS + "use", _words("street.card.use.", USES)),
)
WHEN: Final = (
    Field("kind", "choice", WORDS + "kind", KIND_WORDS),
    Field("who", "choice", WORDS + "whose", _words(WORDS + "whose.", ("self", "other"))),
    Field("type", "choice", WORDS + "type", TYPE_WORDS),
    Field("spell", "switch", WORDS + "spell"),
)


def _belongs(key: str) -> tuple[str, ...]:
    """The types of cards that may have that key, as the loader knows them."""
    return tuple(kind for kind in (ACTION, REACTION, MOD, CREW) if key in KEYS[kind])


def _trigger(*, cards: bool) -> tuple[Field, ...]:
    """``on``, ``when`` and ``do``, of a card or of a car's ability."""

    def only(key: str) -> tuple[str, ...]:
        return _belongs(key) if cards else ()

    return (
        Field("on", "choice", WORDS + "on", EVENTS, only=only("on")),
        Field("when", "group", WORDS + "when", fields=WHEN, only=only("when")),
        Field("do", "entries", WORDS + "do", fields=EFFECT, only=only("do"), one=WORDS + "effect"),
    )


CARD: Final = (
    NAME,
    Field("type", "choice", WORDS + "type", TYPE_WORDS, needed=True),
    Field("copies", "number", WORDS + "copies", usual=1),
    Field("style", "switch", WORDS + "style", usual=False),
    Field("cost_style", "number", WORDS + "cost_style", usual=0),
    Field("drive", "number", WORDS + "drive", usual=0, only=_belongs("drive")),
    Field("fixit", "number", WORDS + "fixit", usual=0, only=_belongs("fixit")),
    Field(
        "bonus",
        "entries",
        WORDS + "bonus",
        fields=BONUS,
        only=_belongs("bonus"),
        one=WORDS + "bonus_one",
    ),
    *_trigger(cards=True),
    Field(
        "timing",
        "choice",
        WORDS + "timing",
        _words(WORDS + "timing.", ("before", "after")),
        usual="after",
        only=_belongs("timing"),
    ),
    Field("spell", "switch", WORDS + "spell", usual=False, only=_belongs("spell")),
    Field(
        "limit",
        "choice",
        WORDS + "limit",
        _words(WORDS + "limit.", LIMITS),
        only=_belongs("limit"),
    ),
    Field("exclusive", "text", WORDS + "exclusive", only=_belongs("exclusive")),
    ID,
)
CAR: Final = (
    NAME,
    Field("speed", "number", WORDS + "speed", needed=True),
    Field("complexity", "number", WORDS + "complexity", needed=True),
    Field("damaged", "group", WORDS + "damaged", fields=_plain("number", "speed", "complexity")),
    *_trigger(cards=False),
    ID,
)
MAT: Final = (
    ID,
    Field("role", "choice", WORDS + "role", _words(WORDS + "role.", ROLES), needed=True),
    Field("lanes", "numbers", WORDS + "lanes", needed=True, one=WORDS + "lane"),
    Field(
        "sidewalk",
        "choice",
        WORDS + "sidewalk",
        _words(WORDS + "sidewalk.", SIDEWALKS),
        usual=OPEN,
    ),
    Field("median", "switch", WORDS + "median", usual=False),
)
REST: Final = (
    Field("set", "text", WORDS + "set", needed=True),
    Field("about", "text", WORDS + "about"),
    Field("die_sides", "number", WORDS + "die_sides", usual=6),
    Field("half_width", "number", WORDS + "half_width", usual=3),
    Field("hand_limit", "number", WORDS + "hand_limit", usual=5),
    Field("actions", "number", WORDS + "actions", usual=4),
    Field("mod_slots", "number", WORDS + "mod_slots", usual=3),
    Field("endgame_turn_cost", "number", WORDS + "endgame_turn_cost", usual=3),
    Field(
        "civilians",
        "group",
        WORDS + "civilians",
        fields=(
            Field("cards", "number", WORDS + "civilian_cards", usual=8),
            Field("speed", "number", WORDS + "speed", usual=-1),
            Field("complexity", "number", WORDS + "complexity", usual=4),
        ),
    ),
    Field(
        "street",
        "group",
        WORDS + "street",
        fields=(
            Field("returned_mats", "number", WORDS + "returned_mats", usual=4),
            Field("finish_in_bottom", "number", WORDS + "finish_in_bottom", usual=8),
            Field("expected_deck", "number", WORDS + "expected_deck", usual=22),
        ),
    ),
    Field(
        "style_points", "group", WORDS + "style_points", fields=_plain("number", "ones", "threes")
    ),
    Field("excluded_cards", "texts", WORDS + "excluded_cards"),
    Field("format", "number", WORDS + "format", needed=True),
)

FORMS: Final = DataForms(
    lists=(
        Listing(
            "cards",
            WORDS + "cards",
            WORDS + "cards.add",
            "p",
            CARD,
            ("type", "copies"),
            {"type": ACTION, "name": "", "do": [{"op": OPS[0]}]},
        ),
        Listing(
            "racers",
            WORDS + "racers",
            WORDS + "racers.add",
            "r",
            CAR,
            ("speed", "complexity"),
            {"name": "", "speed": 1, "complexity": 4},
        ),
        Listing(
            "mats",
            WORDS + "mats",
            WORDS + "mats.add",
            "m",
            MAT,
            ("role", "lanes", "sidewalk"),
            {"role": REGULAR, "lanes": [4, 5]},
        ),
    ),
    rest_words=WORDS + "rest",
    rest=REST,
)
