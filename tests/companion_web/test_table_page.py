"""Which foot a state gets, and what the script is told."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import page_scenes
import pytest

from companion.model.choices import Choice, PadKey
from companion.model.message import Message
from companion.model.view import (
    Ask,
    ColourView,
    GameView,
    InHand,
    Owed,
    PlayerView,
    Prompt,
    Reason,
    View,
)
from companion.words import render
from companion_web.api.feet import foot_kind, may_act
from companion_web.api.page_view import PageView
from companion_web.api.views import page_of
from companion_web.drawing.light_marks import ROLES
from companion_web.pages.table import page_data, table_context
from companion_web.words.table_words import page_words, with_page_words
from engine.boards.marble import board_for

SEVEN = PadKey("card:7", "card", "7", "7")
GO = Choice("A9-B2", 0, (("A9", "B2"),), {}, Message("move.other", {"action": "A9-B2"}))
SPLIT = Choice("A9-A10,Ah1-Ah4", 0, (("A9", "A10"), ("Ah1", "Ah4")), {}, GO.message)
SWAP = Choice("A9=D3", 0, (("A9", "D3"), ("D3", "A9")), {}, GO.message)
SAY = Message("prompt.move", {"p": "@colour.A"})


def a_view(**changed: Any) -> View:
    """Red, who has no name, is to move on an empty board."""
    nameless = tuple(
        PlayerView(i, "", (ColourView(colour, 0, 4),), i, to_act=i == 0)
        for i, colour in enumerate("AD")
    )
    usual = {"prompt": Prompt(SAY, colour="A", seat=0), "players": nameless, "holes": {}}
    return page_scenes.a_view(**{**usual, **changed})


def shown(**changed: Any) -> PageView:
    """What the page makes of that view, in English."""
    return page_of(a_view(**changed), board_for("hex"), render, "en")


SAT = (PlayerView(0, "", (), 0, taken=True, to_act=True), PlayerView(1, "", (), 1, taken=True))
"""Both seats are taken. In a usual view nobody sits anywhere."""
DEALT = GameView("1", 1, "fast_track", "classic", "hex", "virtual", 0.0, {})


@pytest.mark.parametrize(
    ("changed", "kind"),
    [
        ({"game": None}, "none"),
        ({"pad": (SEVEN,)}, "pad"),
        ({"card": SEVEN, "choices": (GO,)}, "moves"),
        ({"card": SEVEN, "choices": (GO,), "in_hand": (InHand("A", "A9"),)}, "lifted"),
        ({"card": SEVEN, "choices": (GO,), "in_hand": (InHand("D", "D9"),)}, "moves"),
        ({"card": SEVEN, "reason": Reason("FT-11", SAY)}, "wrong"),
        ({"ask": Ask("q", SAY, ()), "reason": Reason("FT-11", SAY)}, "ask"),
        (
            {
                "prompt": Prompt(SAY, mood="correction"),
                "called_for": (Owed("A", "A9", "Ap1", True, SAY),),
                "pad": (SEVEN,),
            },
            "correction",
        ),
        ({"players": (PlayerView(0, "", (), 0, winner=True),), "pad": (SEVEN,)}, "over"),
        ({"game": DEALT, "seat": 0, "hand": ("7",), "pad": (SEVEN,)}, "hand"),
        ({"game": DEALT, "seat": 1, "hand": ("7",), "pad": (SEVEN,), "players": SAT}, "hand"),
        ({"game": DEALT, "seat": 1, "hand": ("7",), "pad": (SEVEN,), "card": SEVEN}, "hand"),
        ({"game": DEALT, "seat": 1, "card": SEVEN}, "seat"),
        ({"game": DEALT, "card": SEVEN, "choices": (GO,)}, "seat"),
        ({"game": DEALT, "players": (PlayerView(0, "", (), 0, taken=True),)}, "watch"),
        ({"seat": 1, "pad": (SEVEN,)}, "wait"),
        ({}, "wait"),
    ],
)
def test_every_state_has_its_foot(changed: dict[str, Any], kind: str) -> None:
    assert foot_kind(a_view(**changed)) == kind


def test_with_open_cards_anybody_at_the_table_may_act_with_dealt_ones_only_the_seat() -> None:
    assert may_act(a_view())
    assert may_act(a_view(seat=0))
    assert not may_act(a_view(seat=1))
    assert not may_act(a_view(game=DEALT))
    assert not may_act(a_view(game=None))


def test_a_split_moves_two_marbles_and_a_swap_is_none() -> None:
    assert [choice.kind for choice in (SPLIT, SWAP, GO)] == ["split", "swap", "move"]


def test_the_script_gets_every_word_it_asks_for() -> None:
    words = page_words()
    data = page_data(a_view(), board_for("square"), with_page_words(render, "en"), "en")
    assert data["words"] == words
    assert set(data["names"]) == set(board_for("square").holes)
    assert data["special"]["A9"] == "pen exit"
    for role in set(ROLES) - {"turn"}:
        assert f"page.label.{role}" in words


def test_words_in_the_data_block_cannot_end_it_early() -> None:
    context = table_context(a_view(), board_for("hex"), render)
    block = str(context["page_data"])
    assert "<" not in block
    assert json.loads(block)["names"]["X"] == "bull's eye"


def test_without_a_game_an_unlit_board_is_drawn() -> None:
    context = table_context(a_view(game=None, players=()), None, render)
    svg = str(context["board_svg"])
    assert svg.count('class="hole"') == 133
    assert "ts-badge" not in svg
    assert "ts-on" not in svg


def test_the_view_itself_is_left_as_it_was() -> None:
    view = a_view(choices=(GO, SPLIT))
    before = msgspec.json.encode(view)
    table_context(view, board_for("hex"), render)
    assert msgspec.json.encode(view) == before


def test_debts_that_sound_the_same_are_one_row_with_their_number_pp_10() -> None:
    """Six marbles out of two pens are two things to do, not six."""
    own, other = Message("correction.pen", {"c": "@colour.A"}), Message("correction.pen")
    reds = [Owed("A", "", f"Ap{n}", True, own) for n in (1, 2, 3)]
    more = [Owed("B", "", f"Bp{n}", True, other) for n in (1, 2)]
    last = Owed("C", "", "Cp1", True, other)
    ill = Prompt(SAY, mood="correction")
    rows = shown(prompt=ill, called_for=(*reds, *more, last)).owed
    assert [(row.token, row.times, row.aside) for row in rows] == [("A", 3, "3×"), ("B", 2, "2×")]
    alone = shown(prompt=ill, called_for=(reds[0], last)).owed
    assert [(row.times, row.aside) for row in alone] == [(1, "now"), (1, "next")]
