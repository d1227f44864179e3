"""What the page makes of a view: decided on the server, once."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from flask.testing import FlaskClient
from page_scenes import HEX, a_view, page, raced, text

from companion.model.choices import Choice, PadKey, Timer, Window
from companion.model.message import Message
from companion.model.view import (
    Arrow,
    Ask,
    ColourView,
    GameView,
    InHand,
    MoveLine,
    Option,
    PlayerView,
    Prompt,
    Reason,
)
from companion.words import render
from companion_web.api.asking_view import Asked
from companion_web.api.page_view import PageView
from companion_web.api.prompt_view import NAMELESS, prompt_shown
from companion_web.api.views import page_of
from companion_web.drawing.arrow import arrow_path

SEVEN = PadKey("card:7", "card", "7", "7")


def choice(*moves: tuple[str, str]) -> Choice:
    action = ",".join("-".join(pair) for pair in moves)
    return Choice(action, 0, moves, {}, text(action))


STEP, SWAP = choice(("A9", "B2")), choice(("A9", "D3"), ("D3", "A9"))
SPLIT = choice(("A9", "A10"), ("Ap", "Ah4"))


# ------------------------------------------------------------------------------------ on top


def test_news_comes_before_a_hint_but_not_before_what_a_wrong_board_asks_for() -> None:
    news, hint = text("News"), text("Hint")
    said = page(prompt=Prompt(text("Move."), hint), notice=news).prompt
    assert (said.text, said.support) == ("Move.", "News")
    ill = Prompt(text("Wrong."), hint, "correction")
    assert page(prompt=ill, notice=news).prompt.support == "Hint"
    assert page(prompt=Prompt(text("Wrong."), None, "correction"), notice=news).prompt.support


def test_a_refusal_names_its_rule_and_its_second_line_leads_back() -> None:
    shown = page(reason=Reason("FT-11", text("Not there."), text("Too far."), "A9"))
    assert shown.prompt.rule == "FT-11"
    assert (shown.prompt.mood, shown.prompt.text) == ("refusal", "Not there.")
    assert shown.prompt.support == "Put it back at the arrow."
    assert page().prompt.rule is None
    assert page(reason=Reason(None, text("Not there."))).prompt.rule == ""
    wrong = shown.wrong
    assert wrong is not None
    assert wrong.lines == ("Too far.", "Rule FT-11. Nothing is lost.")
    assert wrong.rules == "/rules/fast_track/classic#FT-11"
    plain = page(reason=Reason(None, text("Not there."))).wrong
    assert plain is not None
    assert plain.rules == ""
    asked = page(
        reason=Reason("FT-11", text("Not there."), text("Too far."), "A9", told=True)
    ).wrong
    assert asked is not None
    assert asked.lines == ("In the way: Red 9.", "Too far.")


@pytest.mark.parametrize(
    ("prompt", "window", "sign"),
    [
        (Prompt(text("Move."), colour="A"), False, "disc"),
        (Prompt(text("Which?"), mood="ask"), False, "ask"),
        (Prompt(text("Which?"), mood="ask", colour="A"), False, "disc"),
        (Prompt(text("Cable."), mood="link"), True, "plug"),
        (Prompt(text("Claims?"), mood="ask"), True, "clock"),
        (Prompt(text("Claims?"), colour="A"), True, "disc"),
    ],
)
def test_a_sign_stands_beside_the_sentence(prompt: Prompt, window: bool, sign: str) -> None:
    claims = Window(text("Claims?"), 4.0, 10.0, True, (0,), ()) if window else None
    assert page(prompt=prompt, window=claims).prompt.sign == sign


@pytest.mark.parametrize(("covered", "shown"), [(True, (0,)), (False, (1,))])
def test_a_covered_window_shows_whom_it_is_about_another_one_who_is_asked(
    covered: bool, shown: tuple[int, ...]
) -> None:
    """With fast reactions only those are asked who can react, and the table waits for them."""
    window = Window(text("Anna tests."), None, 0.0, False, (1,), (), covered=covered)
    players = tuple(
        msgspec.structs.replace(one, to_act=covered or one.seat == 1) for one in a_view().players
    )
    assert page(window=window, players=players).turns == shown


def test_the_windows_clock_is_shown_before_the_turns() -> None:
    timer = Timer(0, "A", 20.0, 30.0, True, False, "late")
    window = Window(text("Claims?"), 4.0, 10.0, False, (0,), ())
    both = page(window=window, timer=timer).clock
    assert both is not None
    assert (both.seconds, both.of, both.running) == (4.0, 10.0, False)
    alone = page(timer=timer).clock
    assert alone is not None
    assert alone.of == 30.0
    endless = msgspec.structs.replace(window, seconds=None)
    assert page(window=endless, timer=timer).clock is None
    assert page().clock is None


@pytest.mark.parametrize(
    ("paused", "waits", "key"),
    [
        (False, False, ("Stop the clock", True)),
        (False, True, ("Start the clock", False)),
        (True, False, ("Go on", False)),
        (True, True, ("Go on", False)),
    ],
)
def test_a_timed_turn_has_a_key_for_its_clock(
    paused: bool, waits: bool, key: tuple[str, bool]
) -> None:
    timer = Timer(0, "A", 20.0, 30.0, not paused, waits, "late")
    shown = page(timer=timer, paused=paused).clock_key
    assert shown is not None
    assert (shown.text, shown.on) == key
    assert page(paused=paused).clock_key is None


def test_the_line_of_the_game_names_its_rules_and_leaves_room_for_the_time() -> None:
    assert page().game_line == "Game 1 · Classic · {time}"
    race = GameView("1", 1, "racepack", "race", "tiles", "physical", 0.0, {})
    german = page_of(a_view(game=race), HEX, render, "de")
    assert german.game_line == "Spiel 1 · Rennen · {time}"
    house = GameView("1", 1, "racepack", "of-some-house", "tiles", "physical", 0.0, {})
    assert page(game=house).game_line == "Game 1 · of-some-house · {time}"
    game = GameView("1", 2, "fast_track", "", "hex", "physical", 0.0, {})
    assert page(game=game).game_line == "Game 2 · {time}"
    assert page(game=None).game_line == ""
    assert page(state="over").game_line == "Game 1 · Classic", "no time runs any more"


# ----------------------------------------------------------------------------------- players


def test_players_are_called_by_name_by_what_the_view_says_or_by_colour() -> None:
    anna, unnamed = page().players
    assert (anna.who, anna.state) == ("Anna", "to move")
    assert (unnamed.who, unnamed.state) == ("Green", "")
    (third,) = page(players=(PlayerView(0, "", (), 0, called=text("Player 1")),)).players
    assert third.who == "Player 1"
    (won,) = page(players=(PlayerView(0, "Anna", (), 0, winner=True, to_act=True),)).players
    assert won.state == "wins"


def test_a_players_chips_and_panel_tell_marbles_home_and_taken() -> None:
    unnamed = page().players[1]
    assert [(chip.count, chip.label) for chip in unnamed.chips] == [
        ("1/4", "Green: 1/4 marbles home")
    ]
    assert [line.text for line in unnamed.lines] == ["1/4 marbles home", "Took 2 marbles"]


# ------------------------------------------------------------------------------------- board


def test_the_board_shows_who_moves_whose_side_is_lit_and_the_way_of_the_arrow() -> None:
    arrow = Arrow("B3", "A9")
    shown = page(seat=1, arrow=arrow, in_hand=(InHand("A", "A9"),))
    assert (shown.mover, shown.movers, shown.lit) == ("A", ("A",), ("A",))
    assert shown.turn == 3
    assert shown.title == "Fast Track board, Red to move"
    assert shown.arrow == arrow_path(HEX, arrow)
    assert page().arrow == ""


def test_marbles_are_moved_on_the_page_while_the_virtual_boards_cable_is_in() -> None:
    assert page(board="virtual", link="up").hands
    assert not page(board="virtual", link="down").hands
    assert not page(board="serial", link="up").hands


def test_a_partners_colours_may_be_moved_too() -> None:
    mates = tuple(
        PlayerView(i, "", (ColourView(c, 0, 4),), i % 2, to_act=i == 0)
        for i, c in enumerate("ABCD")
    )
    assert page(players=mates).movers == ("A", "C")


# -------------------------------------------------------------------------------------- foot


def test_while_a_marble_is_picked_up_on_the_page_its_own_foot_is_shown() -> None:
    shown = page(card=SEVEN, choices=(STEP, SPLIT))
    assert (shown.foot, shown.picked_foot) == ("moves", "lifted")
    assert shown.lifted is not None
    assert shown.lifted.text == ""
    of = shown.lifted.of
    assert of == {
        "A9": "The marble from Red 9 is in your hand",
        "Ap": "A Red marble is in your hand",
    }
    others = page(seat=1, card=SEVEN, choices=(STEP,))
    assert (others.foot, others.picked_foot, others.lifted) == ("wait", "wait", None)


def test_the_marble_in_hand_is_named_by_its_hole_but_in_a_pen() -> None:
    def told(hole: str, **changed: Any) -> str:
        held = page(card=SEVEN, choices=(STEP,), in_hand=(InHand("A", hole),), **changed)
        assert held.foot == "lifted"
        assert held.lifted is not None
        assert held.lifted.support == "Put it back to choose again."
        return held.lifted.text

    assert told("A9", holes={}) == "The marble from Red 9 is in your hand"
    assert told("X", holes={}) == "The marble from the bull's eye is in your hand"
    assert told("Ap1") == "A Red marble is in your hand"
    assert raced("lifted").lifted is not None


def test_single_moves_have_rows_and_splits_share_one() -> None:
    shown = page(card=SEVEN, choices=(SPLIT, STEP, SWAP))
    assert shown.offered == (STEP.action,)
    assert shown.share is not None
    assert (shown.share.text, shown.share.ways) == ("Share the 7", "1 ways")
    assert page(card=SEVEN, choices=(STEP, SWAP)).offered == (STEP.action, SWAP.action)
    assert page(card=SEVEN, choices=(STEP, SWAP)).share is None


def test_a_card_that_can_be_taken_back_alone_says_so() -> None:
    assert page(can_undo=True).undo.text == "Undo"
    assert page(can_undo=True).undo.enabled
    assert page(undo_card=True).undo.text == "Undo card"
    assert not page().undo.enabled


def test_nothing_is_offered_that_others_have_played_in_dealt_hands() -> None:
    """A phone offered "Go back 4 moves", and then "Only Dora or the host takes that back"."""
    line = MoveLine(1, 1, "D", "5", "D9-E0", Message("move.go"), back_of=(1,))
    own = msgspec.structs.replace(line, number=2, seat=0, back_of=(0,))
    game = GameView("1", 1, "fast_track", "classic", "hex", "virtual", 0.0, {})
    more = {"game": game, "can_undo": True, "can_redo": True, "moves": (own, line)}

    mine = page(**more, seat=0, undo_of=(0,), redo_of=(1,))
    assert (mine.undo.enabled, mine.redo, mine.keeps, mine.back) == (True, None, True, (2,))
    other = page(**more, seat=1, undo_of=(0,), redo_of=(1,))
    assert (other.undo.enabled, other.keeps, other.back) == (False, True, (1,))
    assert other.redo is not None
    guest = page(**more, seat=None, undo_of=(0,), redo_of=())
    assert (guest.undo.enabled, guest.redo, guest.keeps, guest.back) == (False, None, False, ())
    host = page(**more, host=True, seat=None, undo_of=(0,), redo_of=(1,))
    assert (host.undo.enabled, host.redo is None, host.back) == (True, False, (2, 1))
    assert not host.keeps, "only who sits there keeps what stands on the board"
    thrown = msgspec.structs.replace(line, number=3, back_of=None)
    assert page(can_undo=True, moves=(thrown, own)).back == (2,)
    open_cards = page(can_undo=True, seat=None, moves=(own, line))
    assert (open_cards.undo.enabled, open_cards.keeps) == (True, True)


def test_a_wrong_end_is_taken_back_by_whoever_may_begin_anew() -> None:
    """Where bots have all seats there was "Again, same seats", and no Undo."""
    game = GameView("1", 1, "fast_track", "classic", "hex", "virtual", 0.0, {})
    win = Prompt(text("Anna wins!"), colour="A", seat=0, mood="win")
    won = [msgspec.structs.replace(one, winner=one.seat == 0) for one in a_view().players]
    sat = tuple(msgspec.structs.replace(one, taken=True) for one in won)
    bots = tuple(msgspec.structs.replace(one, bot="good") for one in sat)
    over = {"game": game, "state": "over", "prompt": win, "can_undo": True, "undo_of": (0,)}

    def ends(**more: Any) -> tuple[bool, bool]:
        end = page(**over, **more).end
        assert end is not None
        return end.again, end.undo

    assert ends(players=bots) == (True, True)
    assert ends(players=sat, seat=1) == (True, True)
    assert ends(players=sat) == (False, False)
    assert ends(players=sat, host=True) == (True, True)


@pytest.mark.parametrize(
    ("answers", "columns", "wide"),
    [
        (("Red", "Green"), "", 0),
        (("Red", "Green", "Blue", "Neither, show me"), "in-two", 1),
        (("Red", "Green", "Blue", "Yellow", "Purple"), "in-three", 0),
        (("Neither of them", "None of these", "Something else", "Red"), "", 3),
    ],
)
def test_short_answers_stand_side_by_side(
    answers: tuple[str, ...], columns: str, wide: int
) -> None:
    options = tuple(Option(str(i), text(words)) for i, words in enumerate(answers))
    shown = page(ask=Ask("q", text("Which?"), options)).answers
    assert shown is not None
    assert (shown.keyed, shown.columns, len(shown.wide)) == (False, columns, wide)
    labelled = tuple(msgspec.structs.replace(one, label="2") for one in options)
    keyed = page(ask=Ask("q", text("Which?"), labelled)).answers
    assert keyed is not None
    assert keyed.keyed


def test_keys_say_which_speeds_spend_a_token() -> None:
    options = tuple(
        Option(str(i), text(f"Speed {i}"), label=str(i), actions=(f"a{i}",)) for i in "23"
    )
    choices = (
        Choice("a2", 0, (), {"speed": "2"}, text("2")),
        Choice("a3", 0, (), {"speed": "3", "token": "4"}, text("3")),
    )
    speeds = page(ask=Ask("q", text("Which?"), options, "speed"), choices=choices).answers
    assert speeds is not None
    assert speeds.spends == ("3",)
    tokens = page(ask=Ask("q", text("Which?"), options, "token"), choices=choices).answers
    assert tokens is not None
    assert tokens.spends == ()


def test_held_cards_say_how_many_moves_they_have() -> None:
    game = GameView("1", 1, "fast_track", "classic", "hex", "virtual", 0.0, {})
    pad = tuple(msgspec.structs.replace(SEVEN, moves=moves) for moves in (None, 0, 1, 8))
    shown = page(game=game, seat=0, hand=("7",) * 4, pad=pad)
    assert shown.counts == ("", "no move", "1 move", "8 moves")


def test_a_claim_key_without_a_label_passes() -> None:
    shown = raced("claim").claims
    passes = [key.about for key in shown if key.passes]
    assert passes[-1] == "Everybody passes"
    assert all(about.startswith("Pass: ") for about in passes[:-1])
    assert len(passes) > 1
    assert "plays the 2" in next(key.about for key in shown if not key.passes)


def test_every_car_claims_for_itself_and_a_seat_that_can_only_pass_stands_once() -> None:
    keys = (
        PadKey("claim:A:2", "claim", "A:2", "2", seat=0, colour="A"),
        PadKey("claim:C:3", "claim", "C:3", "3", seat=0, colour="C"),
        PadKey("pass", "claim", "pass", "", seat=0, colour="A"),
        PadKey("pass", "claim", "pass", "", seat=1, colour="D", enabled=False),
        PadKey("pass", "claim", "", ""),
    )
    window = Window(text("Claims?"), 4.0, 10.0, True, (0, 1), keys)
    red, blue, green = page(window=window).claimers
    assert (red.colour, red.name, red.tokens, red.passes, red.open) == (
        "A",
        "Anna",
        (0,),
        (2,),
        True,
    )
    assert (blue.colour, blue.seat, blue.tokens, blue.passes) == ("C", 0, (1,), (2,))
    assert (green.colour, green.name, green.tokens, green.passes) == ("D", "Green", (), (3,))
    assert not green.open
    assert page().claimers == ()


def test_the_pages_own_sentences_speak_to_who_moves_the_marble() -> None:
    assert page().asked == Asked("Anna", "A")
    nobody = page(prompt=Prompt(text("Move.")))
    assert nobody.asked == Asked("Anna", "A")
    other = page(prompt=Prompt(text("Move."), colour="C", seat=1))
    assert other.asked == Asked("Green", "C")
    theirs = msgspec.structs.replace(choice(("D3", "D4")), seat=1)
    shown = page(choices=(STEP, theirs))
    assert shown.asked_of == {"D3": Asked("Green", "D")}
    assert page(players=()).asked is None


def test_named_choices_are_asked_for_in_the_order_in_which_the_game_names_them() -> None:
    params = ({"speed": "2"}, {"speed": "2", "token": "4"}, {"way": "left"})
    choices = tuple(Choice(str(i), 0, (), one, text("")) for i, one in enumerate(params))
    assert [(one.name, one.text) for one in page(choices=choices).choose] == [
        ("speed", "Which speed?"),
        ("token", "Which token?"),
        ("way", "Several ways lead there. Which one?"),
    ]
    assert page().choose == ()


# -------------------------------------------------------------------------------------- JSON


def test_every_view_travels_with_what_the_page_makes_of_it(script: FlaskClient) -> None:
    told = script.get("/api/table").get_json()
    assert set(told["page"]) == set(PageView.__struct_fields__)
    assert told["page"]["prompt"]["text"] == told["prompt"]["text"]


def test_choices_say_what_kind_they_are(table: Any, script: FlaskClient) -> None:
    now = table.view(None)
    line = MoveLine(1, 0, "A", "7", "A9-B2", text("Red 9"))
    shown = msgspec.structs.replace(now, choices=(STEP, SWAP, SPLIT), moves=(line,))
    table.view = lambda audience: shown
    told = script.get("/api/table").get_json()
    assert [one["kind"] for one in told["choices"]] == ["move", "swap", "split"]
    assert told["choices"][0]["message"]["text"] == "A9-B2"


def test_a_count_answers_why_and_a_marble_in_the_way_comes_before_it() -> None:
    walk = ("A10", "A11")
    counted = Reason("FT-9", text("Not there."), None, None, text("That is 3 on."), walk, told=True)
    wrong = page(reason=counted).wrong
    assert wrong is not None
    assert wrong.lines == ("That is 3 on.", "Put it back to choose again.")
    blocked = page(reason=msgspec.structs.replace(counted, blocked_by="A9")).wrong
    assert blocked is not None
    assert blocked.lines[0] == "In the way: Red 9."
    silent = page(reason=msgspec.structs.replace(counted, told=False)).wrong
    assert silent is not None
    assert "That is 3 on." not in silent.lines


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("key", sorted(NAMELESS))
def test_a_second_line_does_not_repeat_the_name_above_it(key: str, language: str) -> None:
    """page.md 5: long names leave room for two lines, and a name that stands twice for four."""
    below = Message(
        key, {"p": "Anna", "card": "7"}, {"card": Message("a_card.other", {"card": "7"})}
    )

    def shown(above: str) -> Any:
        told = Prompt(Message("prompt.card", {"p": above}), below, "say", 0, "A")
        return prompt_shown(a_view(prompt=told), None, lambda m: render(m, language))

    assert "Anna" in shown("Max").support
    alone = shown("Anna")
    assert "Anna" in alone.text
    assert alone.support
    assert "Anna" not in alone.support
    assert "_plain" not in alone.support
