"""Op ``odds`` against every roll, played out one by one through the engine."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from street_table import at, begun, car, loaded, new, play, random_game, texts

from engine.game import CHANCE, Position
from engine.games.street_race.position import StreetPosition
from engine.lines import answer

STREET = ("m05", "m06")


def quiet(position: Position) -> Position:
    """The same with empty hands: the chances are over the dice alone."""
    held: Any = position.to_json()
    held["discards"] = sorted([*held["discards"], *(c for h in held["hands"].values() for c in h)])
    held["hands"] = {player: [] for player in held["hands"]}
    return loaded(held)


def outcomes(position: Position, text: str) -> dict[str, Fraction]:
    """Shares of all rolls, by how the first test of an action went, or ``sure``."""
    found: dict[str, Fraction] = {}

    def on(now: Position, share: Fraction) -> None:
        if now.to_act is not CHANCE or not texts(now)[0].startswith("die "):
            raise AssertionError(f"{text}: no test came")
        dice = texts(now)
        for die in dice:
            applied = now.apply(die)
            gone = [event.to_json() for event in applied.events]
            tested = [event["by"] for event in gone if event["event"] == "tested"]
            if tested:
                key = str(tested[0])
                found[key] = found.get(key, Fraction(0)) + share / len(dice)
            else:
                on(applied.position, share / len(dice))

    first = position.apply(text)
    if any(event.to_json()["event"] == "moved" for event in first.events):
        return {"win": Fraction(1)}
    on(first.position, Fraction(1))
    return found


def agree(position: Position) -> int:
    """How many actions were compared."""
    assert isinstance(position, StreetPosition)
    told = position.odds()
    for text, chances in told.items():
        shares = outcomes(position, text)
        assert chances["win"] == float(shares.get("win", 0)), text
        assert chances["tie"] == float(shares.get("tie", 0)), text
    return len(told)


@pytest.mark.parametrize("most", [40, pytest.param(150, marks=pytest.mark.slow)])
def test_odds_are_those_of_all_rolls_ff_55_ff_56(most: int) -> None:
    """``most``: so many are compared for each player."""
    compared = 0
    for players in (3, 4, 6):
        for position, _ in random_game(players, seed=players + 20):
            held: Any = position.to_json()
            if held["ask"] is not None and held["ask"]["kind"] == "act" and not held["since"]:
                compared += agree(quiet(position))
                if compared > most * players:
                    break
    assert compared > 2 * most


def test_the_curb_is_told_by_itself_ff_90() -> None:
    """A racer of Complexity 5 with a gang of 2 holds on a 3 or more."""
    position = loaded(
        begun(new(), street=STREET, at={"A": "1F2", "B": "2F1", "C": "3F1"},
              gangs={"A": ["p22.1"]})
    )  # fmt: skip
    told = json.loads(answer(json.dumps({"op": "odds", "position": position.to_json()})))["odds"]
    assert told["drift R"] == {"win": 1.0, "tie": 0.0, "curb": 4 / 6}
    assert told["drift L"] == {"win": 1.0, "tie": 0.0, "curb": None}
    held = sum(not car(play(position, "drift R", f"die {n}"), "A")["dmg"] for n in range(1, 7))
    assert held == 4


@pytest.mark.parametrize(("ahead", "percent"), [(0, (42, 17)), (2, (72, 11)), (4, (92, 6))])
def test_the_figures_of_the_page_ff_56(ahead: int, percent: tuple[int, int]) -> None:
    """Against another car, by how much the own total is ahead."""
    from engine.games.street_race.odds import against_car

    chances = against_car(6, ahead, 0)
    assert (round(100 * chances.win), round(100 * chances.tie)) == percent


def test_a_question_has_its_odds_too_ff_67_ff_96() -> None:
    pulling = loaded(
        begun(new(), street=STREET, at={"A": "1F3", "B": "2F1", "C": "3F2"}, dmg=["A"])
    )
    asked = play(pulling, "pull")
    assert isinstance(asked, StreetPosition)
    assert set(asked.odds()) == {"free B yes"}
    curb = play(asked, "free B no", "free C no")
    assert isinstance(curb, StreetPosition)
    assert curb.odds()["opt repair"]["win"] == pytest.approx(1 / 6)
    pushed = play(
        loaded(begun(new(), street=STREET, at={"A": "1F1", "B": "1F2", "C": "2F2"})),
        "drift R", "die 6", "die 1",
    )  # fmt: skip
    assert isinstance(pushed, StreetPosition)
    told = pushed.odds()
    assert set(told) == {"choose B B", "choose B R"}
    assert told["choose B R"]["curb"] == pytest.approx(3 / 6)
    assert told["choose B B"]["win"] < 1  # type: ignore[operator]
    assert at(pushed)["B"] == "1F2"
