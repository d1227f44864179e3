"""Cutting for the first turn (FT-6, BF-1)."""

from __future__ import annotations

import json
import random
from itertools import pairwise, permutations

import pytest

from engine.errors import BadConfig, BadPosition, IllegalAction
from engine.games.fast_track.cut import HEIGHT, Cut, cut_for, load_cut
from engine.search import resolve


def after(cut: Cut, *texts: str) -> Cut:
    for text in texts:
        cut = cut.apply(text)
    return cut


def test_ft_6_ranks_from_two_up_to_ace_and_joker() -> None:
    for low, high in pairwise(HEIGHT):
        assert after(cut_for("classic", 2), f"cut:0 {low}", f"cut:1 {high}").first == 1
    assert HEIGHT[0] == "2"
    assert HEIGHT[-3:] == ("K", "A", "JOKER")


def test_the_highest_card_begins_in_whatever_order_they_are_cut() -> None:
    for order in permutations(("cut:0 K", "cut:1 A", "cut:2 10")):
        cut = after(cut_for("stevens", 3), *order)
        assert (cut.first, cut.to_cut, cut.legal(), cut.chance()) == (1, (), (), None)


def test_ft_6_those_who_tie_cut_again_and_nobody_else() -> None:
    cut = after(cut_for("classic", 4), "cut:0 Q", "cut:1 9", "cut:2 Q", "cut:3 Q")
    assert cut.first is None
    assert cut.tied
    assert cut.to_cut == (0, 2, 3)
    with pytest.raises(IllegalAction, match="0, 2, 3"):
        cut.apply("cut:1 JOKER")
    cut = after(cut, "cut:0 5", "cut:3 7", "cut:2 7")
    assert cut.to_cut == (2, 3)
    assert after(cut, "cut:2 2", "cut:3 3").first == 3


def test_everybody_cuts_once_a_round() -> None:
    cut = after(cut_for("classic", 3), "cut:1 A")
    assert cut.to_cut == (0, 2)
    assert len(cut.legal()) == 2 * len(HEIGHT)
    for text in ("cut:1 2", "cut:5 K", "cut:0 1", "card:K", ""):
        with pytest.raises(IllegalAction, match="FT-6"):
            cut.apply(text)


def test_every_offered_cut_can_be_made() -> None:
    cut = after(cut_for("classic", 3), "cut:1 A")
    for action in cut.legal():
        assert action.seat in (0, 2)
        assert dict(cut.apply(action).rounds[-1])[action.seat] == action.params["card"]


def test_bf_1_the_first_player_listed_begins_without_a_cut() -> None:
    cut = cut_for("butterfly", 4)
    assert (cut.first, cut.to_cut, cut.rounds) == (0, (), ())


def test_chance_cuts_for_dealt_cards_until_somebody_begins() -> None:
    for seed in range(40):
        rng, cut = random.Random(seed), cut_for("classic", 5)
        while (request := cut.chance()) is not None:
            assert load_cut(json.loads(json.dumps(cut.to_json()))) == cut
            cut = cut.apply(resolve(request, rng))
        assert cut.first in range(5)
        assert load_cut(cut.to_json()) == cut


def test_a_cut_of_a_house_is_read_back_by_its_switches() -> None:
    cuts, begins = {"cut_for_first": True}, {"cut_for_first": False}
    cut = cut_for("butterfly", 2, cuts).apply("cut:0 K").apply("cut:1 3")
    assert load_cut(cut.to_json(), "butterfly", cuts) == cut
    none = cut_for("classic", 2, begins)
    assert load_cut(none.to_json(), "classic", begins) == none
    for rules, data in (("butterfly", cut.to_json()), ("classic", none.to_json())):
        with pytest.raises(BadPosition):
            load_cut(data, rules)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ([], "keys"),
        ({"players": 2}, "keys"),
        ({"players": "2", "rounds": []}, "number"),
        ({"players": 1, "rounds": []}, "two players"),
        ({"players": 2, "rounds": [7]}, "object"),
        ({"players": 2, "rounds": [{"0": "X"}]}, "cannot have happened"),
        ({"players": 2, "rounds": [{"0": "2"}, {"1": "3"}]}, "follow from one another"),
    ],
)
def test_a_cut_that_cannot_have_happened_is_refused(data: object, said: str) -> None:
    with pytest.raises(BadPosition, match=said):
        load_cut(data)


def test_a_cut_needs_known_rules_and_two_players() -> None:
    with pytest.raises(BadConfig, match="'poker'"):
        cut_for("poker", 3)
    with pytest.raises(BadConfig, match="two players"):
        cut_for("classic", 1)
