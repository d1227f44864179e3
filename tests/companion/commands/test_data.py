"""``trackside data FILE…``: a line for each mistake, what there is, and the exit status."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from engine.games.street_race.sample import SAMPLE

TOLD = "set “sample-night-market”: 8 racers, 28 mats, 84 cards of 28 kinds"


def own(**changed: Any) -> dict[str, Any]:
    return {**copy.deepcopy(SAMPLE), **changed}


def asked(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, list[str], str]:
    status = main(["data", *map(str, words)])
    out, err = capsys.readouterr()
    return status, out.splitlines(), err


def write(path: Path, data: object) -> Path:
    path.write_text(data if isinstance(data, str) else json.dumps(data), "utf-8")
    return path


def test_the_printed_sample_is_a_file_to_begin_with(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["data", "--sample"]) == 0
    path = write(tmp_path / "own.json", "\ufeff" + capsys.readouterr().out)
    assert asked(capsys, path) == (0, [f"{path}: {TOLD}"], "")


def test_every_mistake_has_its_line_and_status_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = json.dumps(own(cards=[5] * 30, actions=0))
    path = write(tmp_path / "own.json", text.replace('"r3"', '"r3", "name": "Twice"'))
    status, out, err = asked(capsys, path)
    assert (status, len(out), err) == (1, 32, "")
    assert (
        out[0] == f"{path}: the key “name” is there twice in the object with the id “r3”; keep one"
    )
    assert out[1] == f"{path}: card 1: an object is needed, not 5"
    assert out[31] == f"{path}: actions: a number from 1 to 99 is needed, not 0"


def test_a_key_that_is_there_twice_is_a_mistake_by_itself(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path / "own.json", '{"actions": 3, ' + json.dumps(own())[1:])
    status, out, _ = asked(capsys, path)
    assert (status, out) == (
        1,
        [f"{path}: the key “actions” is there twice in one object; keep one"],
    )


def test_a_comma_too_many_is_told_with_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path / "own.json", '{\n "set": "a",,\n}')
    status, out, _ = asked(capsys, path)
    assert status == 1
    assert out[0].startswith(f"{path}: line 2, column 13: this is no JSON")


def test_a_small_set_says_for_how_many_people_it_is_ff_24(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    racers: Any = SAMPLE["racers"]
    path = write(tmp_path / "own.json", own(racers=racers[:4]))
    status, out, _ = asked(capsys, path)
    assert (status, out[1]) == (0, f"{path}: too few for 5 people: racers: 4, and 5 are needed")
    write(path, own(racers=racers[:2], cards=[]))
    assert asked(capsys, path)[:2] == (
        1,
        [
            f"{path}: racers: 2, and 3 are needed",
            f"{path}: cards: 0, and the deal takes 12",
        ],
    )


def test_two_files_are_checked_together_ff_142(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = write(tmp_path / "a.json", own())
    second = write(tmp_path / "b.json", own(set="two"))
    status, out, _ = asked(capsys, first, second)
    assert status == 1
    assert out[0] == f"{first} and {second}: second file: cards: p01 is in both sets"
    extra = {"id": "z1", "type": "crew", "name": "Z", "copies": 2}
    write(second, own(set="two", cards=[extra]))
    status, out, _ = asked(capsys, first, second)
    assert status == 0
    assert "set “sample-night-market” and “two”: 8 racers, 28 mats, 86 cards" in out[0]


def test_what_cannot_be_read_has_status_two(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for words in ((tmp_path / "none.json",), (tmp_path,), (), ("a", "b", "c")):
        status, out, err = asked(capsys, *words)
        assert (status, out) == (2, [])
        assert err.startswith("trackside data: ")


def test_a_text_of_the_file_has_the_marks_that_the_page_has(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "ours.json"
    path.write_text('{"cars": 1}')
    assert main(["data", str(path)]) == 1
    said = capsys.readouterr().out
    assert "data: “cars” is an unknown key" in said
    assert "'" not in said
