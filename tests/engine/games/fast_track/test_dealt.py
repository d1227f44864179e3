"""Dealt hands: shuffles are chance, drawing follows, nobody sees another's cards."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from engine.action import CHANCE_SEAT, Action
from engine.errors import BadConfig, BadPosition, IllegalAction
from engine.game import CHANCE, OVER, Position
from engine.games.fast_track.dealt import HAND, DealtPosition, Stock, deal, in_rank_order
from engine.games.fast_track.track import DECK, PLAY_AGAIN, RANKS
from engine.registry import REGISTRY
from engine.search import random_action

GAME = REGISTRY.game("fast_track")


def options(rules: str = "classic", **more: object) -> dict[str, object]:
    players = [["A"], ["C"], ["E"]]
    return {"rules": rules, "board": "hex", "players": players, "hands": "virtual", **more}


def new(rules: str = "classic", **more: object) -> DealtPosition:
    position = GAME.new(options(rules, **more))
    assert isinstance(position, DealtPosition)
    return position


def after(position: Position, *texts: Action | str) -> DealtPosition:
    for text in texts:
        position = position.apply(text).position
    assert isinstance(position, DealtPosition)
    return position


def shuffle_text(position: DealtPosition, *first: str) -> str:
    """A shuffle that begins with these cards."""
    request = position.chance()
    assert request is not None
    rest = Counter(request.domain) - Counter(first)
    return request.prefix + " ".join((*first, *in_rank_order(tuple(rest.elements()))))


def dealt(*hands: tuple[str, ...], rules: str = "classic") -> DealtPosition:
    """All shuffled so that the seats hold these hands, then draw in rank order."""
    position = new(rules)
    for hand in hands:
        position = after(position, shuffle_text(position, *hand))
    return position


PLAIN = ("2", "3", "5", "8", "9")


def test_a_deck_is_54_cards_with_two_jokers() -> None:
    assert len(DECK) == 54
    assert Counter(DECK) == {rank: 2 if rank == "JOKER" else 4 for rank in RANKS}


def test_ft_6_every_player_whatever_the_colours_has_one_own_deck_to_shuffle() -> None:
    position = new(players=[["A", "D"], ["B", "E"]])
    assert position.to_act is CHANCE
    owners = []
    while (request := position.chance()) is not None:
        assert (request.kind, request.domain) == ("shuffle", DECK)
        assert request.prefix == f"shuffle:{request.owner} "
        owners.append(request.owner)
        position = after(position, shuffle_text(position))
    assert owners == [0, 1]
    assert [len(stock.hand) for stock in position.stocks] == [HAND, HAND]
    assert [len(stock.deck) for stock in position.stocks] == [49, 49]


def test_ft_8_only_a_card_in_the_hand_may_be_played() -> None:
    position = dealt(("7", "7", "K", "2", "A"), PLAIN, PLAIN)
    offered = [action.text for action in position.legal()]
    assert offered == ["card:2", "card:7", "card:A", "card:K"]
    with pytest.raises(IllegalAction, match="FT-8"):
        position.apply("card:3")
    with pytest.raises(IllegalAction, match="card"):
        position.apply("card:11")
    assert position.stocks[0].hand == ("A", "2", "7", "7", "K")


def test_ft_7_a_shown_card_is_on_the_pile_and_cannot_be_exchanged() -> None:
    position = after(dealt(("7", "7", "K", "2", "A"), PLAIN, PLAIN), "card:7")
    assert position.stocks[0].pile == ("7",)
    assert position.stocks[0].hand == ("A", "2", "7", "K")
    assert [action.text for action in position.legal()] == ["--"]
    with pytest.raises(IllegalAction):
        position.apply("card:2")


def test_ft_7_the_hand_is_filled_to_five_only_when_the_turn_ends() -> None:
    position = after(dealt(("6", "K", "2", "3", "9"), PLAIN, PLAIN), "card:6", "Ap-A9")
    assert position.to_act == frozenset((0,))
    assert position.stocks[0].hand == ("2", "3", "9", "K")
    position = after(position, "card:2", "A9-A11")
    assert position.to_act == frozenset((1,))
    assert len(position.stocks[0].hand) == HAND
    assert Counter(position.stocks[0].hand) == Counter(("3", "9", "K", "A", "A"))


def test_ft_7_who_has_used_all_five_cards_draws_five_new_ones_and_goes_on() -> None:
    position = dealt(("J", "J", "Q", "Q", "K"), PLAIN, PLAIN)
    for card in ("J", "J", "Q", "Q"):
        position = after(position, f"card:{card}", "--")
    position = after(position, "card:K")
    assert position.stocks[0].hand == ()
    position = after(position, "--")
    assert position.to_act == frozenset((0,))
    assert position.stocks[0].hand == ("A", "A", "A", "A", "2")


def shrunk(position: DealtPosition, left: tuple[str, ...]) -> DealtPosition:
    """The same moment with only these cards left in seat 0's deck, all others played."""
    stock = position.stocks[0]
    gone = Counter(stock.deck) - Counter(left)
    pile = (*stock.pile, *in_rank_order(tuple(gone.elements())))
    first = Stock(left, pile, stock.hand)
    return DealtPosition(position.base, (first, *position.stocks[1:]), False)


def test_ft_7_an_empty_deck_is_made_of_the_played_pile_with_the_card_just_played() -> None:
    position = shrunk(dealt(("2", "2", "3", "3", "5"), PLAIN, PLAIN), ())
    position = after(position, "card:2", "--")
    request = position.chance()
    assert position.to_act is CHANCE
    assert request is not None
    assert request.owner == 0
    assert len(request.domain) == 54 - 4
    assert Counter(request.domain)["2"] == 3  # one is still held
    with pytest.raises(IllegalAction, match="shuffle"):
        position.apply("card:2")
    position = after(position, shuffle_text(position, "JOKER"))
    assert position.to_act == frozenset((1,))
    assert position.stocks[0].hand == ("2", "3", "3", "5", "JOKER")
    assert position.stocks[0].pile == ()


def test_ft_7_a_draw_takes_the_last_cards_before_the_pile_is_shuffled() -> None:
    position = shrunk(dealt(("J", "J", "Q", "Q", "2"), PLAIN, PLAIN), ("A", "9"))
    for card in ("J", "J", "Q", "Q"):
        position = after(position, f"card:{card}", "--")
    position = after(position, "card:2", "--")
    assert position.to_act is CHANCE
    assert (position.stocks[0].hand, position.stocks[0].owed) == (("A", "9"), 3)
    assert REGISTRY.load(json.loads(json.dumps(position.to_json()))) == position
    position = after(position, shuffle_text(position, "4", "4", "4"))
    assert position.stocks[0].hand == ("A", "4", "4", "4", "9")


def test_a_deck_that_runs_out_exactly_is_not_shuffled_before_a_card_is_needed() -> None:
    position = shrunk(dealt(PLAIN, PLAIN, PLAIN), ("K",))
    position = after(position, "card:2", "--")
    assert position.to_act == frozenset((1,))
    assert (position.stocks[0].deck, position.stocks[0].owed) == ((), 0)


@pytest.mark.parametrize(
    "text",
    [
        "shuffle:0 " + " ".join(DECK[1:]),
        "shuffle:0 " + " ".join((*DECK, "A")),
        "shuffle:0 " + " ".join(("A", *DECK[1:-1], "A")),
        "shuffle:1 " + " ".join(DECK),
        "shuffle:0",
        "card:A",
    ],
)
def test_a_shuffle_must_bring_exactly_the_cards_of_the_pile(text: str) -> None:
    position = new()
    with pytest.raises(IllegalAction, match="shuffle"):
        position.apply(text)
    assert position == new()


def test_a_seat_cannot_shuffle() -> None:
    position = new()
    with pytest.raises(IllegalAction):
        position.apply(Action(0, shuffle_text(position)))
    after(position, Action(CHANCE_SEAT, shuffle_text(position)))


def texts_in(data: object) -> list[str]:
    if isinstance(data, str):
        return [data]
    if isinstance(data, Mapping):
        return [text for value in data.values() for text in texts_in(value)]
    return [t for value in data for t in texts_in(value)] if isinstance(data, list) else []


def test_a_seat_sees_its_own_hand_and_only_counts_of_all_others() -> None:
    position = dealt(("K", "7", "7", "2", "A"), PLAIN, ("JOKER", "JOKER", "Q", "Q", "Q"))
    assert position.view(0)["hand"] == ["A", "2", "7", "7", "K"]
    assert position.view(2)["hand"] == ["Q", "Q", "Q", "JOKER", "JOKER"]
    public = position.view(None)
    assert "hand" not in public
    assert public["counts"] == [{"hand": 5, "deck": 49, "pile": 0}] * 3
    assert public["position"] == position.base.to_json()
    assert not (set(RANKS) - set("ACE")) & set(texts_in(public))


def test_the_offered_cards_tell_the_hand_to_nobody_else() -> None:
    position = dealt(("K", "7", "7", "2", "A"), PLAIN, PLAIN)
    assert [a.text for a in position.legal_for(0)] == ["card:2", "card:7", "card:A", "card:K"]
    for audience in (None, 1, 2):
        assert position.legal_for(audience) == ()
    open_card = after(position, "card:A")
    assert open_card.legal_for(None) == open_card.legal()
    assert "Ap-A9" in [a.text for a in open_card.legal_for(1)]


def test_views_of_others_are_alike_whatever_a_seat_holds() -> None:
    one = dealt(("K", "7", "7", "2", "A"), PLAIN, PLAIN)
    other = dealt(("3", "4", "5", "6", "8"), PLAIN, PLAIN)
    for audience in (None, 1, 2):
        assert one.view(audience) == other.view(audience)
        assert one.legal_for(audience) == other.legal_for(audience)


# -- butterfly: one common deck


def test_bf_1_one_common_deck_is_shuffled_and_nobody_holds_cards() -> None:
    position = new("butterfly")
    request = position.chance()
    assert request is not None
    assert (request.owner, request.domain, request.prefix) == (None, DECK, "shuffle:deck ")
    position = after(position, shuffle_text(position, "5"))
    assert "hand" not in position.view(0)
    assert position.view(1) == position.view(None)


def test_bf_2_the_drawn_card_is_played_at_once() -> None:
    position = new("butterfly")
    position = after(position, shuffle_text(position, "5", "K", "6", "2"))
    assert position.to_json()["card"] == "5"
    assert [a.text for a in position.legal()] == ["A9-B0"]
    position = after(position, "A9-B0")
    assert (position.to_act, position.to_json()["card"]) == (frozenset((1,)), "K")
    position = after(position, "C9-C10")
    assert (position.to_act, position.to_json()["card"]) == (frozenset((1,)), "6")
    assert position.stocks[0].pile == ("5", "K", "6")


def test_bf_1_the_played_pile_is_shuffled_when_the_common_deck_runs_out() -> None:
    rng = random.Random(5)
    position: Position = new("butterfly")
    sizes = []
    for _ in range(150):
        request = position.chance()
        if request is not None:
            sizes.append(len(request.domain))
        position = position.apply(random_action(position, rng)).position
        assert position.to_act is not OVER
    assert sizes == [54, 54, 54]


# -- reading, and what may not be read


def entry(position: DealtPosition, seat: int = 0) -> tuple[dict[str, Any], dict[str, Any]]:
    data = json.loads(json.dumps(position.to_json()))
    return data, data["dealt"][seat]


@pytest.mark.parametrize("rules", ["classic", "stevens", "butterfly"])
def test_a_dealt_game_keeps_its_cards_and_round_trips_at_every_step(rules: str) -> None:
    rng = random.Random(11)
    position: Position = new(rules)
    for _ in range(260):
        assert isinstance(position, DealtPosition)
        for stock in position.stocks:
            assert Counter(stock.deck + stock.pile + stock.hand) == Counter(DECK)
            assert len(stock.hand) + stock.owed <= HAND
        read = REGISTRY.load(json.loads(json.dumps(position.to_json())))
        assert read == position
        assert hash(read) == hash(position)
        assert read.legal() == position.legal()
        if position.to_act is OVER:
            break
        position = position.apply(random_action(position, rng)).position


def test_a_position_that_lacks_cards_is_refused_by_name() -> None:
    data, stock = entry(dealt(PLAIN, PLAIN, PLAIN), 1)
    stock["deck"].pop()
    with pytest.raises(BadPosition, match=r"dealt\[1\].*54"):
        REGISTRY.load(data)


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("owed", 6, "owed"),
        ("owed", True, "owed"),
        ("owed", 2, "deck has some left"),
        ("hand", "A", "list of ranks"),
        ("extra", 1, "keys"),
    ],
)
def test_a_stock_of_wrong_form_is_refused(key: str, value: object, said: str) -> None:
    data, stock = entry(dealt(PLAIN, PLAIN, PLAIN))
    stock[key] = value
    with pytest.raises(BadPosition, match=said):
        REGISTRY.load(data)


def test_hands_that_do_not_fit_the_turn_are_refused() -> None:
    data, stock = entry(dealt(PLAIN, PLAIN, PLAIN), 2)
    stock["pile"].append(stock["hand"].pop())
    with pytest.raises(BadPosition, match="do not fit the turn"):
        REGISTRY.load(data)
    data, stock = entry(after(dealt(PLAIN, PLAIN, PLAIN), "card:2"))
    stock["deck"].append(stock["pile"].pop())
    with pytest.raises(BadPosition, match="card on the table"):
        REGISTRY.load(data)
    data, _ = entry(dealt(PLAIN, PLAIN, PLAIN))
    data["dealt"].pop()
    with pytest.raises(BadPosition, match="3 decks"):
        REGISTRY.load(data)


def test_cards_are_dealt_before_a_card_is_played() -> None:
    physical = GAME.new(options(hands="physical"))
    with pytest.raises(BadPosition, match="before a card"):
        deal(physical.apply("card:A").position)


def test_unknown_hands_are_named() -> None:
    with pytest.raises(BadConfig, match="'magic'"):
        GAME.new(options(hands="magic"))


def test_the_cards_in_play_again_are_those_that_go_on() -> None:
    position = dealt(("A", "JOKER", "6", "J", "Q"), PLAIN, PLAIN)
    for card in ("A", "6", "J", "JOKER", "Q"):
        assert card in PLAY_AGAIN
        position = after(position, f"card:{card}")
        position = after(position, position.legal()[0])
        assert position.to_act == frozenset((0,))


def test_all_the_board_says_is_said_through_the_dealt_layer() -> None:
    position = dealt(PLAIN, PLAIN, PLAIN)
    base = position.base
    assert position.game == base.game
    assert position.seats == base.seats
    assert position.board is base.board
    assert position.occupancy() == base.occupancy()
    assert position.explain("Ap", "A9") == base.explain("Ap", "A9")
    assert position.score(0) == pytest.approx(0)
    assert repr(position).startswith("DealtPosition(")
    assert position != base
