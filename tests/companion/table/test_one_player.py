"""Sentence, disc and keys speak of one player, in every state of random games by clumsy hands."""

from __future__ import annotations

import random
from typing import Any

import pytest
from race_rig import FOUR, race, run
from table_rig import EVERYBODY, Rig, clumsy, marbles, play_game, position

from companion.model.commands import Undo
from companion.model.view import View
from companion.words import render

NEXT = "prompt.nothing"
"""The one sentence that names somebody else, by page.md: "Nothing to do. {p} is next."."""


def check(rig: Rig) -> None:
    """Look at the views of all seats and of the public."""
    moment = rig.table._moment
    seats = () if moment.position is None else moment.position.seats
    for audience in (None, *(seat.number for seat in seats)):
        view = rig.table.view(audience)
        named(rig, view)
        if view.state in ("choose_card", "choose_move", "choose", "pending"):
            keyed(rig, view)


def named(rig: Rig, view: View) -> None:
    """Name and disc of the sentence are those of one player."""
    prompt = view.prompt
    own = {p.seat: [f"@colour.{c.colour}" for c in p.colours] for p in view.players}
    where = (view.state, render(prompt.message), prompt.seat, prompt.colour)
    if prompt.seat is None:
        assert prompt.colour == "", where
        assert "p" not in prompt.message.params, where
        return
    if prompt.mood == "correction" and "c" in prompt.message.params:
        assert prompt.message.params["c"] == f"@colour.{prompt.colour}", where
    if f"@colour.{prompt.colour}" in {colour for held in own.values() for colour in held}:
        assert f"@colour.{prompt.colour}" in own[prompt.seat], where
    if "p" in prompt.message.params and prompt.message.key != NEXT:
        assert prompt.message.params["p"] == own[prompt.seat][0], where


def keyed(rig: Rig, view: View) -> None:
    """At rest every key and every line is that player's, and "no move" stands alone."""
    where = (view.state, render(view.prompt.message), [choice.action for choice in view.choices])
    acting = [player.seat for player in view.players if player.to_act]
    offered = {choice.seat for choice in view.choices} | {key.seat for key in view.pad}
    assert offered - {None} <= set(acting), where
    if view.prompt.seat is not None and acting:
        assert acting == [view.prompt.seat], where
    lines = [render(choice.message) for choice in view.choices]
    assert "no move" not in lines or len(lines) == 1, where
    for key in view.pad:
        if key.moves is not None:
            assert (key.moves == 0) == (not led_by(rig, key.action)), (key.value, key.moves)


def led_by(rig: Rig, card: str) -> list[str]:
    """The moves that a held card gives."""
    position = rig.table._moment.position
    assert position is not None
    played = next(action for action in position.legal() if action.text == card)
    after = position.apply(played).position
    return [action.text for action in after.legal() if action.displacements]


class Watched(Rig):
    """Every state that hands and time lead to is looked at."""

    watching = False

    def _sense(self, hole: str, present: bool) -> None:
        super()._sense(hole, present)
        self.look()

    def wait(self, seconds: float) -> Rig:
        super().wait(seconds)
        self.look()
        return self

    def look(self) -> None:
        """Check, once the board is set out."""
        if self.watching:
            check(self)


GAMES: list[tuple[str, str, list[list[str]], Any, str]] = [
    ("classic", "hex", [["A"], ["C"]], None, "physical"),
    ("classic", "hex", [["A", "D"], ["B", "E"]], None, "virtual"),
    ("classic", "square", [["A"], ["B"], ["C"], ["D"]], [[0, 2], [1, 3]], "virtual"),
    ("stevens", "hex", [["A"], ["C"], ["E"]], None, "physical"),
    ("stevens", "hex", [["A"], ["B"], ["D"], ["E"]], [[0, 2], [1, 3]], "virtual"),
    ("butterfly", "hex", [["A"], ["D"]], None, "physical"),
]


def anything(_: Any, legal: list[Any], rng: random.Random) -> Any:
    """Any legal action, all alike."""
    return rng.choice(legal)


def again(rig: Rig, action: Any, rng: random.Random) -> None:
    """Clumsy hands that now and then lift again what they have just put, or undo on the page."""
    clumsy(rig, action, rng)
    last = rig.view.moves[0].action.partition("-")[2]
    if rng.random() < 0.2 and last in rig.wood and rig.state != "over":
        rig.lift(last).put(last).settle()
    if rng.random() < 0.05 and rig.view.can_undo:
        rig.table.command(Undo(), EVERYBODY)
        check(rig)
        rig.wood = dict(rig.table.expected_tokens())
        rig.hand.clear()
        rig.picture()
        rig.settle()


@pytest.mark.parametrize(
    ("rules", "board", "players", "teams", "hands", "most"),
    [
        *((*GAMES[n], 25) for n in (2, 3)),
        *(pytest.param(*game, 90, marks=pytest.mark.slow) for game in GAMES),
    ],
)
def test_sentence_disc_and_keys_speak_of_one_player(
    rules: str, board: str, players: list[list[str]], teams: Any, hands: str, most: int
) -> None:
    rig = Watched(seed=3).new(rules=rules, board=board, players=players, teams=teams, hands=hands)
    rig.watching = True
    play_game(rig, random.Random(8), anything, most=most, hands=again)


SET_UP = {"setup": True, "options": {"dice": "table"}}


@pytest.mark.parametrize(
    ("more", "actions"),
    [(SET_UP, 25), *(pytest.param(one, 3000, marks=pytest.mark.slow) for one in (SET_UP, {}))],
)
def test_in_a_race_they_do_so_too(more: dict[str, Any], actions: int) -> None:
    rig = race(FOUR, rig=Watched(seed=2), laps=1, **more)
    rig.watching = True
    assert run(rig, random.Random(4), actions, whole=actions == 3000)


# ------------------------------------------------------------------------------- found that way


def at(card: str | None, **there: list[str]) -> Rig:
    """Red and Yellow with these marbles, Red to play."""
    start = position([["A"], ["C"]], marbles(**{"A": [], "C": []} | there), card)
    return Rig().new().at(start)


def disc(rig: Rig) -> tuple[int | None, str]:
    """Whose disc stands beside the sentence."""
    return rig.view.prompt.seat, rig.view.prompt.colour


def test_who_lifts_the_last_move_again_is_spoken_to_pp_5() -> None:
    rig = at("3", A=["A9"], C=["C9"]).carry("A9", "A12").settle()
    assert (rig.said, disc(rig)) == ("Yellow, which card did you play?", (1, "C"))
    rig.lift("A12")
    assert (rig.said, disc(rig)) == ("Red, put it on a white light.", (0, "A"))


def test_a_marble_to_be_put_right_is_its_owners_pp_10() -> None:
    rig = at("3", A=["A9"], C=["C9"]).act("A9-A12").carry("A9", "A12")
    rig.carry("C9", "B5").carry("A12", "E5").settle()
    assert rig.state == "correction"
    seen = set()
    while rig.view.owed:
        debt = rig.view.owed[0]
        seen.add((debt.token, disc(rig)))
        rig.carry(debt.frm, debt.to).settle()
    assert seen == {("A", (0, "A")), ("C", (1, "C"))}


def test_beside_a_swap_it_is_no_swap_and_alone_no_move_ft_21() -> None:
    three = [["A"], ["C"], ["E"]]
    there = marbles(A=["Ah4"], C=["C6"], E=["E9"])
    rig = Rig().new(players=three).at(position(three, there, "J"))
    lines = {choice.action: render(choice.message) for choice in rig.view.choices}
    assert lines == {"--": "no swap", "C6=E9": "Yellow 6 ⇄ Blue 9"}
    rig.act("--")
    assert [render(line.message) for line in rig.view.moves] == ["no swap"]
    rig.at(position(three, there, "5"))
    assert [render(choice.message) for choice in rig.view.choices] == ["no move"]


def test_of_a_seven_the_list_offers_what_is_left_ft_20() -> None:
    rig = at("7", A=["A9", "B3", "C4"], C=["D12"])
    whole = len(rig.view.choices)
    rig.carry("A9", "A12").settle()
    assert rig.said == "Red, 4 more with another marble."
    left = [(choice.action, choice.moves) for choice in rig.view.choices]
    assert left == [("A9-A12,B3-B7", (("B3", "B7"),)), ("A9-A12,C4-C8", (("C4", "C8"),))]
    assert [render(choice.message) for choice in rig.view.choices] == [
        "Orange 3 → Orange 7",
        "Yellow 4 → Yellow 8",
    ]
    rig.lift("B3")
    assert [choice.moves for choice in rig.view.choices] == [(("B3", "B7"),)]
    rig.put("B3").carry("A12", "A9").settle()
    assert len(rig.view.choices) == whole


def test_what_is_left_of_a_seven_is_made_from_the_list_ft_20() -> None:
    rig = at("7", A=["A9", "B3"], C=["B7"]).carry("A9", "A12").settle()
    (choice,) = rig.view.choices
    assert choice.takes == ("C",)
    rig.act(choice.action)
    assert rig.done() == ["A9-A12,B3-B7"]
    assert {(debt.token, debt.to) for debt in rig.view.owed} == {("A", "B7"), ("C", "Cp4")}
