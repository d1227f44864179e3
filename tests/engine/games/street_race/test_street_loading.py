"""The loader: every error is named (FF-7, FF-11, FF-16, FF-142, FF-155)."""

from __future__ import annotations

import copy
from pathlib import Path as FilePath
from typing import Any

import pytest
from street_table import GAME, SAMPLE

from engine.errors import BadData
from engine.games.street_race import loading
from engine.games.street_race.content import LIMITS, OPS, ROLES, TYPES, USES, WHO
from engine.games.street_race.grid import SIDEWALKS
from engine.games.street_race.loading import load_content
from engine.games.street_race.loading_cards import KEYS as CARD_KEYS
from engine.games.street_race.loading_cards import PLAIN_KEYS
from engine.games.street_race.reading_mats import KEYS as MAT_KEYS

Path = tuple[Any, ...]


def broken(path: Path, value: Any) -> Any:
    """The sample with one value changed; ``...`` takes it away."""
    held: Any = copy.deepcopy(SAMPLE)
    inner = held
    for key in path[:-1]:
        inner = inner[key]
    if value is ...:
        del inner[path[-1]]
    elif isinstance(inner, list) and path[-1] == len(inner):
        inner.append(value)
    else:
        inner[path[-1]] = value
    return held


WRONG: list[tuple[Path, Any, str]] = [
    (("colour",), 1, "unknown key"),
    (("format",), 2, "format"),
    (("format",), ..., "format is missing"),
    (("set",), "", "set"),
    (("set",), 5, "set"),
    (("die_sides",), 3, "die_sides"),
    (("die_sides",), 21, "die_sides"),
    (("die_sides",), True, "die_sides"),
    (("half_width",), "3", "half_width"),
    (("civilians",), [], "civilians"),
    (("civilians", "paint"), 1, "unknown key"),
    (("civilians", "cards"), 9, "civilians: cards: a number from 0 to 8 is needed"),
    (("civilians", "speed"), None, "civilians: speed"),
    (("style_points", "twos"), 1, "style_points: 'twos' is an unknown key"),
    (("street", "returned_mats"), -1, "returned_mats"),
    (("street", "returned_mats"), 19, "fewer than 25 regular mats"),
    (("excluded_cards",), "x", "excluded_cards"),
    (("racers",), {}, "racers"),
    (("racers", 0, "id"), "r2", "r2 is there twice"),
    (("racers", 0, "id"), "r 1", "no id"),
    (("racers", 0, "speed"), 1.5, "r1: speed"),
    (("racers", 0, "name"), ..., "name is missing"),
    (("racers", 0, "damaged", "paint"), 1, "unknown key"),
    (("racers", 0, "do"), [{"op": "draw"}], "r1: on: the trigger is missing"),
    (("racers", 8), {"id": "r9", "name": "N", "speed": 0, "complexity": 1}, "8 are the most"),
    (("mats",), [], "mats: 0 start mats"),
    (("mats", 0, "role"), "regular", "1 start mats"),
    (("mats", 2, "role"), "stop", "m03: role"),
    (("mats", 4, "role"), "finish", "3 finish mats"),
    (("mats", 4, "lanes"), [], "0 lanes"),
    (("mats", 4, "lanes"), [1, 2, 3], "3 lanes do not fit"),
    (("mats", 4, "lanes"), ["4"], "m05: lanes"),
    (("mats", 4, "lanes"), [10**20], "lanes 1: a number from -999 to 999 is needed"),
    (("racers", 0, "speed"), -(10**20), "r1: speed: a number from -999 to 999 is needed"),
    (("racers", 0, "damaged", "complexity"), 1000, "complexity: a number from -999 to 999"),
    (("civilians", "speed"), 1000, "civilians: speed: a number from -999 to 999 is needed"),
    (("cards", 21, "drive"), 1000, "p22: drive: a number from -999 to 999 is needed"),
    (("mats", 4, "sidewalk"), "both", "m05: sidewalk"),
    (("mats", 4, "median"), 0, "m05: median"),
    (("mats", 5, "id"), "m05", "m05 is there twice"),
    (("mats", 5, "id"), "p01", "p01 is there twice"),
    (("cards", 0, "copies"), 0, "p01: copies"),
    (("cards", 0, "type"), "spell", "p01: type"),
    (("cards", 1, "id"), "p01", "p01 is there twice"),
    (("cards", 0, "do"), [], "p01: do: a card of type action needs an effect"),
    (("cards", 0, "do", 0, "op"), "fly", "card 1, p01: do 1: op: 'fly' is none of"),
    (("cards", 0, "do", 0, "who"), "all", "card 1, p01: do 1: who"),
    (("cards", 0, "do", 0, "who"), "chosen", "nobody is chosen before"),
    (("cards", 0, "do", 0, "test"), 1, "p01: do 1: test"),
    (("cards", 0, "do", 0, "speed"), 1, "unknown key"),
    (("cards", 0, "limit"), "never", "p01: limit"),
    (("cards", 0, "on"), "moved", "unknown key"),
    (("cards", 0, "cost_style"), -1, "p01: cost_style"),
    (("cards", 10, "on"), "test.over", "p11: on"),
    (("cards", 10, "on"), ..., "p11: on"),
    (("cards", 10, "when", "kind"), "fly", "p11: when: kind"),
    (("cards", 10, "when", "colour"), "red", "unknown key"),
    (("cards", 13, "timing"), "soon", "p14: timing"),
    (("cards", 14, "exclusive"), 5, "p15: exclusive"),
    (("cards", 16, "bonus", 0, "to"), "style", "card 17, p17: bonus 1: to"),
    (("cards", 16, "bonus", 0, "when"), "always", "card 17, p17: bonus 1: when"),
    (("cards", 16, "bonus", 0, "n"), None, "card 17, p17: bonus 1: n"),
    (("cards", 21, "drive"), "2", "p22: drive"),
    (("cards", 21, "bonus"), [], "unknown key"),
    (("cards", 5, "name"), " ", "p06: name: a name is needed"),
    (("racers", 0, "name"), "", "racer 1, r1: name: a name is needed"),
    (("racers", 0, "name"), "Tin\0Comet", "Comet' has a letter that cannot be"),
    (("set",), "mine\n", "set: 'mine\\n' has a letter that cannot be seen; take it out"),
    (("format",), True, "a whole number is needed, not true"),
    (("half_width",), None, "a whole number is needed, not null"),
]


@pytest.mark.parametrize(("path", "value", "told"), WRONG, ids=[w[2] for w in WRONG])
def test_a_mistake_in_a_data_file_is_named_ff_7(path: Path, value: Any, told: str) -> None:
    with pytest.raises(BadData) as error:
        load_content([broken(path, value)])
    assert told in str(error.value)


def test_all_mistakes_are_named_at_once_each_with_its_place_ff_7() -> None:
    held = broken(("cards", 0, "copies"), 0)
    held["cards"][3]["type"] = "spell"
    held["cards"][10]["do"] = [
        {"op": "test_mod", "who": "chooose"},
        {"op": "draw", "who": "chosen"},
    ]
    held["cards"][16]["id"] = "p16"
    held["racers"][1].pop("speed")
    held["mats"][4]["lanes"] = [4, "5"]
    held["half_width"] = "wide"
    held["street"]["returned_mats"] = -1
    with pytest.raises(BadData) as error:
        load_content([held])
    kinds = "action, reaction, mod, crew"
    whom = "self, choose, choose_other, chosen, choose_tester"
    assert sorted(error.value.found) == [
        "card 1, p01: copies: a number from 1 to 999 is needed, not 0",
        f"card 11, p11: do 1: who: 'chooose' is none of {whom}",
        "card 17: id: p16 is there twice, first as card 16; give each an id of its own",
        f"card 4, p04: type: 'spell' is none of {kinds}",
        "half_width: a whole number is needed, not 'wide'",
        "mat 5, m05: lanes 2: a whole number is needed, not '5'",
        "racer 2, r2: speed is missing; write it",
        "street: returned_mats: a number from 0 to 999 is needed, not -1",
    ]
    whom_it_is = next(m for m in error.value.mistakes if "chooose" in m.text)
    assert (whom_it_is.short, whom_it_is.path) == (
        f"'chooose' is none of {whom}",
        ("cards", 10, "do", 0, "who"),
    )
    assert sorted(str(m.path) for m in error.value.mistakes if m is not whom_it_is) == [
        "('cards', 0, 'copies')",
        "('cards', 16, 'id')",
        "('cards', 3, 'type')",
        "('half_width',)",
        "('mats', 4, 'lanes', 1)",
        "('racers', 1, 'speed')",
        "('street', 'returned_mats')",
    ]
    first, *rest = str(error.value).split("\n")
    assert first == "8 mistakes in the data file:"
    assert tuple(rest) == error.value.found


def test_a_message_tells_twenty_mistakes_and_counts_the_rest_ff_7() -> None:
    with pytest.raises(BadData) as error:
        load_content([broken(("cards",), [5] * 1500)])
    lines = str(error.value).split("\n")
    assert (lines[0], lines[1]) == (
        "1500 mistakes in the data file:",
        "card 1: an object is needed, not 5",
    )
    assert (len(lines), lines[-1]) == (22, "… and 1480 more")
    assert (len(error.value.found), error.value.count) == (1000, 1500)


def test_a_mistake_in_one_of_two_files_says_in_which_ff_142() -> None:
    second = {**broken(("cards", 0, "name"), 7), "set": "two"}
    second["cards"] = [{**card, "id": f"z{card['id']}"} for card in second["cards"][:1]]
    with pytest.raises(BadData, match=r"^second file: card 1, zp01: name: a text is needed"):
        load_content([SAMPLE, second])


@pytest.mark.parametrize("files", [[], [5], [None], [[]], [SAMPLE, SAMPLE], [SAMPLE] * 3])
def test_what_is_no_data_file_is_refused_ff_142(files: Any) -> None:
    with pytest.raises(BadData):
        load_content(files)


def test_there_must_be_racers_and_cards_for_all_ff_24() -> None:
    few = broken(("racers",), SAMPLE["racers"][:2])  # type: ignore[index]
    cards = broken(("cards",), SAMPLE["cards"][:4])  # type: ignore[index]
    for data, told in ((few, "racers: 2, and 3"), (cards, "cards: 12, and the deal takes 25")):
        players = 3 if data is few else 5
        with pytest.raises(BadData, match=told):
            GAME.new({"game": "fhtagn", "players": players, "data": data})


def test_a_deck_of_another_size_is_a_warning_only_ff_16() -> None:
    assert load_content([SAMPLE]).warnings == ()
    assert load_content([broken(("street", "expected_deck"), 20)]).warnings == (
        "the street deck has 22 mats, not 20 (FF-16)",
    )


def test_the_page_on_data_files_names_every_key_and_effect_ff_155(root: FilePath) -> None:
    page = (root / "docs" / "data_file.md").read_text("utf-8")
    known = {
        *loading.KEYS,
        *MAT_KEYS,
        *PLAIN_KEYS,
        *(key for keys in CARD_KEYS.values() for key in keys),
    }
    words = {*known, *OPS, *WHO, *USES, *LIMITS, *ROLES, *SIDEWALKS, *TYPES}
    assert sorted(word for word in words if f"`{word}`" not in page) == []


def test_three_lanes_a_side_make_a_grid_of_eight_columns_ff_11() -> None:
    wide = broken(("half_width",), 4)
    wide["mats"][4]["lanes"] = [4, 5, 6]
    position = GAME.new({"game": "fhtagn", "players": 3, "data": wide})
    assert len(position.board.spaces) == 64
