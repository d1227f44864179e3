"""Section 18's cases: the shared file, cases of our own, and cases that are wrong (FF-160)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.cases import read_cases, run_cases

MATS: dict[str, Any] = {"F": {"lanes": [4, 5]}, "O": {"lanes": [3, 4]}}
ONE_LANE: dict[str, Any] = {"F": {"lanes": [4]}, "O": {"lanes": [3, 4]}}


def case(do: dict[str, Any], expect: dict[str, Any], *cars: dict[str, Any], **pos: Any) -> Any:
    """A case on two-lane mats; cars are given by ``at`` and whatever else is wanted."""
    held = {"mats": MATS, "cars": list(cars), **pos}
    return {"id": "own", "pos": held, "do": do, "expect": expect}


def failures(*cases: Any) -> list[str | None]:
    return [outcome.failure for outcome in run_cases(json.dumps({"cases": list(cases)}))]


def test_every_shared_case_holds_ff_160(shared: Path) -> None:
    text = (shared / "rules" / "fhtagn_cases.json").read_bytes()
    form, cases = read_cases(text)
    assert form.name == "street race"
    assert len(cases) > 40
    assert [outcome for outcome in run_cases(text) if outcome.failure] == []


def racer(name: str, at: str, **more: Any) -> dict[str, Any]:
    return {"id": name, "at": at, **more}


def civ(name: str, at: str, face: str = "F") -> dict[str, Any]:
    return {"id": name, "at": at, "kind": "civ", "face": face}


HOLDING = {
    "ff_2 an undamaged racer drives with the one face": case(
        {"op": "advance", "car": "a", "dice": [1]},
        {"result": "fail"},
        racer("a", "2F2", dspeed=3),
        racer("b", "1O2"),
    ),
    "ff_2 a damaged one with the other": case(
        {"op": "advance", "car": "a", "dice": [1]},
        {"result": "success"},
        racer("a", "2F2", dspeed=3, dmg=True),
        racer("b", "1O2"),
    ),
    "ff_2 and its Complexity is that of the face": case(
        {"op": "drift", "car": "a", "dir": "R", "dice": [2]},
        {"at": {"a": "1F3", "b": "2F1"}},
        racer("a", "1F2", cx=4, dcx=2, dmg=True),
        racer("b", "2F1"),
    ),
    "ff_5 whoever comes first leads at once": case(
        {"op": "drift", "car": "a", "dir": "B"},
        {"leader": "b", "at": {"a": "2F1", "b": "1F2", "c": "3F1"}},
        racer("a", "1F1"),
        racer("b", "1F2"),
        racer("c", "3F1"),
    ),
    "ff_5 the last racer is last, whatever the Civilians do": case(
        {"op": "order"},
        {"order": ["c1", "b", "c2", "a"], "leader": "b", "last": "a"},
        racer("a", "2O1"),
        racer("b", "1F2"),
        civ("c1", "1F1"),
        civ("c2", "2F1"),
    ),
    "ff_17 empty ranks in front vanish, those between cars stay": case(
        {"op": "drift", "car": "a", "dir": "R"},
        {"at": {"a": "1F2", "b": "4F1"}},
        racer("a", "3F1"),
        racer("b", "6F1"),
    ),
    "ff_61 an empty space needs no test": case(
        {"op": "drift", "car": "a", "dir": "R"},
        {"result": "moved", "dice_used": 0, "at": {"a": "1F2", "b": "2F1"}},
        racer("a", "1F1"),
        racer("b", "2F1"),
    ),
    "ff_74 the mover's curb test comes after those whom it pushed": case(
        {"op": "drift", "car": "a", "dir": "R", "dice": [6, 1, 6, 1, 5]},
        {
            "at": {"a": "1F3", "x": "2F3", "y": "3F3"}, "dmg": [], "spun": [], "style": {"a": 1},
            "result": "moved", "dice_used": 5,
        },
        racer("a", "1F2"),
        racer("x", "1F3"),
        racer("y", "2F3"),
    ),
    "ff_86 of several the front one spins out first": case(
        {
            "op": "mats", "mats": ONE_LANE, "wave": False, "dice": [6, 6],
            "choices": ["stay", "stay", "3F1", "stay", "stay", "4F1"],
        },
        {"spun": ["a", "b"], "at": {"a": "2F1", "b": "3F1", "c": "1O1"}},
        racer("b", "2F3"),
        racer("a", "1F3"),
        racer("c", "2O1"),
    ),
    "ff_101 the dice of a wave go by the lanes, the forward ones first": case(
        {"op": "wave", "dice": [4, 4, 2, 4]},
        {"at": {"c1": "1F1", "c2": "1O2", "a": "2F1"}, "faces": {"c1": "F", "c2": "O"}},
        racer("a", "1F1"),
    ),
    "ff_103 a wave of nobody makes no rank": case(
        {"op": "wave", "dice": [1, 1, 1, 1]},
        {"at": {"a": "1F1"}, "faces": {}},
        racer("a", "1F1"),
    ),
    "ff_32 no man's land ranks after walks, by distance, then forward": case(
        {"op": "order"},
        {"order": ["w", "f", "o"]},
        racer("o", "1O3"),
        racer("f", "1F3"),
        racer("w", "1F2"),
        mats={"F": {"lanes": [4]}, "O": {"lanes": [4]}},
    ),
    "ff_53 behind all others a 1 is enough, and three ahead it takes 12": case(
        {"op": "advances"},
        {
            "advances": {
                "a": {"legal": True, "to": "0F1", "tn": 12},
                "b": {"legal": True, "to": "2O1", "tn": 4},
                "c": {"legal": True, "to": "5O2", "tn": 1},
            }
        },
        racer("a", "1F1"),
        racer("b", "3O1"),
        racer("c", "6O2"),
    ),
    "ff_67 a car pushed back only falls back": case(
        {"op": "drift", "car": "a", "dir": "B", "dice": [6, 1]},
        {"at": {"a": "1F1", "b": "2F1", "x": "1O1"}, "result": "moved"},
        racer("a", "1F1"),
        racer("b", "2F1"),
        racer("x", "2O1"),
    ),
    "ff_70 a tie on a compulsory drift damages both and then spins it out": case(
        {"op": "drift", "car": "a", "dir": "R", "dice": [6, 1, 3, 3], "choices": ["B", "4O1"]},
        {
            "at": {"a": "1F2", "b": "4O1", "c": "2F2", "d": "3O1"},
            "dmg": ["b", "c"],
            "spun": ["b"],
            "dice_used": 4,
        },
        racer("a", "1F1"),
        racer("b", "1F2"),
        racer("c", "2F2"),
        racer("d", "3O1"),
    ),
    "ff_70 one that is damaged does not fall back before that spin-out": case(
        {"op": "damage", "car": "a", "dice": [3, 3], "choices": ["3F1"]},
        {"at": {"a": "2F1", "b": "1F1"}, "dmg": ["a", "b"], "spun": ["a"]},
        racer("a", "1F1", dmg=True),
        racer("b", "2F1"),
    ),
    "ff_84 blocked sidewalks and no man's land are no place to spin out to": case(
        {"op": "spin_spaces", "car": "a"},
        {"cells": ["3O3", "3O2", "3O1", "3F1"]},
        racer("a", "1F1"),
        racer("b", "2F1"),
        mats={"F": {"lanes": [4], "sidewalk": "blocked"}, "O": {"lanes": [3, 4]}},
    ),
    "ff_92 a chop shop has no curb, no test and no point": case(
        {"op": "drift", "car": "a", "dir": "R"},
        {"result": "moved", "style": {}, "dice_used": 0},
        racer("a", "1F2"),
        racer("b", "2F1"),
        mats={"F": {"lanes": [4, 5], "sidewalk": "chop"}, "O": {"lanes": [3, 4]}},
    ),
    "ff_3 ff_104 all dice are rolled though seven Civilians are there, and there are eight": case(
        {"op": "wave", "dice": [6, 6, 6, 6]},
        {"faces": {f"c{n}": "F" for n in range(1, 9)}, "dice_used": 4},
        racer("a", "9O1"),
        *(civ(f"c{n}", f"{n}F1") for n in (1, 2, 3, 4, 5, 6, 8)),
    ),
    "ff_102 a lane without number gets no die": case(
        {"op": "wave", "dice": [5]},
        {"faces": {"c1": "O"}},
        racer("a", "1O1"),
        mats={"F": {"lanes": [None, None]}, "O": {"lanes": [5]}},
    ),
    "ff_107 the damaged racer falls back and drifts all the same": case(
        {"op": "barrel", "choices": ["L"]},
        {"at": {"a": "3O2", "b": "1F1", "d": "4F1", "c1": "2O1"}, "dmg": ["a"]},
        racer("a", "2O1", dmg=True),
        racer("b", "1F1"),
        racer("d", "4F1"),
        civ("c1", "1O1", "O"),
    ),
    "ff_121 the one who began gets the points of the whole chain": case(
        {"op": "drift", "car": "a", "dir": "L", "dice": [6, 1, 6, 1], "choices": ["L", "L"]},
        {"style": {"a": 1}, "at": {"a": "1F1", "b": "1O1", "c": "1O2", "x": "2F2"}},
        racer("a", "1F2"),
        racer("b", "1F1"),
        racer("c", "1O1"),
        racer("x", "2F2"),
    ),
    "ff_121 with any_crossing a car pushed home across the line counts": case(
        {
            "op": "drift", "car": "a", "dir": "R", "dice": [6, 1], "choices": ["R"],
            "options": {"any_crossing": True},
        },
        {"style": {"a": 1}},
        racer("a", "1O2"),
        racer("b", "1O1"),
        racer("x", "2F2"),
    ),
    "ff_43 both free drifts may be declined": case(
        {
            "op": "mats", "mats": ONE_LANE, "wave": False, "dice": [6],
            "choices": ["stay", "stay", "3F2"],
        },
        {"spun": ["a"], "dmg": ["a"]},
        racer("a", "1F3"),
        racer("b", "2F1"),
        racer("c", "2O1"),
    ),
    "ff_140 sums of finishing places": case(
        {"op": "dual", "finish": ["V", "H", "A", "H", "A", "V"]},
        {"points": {"H": 6, "V": 7, "A": 8}, "winners": ["H"]},
    ),
    "ff_24 the deal": case({"op": "deal", "players": 4}, {"cards": [3, 4, 5, 6]}),
    "ff_1 two do not play": case({"op": "deal", "players": 2}, {"illegal": True}),
    "ff_16 too few mats": case(
        {"op": "street_deck", "regular": 9, "returned": 4}, {"illegal": True}
    ),
    "ff_54 a Civilian never advances": case(
        {"op": "advance", "car": "c1"}, {"illegal": True}, racer("a", "2F1"), civ("c1", "1F1")
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(HOLDING))
def test_a_case_of_our_own_holds(name: str) -> None:
    assert failures(HOLDING[name]) == [None]


TWO = (racer("a", "1F1"), racer("b", "2F1"))
WRONG = {
    "null lanes": case({"op": "order"}, {}, *TWO, mats={"F": {"lanes": None}, "O": {"lanes": [3]}}),
    "text as lane": case({"op": "wave"}, {}, *TWO, mats={"F": {"lanes": ["4"]}, "O": MATS["O"]}),
    "too many lanes": case({"op": "order"}, {}, mats={"F": {"lanes": [1, 2, 3]}, "O": MATS["O"]}),
    "no lane": case({"op": "order"}, {}, mats={"F": {"lanes": []}, "O": MATS["O"]}),
    "unknown sidewalk": case(
        {"op": "order"}, {}, mats={**MATS, "O": {"lanes": [1], "sidewalk": 3}}
    ),
    "half width of one": case({"op": "order"}, {}, half_width=1),
    "true as half width": case({"op": "order"}, {}, half_width=True),
    "cars are no list": {"pos": {"mats": MATS, "cars": {}}, "do": {"op": "order"}, "expect": {}},
    "car without place": case({"op": "order"}, {}, {"id": "a"}),
    "one car twice": case({"op": "order"}, {}, racer("a", "1F1"), racer("a", "2F1")),
    "two cars on a space": case({"op": "order"}, {}, racer("a", "1F1"), racer("b", "1F1")),
    "off the grid": case({"op": "order"}, {}, racer("a", "1F4")),
    "no cell": case({"op": "order"}, {}, racer("a", "F1")),
    "cell is a number": case({"op": "order"}, {}, {"id": "a", "at": 5}),
    "speed is text": case({"op": "order"}, {}, racer("a", "1F1", speed="2")),
    "gang is a number": case({"op": "order"}, {}, racer("a", "1F1", fixit=2)),
    "unknown kind": case({"op": "order"}, {}, racer("a", "1F1", kind="bus")),
    "unknown key": case({"op": "order"}, {}, racer("a", "1F1", paint="red")),
    "unknown car": case({"op": "drifts", "car": "z"}, {}, *TWO),
    "no car": case({"op": "advance"}, {}, *TWO),
    "a list as car": case({"op": "advance", "car": ["a"]}, {}, *TWO),
    "unknown direction": case({"op": "drift", "car": "a", "dir": "U"}, {}, *TWO),
    "die of seven": case({"op": "advance", "car": "a", "dice": [7]}, {}, *TWO),
    "die is true": case({"op": "advance", "car": "a", "dice": [True]}, {}, *TWO),
    "no die": case({"op": "advance", "car": "a"}, {}, *TWO),
    "a die too many": case({"op": "advance", "car": "a", "dice": [4, 4]}, {}, *TWO),
    "a choice too many": case({"op": "barrel", "choices": ["L"]}, {}, *TWO),
    "choices are a text": case({"op": "barrel", "choices": "L"}, {}, *TWO),
    "unknown option": case({"op": "barrel", "options": {"fast": True}}, {}, *TWO),
    "option is no truth": case({"op": "barrel", "options": {"barrel_once": 1}}, {}, *TWO),
    "no mats": case({"op": "mats"}, {}, *TWO),
    "null counts of lanes": case({"op": "placements", "lanes_F": None, "lanes_O": 1}, {}),
    "players are null": case({"op": "deal", "players": None}, {}),
    "unknown drawer": case({"op": "endgame", "players": ["A"], "drawer": "B"}, {}),
    "style is a list": case({"op": "endgame", "players": ["A"], "drawer": "A", "style": []}, {}),
    "a key of another op": case({"op": "order", "car": "a"}, {}, *TWO),
    "expect is a list": {"pos": None, "do": {"op": "deal", "players": 3}, "expect": []},
    "no position": {"do": {"op": "order"}, "expect": {}},
    "unknown result": case({"op": "order"}, {"winner": "a"}, *TWO),
    "another result": case({"op": "order"}, {"leader": "b"}, *TWO),
    "do is no object": {"do": 5, "expect": {}},
}


@pytest.mark.parametrize("name", sorted(WRONG))
def test_a_wrong_case_fails_with_a_sentence_ff_160(name: str) -> None:
    first, failure = failures(HOLDING["ff_24 the deal"], WRONG[name])
    assert first is None
    assert failure is not None
    assert failure.startswith("expected ")
