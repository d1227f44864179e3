"""Commands from the page: carried out, or refused with advice; nothing is half done."""

from __future__ import annotations

import re
from random import Random
from typing import Any, get_args

import msgspec
import pytest
from dealt_rig import stock
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from table_rig import AT_TABLE, Rig, marbles, position

from companion.errors import CommandRefused
from companion.games.cards import Cards
from companion.model import refusals
from companion.model.commands import (
    Act,
    Answer,
    Caller,
    Card,
    Close,
    Command,
    Keep,
    New,
    Tend,
    Undo,
)
from companion.model.message import Message
from companion.table.commands.dispatch import BY_COMMAND
from companion.words import render
from companion_web.api.hidden_view import asks_face_down, shared_view
from engine.registry import REGISTRY
from hardware.ports import LinkChange, LinkState

NOBODY = Caller()
RED, YELLOW = Caller(seats=frozenset({0})), Caller(seats=frozenset({1}))
P = "p"


def refused(rig: Rig, command: Command, caller: Caller = AT_TABLE) -> CommandRefused:
    """The refusal; position and journal must be as before."""
    before, rows = rig.view.position, len(rig.journal.rows)
    with pytest.raises(CommandRefused) as caught:
        rig.table.command(command, caller)
    assert rig.view.position == before
    assert len(rig.journal.rows) == rows
    assert str(caught.value)
    return caught.value


def test_every_command_has_a_function_that_carries_it_out() -> None:
    assert set(BY_COMMAND) == set(get_args(Command)) - {Tend}


@pytest.mark.parametrize("command", [Act("A9-B2"), Card("7"), Undo(), Close(), Keep()])
def test_without_a_game_a_command_says_so(command: Command) -> None:
    error = refused(Rig(), command)
    assert (error.code, error.status) == ("no-game", 409)


def test_an_unknown_card_is_answered_with_the_list_of_ranks_ft_8() -> None:
    error = refused(Rig().new(), Card("11"))
    assert (error.code, error.status) == ("unknown-card", 400)
    assert "A 2 3 4 5 6 7 8 9 10 J Q K JOKER" in str(error)


def test_a_second_card_waits_for_the_first_ones_move_ft_7() -> None:
    error = refused(Rig().new().card("6"), Card("7"))
    assert (error.code, error.status) == ("card-played", 409)


def test_another_seats_action_is_refused() -> None:
    rig = Rig().new()
    assert refused(rig, Card("6"), YELLOW).code == "not-your-turn"
    assert refused(rig, Act("card:6"), YELLOW).status == 409
    rig.card("6", RED)
    assert refused(rig, Act("Ap-A9"), YELLOW).code == "not-your-turn"


def test_who_holds_no_seat_may_not_act() -> None:
    rig = Rig().new()
    for command in (Act("card:6"), Card("6"), Undo(), Close()):
        error = refused(rig, command, NOBODY)
        assert (error.code, error.status) == ("no-seat", 403)


def test_an_illegal_move_is_explained_with_its_rule_pp_8() -> None:
    rig = Rig(board_kind="none").new()
    rig.at(position([["A"], ["C"]], {"A": [P, P, "A9", "A11"], "C": [P] * 4}, "5"))
    error = refused(rig, Act("A9-B0"))
    assert (error.code, error.status, error.rule) == ("illegal-action", 409, "FT-11")
    assert error.key == "refusal.pass"
    assert refused(rig, Act("banana")).code == "illegal-action"
    assert refused(rig, Act("")).code == "illegal-action"


def test_a_refusal_is_a_whole_sentence_whatever_way_was_named() -> None:
    """The words of a card are parts of their own within it."""
    rig = Rig(board_kind="none").new()
    marbles = {"A": [P, P, "A9", "A11"], "C": [P, P, P, "C9"]}
    said = set()
    for card in ("4", "7", "9", "J"):
        rig.at(position([["A"], ["C"]], marbles, card))
        for way in ("A11-A9", "A9-B0", "A9-A11", "C9-C10", "A9-C2", "A11-X", "Ap-A9"):
            error = refused(rig, Act(way))
            if error.key is not None:
                said.add(render(Message(error.key, error.params, error.nested)))
    assert "Not there: a 7 moves 7." in said
    assert len(said) > 4
    assert not [one for one in said if "{" in one]


def test_who_names_the_way_of_a_swap_is_told_how_it_is_written_ft_21() -> None:
    rig = Rig(board_kind="none").new()
    rig.at(position([["A"], ["C"]], {"A": [P, P, P, "A11"], "C": [P, P, P, "C11"]}, "J"))
    said = str(refused(rig, Act("A11-C11")))
    assert said == "A11-C11 is not legal here, though A11=C11 is; see the list."


def test_a_move_before_its_card_is_told_to_name_the_card_ft_7() -> None:
    assert refused(Rig().new(), Act("Ap-A9")).code == "no-card"


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"rules": "house"}, "house"),
        ({"board": "round"}, "round"),
        ({"players": [["A"], ["A"]]}, "A"),
        ({"players": [["A"], ["Z"]]}, "Z"),
        ({"teams": [[0], [7]]}, "teams"),
        ({"first": 9}, "first"),
        ({"hands": "held"}, "hands"),
        ({"options": {"colour": "red"}}, "colour"),
        ({"game": "chess"}, "chess"),
    ],
)
def test_a_game_that_does_not_fit_is_refused_by_name_ft_5(fields: Any, named: str) -> None:
    wanted: dict[str, Any] = {
        "game": "fast_track",
        "rules": "classic",
        "board": "hex",
        "players": [["A"], ["C"]],
    }
    rig = Rig().new()
    error = refused(rig, New(**(wanted | fields)))
    assert error.status == 400
    assert named in str(error)


def test_long_or_too_many_names_are_refused() -> None:
    rig = Rig().new()
    base: dict[str, Any] = {"game": "fast_track", "rules": "classic", "board": "hex"}
    two = {"players": [["A"], ["C"]]}
    error = refused(rig, New(**base, **two, names=["x" * 19]))
    assert (error.code, error.key, error.params) == (
        "malformed", "refusal.long_name", {"most": "18"},
    )  # fmt: skip
    assert refused(rig, New(**base, **two, names=["Ida", " IDA"])).code == "same-name"
    error = refused(rig, New(**base, **two, names=["Ida", "rot"]))
    assert (error.code, error.key, error.params) == (
        "same-name", "refusal.anothers_colour", {"name": "rot"},
    )  # fmt: skip
    assert refused(rig, New(**base, **two, names=["a", "b", "c"])).code == "malformed"


def test_a_real_board_that_does_not_fit_the_game_is_refused_in_a_sentence() -> None:
    rig = Rig(board_kind="serial").new()
    square = New(game="fast_track", rules="classic", board="square", players=[["A"], ["C"]])
    error = refused(rig, square)
    assert error.code == "wrong-board"
    assert "89 holes" in str(error)


@pytest.mark.parametrize("game", ["fast_track", "racepack", "wahoo"])
def test_hands_that_there_are_not_are_refused_in_every_game(game: str) -> None:
    two = [["A", "C"], ["B", "D"]] if game == "racepack" else [["A"], ["D"]]
    rules = "classic" if game == "fast_track" else None
    error = refused(Rig().new(), New(game=game, rules=rules, players=two, hands="x"))
    assert (error.code, str(error)) == ("bad-config", "hands: 'x' is neither physical nor virtual")


def test_a_card_more_than_was_cut_is_refused_ft_6() -> None:
    game: dict[str, Any] = {"game": "fast_track", "rules": "classic", "board": "hex"}
    cut = New(**game, players=[["A"], ["C"]], options={"cut": ["K", "3", "5"]})
    error = refused(Rig().new(), cut)
    assert error.code == "bad-config"
    assert "2 cards say who begins, not 3" in str(error)


def test_the_cut_decides_who_begins_when_it_is_asked_for_ft_6() -> None:
    firsts = set()
    for seed in range(12):
        rig = Rig(seed=seed).new(players=[["A"], ["C"], ["E"]], options={"cut": True})
        firsts.add(rig.view.game.options["first"] if rig.view.game else None)
        where = rig.view.position
        assert where is not None
        assert where["to_play"] == rig.view.game.options["first"] if rig.view.game else False
        assert re.fullmatch(r"(Red|Yellow|Blue) cut an? \w+ and begins\.", rig.support)
        assert rig.support.startswith(("Red", "Yellow", "Blue")[where["to_play"]])
    assert firsts == {0, 1, 2}
    assert "begins" not in Rig().new().support


def test_one_of_a_holders_seats_is_freed_alone() -> None:
    rig = Rig().new()
    for seat in (0, 1):
        rig.table.sit(seat, "anna")
    rig.table.leave("anna", 1)
    rig.table.leave("max", 0)
    assert [rig.table.holder(seat) for seat in (0, 1)] == ["anna", None]
    assert [player.taken for player in rig.view.players] == [True, False]


def test_who_played_on_without_the_board_is_told_that_it_is_back_pp_14() -> None:
    rig = Rig().new()
    rig.table.sensors(LinkChange(LinkState.DOWN))
    rig.plug_in()
    assert rig.view.notice is None, "nothing had been played"
    rig.table.sensors(LinkChange(LinkState.DOWN))
    rig.card("2").act("--")
    assert rig.said == "Board cable is out. Play on here."
    rig.plug_in()
    assert rig.view.notice == Message("link.back")
    rig.card("2")
    assert rig.view.notice is None


def test_seats_are_taken_freed_and_kept_apart() -> None:
    rig = Rig().new()
    rig.table.sit(0, "anna")
    rig.table.sit(0, "anna")
    with pytest.raises(CommandRefused) as taken:
        rig.table.sit(0, "max")
    assert taken.value.code == "seat-taken"
    with pytest.raises(CommandRefused) as unknown:
        rig.table.sit(7, "max")
    assert unknown.value.status == 404
    assert [player.taken for player in rig.view.players] == [True, False]
    rig.table.leave("anna")
    assert rig.table.holder(0) is None
    rig.table.sit(0, "max")
    rig.new()
    assert rig.table.holder(0) is None


def test_steps_of_undo_must_be_sensible_pp_11() -> None:
    rig = Rig().new().card("6")
    for steps in (0, -1, 10**9):
        assert refused(rig, Undo(steps=steps)).status == 400


def test_an_answer_to_a_question_that_is_gone_is_refused_pp_3() -> None:
    rig = Rig().new()
    assert refused(rig, Answer("q1", "0")).code == "stale-question"
    rig.at(position([["A"], ["C"]], {"A": [P, P, P, "A9"], "C": [P, P, P, "C3"]}, "J"))
    rig.lift("A9", "C3").put("C3", "A").put("A9", "C").settle()
    ask = rig.view.ask
    assert ask is not None
    assert refused(rig, Answer(ask.id, "17")).code == "unknown-option"


def test_closing_keeps_the_game_in_the_journal() -> None:
    rig = Rig().new()
    rig.table.command(Close(), AT_TABLE)
    assert rig.state == "idle"
    assert rig.view.game is None
    assert not rig.journal.open
    assert set(rig.table.lights().cells) == {0}


# ----------------------------------------------------------------------------- dealt hands


def test_a_held_hand_is_seen_by_its_seat_alone_ft_8() -> None:
    rig = Rig().new(hands="virtual")
    public, own, other = (rig.table.view(seat) for seat in (None, 0, 1))
    assert public.hand is None
    assert own.hand is not None
    assert len(own.hand) == 5
    moment = rig.table._moment
    assert moment.position is not None
    assert list(other.hand or ()) == moment.position.view(1)["hand"]
    assert public.legal == ()
    assert other.legal == ()
    assert {key.value for key in own.pad} == set(own.hand)
    assert all(key.moves is not None for key in own.pad)
    assert all(not key.enabled for key in other.pad)
    assert "dealt" not in str(public.position)


def test_a_card_is_named_for_the_seat_that_holds_it_alone_ft_8() -> None:
    rig, rng, names = Rig().new(players=[["A"], ["C"], ["E"]], hands="virtual"), Random(1), "ACE"
    stocks = [stock(hand, rng) for hand in (["5"], list("99223"), list("4JJKK"))]
    out = marbles(A=["E0"], C=["C5"], E=["B5"])
    rig.at(position([[name] for name in names], out, None, dealt=stocks))
    rig.table.command(Card("5"), RED)
    rig.carry("E0", "A3")
    pair = Caller(frozenset({1, 2}))
    assert refused(rig, Card("4"), pair).code == "not-your-turn"
    assert (rig.state, rig.done()) == ("lifted", [])
    rig.table.command(Card("9"), pair)
    assert rig.done() == ["E0-A3"]


def test_only_a_held_card_may_be_played_ft_8() -> None:
    rig = Rig().new(hands="virtual")
    held = rig.table.view(0).hand
    assert held is not None
    missing = next(rank for rank in ("2", "3", "5", "8", "9", "10") if rank not in held)
    error = refused(rig, Card(missing), RED)
    assert (error.code, error.rule) == ("not-in-hand", "FT-8")
    assert str(error) == f"{missing} is not in the hand (FT-8)."
    assert refused(rig, Card(held[0]), AT_TABLE).code == "no-seat"
    rig.table.command(Card(held[0]), RED)
    assert rig.view.card is not None


def test_cards_of_a_game_without_a_rule_for_hands_cite_none() -> None:
    error = refusals.not_in_hand("7", Cards(("7",)).hand_rule)
    assert (error.rule, str(error)) == (None, "7 is not in the hand.")


def test_a_move_before_its_card_does_not_tell_the_hand_to_others_pp_7() -> None:
    rigs = (Rig(seed=seed).new(hands="virtual") for seed in range(20))
    leaving = {"A", "6", "JOKER"}
    rig = next(rig for rig in rigs if leaving & set(rig.table.view(0).hand or ()))
    rig.carry("Ap1", "A9").settle()
    own, other, public = (rig.table.view(seat).ask for seat in (0, 1, None))
    assert own is not None
    assert public is not None
    held = leaving & set(rig.table.view(0).hand or ())
    assert {option.id for option in own.options} == {f"card:{r}" for r in held} | {"neither"}
    for hidden in (other, public):
        assert hidden is not None
        assert hidden.options == ()
        assert hidden.message.key == "ask.card_of", "they learn who is asked"
    shared = shared_view(rig.table.view(0), rig.table.view(None))
    assert shared.ask is not None
    assert [option.id for option in shared.ask.options] == ["neither"]
    assert (shared.ask.id, shared.ask.message) == (own.id, public.message)
    assert asks_face_down(shared, {0: rig.table.view(0), 1: rig.table.view(1)})
    assert shared.prompt == rig.table.view(None).prompt
    for rank in held:
        assert f"card:{rank}" not in str(msgspec.to_builtins(shared))
    hand = rig.table.questions.hand(0)
    assert hand is not None
    assert {way.action for way in hand.ways} == {f"card:{rank}" for rank in held}, (
        "no other answers"
    )
    rig.table.command(Card(min(held)), RED)
    assert (rig.settle().view.ask, rig.view.state) == (None, "choose_card")


def test_dealing_is_written_before_it_shows_ft_7() -> None:
    rig = Rig().new(hands="virtual")
    shuffles = [row for row in rig.journal.rows if row.kind == "chance"]
    assert len(shuffles) == 2
    again = Rig(journal=rig.journal, seed=99)
    again.table.resume()
    assert again.table.view(0).hand == rig.table.view(0).hand


# ------------------------------------------------------------------------------ anything


ANY_TEXT = st.sampled_from(
    ["A9-B2", "Ap-A9", "card:A", "card:", "--", "A9=C3", "A9-A12,B3-B7", "", "C0-p", "x", "Ap-"]
)
ANY_COMMAND: st.SearchStrategy[Command] = st.one_of(
    st.builds(Act, ANY_TEXT),
    st.builds(Card, st.sampled_from(["A", "6", "7", "J", "4", "0", "joker", ""])),
    st.builds(Undo, st.integers(-2, 5)),
    st.builds(Answer, st.sampled_from(["q1", ""]), st.sampled_from(["0", "neither", "card:A"])),
    st.just(Keep()),
)
ANY_CALLER = st.builds(Caller, st.frozensets(st.integers(0, 2), max_size=2), st.booleans())


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.tuples(ANY_COMMAND, ANY_CALLER), max_size=25))
def test_no_command_ever_corrupts_the_game(commands: list[tuple[Command, Caller]]) -> None:
    rig = Rig(board_kind="none").new()
    for command, caller in commands:
        seen = rig.table.seq
        try:
            rig.table.command(command, caller)
            rises = True
        except CommandRefused:
            rises = False
        assert (rig.table.seq > seen) is rises
        where = rig.view.position
        assert REGISTRY.game("fast_track").load(where).to_json() == where
    again = Rig(journal=rig.journal, board_kind="none")
    again.table.resume()
    assert again.view.position == rig.view.position


def test_the_last_move_tells_its_card_and_how_it_looks() -> None:
    rig = Rig().new().plug_in()
    rig.card("JOKER").carry("Ap1", "A9").settle()
    line = rig.view.moves[0]
    assert (line.card, line.label) == ("JOKER", "★")


def test_a_race_that_cannot_be_is_refused_in_both_languages() -> None:
    wish = New(game="racepack", players=[["A", "C"], ["B", "D"]], options={"laps": 100})
    error = refused(Rig().new(), wish)
    assert (error.code, error.status) == ("bad_config", 400)
    assert str(error) == "laps: a number from 1 to 99 is needed, not 100"
    told = Message(str(error.key), error.params, error.nested)
    assert render(told) == str(error)
    assert render(told, "de") == "laps: eine Zahl von 1 bis 99 gehört hierhin, nicht 100"


@pytest.mark.parametrize(
    ("game", "options", "said"),
    [
        ("racepack", {"dice": 0}, "options: dice: 0 is neither of table, service"),
        ("racepack", {"timer": 0}, "options: timer: a number of at least 1 is needed, not 0"),
        ("racepack", {"extra_hazards": False}, "extra_hazards: a whole number is needed"),
        ("wahoo", {"cut": 0}, "options.cut: true or a list of cards is needed, not 0."),
        ("wahoo", {"house": 7}, "options.house: a name is needed, not 7."),
    ],
)
def test_an_option_of_another_kind_is_refused_by_name(
    game: str, options: dict[str, Any], said: str
) -> None:
    rig = Rig(board_kind="none").new()
    before = rig.view
    players = [["A"], ["B"], ["C"], ["D"]]
    error = refused(rig, New(game, players=players, options=options))
    assert said in str(error)
    assert error.status == 400
    assert rig.view == before


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("racepack", {"laps": None, "timer": None, "options": {"dice": None}}),
        ("wahoo", {"ahead": None}),
        ("fhtagn", {"data": None, "dice": None}),
    ],
)
def test_an_option_that_is_null_is_left_out(game: str, options: dict[str, Any]) -> None:
    """Forms and stored games have it where nothing was chosen."""
    rig = Rig(board_kind="none")
    players = [["A"], ["B"], ["C"], ["D"]]
    rig.table.command(New(game, players=players, options=options), AT_TABLE)
    shown = rig.view.game
    assert shown is not None
    assert shown.name == game


def test_what_a_form_leaves_unchosen_is_no_option_of_a_race() -> None:
    rig = Rig(board_kind="none")
    options = {"timer": False, "extra_hazards": 0, "dice": "service", "laps": 1}
    rig.table.command(
        New("racepack", players=[["A"], ["B"], ["C"], ["D"]], options=options), AT_TABLE
    )
    assert rig.view.position["options"] == {"dice": "service"}
