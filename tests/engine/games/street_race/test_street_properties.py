"""Whole random races: they end, nobody is where nobody may be, and every position reads back."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
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
from engine.games.street_race.race import OVER as DONE
from engine.games.street_race.worth import (
    BESIDES,
    BY_MATS,
    EARLY,
    LAST,
    TURN,
    WHOLE_BY_MATS,
    WHOLE_EARLY,
    WHOLE_LAST,
)
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


def test_a_lead_and_damage_count_for_more_with_half_of_the_mats_drawn() -> None:
    """At the very start whoever is ahead has no better chance, by the games that the curve fits."""
    source, at = new(), {"A": "3F1", "B": "1F2", "C": "2F3"}

    def chances(drawn: int, *dmg: str) -> Sequence[float]:
        race = begun(source, at=at, dmg=dmg, turn="B", street=("m10", "m06"), drawn=drawn)
        found = win_chances(load(race))
        assert found is not None
        return found

    late, early = chances(10), chances(2)
    assert late[1] > late[2] > late[0], "the lower the rank, the further ahead"
    assert late[1] > early[1]
    assert late[1] - chances(10, "B")[1] > early[1] - chances(2, "B")[1] > 0


def test_what_a_hint_calls_much_the_same_goes_by_the_curve() -> None:
    position = new()
    assert isinstance(position, StreetPosition)
    assert position.on_curve({"style": 9.0, "cards": 2.0, "walk": -0.5}) == 0
    whole = position.on_curve({"whole": 1.5}) * position.steepness
    assert whole == pytest.approx(1.5 * WHOLE_EARLY)


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
            mats = state.drawn / race.content.deck_size
            pull, whole = EARLY + BY_MATS * mats, WHOLE_EARLY + WHOLE_BY_MATS * mats
            if state.end is not None:
                left = len(state.end.to_come) + (state.phase not in (EXTRA, DONE))
                pull = LAST / (BESIDES + left)
                whole = WHOLE_LAST * pull
            found = position.lead(seat) * position.steepness
            assert found == pytest.approx(pull * way + whole * parts["whole"])
        if position.to_act is not OVER:
            assert sum(win_chances(position) or ()) == pytest.approx(1)
    assert owed
