"""Reasons of the engine and of the system stand in the language of the sentence round them."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import Any

import pytest

from companion.errors import CommandRefused
from companion.intake import SYSTEM
from companion.model.board_refusals import cannot_stand
from companion.model.message import Message
from companion.model.refusals import engine_said
from companion.model.service import Learned
from companion.model.told_words import as_message
from companion.store import refusals
from companion.upkeep.rewire import BoardFileKeeper
from companion.words import render
from engine.errors import BadConfig, EngineError
from engine.registry import REGISTRY
from engine.told import Told

HOME = ["Ah1", "Ah2", "Ah3", "Ah4"]


def german(refused: CommandRefused) -> str:
    """The sentence that people read."""
    assert refused.key is not None
    return render(Message(refused.key, refused.params, refused.nested), "de")


@pytest.mark.parametrize(
    ("number", "why"),
    [(errno.ENOSPC, "die Platte ist voll"), (errno.EACCES, "der Dienst hat kein Recht dazu")],
)
def test_what_the_system_says_of_a_file_is_german_in_a_german_sentence(
    number: int, why: str
) -> None:
    refused = refusals.unwritable("Monza.json", OSError(number, "as the system says it"))
    assert german(refused) == f"Monza.json ist nicht zu schreiben: {why}. Nichts hat sich geändert."
    assert str(SYSTEM[number]) in str(refused)


def test_a_rare_reason_of_the_system_stays_in_its_words() -> None:
    refused = refusals.unwritable("Monza.json", OSError(errno.EMFILE, "Too many open files"))
    assert "das System sagt „Too many open files“" in german(refused)


@pytest.mark.parametrize(
    ("game", "marbles", "why"),
    [
        ("fast_track", {"A": ["Dh1", "p", "p", "p"]}, "Rot steht im Haus einer anderen Farbe."),
        ("fast_track", {"A": ["p"] * 5}, ""),
        ("fast_track", {"A": HOME}, "Alle Murmeln einer Seite sind im Haus"),
        ("wahoo", {"A": HOME}, "Alle vier Murmeln einer Farbe sind im Haus"),
        ("wahoo", {"A": ["Dh1", "p", "p", "p"]}, "Eine Murmel von Rot liegt in einem Loch, in"),
    ],
)
def test_marbles_that_cannot_stand_so_are_told_in_german(
    game: str, marbles: dict[str, list[str]], why: str
) -> None:
    rules = {"rules": "classic"} if game == "fast_track" else {}
    wish = {"game": game, "board": "hex", "players": [["A"], ["D"]], **rules}
    data: dict[str, Any] = REGISTRY.game(game).new(wish).to_json()
    data["marbles"] = {**data["marbles"], **marbles}
    with pytest.raises(EngineError) as found:
        REGISTRY.game(game).load(data)
    told = german(cannot_stand(found.value))
    assert told.startswith(f"So kann das Brett nicht stehen: {why}")
    assert str(found.value) in str(cannot_stand(found.value))


def test_too_few_for_a_race_are_told_in_german() -> None:
    with pytest.raises(EngineError) as found:
        REGISTRY.game("racepack").new({"players": {"1": ["A"]}})
    told = german(engine_said("bad_config", found.value.args[0]))
    assert told == "Ein Rennen fahren 2, 3 oder 4 mit je zwei Autos, oder 4 bis 8 mit einem."


def test_a_wrong_line_of_a_board_file_is_told_in_german(tmp_path: Path) -> None:
    board = tmp_path / "board.toml"
    board.write_text("board = 7\n")
    learned = Learned({"A1": "A1"}, {"A1": "A1"})
    with pytest.raises(CommandRefused) as refused:
        BoardFileKeeper(board).text(learned, "hex", ["A1"])
    told = german(refused.value)
    assert told.endswith(": Zeile 1 stimmt nicht; „trackside wiring check“ sagt, was dort steht")
    assert "line 1: " in str(refused.value)


def test_a_text_of_a_file_that_begins_with_an_at_is_no_key() -> None:
    told = Told("missing", "{key} is missing; write it", key="@colour.A")
    assert render(as_message(told)) == "@colour.A is missing; write it"


@pytest.mark.parametrize("laps", [0, 100, 10**30])
def test_a_race_has_at_most_99_laps_and_the_refusal_says_so(laps: int) -> None:
    with pytest.raises(BadConfig, match="laps: a number from 1 to 99 is needed"):
        REGISTRY.game("racepack").new(race(laps))
    assert REGISTRY.game("racepack").new(race(99)).to_json()["laps"] == 99


def race(laps: int) -> dict[str, Any]:
    """Op ``new`` of a race."""
    return {"players": {"1": ["A", "C"], "2": ["B", "D"]}, "laps": laps, "setup": True}
