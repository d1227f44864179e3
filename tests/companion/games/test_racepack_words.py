"""Racepack in words: everything that is asked, told and refused in a race is in the catalogue."""

from __future__ import annotations

import inspect
import random
import re
from pathlib import Path

import pytest
from race_rig import FOUR, drive, follow, now, race, standing
from said import check_words
from table_rig import AT_TABLE, Rig

from companion.games.presenter import CARS
from companion.games.racepack.lines import CODES
from companion.games.racepack.presenter import RacepackPresenter
from companion.model.commands import Act, Caller
from companion.words import keys, render
from companion.words.catalogue import sentences
from engine.games.racepack import explain

WORDS = RacepackPresenter()


def line(rig: Rig, text: str) -> str:
    """The newest line of the history, which must be of that action."""
    move = rig.view.moves[0]
    assert move.action == text
    return render(move.message)


def test_every_reason_that_the_engine_gives_has_its_sentence() -> None:
    source = inspect.getsource(explain)
    named = set(
        re.findall(
            r'_no\((?:[^()]|\([^()]*\))*?"(\w+)"(?:, self\.\w+|, hole)?(?:, \w+=|\))', source
        )
    )
    named |= set(re.findall(r'"(\w+_first)"', source))
    told = {key.removeprefix("refusal.car_") for key in keys() if key.startswith("refusal.car_")}
    assert len(named) > 12
    assert named <= told
    assert {"blocked", "corner_braking", "duty", "reentry", "start", "taken"} <= told


def test_every_code_of_rp_86_has_its_sentence(shared: Path) -> None:
    rules = (shared / "rules" / "racepack.md").read_text(encoding="utf-8")
    text = rules[rules.index("RP-86") : rules.index("RP-87")]
    assert all(code in text for code in CODES)
    for code in CODES:
        message = WORDS.refused(code)
        assert message is not None
        assert render(message).endswith(".")
    assert WORDS.refused("illegal-action") is None


def test_every_sentence_of_a_race_is_short_enough_for_a_phone() -> None:
    for key, sentence in sentences("en").items():
        spoken = key.startswith(("prompt.", "refusal.", "refused.")) or key.endswith(".car")
        if spoken and (key in CARS or "car" in key or key.startswith(("refused.", "prompt."))):
            assert len(sentence.split()) <= 12, key


def test_cars_are_no_marbles() -> None:
    said = {key for key in keys() if not key.startswith("wish.")}
    spoken = {key for key in said if key.endswith(".car") and key.removesuffix(".car") in said}
    assert {f"{key}.car" for key in WORDS.spoken_of} == spoken
    for key in keys():
        if key.endswith(".car") or key.startswith("refusal.car_"):
            assert "marble" not in sentences("en")[key]


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 1])
def test_everything_said_in_whole_races_is_in_the_catalogue(seed: int) -> None:
    rng = random.Random(seed)
    players = [FOUR, [["A", "B"], ["G", "H"]]][seed]
    nested = {"extra_hazards": 1} if seed else {}
    rig = race(players, setup=True, options={"laps": 1, "options": nested})
    told: set[str] = set()
    for _ in range(400):
        audience = rng.choice((None, 0, 1))
        told.add(rig.table.view(audience).prompt.message.key)
        if rng.random() < 0.4:
            check_words(rig.table.view(audience))
        if rig.state == "over":
            break
        action = rng.choice(list(now(rig).distinct()))
        if action.displacements:
            drive(rig, action.text, pay=False)
        else:
            rig.table.command(Act(action.text), Caller(seats=frozenset({action.seat})))
        if rig.state == "correction":
            check_words(rig.view)
        follow(rig)
    assert {"prompt.win", "prompt.pole_all", "prompt.penalty", "prompt.other_drives"} <= told


def test_what_was_done_is_told_in_a_line() -> None:
    cars = {"A": "3.0R", "B": "2.0L", "C": "10.0L"}
    rig = standing(race(), cars=cars, turn={"car": "A"}, tokens={"B": ["1", "4"], "C": []})
    drive(rig, "F2")
    assert line(rig, "F2") == "speed 2 → Tile 4, second row, right"
    drive(rig, "D0")
    assert line(rig, "D0") == "rolls –: safe"
    rig.table.command(Act("!B:1"), Caller(seats=frozenset({1})))
    assert line(rig, "!B:1") == "claims with A"
    assert rig.said == "Red, throw again: A or more spins out."
    drive(rig, "D1")
    assert line(rig, "D1") == "rolls A: spins out"
    spoken = rig.view.moves[0].spoken
    assert spoken is not None
    assert render(spoken) == "Red: rolls A: spins out."


def test_movements_are_read_aloud_with_token_and_re_entry() -> None:
    rig = standing(
        race(), cars={"A": {"spun": 4}, "B": "0.0R"}, turn={"car": "B", "made": 1, "speed": 7}
    )
    drive(rig, "F1*1")
    spoken = rig.view.moves[0].spoken
    assert spoken is not None
    assert render(spoken) == "Orange: speed 1 with token A to Tile 0, second row, right."
    rig = standing(race(), cars={"A": {"spun": 4}, "B": "0.0R"}, turn={"car": "A"})
    drive(rig, "E4.0L")
    assert line(rig, "E4.0L") == "back on Tile 4, first row, left"


def test_the_dice_and_the_hazards_are_told_in_lines() -> None:
    rig = race(setup=True)
    rig.table.command(Act("P1:015"), AT_TABLE)
    assert line(rig, "P1:015") == "throws – A 5"
    rig.act("P2:111", "P3:255", "P4:333")
    follow(rig).act("H2")
    assert line(rig, "H2") == "throws 2"
    rig.act("H6.0L")
    assert line(rig, "H6.0L") == "hazard on Tile 6, first row, left"


def test_who_ties_for_the_pole_is_asked_again_by_name_rp_21() -> None:
    rig = race(setup=True, names=["Anna", "Ben"])
    assert rig.said == "Throw three dice each, for the grid."
    rig.act("P1:555")
    assert rig.said == "The others throw three dice for the grid."
    rig.act("P2:555", "P3:111", "P4:222")
    assert rig.said == "Tie: Anna and Ben throw again."
    rig.act("P2:000")
    assert rig.said == "Anna, throw three dice for the grid."


def test_the_others_are_told_who_does_what_and_who_is_next_rp_70() -> None:
    cars = {"A": "3.0R", "B": "2.0L", "C": "10.0L", "D": {"place": 1, "c": 4}}
    rig = standing(race(names=["Anna"]), cars=cars, order=list("CDAB"), turn={"car": "C"})

    def told(seat: int) -> tuple[str, str]:
        prompt = rig.table.view(seat).prompt
        return render(prompt.message), "" if prompt.support is None else render(prompt.support)

    assert told(0) == ("Yellow is driving.", "You are next.")
    assert told(1) == ("Yellow is driving.", "")
    rig = standing(rig, cars=cars, order=list("CDAB"), turn={"car": "A"}, tokens={"A": []})
    drive(rig, "F2")
    assert told(1) == ("Anna throws the dice.", "You are next.")


def test_shared_tokens_stand_once_a_player_rp_28() -> None:
    teams = [["A", "D"], ["B", "E"], ["C", "F"]]
    rig = standing(
        race(teams, token_mode="pool"),
        cars={name: f"{n}.0L" for name, n in zip("ABCDEF", range(2, 14, 2), strict=True)},
        players={"1": ["A", "D"], "2": ["B", "E"], "3": ["C", "F"]},
        token_mode="pool",
        tokens={"2": ["1", "W"]},
    )
    shown = rig.view.race
    assert shown is not None
    assert [runner.tokens for runner in shown.order] == [()] * 6
    left = [[chip.label for chip in pool.tokens if not chip.used] for pool in shown.pools]
    assert left == [["A", *"2345", "W", "W"], ["A", "W"], ["A", *"2345", "W", "W"]]
    assert [pool.seat for pool in shown.pools] == [0, 1, 2]
    alone = race().view.race
    assert alone is not None
    assert alone.pools == ()
    assert all(len(runner.tokens) == 5 for runner in alone.order)


def test_who_drives_two_cars_without_a_name_is_called_by_number() -> None:
    """A colour would be one of the cars."""
    rig = race([["A", "D"], ["B", "E"]], names=["", "Ben"])
    assert rig.said == "Player 1, start Red: the first movement has speed 1."
    called = [player.called for player in rig.view.players]
    assert [render(message) if message else "" for message in called] == ["Player 1", "Player 2"]
    rig.carry("23.1R", "0.0R").settle()
    spoken = rig.view.moves[0].spoken
    assert spoken is not None
    assert render(spoken).startswith("Player 1: ")
    assert [player.called for player in race().view.players] == [None] * 4
