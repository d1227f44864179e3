"""Two answers of one question never read alike; of dealt cards only named ones are told."""

from __future__ import annotations

import random

import pytest
from dealt_rig import RED, stock
from table_rig import Rig, marbles, position

from companion.model.commands import Card
from companion.table.shown.alike import by_cards
from companion.words import render

CARDS = ["3", "8", "J", "K", "A"]


def asked(hand: list[str]) -> Rig:
    """The ace has led out of the pen, the queen is named, and a marble went on by one at home.

    The one that came out was touched meanwhile, so an ace or the queen may have led there.
    """
    first = stock(hand, random.Random(1))
    first["deck"].remove("A")
    first["pile"].append("A")
    stands = marbles(A=["Ah3"], D=["D2"])
    rig = Rig().new(players=[["A"], ["D"]], hands="virtual")
    stocks = [first, stock(CARDS, random.Random(2))]
    rig.at(position([["A"], ["D"]], stands, "A", dealt=stocks))
    rig.wait(3).lift("Ap1").wait(0.6).put("A9").wait(2.4)
    rig.table.command(Card("Q"), RED)
    rig.wait(1).lift("A9").wait(1).put("A10").wait(1).lift("A10").wait(0.8).put("A9").wait(0.7)
    rig.lift("Ah3").wait(1).put("Ah4").wait(3)
    return rig


@pytest.mark.parametrize("hand", [["Q", "5", "9", "10"], ["A", "Q", "K", "10"]])
def test_one_move_by_the_named_card_or_another_is_told_apart_without_a_card(
    hand: list[str],
) -> None:
    """The answers are the same whatever the hand holds."""
    ask = asked(hand).view.ask
    assert ask is not None
    assert [render(one.message) for one in ask.options] == [
        "Red home 3 → Red home 4, with another card",
        "Red home 3 → Red home 4, with the named card",
        "Neither, show me",
    ]
    assert render(ask.options[1].message, "de").endswith(", mit der genannten Karte")


ANOTHER = ("ask.other_card", {})


def by(card: str) -> tuple[str, dict[str, str]]:
    """What an answer says of its card."""
    return "ask.by_card", {"card": card}


def test_cards_that_people_have_named_part_answers_and_one_guess_stays_without_a_name() -> None:
    """Two guesses among them are parted by no card, since none of a hand may be told (PP-7)."""
    assert by_cards({0: True, 1: True}, {0: "K", 1: "Q"}) == {0: by("K"), 1: by("Q")}
    three = by_cards({0: True, 1: False, 2: True}, {0: "K", 2: "Q"})
    assert three == {0: by("K"), 1: ANOTHER, 2: by("Q")}
    assert by_cards({0: True, 1: False}, {0: "K"}) == {0: ("ask.named_card", {}), 1: ANOTHER}
    assert by_cards({0: True, 1: False, 2: False}, {0: "K"}) == {}
    assert by_cards({0: True, 1: True}, {0: "K", 1: "K"}) == {}
