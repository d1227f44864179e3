"""The engine against a second, slow reading of the rules text (``oracle/naive_*.py``).

The oracle was written from the rules alone, before the engine was read; it passes the shared cases
by itself. Where the two differ, one of them has misread a sentence.
"""

from __future__ import annotations

import copy
import importlib
import json
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from two_forms import first

from engine.errors import BadPosition, IllegalAction
from engine.registry import REGISTRY

sys.path.append(str(Path(__file__).parent / "oracle"))
naive_board = importlib.import_module("naive_board")
naive_directed = importlib.import_module("naive_directed")
naive_positions = importlib.import_module("naive_positions")

Json = dict[str, Any]
KINDS = (("classic", "hex"), ("classic", "square"), ("stevens", "hex"), ("butterfly", "hex"))
MOVES, CONSEQUENCES = ("Moved", "Swapped", "SentBack"), ("Captured",)


def tokens(position: Json) -> Counter[tuple[str, str]]:
    """How often each token stands on each place."""
    return Counter(
        (colour, f"{colour}p" if text == "p" else text.rstrip("*+"))
        for colour, texts in position["marbles"].items()
        for text in texts
    )


def replayed(position: Json, events: Iterable[Json]) -> Counter[tuple[str, str]]:
    """The tokens after the events alone."""
    standing = tokens(position)
    for event in events:
        if event["event"] == "Swapped":
            ends = (event["a"], event["b"])
            (one,) = (c for (c, place), n in standing.items() if place == ends[0] and n)
            (other,) = (c for (c, place), n in standing.items() if place == ends[1] and n)
            standing.subtract([(one, ends[0]), (other, ends[1])])
            standing.update([(one, ends[1]), (other, ends[0])])
        elif "token" in event:
            standing.subtract([(event["token"], event["from"])])
            standing.update([(event["token"], event["to"])])
    return +standing


def check_events(before: Json, after: Json, text: str, events: list[Json]) -> None:
    """Moves in playing order, then what came of them, ``Won`` last; together the whole change."""
    names = [event["event"] for event in events]
    order = [(*MOVES, *CONSEQUENCES, "TurnPassed", "Won").index(name) for name in names]
    assert order == sorted(order), names
    assert replayed(before, events) == tokens(after)
    moves = [f"{e['from']}-{e['to']}" for e in events if e["event"] == "Moved"]
    walked = not text.startswith("card:") and "=" not in text and not text.endswith("-p")
    assert ",".join(moves) == (text if walked and text != "--" else "")
    passed = [e["to_play"] for e in events if e["event"] == "TurnPassed"]
    assert passed == ([] if after["to_play"] == before["to_play"] else [after["to_play"]])
    won = [e["team"] for e in events if e["event"] == "Won"]
    assert won == ([] if after["winner"] is None else [after["winner"]])


def compare(position: Json, chosen: Iterable[str]) -> None:
    """Legal lists, and for the chosen actions the positions after and the events."""
    oracle = naive_positions.oracle(position["rules"])
    shown = json.dumps(position)
    loaded = REGISTRY.load(position)
    assert loaded.to_json() == position, shown
    assert [a.text for a in loaded.legal()] == oracle.legal(position), shown
    for text in chosen:
        after = oracle.apply(position, text)
        done = loaded.apply(text)
        assert done.position.to_json() == after, f"{text} in {shown}"
        check_events(position, after, text, [event.to_json() for event in done.events])


def test_the_oracle_passes_every_shared_case(shared: Path) -> None:
    """Not the engine's: proves that the oracle is worth comparing with."""
    cases = json.loads((shared / "rules" / "fast_track_cases.json").read_text("utf-8"))["cases"]
    wrong = []
    for number, case in enumerate(cases, start=1):
        oracle = naive_positions.oracle(case["position"]["rules"])
        legal = oracle.legal(case["position"])
        after = oracle.apply(case["position"], case["apply"])
        if (legal, after) != (case["legal"], case["after"]):
            wrong.append(number)
    assert cases
    assert not wrong


@pytest.mark.parametrize(
    "question",
    naive_directed.QUESTIONS,
    ids=[f"{q.rule} {q.says} {n}" for n, q in enumerate(naive_directed.QUESTIONS)],
)
def test_a_sentence_of_the_rules_is_kept(question: Any) -> None:
    position = question.position()
    oracle = naive_positions.oracle(question.rules)
    legal = oracle.legal(position)
    if question.legal is not None:
        assert legal == sorted(question.legal.split())
    assert set(question.has.split()) <= set(legal)
    assert not set(question.lacks.split()) & set(legal)
    compare(position, legal)
    if question.play:
        after = REGISTRY.load(position).apply(question.play).position.to_json()
        marbles = after["marbles"]
        assert isinstance(marbles, dict)
        for key, value in question.after.items():
            if key in marbles:
                assert sorted(marbles[key]) == sorted(value.split())
            else:
                assert after[key] == value


@pytest.mark.parametrize("seed", first(1, range(3)))
@pytest.mark.parametrize(("rules", "board"), KINDS)
def test_engine_and_oracle_agree_on_random_positions(rules: str, board: str, seed: int) -> None:
    rng = random.Random(f"{rules} {board} {seed}")
    for _ in range(90):
        position = naive_positions.random_position(rng, rules, board)
        legal = naive_positions.oracle(rules).legal(position)
        compare(position, rng.sample(legal, min(3, len(legal))))


@pytest.mark.parametrize(("rules", "board"), KINDS)
def test_engine_and_oracle_agree_along_random_games(rules: str, board: str) -> None:
    rng = random.Random(f"game {rules} {board}")
    oracle = naive_positions.oracle(rules)
    for _ in range(2):
        players, teams = naive_positions.pick_seats(rng, rules, naive_board.SIDES[board])
        options = {"rules": rules, "board": board, "players": players, "teams": teams}
        position = REGISTRY.game("fast_track").new(options).to_json()
        for _ in range(200):
            legal = oracle.legal(position)
            if not legal:
                break
            text = rng.choice([t for t in legal if "h" in t] or legal)
            compare(position, [text])
            position = oracle.apply(position, text)


def sample(rules: str = "classic") -> Json:
    """A sound position to be spoilt."""
    marbles: Json = {"A": ["p", "A9", "Ah2", "C0*"], "C": ["p", "p", "D4", "X"]}
    if rules == "butterfly":
        marbles = {"A": ["A8+", "Ah1", "Ah2", "Ah3", "Ah4"], "C": ["p", "p", "p", "D0*", "X"]}
    position: Json = {
        "game": "fast_track",
        "rules": rules,
        "board": "hex",
        "players": [["A"], ["C"]],
        "teams": [[0], [1]],
        "marbles": marbles,
        "to_play": 0,
        "card": "7",
        "winner": None,
    }
    return position | ({"penalty": False} if rules == "butterfly" else {})


def setting(path: str, value: object) -> Callable[[Json], None]:
    """A change of one value; ``marbles/A/3`` is the fourth marble of A."""

    def change(position: Json) -> None:
        *way, last = path.split("/")
        target: Any = position
        for key in way:
            target = target[int(key) if isinstance(target, list) else key]
        target[int(last) if isinstance(target, list) else last] = value

    return change


def dropping(key: str) -> Callable[[Json], None]:
    """A key taken away."""
    return lambda position: position.pop(key)


def spoil_square(position: Json) -> None:
    """FT-1: the square board has no side E."""
    position["board"] = "square"
    position["marbles"]["A"][1] = "E9"


WINNING = ["Ah1", "Ah2", "Ah3", "Ah4"]
SPOILT = [
    ("two marbles on a hole", "classic", setting("marbles/C/2", "A9")),
    ("two in the bull's eye", "classic", setting("marbles/A/3", "X")),
    ("one on a corner marked and one not", "classic", setting("marbles/C/2", "C0")),
    ("two of one colour on a hole", "classic", setting("marbles/A/3", "A9")),
    ("too few marbles", "classic", setting("marbles/A", ["p", "p", "p"])),
    ("five marbles in classic", "classic", setting("marbles/A", ["p", "p", "p", "p", "A9"])),
    ("four pegs in butterfly", "butterfly", setting("marbles/C", ["p", "p", "p", "X"])),
    ("five pegs in a pen", "butterfly", setting("marbles/C", ["p", "p", "p", "p", "p"])),
    ("an unknown hole", "classic", setting("marbles/A/1", "A14")),
    ("a hole of the larger board", "classic", spoil_square),
    ("a leading zero", "classic", setting("marbles/A/1", "A09")),
    ("a lower-case hole", "classic", setting("marbles/A/1", "a9")),
    ("a pen in the way moves write it", "classic", setting("marbles/A/0", "Ap")),
    ("a pen hole of the wooden board", "classic", setting("marbles/A/0", "Ap1")),
    ("a star on no corner", "classic", setting("marbles/A/1", "A9*")),
    ("a star in the bull's eye", "classic", setting("marbles/C/3", "X*")),
    ("a star in the pen", "classic", setting("marbles/A/0", "p*")),
    ("a plus in classic", "classic", setting("marbles/A/1", "A8+")),
    ("a plus on another colour's eighth", "butterfly", setting("marbles/A/0", "C8+")),
    ("a plus elsewhere", "butterfly", setting("marbles/A/0", "A9+")),
    ("a plus before an open safe zone", "butterfly", setting("marbles/A/1", "p")),
    ("another colour's home row", "classic", setting("marbles/A/2", "Ch2")),
    ("a fifth home hole", "classic", setting("marbles/A/2", "Ah5")),
    ("a marble that is no text", "classic", setting("marbles/A/2", 9)),
    ("marbles of a colour nobody has", "classic", setting("marbles/E", ["p", "p", "p", "p"])),
    ("a colour without marbles", "classic", lambda p: p["marbles"].pop("C")),
    ("an unknown key", "classic", setting("hand", ["7"])),
    ("penalty in classic", "classic", setting("penalty", False)),
    ("no penalty in butterfly", "butterfly", dropping("penalty")),
    ("a penalty that is a number", "butterfly", setting("penalty", 0)),
    ("a card that is no rank", "classic", setting("card", "1")),
    ("a card that is a number", "classic", setting("card", 7)),
    ("a joker in small letters", "classic", setting("card", "joker")),
    ("to_play too high", "classic", setting("to_play", 2)),
    ("to_play below zero", "classic", setting("to_play", -1)),
    ("to_play that is no number", "classic", setting("to_play", True)),
    ("a winner who has not won", "classic", setting("winner", 0)),
    ("a winner that is no team", "classic", setting("winner", 2)),
    ("everything home and no winner", "classic", setting("marbles/A", WINNING)),
    ("unknown rules", "classic", setting("rules", "deluxe")),
    ("stevens on the square board", "classic", lambda p: p.update(rules="stevens", board="square")),
    ("butterfly on the square board", "butterfly", setting("board", "square")),
    ("another game", "classic", setting("game", "racepack")),
    ("a player without colours", "classic", setting("players", [["A"], []])),
    ("a colour twice", "classic", setting("players", [["A"], ["A"]])),
    ("a player in no team", "classic", setting("teams", [[0]])),
    ("a player in two teams", "classic", setting("teams", [[0, 1], [1]])),
    ("one team of all", "classic", setting("teams", [[0, 1]])),
    *((f"no {key}", "classic", dropping(key)) for key in sample()),
]


@pytest.mark.parametrize(
    ("rules", "spoil"), [row[1:] for row in SPOILT], ids=[row[0] for row in SPOILT]
)
def test_a_position_is_refused_with(rules: str, spoil: Callable[[Json], None]) -> None:
    sound = sample(rules)
    assert REGISTRY.load(sound).to_json() == sound
    spoilt = copy.deepcopy(sound)
    spoil(spoilt)
    with pytest.raises((BadPosition, LookupError)) as caught:
        REGISTRY.load(spoilt)
    assert str(caught.value)


def test_won_positions_are_read_and_have_no_actions() -> None:
    """FT-26, BF-13: and with the winner's seat still to play."""
    for rules in ("classic", "butterfly"):
        won = sample(rules) | {"winner": 0, "card": None}
        won["marbles"]["A"] = [*(["A9"] if rules == "butterfly" else []), *WINNING]
        loaded = REGISTRY.load(won)
        assert loaded.to_json() == won
        assert list(loaded.legal()) == []
        with pytest.raises(IllegalAction):
            loaded.apply("card:7")


def test_a_butterfly_peg_may_stand_on_its_exit_beside_a_full_safe_zone_unwon() -> None:
    """BF-13: it may have come there from a plain eighth."""
    position = sample("butterfly")
    position["marbles"]["A"] = ["A9", *WINNING]
    assert REGISTRY.load(position).to_json() == position


def test_marbles_in_any_order_are_read_and_written_in_the_order_of_the_rules() -> None:
    position = sample()
    turned = copy.deepcopy(position)
    for texts in turned["marbles"].values():
        texts.reverse()
    assert REGISTRY.load(turned).to_json() == position
