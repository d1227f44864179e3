"""Learn to play: six steps on the real table, each with one card and one move."""

from __future__ import annotations

from typing import Any

import pytest
from bot_rig import Played
from table_rig import Rig, restarted

from companion.errors import CommandRefused
from companion.games.fast_track.lesson import KEYS, FastTrackLesson
from companion.model.commands import Act, Caller, Card, HandOver, Leave, Undo
from companion.table.settings import TableSettings
from companion.words import render

ME = Caller(seats=frozenset({0}))


def begun(kind: str = "virtual", board: str = "hex", rig: Rig | None = None) -> Rig:
    rig = rig or Rig(board_kind=kind)
    rig.new(**FastTrackLesson().options(board))
    rig.table.sit(0, "me")
    return rig


def mine(rig: Rig) -> Any:
    return rig.table.view(0)


def do_step(rig: Rig) -> None:
    """Play the one card, then make the one move with the hands; a taken marble goes to its pen."""
    hand = mine(rig).hand
    assert len(hand) == 1
    rig.table.command(Card(hand[0]), ME)
    (choice,) = mine(rig).choices
    (way,) = choice.moves
    frm = way[0] if way[0] in rig.wood else next(h for h in rig.wood if h.startswith(way[0]))
    if choice.takes:
        rig.lift(way[1], frm).put(way[1], "A").settle()
        free = next(n for n in range(1, 5) if f"{choice.takes[0]}p{n}" not in rig.wood)
        rig.put(f"{choice.takes[0]}p{free}")
    else:
        rig.carry(frm, way[1])
    rig.settle()


def test_only_the_learner_is_told_what_to_play() -> None:
    """Who watches, and who has taken the bot's seat, reads whose turn it is."""
    rig = begun()
    rig.table.command(HandOver(1, bot=""), ME)
    rig.table.sit(1, "you")
    assert render(mine(rig).prompt.message) == "Play the ace."
    assert render(rig.table.view(1).prompt.message) == "Red is choosing a card."
    assert render(rig.table.view(None).prompt.message) == "Red, choose a card."
    below = rig.table.view(None).prompt.support
    assert below is not None
    assert render(below) == "Learning to play: step 1 of 6.", "others knew nothing of a lesson"
    rig.table.command(Card("A"), ME)
    assert mine(rig).prompt.message.key == "lesson.out.move"
    assert render(rig.table.view(1).prompt.message) == "Red is moving."
    assert render(rig.table.view(None).prompt.message) == "Red, move a glowing marble."


def test_whoever_has_taken_is_shown_the_pen_and_then_told_what_the_next_step_is_about() -> None:
    rig = begun()
    for _ in range(2):
        do_step(rig)
    rig.table.command(Card("3"), ME)
    rig.lift("B0").carry("A11", "B0").settle()
    assert (mine(rig).lesson.step, mine(rig).pad) == (3, ())
    prompt = mine(rig).prompt
    assert render(prompt.message) == "Put Green's marble in its pen."
    assert render(prompt.support) == "Then the lesson goes on."
    for command in (Card("10"), Act(mine(rig).legal[0])):
        with pytest.raises(CommandRefused, match="the taken marble goes into its pen"):
            rig.table.command(command, ME)
    rig.put("Dp4").settle()
    assert (mine(rig).lesson.step, len(mine(rig).pad)) == (4, 1)
    prompt = mine(rig).prompt
    assert render(prompt.message) == "Play the 10."
    assert prompt.support.key == "lesson.ring"


@pytest.mark.parametrize("by_hand", [False, True])
def test_the_tables_own_hand_brings_to_the_pen_what_a_word_has_taken(by_hand: bool) -> None:
    """Whoever takes with the hand learns where the marble goes; the lesson waits for both."""
    rig = Played(settings=TableSettings(own_hand=True))
    begun(rig=rig)
    for _ in range(2):
        do_step(rig)
    rig.table.command(Card("3"), ME)
    if by_hand:
        rig.lift("B0").carry("A11", "B0").settle()
    else:
        rig.table.command(Act("A11-B0"), ME)
    rig.run(5.0)
    assert (mine(rig).lesson.step, len(mine(rig).pad)) == ((3, 0) if by_hand else (4, 1))
    assert rig.hand == (["D"] if by_hand else [])


def test_nobody_hears_that_the_bot_is_next() -> None:
    rig = begun()
    for _ in range(2):
        do_step(rig)
    assert render(mine(rig).moves[0].spoken) == "Red: Red 9 to Red 11."


@pytest.mark.parametrize("board", ["hex", "square"])
def test_six_steps_lead_through_the_game_and_then_it_goes_on(board: str) -> None:
    rig = begun(board=board)
    for number, key in enumerate(KEYS, 1):
        view = mine(rig)
        assert (view.lesson.step, view.lesson.of) == (number, 6)
        assert view.state == "choose_card"
        assert view.prompt.support.key == f"lesson.{key}"
        do_step(rig)
    view = mine(rig)
    assert view.lesson is None
    assert rig.marbles() == rig.wood
    assert len(view.hand) == 5
    assert render(view.notice) == "That is all. Play on against the bot."
    assert sum(player.colours[0].home for player in view.players) == 1


def test_only_the_move_that_it_shows_counts_by_page_and_by_hand() -> None:
    rig = begun()
    rig.table.command(Card("A"), ME)
    assert rig.lit("movable") == ["Ap1", "Ap2", "Ap3"]
    rig.table.command(Act("Ap-A9"), ME)
    rig.carry("Ap2", "A9").settle()
    rig.table.command(Card("2"), ME)
    assert rig.lit("movable") == ["A9"]
    with pytest.raises(CommandRefused, match="another move"):
        rig.table.command(Act("F10-F12"), ME)
    rig.carry("F10", "F12").settle()
    assert mine(rig).lesson.step == 2
    assert rig.state != "choose_card"
    rig.carry("F12", "F10").settle()
    rig.carry("A9", "A11").settle()
    assert mine(rig).lesson.step == 3


def test_undo_goes_back_a_step_and_a_restart_keeps_it() -> None:
    rig = begun()
    do_step(rig)
    do_step(rig)
    rig = restarted(rig)
    assert mine(rig).lesson.step == 3
    rig.table.command(Undo(), ME)
    rig.carry("A11", "A9").settle()
    assert (mine(rig).lesson.step, mine(rig).state) == (2, "choose_move")
    rig.carry("A9", "A11").settle()
    assert mine(rig).lesson.step == 3


def test_left_at_any_step_it_is_a_game_against_the_beginner() -> None:
    rig = begun()
    do_step(rig)
    stood = rig.marbles()
    rig.table.command(Leave(), ME)
    view = mine(rig)
    assert view.lesson is None
    assert rig.marbles() == stood
    assert (len(view.hand), view.players[1].bot) == (5, "beginner")
    assert view.players[0].to_act
    assert mine(restarted(rig)).lesson is None
    with pytest.raises(CommandRefused, match="no lesson"):
        rig.table.command(Leave(), ME)


def test_on_wood_the_lights_lead_its_marbles_to_where_it_begins() -> None:
    rig = begun("serial")
    rig.plug_in({f"{token}p{n}": token for token in "AD" for n in range(1, 5)}).settle()
    assert rig.state == "correction"
    assert {(owed.token, owed.to) for owed in rig.view.owed} == {("A", "F10"), ("D", "B0")}
    rig.carry("Ap1", "F10").settle()
    rig.carry("Dp1", "B0").settle()
    assert rig.state == "choose_card"
    assert mine(rig).lesson.step == 1


def test_who_leaves_it_is_not_told_that_it_was_all() -> None:
    rig = begun()
    do_step(rig)
    rig.table.command(Leave(), ME)
    assert render(mine(rig).notice) == "The lesson is left. The game goes on against the bot."
