"""On a virtual board the table brings marbles itself to where words have moved them (PP-17)."""

from __future__ import annotations

import random

import pytest
from bot_rig import PLAIN, Played
from dealt_rig import stock
from table_rig import AT_TABLE, marbles, position

from companion.errors import CommandRefused
from companion.games.packs import PACKS
from companion.model.commands import Act, Caller, Edit, Hurry, Pause, Redo, Undo
from companion.model.message import Message
from companion.recogniser.ledger import Past
from companion.table.errands import Errands
from companion.table.settings import TableSettings
from companion.table.shown.paying import CALLS
from companion.words import render
from engine.action import Action
from engine.events import Moved
from engine.registry import REGISTRY
from hardware.ports import LinkChange, LinkState

TWO = [["A"], ["C"]]


def table(card: str | None = "3", *, own_hand: bool = True) -> Played:
    """Red is to move a 3; Yellow stands where it may take."""
    rig = Played(settings=TableSettings(own_hand=own_hand))
    rig.new(players=TWO)
    rig.at(position(TWO, marbles(A=["A9", "B3"], C=["A12"]), card))
    return rig


def fits(rig: Played) -> bool:
    """Whether the wood stands as the game has it, and nothing is in anybody's hand."""
    return rig.wood == dict(rig.table.expected_tokens()) and not rig.hand


def test_a_move_told_on_the_page_is_carried_at_a_human_pace_pp_17() -> None:
    rig = table().act("B3-B6")
    assert rig.view.pays
    assert rig.support == "The table does it. A tap on the board hurries it."
    start = rig.clock.t
    rig.run(10.0)
    assert [(do, round(t - start, 2)) for do, t in rig.times] == [("lift", 1.2), ("put", 1.6)]
    assert fits(rig)
    assert (rig.state, rig.view.pays) == ("choose_card", False)
    assert rig.view.notice is None


def test_what_it_does_is_told_and_asked_of_nobody_pp_17() -> None:
    """As a bot's move is: people were told to put down the marble that the table carries."""
    rig = table().act("B3-B6")
    assert rig.said == "Red: from Orange 3 to Orange 6."
    rig.run(1.3)
    assert rig.hand == ["A"]
    assert (rig.said, rig.support) == (
        "Red to Orange 6.",
        "The table does it. A tap on the board hurries it.",
    )
    assert [render(one.message) for one in rig.view.called_for] == ["Red to Orange 6."]
    german = render(rig.view.prompt.message, "de")
    assert german == "Rot nach Orange 6."


@pytest.mark.parametrize("language", ["en", "de"])
def test_each_call_to_hands_has_a_form_that_only_tells_it(language: str) -> None:
    """Those of the games, too: a form that is missing would be shown as its key."""
    for key in CALLS.union(*(pack.presenter.scenery.calls for pack in PACKS)):
        told = render(Message(f"{key}.told"), language)
        assert told not in (f"{key}.told", render(Message(key), language)), key


def test_a_marble_that_it_takes_goes_to_its_pen_pp_6_pp_17() -> None:
    rig = table().act("A9-A12").run(10.0)
    assert [do for do, _ in rig.times] == ["lift", "put", "lift", "put"]
    assert rig.wood["A12"] == "A"
    assert fits(rig)


def test_marbles_that_are_set_are_carried_there_pp_12_pp_17() -> None:
    rig = table()
    there = {**rig.table.expected_tokens(), "D2": "C", "E7": "A"}
    del there["A12"], there["B3"]
    rig.table.command(Edit(there, seat=1), AT_TABLE)
    assert rig.state == "correction"
    rig.run(10.0)
    assert rig.wood == there
    assert fits(rig)
    assert rig.state != "correction"


def test_takebacks_and_redos_are_followed_also_while_it_carries_pp_11_pp_17() -> None:
    rig = table().act("A9-A12").run(10.0)
    stood = dict(rig.wood)
    rig.table.command(Undo(), AT_TABLE)
    rig.run(1.4)
    assert rig.hand
    rig.table.command(Redo(), AT_TABLE)
    rig.run(10.0)
    assert rig.wood == stood
    rig.table.command(Undo(), AT_TABLE)
    rig.run(10.0)
    assert fits(rig)
    assert rig.wood["A9"] == "A"


def test_a_marble_that_it_has_just_lifted_for_nothing_goes_back_pp_11_pp_17() -> None:
    """Redo comes while its stroke is on the way: then nobody wants the marble moved any more."""
    rig = table().act("B3-B6").run(10.0)
    rig.table.command(Undo(), AT_TABLE)
    rig.wait(1.2)
    (stroke,) = rig.table.strokes()
    rig.table.command(Redo(), AT_TABLE)
    assert fits(rig)
    rig.lift(stroke.hole)
    assert rig.view.pays
    rig.run(10.0)
    assert fits(rig)
    assert rig.state == "choose_card"


def test_a_tap_hurries_it_and_is_refused_where_nothing_is_to_do() -> None:
    rig = table().act("A9-A12")
    rig.table.command(Hurry(), AT_TABLE)
    rig.run(0.6)
    assert fits(rig)
    with pytest.raises(CommandRefused) as refused:
        rig.table.command(Hurry(), AT_TABLE)
    assert refused.value.code == "unchanged"


def test_quick_halves_its_pace_too() -> None:
    rig = table()
    rig.table.command(Hurry(quick=True), AT_TABLE)
    rig.act("B3-B6")
    start = rig.clock.t
    rig.run(10.0)
    assert round(rig.times[-1][1] - start, 2) == 0.8


def test_what_a_hand_has_done_stays_with_people_pp_6_pp_8() -> None:
    """Its own slip, and the marble that its own move takes."""
    rig = table()
    rig.carry("B3", "B7").settle()
    rig.run(10.0)
    assert rig.state == "wrong"
    assert not rig.times
    rig.carry("B7", "B3").settle()
    rig.lift("A9", "A12").put("A12", "A").settle()
    rig.run(10.0)
    assert rig.done() == ["A9-A12"]
    assert (rig.hand, rig.times) == (["C"], [])


def test_a_slip_after_it_has_paid_is_the_persons_own_pp_8() -> None:
    rig = table().act("B3-B6").run(10.0)
    done = len(rig.times)
    rig.lift("A12").put("D5").settle()
    rig.run(10.0)
    assert len(rig.times) == done
    assert rig.wood["D5"] == "C"


def test_a_hand_that_moves_meanwhile_is_read_pp_17() -> None:
    """The next player moves while the taken marble is still on its way to the pen."""
    rig = table().act("A9-A12")
    while rig.wood.get("A12") != "A":
        rig.run(0.05)
    rig.lift("B3")
    rig.run(5.0)
    assert "B3" not in rig.wood
    rig.put("B3", "A").settle()
    rig.run(10.0)
    assert fits(rig)


def test_a_marble_that_somebody_carries_for_it_is_paid_pp_17() -> None:
    rig = table().act("B3-B6")
    rig.carry("B3", "B6").settle()
    rig.run(10.0)
    assert fits(rig)
    assert not rig.times


def test_people_are_led_where_it_does_not_get_there_pp_17() -> None:
    """The hand is refused each time, as at a board that is gone."""
    rig = table().act("B3-B6")
    for _ in range(10):
        rig.wait(1.0)
        rig.table.strokes()
    assert not rig.view.pays
    assert rig.view.called_for
    rig.carry("B3", "B6").settle()
    assert fits(rig)


def test_in_a_pause_it_brings_what_is_due_pp_17() -> None:
    """Else it would wait for the end of the pause, and the pause for the board to be put right."""
    rig = table().act("B3-B6")
    rig.table.command(Pause(), AT_TABLE)
    rig.run(10.0)
    assert fits(rig)
    assert (rig.view.paused, rig.view.pays) == (True, False)
    rig.table.command(Pause(on=False), AT_TABLE)
    assert not rig.view.paused


def test_while_somebody_holds_another_marble_it_waits_and_people_are_led_pp_17() -> None:
    rig = table()
    rig.lift("A9").settle()
    rig.act("B3-B6").run(10.0)
    assert not rig.times
    assert not rig.view.pays
    assert {(one.token, one.to) for one in rig.view.owed} >= {("A", "A9")}
    rig.put("A9", "A").settle()
    rig.run(10.0)
    assert fits(rig)
    assert [do for do, _ in rig.times] == ["lift", "put"]


def test_with_the_cable_out_people_play_on_without_it_pp_14() -> None:
    rig = table()
    rig.table.sensors(LinkChange(LinkState.DOWN))
    rig.act("B3-B6").run(10.0)
    assert not rig.view.pays
    assert not rig.times


def test_what_it_has_brought_begins_no_bots_turn_pp_6() -> None:
    """A bot that is next waits for whoever has a marble in the hand, and for the end of a pause."""
    rng, anna = random.Random(1), Caller(seats=frozenset({0}), table=False)
    rig = Played(settings=TableSettings(own_hand=True))
    rig.new(hands="virtual", players=TWO, bots=["", "good"])
    rig.table.sit(0, "anna")
    red = stock(["2", "4", "5", "6"], rng)
    red["deck"].remove("3")
    red["pile"].append("3")
    there = marbles(A=["A9", "B3"], C=["D12"])
    rig.at(position(TWO, there, "3", dealt=[red, stock(PLAIN, rng)], to_play=0))
    rig.table.command(Act("B3-B6"), anna)
    while rig.hand or not fits(rig):
        rig.run(0.02)
    rig.run(0.1)
    rig.table.command(Pause(), anna)
    rig.run(30.0)
    assert rig.done() == ["B3-B6"]
    assert rig.view.paused


def test_whoever_takes_a_marble_on_the_page_does_it_all_pp_17() -> None:
    """Also while one is in the hand of the table: there is one hand on the virtual board."""
    rig = table().act("A9-A12")
    rig.table.hand_comes()
    assert (rig.view.pays, rig.state) == (False, "correction")
    rig.run(10.0)
    assert not rig.times
    rig = table().act("A9-A12").run(1.4)
    assert rig.hand
    rig.table.hand_comes()
    assert rig.hand == ["C"]
    rig.put("A12", "C").run(10.0)
    assert [do for do, _ in rig.times] == ["lift"]
    assert rig.state == "correction"


def test_chance_goes_on_from_a_word_and_leaves_what_a_hand_began_to_people_pp_17() -> None:
    """A car that loses its test is led home by whoever drove it, or by the table."""
    game = REGISTRY.game("fast_track")
    options = {"rules": "classic", "board": "hex", "players": TWO}
    told, drawn, later = (game.new(options) for _ in range(3))
    act = Action(0, "die 1")
    errands = Errands(own_hand=True)
    errands.made(Past(told, act, drawn), [Moved("A", "A9", "B1")], drawn=True)
    assert not errands.left, "a hand has driven"
    errands.made(Past(later, act, told), [Moved("A", "A9", "B1")], drawn=False)
    errands.made(Past(told, act, drawn), [Moved("B", "A9", "B2")], drawn=True)
    errands.made(Past(drawn, act, later), [Moved("C", "A9", "B3")], drawn=True)
    assert errands.left == {("A", "B1"), ("B", "B2"), ("C", "B3")}
    errands.none()
    errands.made(Past(later, act, told), [Moved("A", "A9", "B1")], drawn=True)
    assert not errands.left, "somebody has taken a car"


@pytest.mark.parametrize("board", ["virtual", "serial"])
def test_without_a_hand_of_its_own_people_pay_pp_17(board: str) -> None:
    """A rehearsal has people with hands, and a real board has hands on wood."""
    rig = Played(board_kind=board)
    rig.new(players=TWO)
    rig.at(position(TWO, marbles(A=["A9", "B3"], C=["A12"]), "3"))
    rig.act("B3-B6").run(10.0)
    assert not rig.times
    assert not rig.view.pays
    assert rig.state == "correction"


def test_what_it_holds_is_told_as_its_errand_and_as_nobodys_gesture_pp_17() -> None:
    """Also a marble that goes back into its pen, as if it had just been lifted there."""
    rig = Played(settings=TableSettings(own_hand=True))
    rig.new(players=TWO).card("A")
    rig.act("Ap-A9").run(10.0)
    assert fits(rig)
    rig.table.command(Undo(), AT_TABLE)
    while not rig.hand:
        rig.run(0.05)
    assert rig.view.prompt.mood == "correction"
    assert rig.said == "Red to its pen."
    assert rig.view.called_for
    assert not rig.lit("destination")
    rig.run(10.0)
    assert rig.said == "Red, move a glowing marble."
    assert fits(rig)
