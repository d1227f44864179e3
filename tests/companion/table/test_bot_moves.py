"""Bots move: through the sensors on the virtual board, by people's hands on a real one."""

from __future__ import annotations

import random
from typing import Any

import pytest
import street_views
from bot_rig import Played
from dealt_rig import stock
from table_rig import marbles, position, restarted

from companion.errors import CommandRefused
from companion.model.commands import Act, Caller, Close, Hurry, Pause, Redo, Undo
from companion.play import bots
from companion.table.settings import TableSettings
from companion.words import render
from engine.registry import REGISTRY
from engine.search import LEVELS
from hardware.ports import LinkChange, LinkState

ANNA = Caller(seats=frozenset({0}), table=False)


def test_a_bot_plays_its_turn_on_the_virtual_board_at_a_human_pace() -> None:
    """The card lies for 700 ms, the marble is up for 400, and the recogniser takes the move."""
    rig = Played().bots_turn(["A9"], ["C9"])
    began = rig.clock.t
    assert rig.said == "Yellow bot is choosing."
    rig.run(0.499)
    assert (rig.view.card, rig.times) == (None, [])
    rig.run(0.002)
    assert rig.view.card is not None
    assert not rig.view.undo_card  # undo would take a person's move back with it
    assert rig.lit("movable") == []
    rig.run(0.698)
    assert rig.times == []
    rig.run(3.0)
    (lift, up), (put, down), *_ = rig.times
    assert (lift, put) == ("lift", "put")
    assert up - began == pytest.approx(1.2, abs=0.02)
    assert down - up == pytest.approx(0.4, abs=0.01)
    assert rig.wood == dict(rig.table.expected_tokens())
    assert rig.view.moves[0].seat == 1


def test_a_pause_lets_a_move_end_that_a_bots_hand_has_begun_and_then_says_so() -> None:
    """Else the marble stayed in its hand, and no key led out of the pause."""
    rig = Played().bots_turn(["A9"], ["C9"], "5")
    while not rig.times:
        rig.run(0.05)
    assert rig.view.state == "lifted"
    rig.table.command(Pause(), ANNA)
    rig.run(5.0)
    assert [do for do, _ in rig.times] == ["lift", "put"]
    assert rig.said == "Paused. The game is safe."
    rig.run(60.0)
    assert len(rig.times) == 2
    rig.table.command(Pause(on=False), ANNA)
    rig.run(1.0)
    assert rig.said != "Paused. The game is safe."


@pytest.mark.parametrize("quick", [False, True])
def test_quick_halves_the_pace(quick: bool) -> None:
    rig = Played().bots_turn(["A9"], ["C9"], "5")
    rig.table.command(Hurry(quick), ANNA)
    began = rig.clock.t
    rig.run(4.0)
    # At the first call the rest has begun already.
    assert rig.times[1][1] - rig.times[0][1] == pytest.approx(0.2 if quick else 0.4, abs=0.01)
    assert rig.times[0][1] >= began


def test_quick_outlives_a_restart() -> None:
    rig = Played().bots_turn(["A9"], ["C9"], "5")
    rig.table.command(Hurry(True), ANNA)
    again = restarted(rig)
    assert again.view.bot is not None
    assert again.view.bot.quick


@pytest.mark.parametrize("closed", [False, True])
def test_quick_goes_on_in_the_next_game_and_so_does_the_usual_pace(closed: bool) -> None:
    def next_game(rig: Played) -> bool:
        if closed:
            rig.table.command(Close(), Caller(table=True, seats=frozenset({0})))
        rig.new(hands="virtual", players=[["A"], ["D"]], bots=["", "good"])
        game = restarted(rig).table._moment.game
        assert game is not None
        return game.quick

    rig = Played().bots_turn(["A9"], ["C9"], "5")
    rig.table.command(Hurry(True), ANNA)
    assert next_game(rig)
    rig.table.command(Hurry(False), ANNA)
    assert not next_game(rig)


def test_quick_outlives_a_restart_while_no_game_is_open() -> None:
    rig = Played().bots_turn(["A9"], ["C9"], "5")
    anybody = Caller(table=True, seats=frozenset({0}))
    for quick in (True, False):
        rig.table.command(Hurry(quick), anybody)
        rig.table.command(Close(), anybody)
        rig = Played(journal=rig.journal)
        rig.table.resume()
        rig.new(hands="virtual", players=[["A"], ["D"]], bots=["", "good"])
        assert rig.table._moment.game is not None
        assert rig.table._moment.game.quick == quick


def test_a_tap_ends_the_turn_of_the_bot() -> None:
    rig = Played().bots_turn(["A9"], ["C9"])
    rig.run(0.1)
    rig.table.command(Hurry(), ANNA)
    rig.run(0.4)
    assert rig.view.moves[0].seat == 1


def test_a_tap_makes_at_once_what_is_only_said() -> None:
    """A card that moves nothing is said for 1.5 s (PP-18)."""
    rig = Played().bots_turn(["A9"], [], "5")
    rig.run(0.1)
    assert rig.state == "pending"
    rig.table.command(Hurry(), ANNA)
    rig.run(0.1)
    assert rig.state == "choose_card"
    assert rig.view.players[0].to_act


def test_a_bot_takes_a_marble_and_brings_it_home() -> None:
    """Own marble up, the other off, own down, then the other into its pen."""
    rig = Played().bots_turn(["D0"], ["C9"], "5")
    rig.run(6.0)
    assert [do for do, _ in rig.times] == ["lift", "lift", "put", "put"]
    assert rig.wood == dict(rig.table.expected_tokens())
    assert rig.state == "choose_card"


def test_after_its_move_the_origin_still_shines_until_somebody_plays() -> None:
    rig = Played().bots_turn(["A9"], ["C9"], "5")
    rig.run(6.0)
    assert rig.lit("origin") == ["C9"]
    support = rig.table.view(0).prompt.support
    assert support is not None
    assert render(support) == "Yellow bot, 5: Yellow 9 → Green corner"


@pytest.mark.parametrize(("red", "state"), [(["A9"], "choose_move"), ([], "pending")])
def test_the_origin_still_shines_while_a_card_lies_or_nothing_is_to_do(
    red: list[str], state: str
) -> None:
    """Neither is a move. Before, the light went with the next card."""
    rig = Played().bots_turn(red, ["C9"], "5").run(6.0)
    rig.card("5", ANNA)
    assert rig.state == state
    assert rig.lit("origin") == ["C9"]
    if red:
        rig.lift("A9")
        assert rig.lit("origin") == ["A9"]
        rig.put("A9").settle()
        assert rig.lit("origin") == ["C9"]
        rig.table.command(Act("A9-B0"), ANNA)
        assert rig.lit("origin") == []


@pytest.mark.parametrize("red", [["A9"], ["C9"]])
def test_a_move_out_of_a_pen_shows_the_hole_that_the_marble_left(
    red: list[str],
) -> None:
    """Also where it takes a marble, and where another one is at home already."""
    rig = Played().bots_turn(red, ["Ch4"], "6")
    pen = {hole for hole in rig.wood if hole.startswith("Cp")}
    while not rig.view.moves or rig.wood != dict(rig.table.expected_tokens()):
        rig.run(0.1)
    rig.run(0.3)
    assert rig.wood["C9"] == "C"
    assert rig.lit("origin") == sorted(pen - rig.wood.keys())


def test_on_real_wood_the_lights_lead_any_hand_through_the_move() -> None:
    """Its marble may be lifted, one hole is its destination, and no other move counts."""
    rig = Played(board_kind="serial").bots_turn(["A9"], ["C9", "B3"], "5")
    rig.run(1.0)
    action = rig.view.bot.action if rig.view.bot else ""
    frm, to = action.split("-")
    assert rig.said == "Move for Yellow bot."
    assert rig.lit("movable") == [frm]
    rig.lift(frm)
    assert rig.lit("destination") == [to]
    rig.put(to).settle()
    assert rig.view.moves[0].action == action
    assert rig.times == []


def test_on_real_wood_another_move_is_led_back() -> None:
    rig = Played(board_kind="serial").bots_turn(["A9"], ["C9", "B3"], "5")
    rig.run(1.0)
    assert rig.view.bot is not None
    frm, _ = rig.view.bot.action.split("-")
    other, target = {"C9": ("B3", "B8"), "B3": ("C9", "D0")}[frm]
    before = rig.view.position
    rig.carry(other, target).settle()
    assert rig.view.position == before
    assert "Yellow bot plays another move" in rig.support
    rig.carry(target, other).settle()
    assert rig.lit("movable") == [frm]


def test_who_lifts_another_marble_of_a_bot_reads_which_one_it_moves() -> None:
    """Nobody says that there is no move for that one: its card may move it as well."""
    rig = Played(board_kind="serial").bots_turn(["A9"], ["C9", "B3"], "5")
    rig.run(1.0)
    assert rig.view.bot is not None
    decided, _ = rig.view.bot.action.split("-")
    rig.lift({"C9": "B3", "B3": "C9"}[decided]).run(0.6)
    assert rig.state == "stray"
    assert rig.said == "Yellow bot plays another move. Yellow 9 to Green corner."
    assert rig.support == "Put it back at the arrow."


def test_the_page_may_tell_the_decided_move_and_no_other() -> None:
    rig = Played(board_kind="none").bots_turn(["A9"], ["C9", "B3"], "5")
    with pytest.raises(CommandRefused, match="decides itself"):
        rig.table.command(Act("C9-D0"), ANNA)
    rig.run(2.0)
    assert rig.view.moves[0].seat == 1


def test_without_its_cable_a_bot_plays_on_and_its_hand_follows_later() -> None:
    rig = Played().bots_turn(["A9"], ["C9"], "5")
    rig.table.sensors(LinkChange(LinkState.DOWN, "pulled"))
    rig.run(8.0)
    assert rig.view.moves[0].seat == 1
    assert rig.times == []
    rig.plug_in(rig.wood)
    rig.run(4.0)
    assert rig.wood == dict(rig.table.expected_tokens())
    assert rig.state == "choose_card"


def test_undo_takes_the_bots_move_back_with_ones_own() -> None:
    """And the bots' hand leads the marbles back."""
    rig = Played().bots_turn(["A9"], ["C9"], "5")
    rig.run(5.0)
    for card in ("3", "4", "5", "6", "2"):
        if any(key.value == card and key.moves for key in rig.table.view(0).pad):
            rig.card(card, ANNA)
            break
    else:
        raise AssertionError("Red can move nothing.")
    choice = rig.table.view(0).choices[0]
    rig.carry(*choice.moves[0]).settle()
    stands = rig.view.position
    rig.run(10.0)
    assert rig.view.moves[0].seat == 1
    rig.table.command(Undo(), ANNA)
    assert rig.view.card is not None
    assert rig.view.players[0].to_act
    rig.run(10.0)
    assert rig.wood == dict(rig.table.expected_tokens())
    assert stands is not None


def test_bots_wait_in_a_pause_for_what_was_taken_back_and_nobody_has_chosen() -> None:
    """They would make it at once again: Undo would seem to do nothing."""
    host = Caller(host=True)
    rig = Played(settings=TableSettings(own_hand=True))
    rig.new(hands="virtual", players=[["A"], ["C"]], bots=["middle", "middle"], first=0)
    while not rig.view.moves or rig.view.moves[0].number < 3:
        rig.run(1.0)
    rig.run(0.4)
    number, steps = rig.view.moves[0].number, 0
    while rig.view.moves[0].number > 1:
        rig.table.command(Undo(), host)
        steps += 1
        rig.run(20.0)
        assert rig.view.paused
        assert rig.said == "Paused. The game is safe."
        assert rig.wood == dict(rig.table.expected_tokens())
    assert steps >= number - 1
    rig.table.command(Redo(), host)
    rig.run(20.0)
    assert rig.view.paused, "there may be more to make again"
    stands = rig.view.moves[0].number
    rig.table.command(Pause(on=False), host)
    rig.run(30.0)
    assert rig.view.moves[0].number > stands
    assert not rig.view.paused


def test_a_bot_that_began_waits_too_where_nobody_has_played_yet() -> None:
    rig = Played(settings=TableSettings(own_hand=True))
    rig.new(hands="virtual", players=[["A"], ["C"]], bots=["good", ""], first=0)
    rig.table.sit(1, "max")
    max_ = Caller(seats=frozenset({1}), host=True)
    while not rig.view.players[1].to_act:
        rig.run(1.0)
    rig.table.command(Undo(), max_)
    rig.run(20.0)
    assert rig.view.paused
    assert rig.view.players[0].to_act
    assert rig.view.moves == ()


def test_a_restart_in_the_middle_of_its_move_leads_on_to_the_same_hole() -> None:
    rig = Played(board_kind="serial").bots_turn(["A9"], ["C9", "B3"], "5")
    rig.run(1.0)
    again = Played(board_kind="serial", journal=rig.journal)
    again.table.resume()
    again.plug_in(rig.wood)
    again.run(1.0)
    assert again.view.bot == rig.view.bot


def test_after_a_restart_no_light_shows_a_move_that_a_bot_has_not_decided_on() -> None:
    """Nor where a game has just been begun. What hands may do was worked out as for people."""
    rig = Played(board_kind="serial").bots_turn(["A9"], ["C9", "B3"], "5")
    again = restarted(rig)
    for one in (rig, again):
        one.lift("C9")
        assert one.state == "stray"
        assert one.lit("destination") == []
    rig.put("C9").run(1.0)
    assert rig.view.bot is not None
    rig.carry(*rig.view.bot.action.split("-")).settle()
    assert rig.table._moment.options.settled == {1}
    assert restarted(rig).table._moment.options.settled == {1}


def test_anybody_plays_for_a_bot_that_is_stuck(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every move of its card may be made then."""

    def broken(*_: object) -> None:
        raise ValueError("no table of values")

    monkeypatch.setattr(bots, "decided", broken)
    rig = Played().bots_turn(["A9"], ["C9", "B3"], "5")
    rig.run(1.0)
    assert rig.said == "The bot is stuck. Play its move."
    assert rig.lit("movable") == ["B3", "C9"]
    rig.carry("B3", "B8").settle()
    assert rig.view.moves[0].action == "B3-B8"


def test_a_bot_that_is_stuck_with_its_cards_plays_any(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody else may look at them."""

    def broken(*_: object) -> None:
        raise ValueError("no table of values")

    monkeypatch.setattr(bots, "decided", broken)
    rig = Played().bots_turn(["A9"], ["C9"])
    rig.run(1.0)
    assert rig.view.card is not None


GAMES: list[dict[str, Any]] = [
    {"game": "fast_track", "hands": "virtual", "players": [["A"], ["D"]]},
    {"game": "wahoo", "rules": None, "players": [["A"], ["D"]]},
    {"game": "racepack", "rules": None, "board": None, "players": [["A", "C"], ["B", "D"]]},
    {"game": "fhtagn", "rules": None, "board": None, "players": [["A"], ["B"], ["C"]]},
]


@pytest.mark.parametrize(
    "fields",
    [*GAMES[:3], pytest.param(GAMES[3], marks=pytest.mark.slow)],
    ids=lambda fields: str(fields["game"]),
)
def test_bots_play_every_game_by_themselves(fields: dict[str, Any]) -> None:
    """What their hand does is read like anybody's, so the wood shows what was played."""
    rig = Played(seed=3).new(
        **fields, bots=["beginner", "middle", "good"][: len(fields["players"])]
    )
    rig.hand = list(reversed(rig.table.tokens_beside()))
    everybody, seats = set(range(len(fields["players"]))), set[int]()
    for _ in range(10):
        rig.run(15.0)
        seats |= {line.seat for line in rig.view.moves}
        if seats >= everybody and len(rig.view.moves) == 24:
            break
        if not rig.wood:  # the service sets a grid out as soon as the dice have told it
            rig.plug_in()
    assert len(rig.view.moves) == 24
    assert seats >= everybody


def test_the_bots_hand_moves_the_traffic_that_begins_a_bots_turn_ff_105() -> None:
    """Somebody else's move has ended the turn before, and nobody is to play for the bots."""
    three = {"game": "fhtagn", "rules": None, "board": None, "players": [["A"], ["B"], ["C"]]}
    rig = Played(seed=3).new(**three, hands="virtual", bots=["", "middle", "middle"])
    civs = {"c1": ("3F1", "F"), "c2": ("1F1", "F"), "c3": ("1F2", "F"), "c4": ("1O2", "O")}
    at = {"A": "2F2", "B": "4F1", "C": "3O2"}
    rig.at(street_views.position(5, players=3, at=at, civs=civs, hands={}).to_json())
    rig.table.sit(0, "anna")
    for text in ("end", "take 0"):
        rig.table.command(Act(text), ANNA)
    assert rig.view.position["turn"] == "B"
    assert {debt.token for debt in rig.view.owed} == {"civ"}
    rig.run(5.0)
    assert not rig.view.owed
    assert rig.view.moves[0].seat == 1, "it plays on"


def test_the_bots_hand_moves_what_a_bots_card_moves_once_people_let_it_go_by(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The car falls back only with the pass, which was taken for a move of whoever passed."""
    usual = bots.decided

    def oil(position: Any, *more: Any) -> Any:
        meant = [action for action in position.legal() if action.text.startswith("play p03.1 C")]
        return meant[0] if meant else usual(position, *more)

    monkeypatch.setattr(bots, "decided", oil)
    three = {"game": "fhtagn", "rules": None, "board": None, "players": [["A"], ["B"], ["C"]]}
    options = {"dice": "service", "fast": True}
    rig = Played(seed=3).new(
        **three, hands="virtual", bots=["", "middle", "middle"], options=options
    )
    at = {"A": "2F2", "B": "4F1", "C": "3O2"}
    civs = {"c2": ("1F1", "F"), "c3": ("1F2", "F")}
    hands = {"A": ["p14.1"], "B": ["p03.1"]}
    start = street_views.position(5, players=3, at=at, civs=civs, hands=hands, turn="B")
    rig.at(start.to_json())
    rig.table.sit(0, "anna")
    rig.run(5.9)
    assert [move.action for move in rig.view.moves] == ["noreact A", "play p03.1 C"]
    assert {debt.token for debt in rig.view.owed} == {"C"}
    rig.run(6.0)
    assert rig.view.moves[0].action not in ("noreact A", "play p03.1 C"), "the bot plays on"


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_knows_nobody_elses_cards(level: str) -> None:
    """Whatever Red holds and whatever lies in the decks, it decides the same."""
    chosen = set()
    for seed, hand in enumerate((["2", "3", "4", "5", "6"], ["A", "K", "J", "JOKER", "4"])):
        rng = random.Random(seed)
        stocks = [stock(hand, rng), stock(["5", "7", "8", "J", "K"], rng)]
        out = marbles(A=["D1", "B2"], C=["C9", "B3"])
        data = position([["A"], ["C"]], out, None, dealt=stocks, to_play=1)
        chosen.add(bots.decided(REGISTRY.load(data), level, 1, "the same moment").text)
    assert len(chosen) == 1


def test_the_bots_hand_tries_again_once_a_hole_has_changed() -> None:
    """It stood still for good, with the marble in its hand, after three strokes in vain."""

    class Clumsy(Played):
        slips = 3

        def strokes(self) -> None:
            """What slips is fetched, and never done."""
            if self.hand and self.slips:
                self.slips -= len(self.table.strokes())
            super().strokes()

    rig = Clumsy().bots_turn(["A9"], ["C9"], "5")
    rig.run(20.0)
    assert [do for do, _ in rig.times] == ["lift"], "three puts have slipped, and it gave up"
    assert rig.view.state == "lifted"
    rig.lift("A9").put("A9", "A").run(5.0)
    assert [do for do, _ in rig.times] == ["lift", "put"]
    assert rig.view.moves[0].seat == 1
