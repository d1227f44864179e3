"""The street race in words: every sentence of the design, places, labels, plain forms."""

from __future__ import annotations

import inspect
import re
from fractions import Fraction
from pathlib import Path

import pytest
import street_views

from companion.games.packs import PACKS
from companion.games.street_race import places, said
from companion.games.street_race.chances import Choice
from companion.games.street_race.lines import line
from companion.games.street_race.places import place_name, wood_name
from companion.games.street_race.said import back_told, place_label, roll_told
from companion.words import keys, render
from companion.words.catalogue import sentences
from engine.board import Space
from engine.boards import board_of
from engine.games.street_race.grid import WAYS, Cell, Mat, Street
from engine.games.street_race.wood import street_wood
from engine.registry import REGISTRY

STREET = Street(3, Mat((4, 5)), Mat((5, 5), "chop"))
WIDE = Street(4, Mat((4, 5, 6), "blocked"), Mat((5,)))
OURS = {key: sentence for key, sentence in sentences("en").items() if key.startswith("street.")}
NAMES = {"C": "Carla", "D": "Dora", "E": "Max", "c1": "@token.civilian"}
LIGHT = re.compile(r"\blights?\b")


def shape(sentence: str) -> str:
    """A sentence with its parts alike."""
    plain = sentence.strip().replace("Row {row}", "Row h").replace("for 3 ", "for {n} ")
    return re.sub(r"\{\w+\}|\bRow h\b", "{}", plain)


def test_every_sentence_of_the_design_is_in_the_catalogue(shared: Path) -> None:
    text = (shared / "design" / "street_race_page.md").read_text("utf-8")
    section = text[text.index("## 5 Words") : text.index("## 6 Keyboard")]
    rows = re.findall(r"^\| (?!key|code|--)[^|]+ \| ([^|]+) \|$", section, re.M)
    wanted = [sentence for cell in rows for sentence in cell.split(" / ")]
    ours = {shape(sentence) for sentence in OURS.values()}
    assert len(wanted) == 60
    assert [sentence for sentence in wanted if shape(sentence) not in ours] == []
    assert {'"Put it back at the arrow."', '"Nothing is lost."'} <= set(
        re.findall(r'"[^"]+"', section)
    )
    assert {"Put it back at the arrow.", "Nothing is lost."} <= set(OURS.values())


def test_every_key_and_code_of_the_design_is_a_key(shared: Path) -> None:
    text = (shared / "design" / "street_race_page.md").read_text("utf-8")
    section = text[text.index("| key | English |") : text.index("## 6 Keyboard")]
    states, refusals = section.split("Refusals by code")
    wanted, stem = set(), ""
    for cell in re.findall(r"^\| (?!key|--)([^|]+) \|", states, re.M):
        for key in cell.split(" / "):
            stem = stem if key.startswith(".") else key.strip().split(".")[0]
            wanted.add(f"street.{stem}{key.strip()}" if key.startswith(".") else f"street.{key}")
    assert len(wanted) == 39
    assert {key.strip() for key in wanted} <= set(OURS)
    codes = re.findall(r"^\| (?!code|--)([^|]+) \|", refusals, re.M)
    names = [code.replace("-", "_") for cell in codes for code in cell.split(" / ")]
    refused = {f"street.refused.{name}" for name in names if name != "impossible_place"}
    assert len(refused) == 17
    assert refused <= set(OURS)


def test_a_sentence_that_names_a_light_has_a_plain_form() -> None:
    lit = {key for key, sentence in OURS.items() if LIGHT.search(sentence)}
    assert len(lit) == 6
    for key in lit:
        assert f"{key}.plain" in OURS
        assert not LIGHT.search(OURS[f"{key}.plain"])
    assert {key.removesuffix(".plain") for key in OURS if key.endswith(".plain")} == lit


def test_prompts_have_twelve_words_at_most() -> None:
    """page.md, principles: no more than 12 words in a prompt."""
    prompts = {k: s for k, s in OURS.items() if not k.startswith("street.label.")}
    assert [s for s in prompts.values() if len(s.split()) > 12] == []


@pytest.mark.parametrize(
    ("cell", "street", "name"),
    [
        (Cell(2, 1), STREET, "rank 2, inner lane"),
        (Cell(2, 2), STREET, "rank 2, outer lane"),
        (Cell(3, -2), STREET, "rank 3, oncoming outer lane"),
        (Cell(4, -3), STREET, "rank 4, left walk"),
        (Cell(0, 3), STREET, "the road ahead, right walk"),
        (Cell(1, 2), WIDE, "rank 1, middle lane"),
        (Cell(1, -1), WIDE, "rank 1, oncoming lane"),
        (Cell(1, -3), WIDE, "rank 1, left no man's land"),
    ],
)
def test_places_have_names(cell: Cell, street: Street, name: str) -> None:
    assert render(place_name(cell, street)) == name


def test_a_flipped_picture_has_its_walks_on_the_other_side() -> None:
    """FF-15: ``mirror`` flips the display only."""
    assert render(place_name(Cell(4, -3), STREET, mirror=True)) == "rank 4, right walk"
    assert render(place_name(Cell(2, 1), STREET, mirror=True)) == "rank 2, inner lane"


def test_every_column_of_every_street_has_a_name_of_its_own() -> None:
    for half in (3, 4):
        for forward in range(1, half):
            for oncoming in range(1, half):
                street = Street(half, Mat((None,) * forward), Mat((None,) * oncoming))
                for side in (1, -1):
                    named = [street.zone(side * d) != "no-mans-land" for d in range(1, half + 1)]
                    cols = [side * d for d in range(1, half + 1) if named[d - 1]]
                    told = [render(place_name(Cell(1, col), street)) for col in cols]
                    assert len(set(told)) == len(told)
                    assert not [name for name in told if "street." in name]


def test_a_square_of_the_wood_has_its_own_name_whatever_lies_on_it() -> None:
    named = [wood_name(space) for space in board_of("street").spaces]
    told = [render(name) for name in named if name is not None]
    assert len(set(told)) == 64
    assert told[0] == "row a, column 1"
    assert told[7] == "lay-by, row a"
    assert (
        render(wood_name(street_wood(4).space("a8")) or back_told(Cell(1, 1))) == "row a, column 8"
    )
    assert all(
        wood_name(space) is None for kind in ("hex", "tiles") for space in board_of(kind).spaces
    )
    assert wood_name(Space("1F1", "1F1", "street", None, 0, 0)) is None


def label(*args: object, **more: object) -> str:
    parts = place_label(*args, **more)  # type: ignore[arg-type]
    return ", ".join(render(part) for part in parts) + "."


def test_labels_read_as_in_the_design() -> None:
    choice = Choice(Cell(2, 1), True, Fraction(26, 36), Fraction(4, 36), rival="E")
    assert label(Cell(2, 1), STREET, NAMES, choice=choice) == (
        "rank 2, inner lane, empty, put it here: against Max, 72 in 100, tie 11."
    )
    assert label(Cell(4, -3), STREET, NAMES, car="D", role="movable") == (
        "rank 4, left walk, chop shop, Dora, may move."
    )
    pushed = Choice(Cell(3, 2), True, Fraction(33, 36), Fraction(2, 36), None, "C", "C")
    assert label(Cell(3, 2), STREET, NAMES, car="C", hurt=True, choice=pushed) == (
        "rank 3, outer lane, Carla, damaged, may be pushed: against Carla, 92 in 100, tie 6."
    )
    assert label(Cell(3, 1), STREET, NAMES) == "rank 3, inner lane."
    assert label(Cell(1, 1), STREET, NAMES, car="c1") == "rank 1, inner lane, Civilian."


@pytest.mark.parametrize("pushed", ["", "C"])
@pytest.mark.parametrize("rival", ["", "E"])
@pytest.mark.parametrize("tested", [False, True])
@pytest.mark.parametrize("curb", [None, Fraction(2, 3)])
def test_every_choice_has_its_words(
    pushed: str, rival: str, tested: bool, curb: Fraction | None
) -> None:
    choice = Choice(Cell(2, 1), tested, Fraction(1, 2), Fraction(1, 6), curb, rival, pushed)
    text = label(Cell(2, 1), STREET, NAMES, choice=choice)
    assert "street." not in text
    assert "{" not in text
    assert ("50 in 100" in text) is tested


def test_a_test_is_told_with_its_sum() -> None:
    told = [render(roll_told("Anna", 2, 7)), render(roll_told("Max", 5, 4))]
    assert told == ["Anna, 2 and 5: 7.", "Max, 5 less 1: 4."]
    assert render(back_told(Cell(3, 1))) == "Back to rank 3."


def test_every_reason_why_a_place_is_impossible_has_its_sentence() -> None:
    """FF-64: as the grid tells it."""
    streets = (STREET, WIDE, Street(3, Mat((1,), "blocked", median=True), Mat((1,))))
    cols = range(-4, 5)
    found = {s.why_not(col, way) for s in streets for col in cols if col for way in WAYS}
    assert {"edge", "median", "blocked-walk", "no-mans-land"} <= found
    for reason in found - {None}:
        assert f"street.refused.impossible_place.{str(reason).replace('-', '_')}" in OURS


def test_every_key_in_the_code_is_in_the_catalogue() -> None:
    text = inspect.getsource(places) + inspect.getsource(said)
    used = set(re.findall(r'"((?:street|token)\.[\w.]+)"', text))
    assert len(used) > 8
    assert used <= keys()
    assert {f"street.label.{role}" for role in said.LIGHTS} <= keys()


def test_the_game_is_not_offered_before_it_plays() -> None:
    offered = {pack.game for pack in PACKS}
    assert offered <= set(REGISTRY.names)


def test_answers_that_lead_to_unlike_things_read_unlike() -> None:
    """Three Civilians that a card may mean; two copies of it are one answer."""
    position = street_views.position(hands={"A": ["p07.1", "p07.2"]})
    lines = [render(line(position, action, NAMES.__getitem__)) for action in position.distinct()]
    assert "plays Clear the Lane: Civilian at rank 1, outer lane" in lines
    assert sum(said.startswith("plays") for said in lines) == 3
    assert len(set(lines)) == len(lines)


def test_no_two_kinds_of_actions_have_the_same_line() -> None:
    lines = [sentence for key, sentence in OURS.items() if key.startswith("street.did.")]
    assert len(set(lines)) == len(lines) > 40
