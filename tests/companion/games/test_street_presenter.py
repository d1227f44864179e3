"""The street race's presenter over whole games: no question, line or refusal without its words."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from said import checked
from street_table import at, begun, loaded, new, play, random_game

from companion.games.street_race.presenter import CODES, LIT, StreetPresenter
from companion.games.street_race.prompting import CHANCE, OTHERS, PLAIN, support
from companion.model.message import Message
from companion.model.step import GameStep
from companion.words import keys, render
from companion.words.catalogue import sentences
from engine.errors import IllegalAction
from engine.game import OVER
from engine.games.street_race import StreetPosition

WORDS = StreetPresenter()
NAMES = {0: "Anna", 1: "Ben", 2: "Carla", 3: "Dora", 4: "Max", 5: "Fritz"}


@cache
def games() -> list[list[tuple[Any, str]]]:
    dealt = [(3, 1, {}), (5, 4, {"dual": False}), (6, 3, {"mirror": True}), (3, 7, {"dual": True})]
    return [random_game(players, seed, **options) for players, seed, options in dealt]  # type: ignore[arg-type]


def here(**change: Any) -> StreetPosition:
    position = loaded(begun(new(3), **change))
    assert isinstance(position, StreetPosition)
    return position


def player(who: str) -> str:
    return NAMES["ABCDEF".index(who[0])]


def test_every_question_of_whole_games_has_its_sentence_for_all() -> None:
    kinds = set()
    for game in games():
        for position, _ in game[:-1]:
            ask = position.moment.ask
            kinds.add(ask.kind)
            seat = WORDS.roller(position) or 0
            if isinstance(position.to_act, frozenset):
                seat = min(position.to_act)
            for message in (
                WORDS.awaiting(position, seat, NAMES, False, None),
                WORDS.of_others(position, seat, NAMES, False),
                WORDS.together(position, NAMES),
                support(position, player),
            ):
                if message is not None:
                    assert len(checked(message).split()) <= 12, message
    assert kinds >= {"place", "mull", "act", "die", "choose", "react", "opt", "take", "disc"}
    assert kinds <= {*PLAIN, *OTHERS, *CHANCE, "react"}


def test_every_action_of_whole_games_has_its_line() -> None:
    for game in games():
        for (before, text), (after, _) in pairwise(game):
            action = next((a for a in before.legal() if a.text == text), None)
            if action is None:
                continue  # a shuffle is offered by one specimen
            line = checked(WORDS.move(GameStep(action, (), before, after)))
            assert line != text, "no line is the bare text"


def test_a_window_reads_alike_for_who_can_react_and_for_everybody_else() -> None:
    """The public sees the same sentence, whoever is asked (FF-151)."""
    windows = [
        position
        for game in games()
        for position, _ in game[:-1]
        if position.moment.ask.kind == "react"
    ]
    assert windows
    for position in windows:
        told = {
            render(WORDS.awaiting(position, min(position.to_act), NAMES, False, None)),
            render(WORDS.of_others(position, 0, NAMES, False)),
            render(WORDS.together(position, NAMES)),
        }
        assert told == {"Anything to play?"}


def test_the_turn_is_told_as_designed() -> None:
    position = here(at={"A": "3F1", "B": "2F2", "C": "1F2"})
    assert render(WORDS.awaiting(position, 0, NAMES, False, None)) == (
        "Anna, lift your car or choose a card."
    )
    assert render(WORDS.of_others(position, 0, NAMES, False)) == "Anna is driving."
    told = support(position, player)
    assert told is not None
    assert render(told) == "4 of 4 actions left"


def test_the_finish_is_told_while_the_turn_that_drew_it_goes_on_ff_131() -> None:
    before = here(turn="C", actions=0, street=("m05", "m06"), drawn=14)
    found = play(before, "end", "take 0", "mat F m04")
    assert isinstance(found, StreetPosition)
    told = support(found, player)
    assert told is not None
    assert render(told) == "The finish! Everyone else has one turn."


def test_a_test_is_announced_before_its_dice() -> None:
    position = here(at={"A": "3F1", "B": "2F2", "C": "1F2"})
    assert render(WORDS.awaiting(play(position, "adv"), 0, NAMES, False, None)) == (
        "Anna tests against Ben."
    )
    alone = here(at={"A": "3F1", "B": "4O2", "C": "1F2"})
    after = play(alone, "adv")
    assert render(WORDS.of_others(after, 0, NAMES, False)) == "Anna needs 4 or more."
    assert WORDS.roller(after) == 0
    assert WORDS.roller(alone) is None


def test_lights_stand_under_the_mover_and_up_the_winner_s_column() -> None:
    position = here(at={"A": "3F1", "B": "2F2", "C": "1F2"})
    assert WORDS.turn_holes(position, ["A"]) == ("3F1",)
    assert WORDS.turn_holes(position, ["B"]) == ()
    assert WORDS.winner_holes(position, ["A"]) == ()
    over = games()[0][-1][0]
    assert over.to_act is OVER
    first = over.to_json()["ranking"][0]
    holes = WORDS.winner_holes(over, [first])
    assert len(holes) == 8
    assert holes[-1] == f"0{at(over)[first][-2:]}"
    seats = WORDS.winners(over, None)
    assert [NAMES[seat][0] for seat in seats] == [NAMES["ABCDEF".index(first[0])][0]]
    assert render(WORDS.won(over, seats, NAMES)).endswith(" wins the race!")


@pytest.mark.parametrize(
    ("to", "told"),
    [
        ("5F1", "One space: ahead, left, right or back."),
        ("3F2", "legal"),
        ("4F1", "legal"),
    ],
)
def test_a_wrong_placement_has_its_reason(to: str, told: str) -> None:
    position = here(at={"A": "3F1", "B": "1F2", "C": "1F1"})
    found = position.explain("3F1", to)
    if told == "legal":
        assert found.legal
    else:
        assert render(WORDS.refusal(position, found).message) == told


def test_every_reason_of_every_placement_has_a_sentence() -> None:
    seen = set()
    for game in games():
        for position, _ in game[:-1:29]:
            for frm in ("1F1", "2F1", "3F2", "2O1", "4O3"):
                for to in ("0F1", "1F1", "2F2", "2O1", "2F3", "7F1"):
                    found = position.explain(frm, to)
                    if not found.legal:
                        message = WORDS.refusal(position, found).message
                        assert message.key in keys(), message
                        assert "{" not in render(message)
                        seen.add(message.key)
    assert len(seen) >= 5


def test_every_code_that_has_a_sentence_says_it_without_a_gap() -> None:
    for code in CODES:
        message = WORDS.refused(code)
        assert message is not None
        assert "{" not in checked(message), code
    assert WORDS.refused("bad-syntax") is None


def test_the_engine_s_codes_are_those_that_have_words() -> None:
    position = here(at={"A": "3F1", "B": "2F1", "C": "1F1"})
    for text, told in (
        ("adv", "A car is right ahead."),
        ("fix", "This car is whole."),
        ("pull", "Pull over from a walk."),
        ("choose A L", "Not at this moment."),
    ):
        with pytest.raises(IllegalAction) as refused:
            position.apply(text)
        message = WORDS.refused(refused.value.code)
        assert message is not None
        assert render(message) == told


def test_lit_sentences_are_those_with_a_plain_form() -> None:
    plain = {key.removesuffix(".plain") for key in sentences("en") if key.endswith(".plain")}
    assert {key for key in plain if key.startswith("street.")} == LIT


def test_places_beside_the_street_have_names() -> None:
    position = here()
    told = [render(WORDS.hole(position, hole)) for hole in ("lay-by", "off", "2F1", "0O3")]
    assert told[:2] == ["the lay-by", "beside the street"]
    assert re.fullmatch(r"rank 2, (inner )?lane", told[2])
    assert told[3].startswith("the road ahead, left ")
    assert render_token("c3") == "Civilian"
    assert [render_token(token) for token in ("A", "A2")] == ["Red", "Red 2"]


def render_token(token: str) -> str:
    return render(Message("street.label.car", {"p": WORDS.token(token)}))
