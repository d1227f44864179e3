"""House rules as TOML files: read strictly, written whole, damaged ones told and left alone."""

from __future__ import annotations

import random
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from companion.errors import FileRefused
from companion.games.house import House, house_of, read_house, shelf, switches_of
from companion.games.offer import house_of as house_name
from companion.games.packs import OFFERS, PACKS
from companion.model.message import Message
from companion.model.past import NAMELESS
from companion.words import render
from companion.words.catalogue import keys
from engine.errors import BadConfig
from engine.games.fast_track.switches import SWITCHES
from engine.registry import REGISTRY

SWAPLESS = '# by hand\ngame = "fast_track"\nsheet = "classic"\n[switches]\njack_swaps = false\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "house_rules"
    folder.mkdir()
    return folder


def test_every_set_of_switches_reads_back_as_it_was_written(folder: Path) -> None:
    kept, rng = shelf(folder), random.Random(5)
    for number in range(40):
        sheet = rng.choice(list(SWITCHES.sheets))
        usual = SWITCHES.sheets[sheet]
        turned = {name: not on for name, on in usual.items() if rng.random() < 0.3}
        made = House(f"House {number}", "fast_track", sheet, turned)
        mark = kept.save(made.name, made.data).mark
        assert house_of(kept.read(made.name)) == House(*made_of(made), mark)
        raw = tomllib.loads((folder / f"{made.name}.toml").read_text("utf-8"))
        assert raw == made.data
    assert len(kept.names()) == 40


def made_of(house: House) -> tuple[Any, ...]:
    return house.name, house.game, house.sheet, house.switches


def test_the_file_says_beside_each_switch_what_it_means(folder: Path) -> None:
    shelf(folder).save("Ours", House("Ours", "fast_track", "classic", {"jack_swaps": False}).data)
    text = (folder / "Ours.toml").read_text("utf-8")
    assert "# FT-21: A jack may swap two marbles of different colours." in text
    assert 'sheet = "classic"' in text


def test_a_file_written_by_hand_is_read(folder: Path) -> None:
    (folder / "Ours.toml").write_bytes(b"\xef\xbb\xbf" + SWAPLESS.encode())
    house = house_of(shelf(folder).read("ours"))
    assert (house.sheet, dict(house.switches)) == ("classic", {"jack_swaps": False})
    told = SWAPLESS + "forced_backward = true\n"
    (folder / "Ours.toml").write_text(told)
    assert dict(house_of(shelf(folder).read("Ours")).switches) == {"jack_swaps": False}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("game = ", "Ours.toml cannot be read: Invalid value (at end of document)"),
        ('game = "fast_track"\ngame = "x"', "Ours.toml cannot be read: Cannot overwrite a value"),
        ("a = " + "[" * 2000, "nested too deeply"),
        (b"\xff\xfe\x00", "no text in UTF-8"),
        ("#" * 20_000, "larger than 16 KiB"),
        ("", "holds no house rules: game: missing"),
        ('game = "wahoo"\nsheet = "wahoo"', "game: 'wahoo' has no switches; fast_track has"),
        ("game = 7", "game: 7 is no text"),
        ('game = "fast_track"', "sheet: missing"),
        (SWAPLESS.replace("classic", "mine"), "sheet: 'mine' is none of classic"),
        (SWAPLESS + "jokers = 3", "switches: 'jokers' is no switch; known are five_marbles"),
        (SWAPLESS.replace("false", '"no"'), "switches: jack_swaps: 'no' is neither true nor false"),
        ("colour = 1\n" + SWAPLESS, "'colour': unknown key; there are game, sheet, switches"),
        (SWAPLESS.replace("[switches]\njack_swaps", "switches"), "an object is needed"),
    ],
)
def test_a_damaged_file_names_itself_the_key_and_what_to_do(
    folder: Path, text: str | bytes, says: str
) -> None:
    path = folder / "Ours.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    raw = path.read_bytes()
    with pytest.raises(FileRefused) as refused:
        house_of(shelf(folder).read("Ours"))
    assert says in str(refused.value)
    assert "Ours.toml" in str(refused.value)
    assert "Mend it" in str(refused.value)
    assert refused.value.key is not None
    said = Message(refused.value.key, dict(refused.value.params), refused.value.nested)
    assert render(said, "de").startswith("Ours.toml")
    assert not re.search(r" (is|are|needed|missing|known|neither|unknown) ", render(said, "de"))
    assert path.read_bytes() == raw


def test_a_pair_that_excludes_each_other_is_read_and_named_so_that_it_can_be_mended() -> None:
    data = {"game": "fast_track", "sheet": "classic", "switches": {"five_marbles": True}}
    house = read_house("Ours", data)
    assert {clash.key for clash in house.clashes} == {"full_pen", "fifth_home", "no_room_back"}


def test_a_table_plays_what_the_options_say_and_refuses_the_rest() -> None:
    offer = OFFERS["fast_track"]
    plain = {"game": "fast_track", "rules": "classic", "board": "hex", "players": [["A"], ["D"]]}
    told = {"switches": {"jack_swaps": False, "corners_first": True}, "house": "Ours"}
    settled = offer.settled({**plain, "options": told})
    assert settled["options"] == {"switches": {"jack_swaps": False}, "house": "Ours"}
    asked = offer.engine_options(settled)
    position: Any = REGISTRY.game("fast_track").new(asked)
    assert position.to_json()["switches"] == {"jack_swaps": False}
    assert "house" not in asked
    assert house_name(settled) == "Ours"
    assert offer.settled(plain) == plain
    unnamed = offer.settled({**plain, "options": {"switches": {"jack_swaps": False}}})
    assert unnamed["options"] == {"switches": {"jack_swaps": False}}
    assert house_name(unnamed) == NAMELESS
    spaced = offer.settled({**plain, "options": {**told, "house": "  Grandma's  rules "}})
    assert house_name(spaced) == "Grandma's rules"
    for wrong in (
        {"switches": {"duty_by_colour": True, "corners_first": False}},
        {"switches": {"jokers": True}},
        {"switches": 5},
        {"house": "x" * 41},
        {"house": 5},
        {"house": ""},
        {"house": "*"},
        {"house": "a\u202eb"},
        {"house": "up/there"},
    ):
        with pytest.raises(BadConfig):
            offer.settled({**plain, "options": wrong})


def test_a_house_says_whether_people_cut_and_may_be_partners() -> None:
    offer = OFFERS["fast_track"]
    butterfly, classic = offer.sheet("butterfly"), offer.sheet("classic")
    assert butterfly is not None
    assert classic is not None
    assert offer.housed(butterfly, {"cut_for_first": True}).drawn
    assert not offer.housed(classic, {"cut_for_first": False}).drawn
    assert not offer.housed(classic, {"several_colours": False}).several
    players = {"rules": "butterfly", "players": [["A"], ["D"]]}
    assert offer.first_player(players, random.Random(1)) == (0, ())
    cuts = offer.first_player(
        {**players, "options": {"switches": {"cut_for_first": True}}}, random.Random(1)
    )
    assert cuts[1]


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_switch_group_and_pair_has_its_words(language: str) -> None:
    for pack in PACKS:
        if pack.offer.switches is None:
            continue
        at = f"house.{pack.game}"
        wanted = {f"{at}.group.{one.group}" for one in pack.offer.switches.all}
        wanted |= {f"{at}.clash.{clash.key}" for clash in pack.offer.switches.clashes}
        for one in pack.offer.switches.all:
            wanted |= {f"{at}.{one.name}{part}" for part in ("", ".on", ".off")}
        assert wanted <= keys(language)
        assert switches_of(pack.game) is pack.offer.switches


def test_a_rule_that_a_house_quotes_stands_on_the_page_it_leads_to(root: Path) -> None:
    offer, found = OFFERS["fast_track"], 0
    for sheet in SWITCHES.sheets:
        for rule in [f"FT-{n}" for n in range(1, 28)] + [f"BF-{n}" for n in range(1, 14)]:
            page = root / "docs" / "rules" / f"fast_track_{offer.page_of(rule, sheet)}.md"
            found += f'<a id="{rule}"></a>' in page.read_text("utf-8")
    assert found == 3 * 40
