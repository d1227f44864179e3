"""A hint on demand: who gets one, what it lights, how long it stands, and who may not see it."""

from __future__ import annotations

import random
from typing import Any

import pytest
from table_rig import AT_TABLE, Rig, position
from toy_game import ToyGame, ToyPosition

from companion.errors import CommandRefused
from companion.model.commands import Caller, Card, Hint, Undo
from companion.model.view import View
from companion.table.table import TableSettings
from companion.words import render
from companion_web.api.hidden_view import shared_view
from engine.registry import Registry
from engine.search import choose

P = "p"
RED, YELLOW = Caller(seats=frozenset({0})), Caller(seats=frozenset({1}))
SEVENS: dict[str, list[str]] = {"A": [P, P, "B3", "C6"], "C": [P] * 4}


def rig_at(card: str | None = "5", assistance: str = "legal", **marbles: Any) -> Rig:
    """Red to play that card, with two marbles out."""
    rig = Rig(settings=TableSettings(assistance=assistance)).new()
    return rig.at(position([["A"], ["C"]], {**SEVENS, **marbles}, card))


def ask(rig: Rig, caller: Caller = AT_TABLE) -> View:
    """Ask for a hint; what the public sees then."""
    rig.table.command(Hint(), caller)
    return rig.view


def refusal(rig: Rig, caller: Caller = AT_TABLE) -> CommandRefused:
    """Why there is no hint; nothing may have changed."""
    before, lit = rig.view.position, rig.roles()
    with pytest.raises(CommandRefused) as caught:
        rig.table.command(Hint(), caller)
    assert (rig.view.position, rig.roles(), rig.view.hint) == (before, lit, None)
    return caught.value


def test_the_best_move_shines_at_both_its_ends_and_is_told_in_words() -> None:
    rig = rig_at()
    now = rig.table._moment.position
    assert now is not None
    (way,) = choose(now, "good", random.Random(0)).displacements
    assert rig.lit("hint") == []
    assert rig.view.can_hint
    seen = ask(rig)
    assert rig.lit("hint") == sorted((way.frm, way.to))
    assert seen.hint is not None
    assert seen.hint.action == f"{way.frm}-{way.to}"
    assert rig.support == render(seen.hint.message)
    others = {"B3", "C6"} - {way.frm}
    assert set(rig.lit("movable")) == others, "what else may be moved goes on to glow"


FAR: dict[str, list[str]] = {"A": [P, "Ah1", "B3", "A6"], "C": [P, P, "B2", "C3"]}
WHY: dict[str, tuple[str, dict[str, list[str]], str]] = {
    "take": ("6", {"C": [P, P, P, "B9"]}, "6: takes Yellow."),
    "home": ("7", FAR, "7: a marble gets home."),
    "out": ("A", FAR, "Ace: out of the pen."),
    "safe": ("2", {"A": [P, P, "A6", "C6"], "C": [P, P, P, "B13"]}, "2: out of Yellow's reach."),
    "ring": ("5", {"A": [P, P, "D13", "B0"], "C": [P, P, "E0", "E11"]}, "5: onto the ring."),
    "flat": (
        "K",
        {"A": [P, P, "E7", "B13"], "C": [P, P, "C5", "D13"]},
        "Much the same: any move will do.",
    ),
    "along": ("5", {}, "5: your marbles stand better."),
    "no trifle": ("4", FAR, "4: your marbles stand better."),
    "hold": (
        "J",
        {"A": [P, P, P, "B5"], "C": [P, P, P, "C5"]},
        "Jack: makes it harder for the others.",
    ),
    "the only move": ("2", {"A": [P, P, P, "B3"]}, "A good idea: Orange 3 → Orange 5."),
}
"""What makes the difference → card, marbles, and the sentence."""


@pytest.mark.parametrize("what", WHY)
def test_one_sentence_says_why(what: str) -> None:
    card, marbles, sentence = WHY[what]
    rig = rig_at(card, **marbles)
    ask(rig)
    assert rig.support == sentence


def test_among_several_opponents_no_one_is_named_as_the_threat() -> None:
    rig = Rig().new(players=[["A"], ["C"], ["E"]])
    marbles = {"A": [P, P, "C9", "D11"], "C": [P, P, P, "E10"], "E": [P, P, P, "C6"]}
    rig.at(position([["A"], ["C"], ["E"]], marbles, "10"))
    ask(rig)
    assert rig.support == "10: out of reach."


def test_in_a_game_of_dice_the_sentence_names_no_card() -> None:
    rig = Rig().new(game="wahoo", rules=None, options={"dice": "table"})
    marbles = {"A": ["p", "p", "p", "B1"], "C": ["p", "p", "p", "B3"]}
    now = {
        "game": "wahoo", "board": "hex", "dice": "table", "players": [["A"], ["C"]],
        "to_play": 0, "winner": None, "die": 2, "marbles": marbles,
    }  # fmt: skip
    rig.at(now)
    ask(rig)
    assert rig.support == "It takes Yellow."


def test_asking_is_no_step_of_the_game() -> None:
    rig = rig_at()
    before, rows = rig.view.position, len(rig.journal.rows)
    ask(rig)
    assert (rig.view.position, len(rig.journal.rows)) == (before, rows)


def test_it_stands_until_a_hand_comes_and_does_not_come_back_by_itself() -> None:
    rig = rig_at()
    ask(rig)
    start = next(hole for hole in rig.lit("hint") if hole in rig.wood)
    rig.lift(start)
    assert rig.lit("hint") == []
    assert rig.view.hint is None
    rig.put(start).settle()
    assert rig.lit("hint") == []
    assert len(rig.lit("movable")) == 2
    ask(rig)
    assert len(rig.lit("hint")) == 2


@pytest.mark.parametrize("change", ["move", "undo"])
def test_it_goes_with_the_position_it_was_asked_in(change: str) -> None:
    rig = rig_at(None).card("5")
    seen = ask(rig)
    assert seen.hint is not None
    if change == "move":
        rig.act(seen.hint.action)
    else:
        rig.table.command(Undo(), AT_TABLE)
    assert rig.view.hint is None
    assert rig.lit("hint") == []


def test_time_and_news_of_the_cable_leave_it_standing() -> None:
    rig = rig_at()
    ask(rig)
    rig.wait(30.0).picture()
    assert rig.view.hint is not None


def test_a_hint_that_takes_a_marble_shows_the_marble() -> None:
    rig = rig_at("6", C=[P, P, P, "B9"])
    seen = ask(rig)
    assert seen.hint is not None
    assert seen.hint.action == "B3-B9"
    assert rig.lit("hint") == ["B3", "B9"]


def test_both_marbles_of_a_shared_card_are_shown() -> None:
    rig = rig_at("7", A=[P, P, "A8", "B5"], C=["A9", P, P, "B11"])
    seen = ask(rig)
    assert seen.hint is not None
    assert seen.hint.action == "B5-B11,A8-A9"
    assert rig.lit("hint") == ["A8", "A9", "B11", "B5"]


def test_without_assistance_there_is_no_hint_pp_23() -> None:
    rig = rig_at(assistance="none")
    assert not rig.view.can_hint
    error = refusal(rig)
    assert (error.code, error.status) == ("no-hints", 409)
    assert "assistance" in str(error)


def test_where_hints_are_always_shown_one_may_still_be_asked_for() -> None:
    rig = rig_at(assistance="hint")
    assert len(rig.lit("hint")) == 1, "of a hint by itself the marble glows as one to be moved"
    assert rig.view.hint is None
    ask(rig)
    assert len(rig.lit("hint")) == 2
    assert rig.view.hint is not None


def test_cards_in_peoples_hands_are_not_known_so_the_card_comes_first() -> None:
    rig = rig_at(None)
    assert not rig.view.can_hint
    assert refusal(rig).code == "no-card"


def test_while_a_hand_is_at_work_it_comes_later() -> None:
    rig = rig_at()
    rig.lift("B3")
    assert not rig.view.can_hint
    assert refusal(rig).code == "not-now"
    rig.put("B7").settle()
    assert rig.state == "wrong"
    assert refusal(rig).code == "not-now"


def test_only_who_is_to_act_may_ask() -> None:
    rig = rig_at()
    assert refusal(rig, YELLOW).code == "not-your-turn"
    assert refusal(rig, Caller()).code == "no-seat"
    assert rig.table.view(0).can_hint
    assert not rig.table.view(1).can_hint
    assert ask(rig, RED).hint is not None


def test_without_a_game_there_is_nothing_to_hint_at() -> None:
    with pytest.raises(CommandRefused) as caught:
        Rig().table.command(Hint(), AT_TABLE)
    assert caught.value.code == "no-game"


def test_without_a_board_the_page_shows_it_pp_16() -> None:
    rig = Rig(board_kind="none").new()
    rig.at(position([["A"], ["C"]], SEVENS, "5"))
    ask(rig)
    assert len(rig.lit("hint")) == 2


# ------------------------------------------------------------------------------- held cards


def dealt(seed: int = 4) -> Rig:
    """Five cards a seat; Red is to choose one."""
    return Rig(seed=seed).new(hands="virtual")


@pytest.mark.parametrize("seed", range(6))
def test_a_hint_about_a_held_card_is_seen_by_its_holder_alone_ft_8(seed: int) -> None:
    rig = dealt(seed)
    rig.table.command(Hint(), RED)
    mine = rig.table.view(0)
    assert mine.hint is not None
    assert mine.hint.action in mine.legal
    card = mine.hint.action.removeprefix("card:")
    assert mine.hand is not None
    assert card in mine.hand
    assert mine.prompt.support == mine.hint.message
    for audience in (None, 1):
        other = rig.table.view(audience)
        assert other.hint is None
        assert not other.can_hint
        assert not any(hole.role == "hint" for hole in other.holes.values())
        assert other.prompt.support != mine.hint.message
    assert rig.lit("hint") == [], "the board tells nobody either"


def test_a_screen_of_several_seats_is_offered_no_hint_about_a_held_card_ft_8() -> None:
    rig = dealt()
    both = Caller(seats=frozenset({0, 1}))
    assert rig.table.view(0).can_hint
    assert not shared_view(rig.table.view(0), rig.table.view(None)).can_hint
    refused = refusal(rig, both)
    assert (refused.code, refused.key) == ("not-now", "refusal.hint_of_hand")
    card = next(key.value for key in rig.table.view(0).pad if key.moves)
    rig.table.command(Card(card), RED)
    if rig.table.view(0).can_hint:  # its card lies open, and so does the hint
        assert shared_view(rig.table.view(0), rig.table.view(None)).can_hint
        rig.table.command(Hint(), both)
        assert rig.view.hint is not None


def test_the_light_frame_of_a_hint_about_a_held_card_is_that_of_none() -> None:
    rig = dealt()
    before = rig.table.lights()
    rig.table.command(Hint(), RED)
    assert rig.table.lights() == before


def test_a_browser_at_the_table_may_not_ask_about_held_cards() -> None:
    assert refusal(dealt()).code == "no-seat"
    assert refusal(dealt(), YELLOW).code == "not-your-turn"


def test_once_the_card_lies_on_the_table_everybody_may_see_the_hint() -> None:
    rig = dealt()
    playable = next(key for key in rig.table.view(0).pad if key.moves)
    rig.card(playable.value, RED)
    rig.table.command(Hint(), RED)
    assert rig.table.view(None).hint == rig.table.view(1).hint == rig.table.view(0).hint is not None


@pytest.mark.parametrize("card", ["A", "6", "K"])
def test_the_hint_that_all_may_see_does_not_hang_on_the_hand_pp_7(card: str) -> None:
    """After each of these another card is played, so a bot would look at those that are left."""
    told = set()
    for seed in range(4):
        rng = random.Random(seed)
        rig = dealt(seed)
        game = rig.table._moment.game
        assert game is not None
        data = game.position.to_json()
        data |= {"card": card, "marbles": {"A": [P, P, "B3", "C6"], "C": [P, P, P, "B9"]}}
        for held, stock in zip((4, 5), data["dealt"], strict=True):  # type: ignore[attr-defined]
            cards = [*stock["deck"], *stock["pile"], *stock["hand"]]
            cards.remove(card)
            rng.shuffle(cards)
            stock |= {"hand": cards[:held], "deck": cards[held:], "pile": [card]}
        rig.at(data)
        rig.table.command(Hint(), RED)
        seen = rig.table.view(None)
        assert seen.hint is not None
        told.add((seen.hint.action, rig.support, *rig.lit("hint")))
    assert len(told) == 1


def test_a_held_card_is_told_with_its_reason_to_its_holder() -> None:
    told = set()
    for seed in range(12):
        rig = dealt(seed)
        rig.table.command(Hint(), RED)
        mine = rig.table.view(0)
        assert mine.hint is not None
        told.add(mine.hint.message.key)
        card = mine.hint.message.nested.get("card")
        if card is not None:
            held = mine.hint.action.removeprefix("card:")
            assert card.key.endswith(held) or card.params["card"] == held
    assert {"hint.out", "hint.keep"} <= told


# ------------------------------------------------------------------------------ other games


def test_every_game_has_hints_by_the_contract_alone() -> None:
    """The toy race has no cards: whoever is to move may ask."""
    rig = Rig(registry=Registry((ToyGame(),)), seed=3)
    rig.new(game="toy", rules=None, board=None, players=None)
    rig.at(ToyPosition(at=("t1", "t7"), die=2).to_json())
    seen = ask(rig)
    assert seen.hint is not None
    assert rig.lit("hint") == ["t1", "t3"]


def test_asked_again_it_shows_the_next_of_at_most_three_ideas() -> None:
    rig = rig_at("5", A=["A9", "B3", "C6", "D2"])
    seen = []
    while (hint := ask(rig).hint) is not None:
        seen.append(hint.action)
        if not hint.others:
            break
    assert len(seen) == len(set(seen)) == 3
    assert set(seen) < {choice.action for choice in rig.view.choices}
    ends = {
        place
        for choice in rig.view.choices
        if choice.action == seen[-1]
        for place in choice.moves[0]
    }
    assert set(rig.lit("hint")) == ends
