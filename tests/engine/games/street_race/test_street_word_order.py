"""Words whose order says nothing: the same choice in any order, offered and logged in one."""

from __future__ import annotations

from typing import Any

import pytest
from street_table import ask, begun, code, loaded, new, play, texts, with_cards

from engine.action import Action
from engine.game import Position
from engine.games.street_race.log import replayed
from engine.record import Entry, Record, replay
from engine.registry import REGISTRY

CIVS = {f"c{n}": (cell, "F") for n, cell in enumerate(("1F2", "2F2", "1O1", "2O1"), 1)}
SWEEP = {"id": "z", "type": "action", "name": "Z", "do": [{"op": "civ_remove", "n": 2}]}
TWICE = {**SWEEP, "do": [{"op": "civ_remove", "n": 2}, {"op": "civ_remove", "n": 1}]}
PICKED = {
    **SWEEP,
    "do": [{"op": "damage", "who": "choose"}, {"op": "civ_remove", "n": 2}],
}
ANSWER = {**SWEEP, "type": "reaction", "on": "moved"}
DROP = {**SWEEP, "do": [{"op": "discard_hand", "who": "choose_other", "n": 2}]}


def civilians(position: Position) -> list[str]:
    cars: Any = position.to_json()["cars"]
    return sorted(car["id"] for car in cars if car["kind"] == "civ")


def discarding() -> Position:
    hands = {"A": ["p01.1", "p02.1", "p03.2"]}
    return loaded(begun(new(), phase="discard", actions=0, hands=hands))


def test_cards_are_discarded_in_any_order_ff_48() -> None:
    position = discarding()
    assert "disc p02.1 p03.2" in texts(position)
    assert "disc p03.2 p02.1" not in texts(position)
    for text in ("disc p02.1 p03.2", "disc p03.2 p02.1"):
        assert play(position, text) == play(position, "disc p02.1 p03.2")
        assert position.apply(Action(0, text)).position == play(position, text)
    assert position.listed("disc p03.2 p02.1") == "disc p02.1 p03.2"
    for text in ("disc p02.1 p02.1", "disc p03.2 p04.1", "disk p03.2 p02.1"):
        assert position.listed(text) == text
        assert code(position, text) in ("not-an-option", "not-in-hand", "bad-syntax")


def test_so_are_those_that_a_card_takes_from_a_hand_ff_155() -> None:
    asked = play(with_cards(DROP, hands={"A": ["z.1"], "B": ["f.1", "f.2", "f.3"]}), "play z.1 B")
    assert ask(asked) == ("disc", ["B"])
    assert play(asked, "disc f.3 f.1") == play(asked, "disc f.1 f.3")
    assert asked.listed("disc f.3 f.1") == "disc f.1 f.3"


def swept(card: Any, **change: Any) -> Position:
    return with_cards(card, civs=CIVS, hands={"A": ["z.1"]}, **change)  # type: ignore[no-any-return]


def test_civilians_of_one_effect_are_named_in_any_order_ff_155() -> None:
    position = swept(SWEEP)
    assert civilians(play(position, "play z.1 c3 c1")) == ["c2", "c4"]
    assert position.listed("play z.1 c3 c1") == "play z.1 c1 c3"
    assert code(position, "play z.1 c3 c3") == "not-an-option"
    assert code(position, "play z.1 c3") == "not-an-option"
    chosen = swept(PICKED)
    assert chosen.listed("play z.1 B c3 c1") == "play z.1 B c1 c3"
    assert chosen.listed("play z.1 c3 B c1") == "play z.1 c3 B c1"
    assert civilians(play(chosen, "play z.1 B c3 c1")) == ["c2", "c4"]


def test_but_those_of_two_effects_stay_apart_ff_155() -> None:
    position = swept(TWICE)
    assert position.listed("play z.1 c4 c2 c1") == "play z.1 c2 c4 c1"


def test_the_texts_of_an_event_stand_in_the_position_as_they_are_offered_ff_161() -> None:
    """The window of a card is open after it; a log in another order leads to the same."""
    held = {"A": ["z.1"], "B": ["y.1"]}
    no = {"id": "y", "type": "reaction", "name": "Y", "on": "card.played", "timing": "before",
          "do": [{"op": "cancel"}]}  # fmt: skip
    position = with_cards(SWEEP, no, civs=CIVS, hands=held)
    asked = play(position, "play z.1 c4 c2")
    assert asked.to_json()["since"] == ["play z.1 c2 c4"]
    for text in ("adv", "play z.1 c4 c2"):
        last, _ = replayed(position, [text, *(["noreact B"] if "play" in text else ["die 6"])])
        assert ask(last)[0] == "act"


def test_a_reaction_names_them_in_any_order_ff_151() -> None:
    asked = play(swept(ANSWER, turn="A"), "drift R")
    while ask(asked)[0] != "react":
        asked = play(asked, texts(asked)[0])
    assert asked.listed("react A z.1 c4 c2") == "react A z.1 c2 c4"
    assert civilians(play(asked, "react A z.1 c4 c2")) == ["c1", "c3"]


@pytest.mark.parametrize("wood", [False, True])
def test_a_record_by_hand_may_have_them_in_any_order_ff_161(wood: bool) -> None:
    more = {"wood": {"dice": "service"}} if wood else {}
    options = {"game": "fhtagn", "players": 3, **more}
    start = REGISTRY.game("fhtagn").new(options)
    lines: list[Entry] = []
    position = start
    while ask(position)[0] != "disc":
        action = next((a for a in position.legal() if a.text == "end"), position.legal()[0])
        lines.append(Entry(action.seat, action.text))
        position = position.apply(action).position
    offered = next(a for a in position.legal() if len(a.text.split(" ")) == 4)
    text = " ".join(("disc", *offered.text.split(" ")[:0:-1]))
    assert text != offered.text
    told = replay(Record(options, (*lines, Entry(offered.seat, text))), REGISTRY)
    assert told.final == position.apply(offered).position
    assert position.apply(Action(offered.seat, text)).position == told.final
