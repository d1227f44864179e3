"""Answers to reaction windows of the street race: each names its window; some need no card."""

from __future__ import annotations

import copy

import pytest
from table_rig import Rig
from window_rig import ABLE, NEXT, act, dealt_anew, now, opened, placed, race, seen, window

from companion.errors import CommandRefused
from companion.model.commands import Act, Caller, Undo
from companion.model.message import Message
from companion.table.settings import TableSettings
from companion.words import render


def answer(rig: Rig, seat: int, text: str, number: int) -> None:
    """An answer to the window with this number."""
    rig.table.command(Act(text, window=number), Caller(seats=frozenset({seat})))


@pytest.mark.parametrize("text", ["noreact B", "react B p14.1"])
def test_an_answer_never_answers_a_window_that_was_not_seen(text: str) -> None:
    rig = opened(ABLE)
    first = window(rig).number
    rig.wait(5.1)
    assert (rig.said, window(rig).number) == (NEXT, first + 1)
    before = rig.view.position
    with pytest.raises(CommandRefused) as caught:
        answer(rig, 1, text, first)
    assert (caught.value.code, str(caught.value)) == ("no-window", "That moment is over.")
    assert render(Message(caught.value.key, {})) == "That moment is over."
    assert (rig.view.position, window(rig).passed) == (before, 0)
    answer(rig, 1, "noreact B", first + 1)
    act(rig, 0, "noreact A")
    assert window(rig).passed == 2, "a script that names no window answers the open one"


def test_a_card_opens_another_window_and_a_pass_does_not() -> None:
    able = opened(ABLE)
    first = window(able).number
    answer(able, 0, "noreact A", first)
    assert window(able).number == first
    answer(able, 1, "react B p14.1", first)
    assert window(able).number == first + 1
    with pytest.raises(CommandRefused, match="That moment is over"):
        answer(able, 0, "noreact A", first)
    able.table.command(Undo(2), Caller(seats=frozenset({1}), host=True))
    act(able, 2, "play p02.2 B")
    assert window(able).number == first + 2, "no number comes again after a takeback"


# -- what needs no card --


def rolling(setting: str) -> Rig:
    """Yellow, who has a point, tests against Orange and is to throw."""
    hands = {"A": ["p11.1"], "B": ["p13.1"], "C": ["p17.1"]}
    options = {"fourth_spend": setting, "dice": "table"}
    whole = copy.deepcopy(placed(**options))
    whole["style"] = {**whole["style"], "C": 1}
    rig = dealt_anew(race(1, TableSettings(claim_seconds=0), **options), whole, hands, {"C": "2F3"})
    act(rig, 2, "adv")
    for seat in range(3):
        act(rig, seat, f"noreact {'ABC'[seat]}")
    return rig


@pytest.mark.parametrize("setting", ["plus_one", "reroll"])
def test_a_point_is_spent_on_the_own_roll_from_the_window_ff_125(setting: str) -> None:
    rig = rolling(setting)
    for _ in range(2):
        act(rig, 2, "die 1")
    assert rig.said == "Yellow has 3, Orange has 3."
    keys = {seat: [key.action for key in window(rig, seat).keys] for seat in (0, 2)}
    assert keys == {0: ["noreact A"], 2: ["react C style", "noreact C"]}
    shown = window(rig, 2).keys[0].caption
    assert shown is not None
    assert render(shown) == "spends 1 style on the test"
    assert len({len(seen(rig, one)) for one in (None, 0, 1, 2)}) == 1
    act(rig, 2, "react C style")
    assert [(one.seat, one.label) for one in window(rig).laid] == [(2, "★ 1")]
    for seat in range(3):
        act(rig, seat, f"noreact {'ABC'[seat]}")
    assert now(rig).race.moment.state.style["C"] == 0
    on = {"plus_one": "Yellow, lift your car or choose a card.", "reroll": "Yellow, throw the die."}
    assert rig.said == on[setting], "a 2 and 2 against 3 gets through; or the die is thrown again"
