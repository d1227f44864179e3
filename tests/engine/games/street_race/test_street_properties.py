"""Whole random races: they end, nobody is where nobody may be, and every position reads back."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from street_sound import check
from street_table import begun, new, random_game
from two_forms import few_or_many

from engine.bots.curve import win_chances
from engine.game import CHANCE, OVER, Position
from engine.games.street_race.position import StreetPosition
from engine.games.street_race.race import ACT, EXTRA, START
from engine.games.street_race.worth import TURN, WHOLE_LAST
from engine.record import Record, closed, replay
from engine.registry import REGISTRY, load

SWITCHES = (
    "barrel_once", "timid_civilians", "any_crossing", "deploy_scores", "farsight", "ordered",
    "mirror",
)  # fmt: skip
OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        **{name: st.just(True) for name in SWITCHES},
        "fourth_spend": st.sampled_from(["plus_one", "reroll"]),
    },
)


def check_acting(position: Position) -> None:
    """Somebody may act, each in own name, and no text stands there twice."""
    legal = position.legal()
    texts = [action.text for action in legal]
    assert texts == sorted(set(texts))
    if position.to_act is OVER:
        assert texts == []
        return
    acting = {-1} if position.to_act is CHANCE else position.to_act
    assert {action.seat for action in legal} == acting
    for action in legal:
        for way in action.displacements:
            assert action.params is not None
            assert way.frm in position.board.places
            assert way.to in position.board.places


@few_or_many(given(st.integers(3, 6), st.integers(0, 10**9), OPTIONS), 4, 25)
def test_a_random_race_ends_and_every_position_is_sound_ff_134(
    players: int, seed: int, options: dict[str, Any]
) -> None:
    game = random_game(players, seed, **options)
    for position, _ in game:
        check(position)
    for position, _ in random.Random(seed).sample(game, 12):
        check_acting(position)
        held = json.loads(json.dumps(position.to_json()))
        back = load(held)
        assert back == position
        assert back.to_json() == held
        assert [a.text for a in back.legal()] == [a.text for a in position.legal()]
    last, _ = game[-1]
    assert last.to_act is OVER
    ranking: Any = last.to_json()["ranking"]
    assert sorted(ranking) == sorted(car for seat in last.seats for car in seat.colours)


@few_or_many(given(st.integers(3, 4), st.integers(0, 10**9)), 2, 6)
def test_so_does_one_with_two_cars_each_ff_140(players: int, seed: int) -> None:
    game = random_game(players, seed, dual=True)
    for position, _ in game:
        check(position)
        assert isinstance(position, StreetPosition)
        assert all(made <= 4 for made in position.moment.state.advances.values())
    assert game[-1][0].to_act is OVER


@pytest.mark.parametrize("players", [3, 5])
def test_a_record_of_a_race_replays_as_the_same_text_ff_161(players: int) -> None:
    record = Record({"game": "fhtagn", "players": players})
    for position, text in random_game(players, seed=players)[:-1]:
        seat = next(action.seat for action in position.legal() if action.text == text)
        record = Record(record.options, (*record.entries, (seat, text)))  # type: ignore[arg-type]
    whole = closed(Record.from_text(_text(record)), REGISTRY)
    again = Record.from_text(whole.to_text())
    assert again.to_text() == whole.to_text()
    assert replay(again, REGISTRY).final.to_act is OVER


def _text(record: Record) -> str:
    lines = ["trackside record 1", json.dumps(dict(record.options), sort_keys=True)]
    lines += [f"{'chance' if seat < 0 else seat} {text}" for seat, text in record.entries]
    return "\n".join(lines) + "\n"


def test_positions_are_equal_if_they_say_the_same_ff_161() -> None:
    one, other = new(), new()
    assert one == other
    assert hash(one) == hash(other)
    assert one != new(4)
    assert one.apply("place A 1F1").position != one


@pytest.mark.parametrize("players", [3, 6])
def test_a_lead_says_more_with_every_mat_and_with_every_last_turn(players: int) -> None:
    """Each chance to win is sharper than before at the same lead, though more turns are owed."""
    found = []
    for position, _ in random_game(players, 7):
        assert isinstance(position, StreetPosition)
        state = position.moment.state
        owed = len(state.end.to_come) + (state.phase != EXTRA) if state.end is not None else 99
        found.append((state.drawn, -owed, position.steepness))
    assert sorted(found) == sorted(found, key=lambda told: told[2])
    assert len({steep for _, owed, steep in found if owed != -99}) >= players
    assert len({steep for _, owed, steep in found if owed == -99}) > 2


@pytest.mark.parametrize("end", [None, {"drawer": "B", "to_come": ["A"], "declined": []}])
def test_damage_lowers_the_chance_to_win_and_style_and_cards_do_not_touch_it(end: object) -> None:
    source = new()
    last = {"end": end, "turn": "C", "street": ("m03", "m04"), "drawn": 16}
    change = {} if end is None else last
    whole = win_chances(load(begun(source, **change)))
    hurt = win_chances(load(begun(source, dmg=["A"], **change)))
    rich = win_chances(load(begun(source, style={"A": 9}, **change)))
    assert whole is not None
    assert hurt is not None
    assert hurt[0] < whole[0]
    assert rich == whole


def test_a_turn_to_come_is_in_the_chances_to_win_and_not_in_the_score() -> None:
    """So bots, who go by the score, gain nothing by leaving an action for later."""
    owed = 0
    for position, _ in random_game(3, 7):
        assert isinstance(position, StreetPosition)
        moment = position.moment
        state, race = moment.state, moment.race
        for seat, player in enumerate(race.players):
            acting = state.turn == player and state.phase in (START, ACT)
            later = state.end is not None and player in state.end.to_come
            owed += later
            parts = position.terms(seat)
            assert sum(parts.values()) == pytest.approx(position.score(seat))
            turns = (state.actions / race.actions if acting else 0.0) + later
            way = parts["ahead"] + parts["place"] + TURN * turns
            if state.end is not None:
                assert position.lead(seat) == pytest.approx(way + WHOLE_LAST * parts["whole"])
        if position.to_act is not OVER:
            assert sum(win_chances(position) or ()) == pytest.approx(1)
    assert owed
