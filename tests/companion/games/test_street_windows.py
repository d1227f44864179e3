"""Reaction windows of the street race: their time, and that nobody learns another's hand (FF-151).

Two tables stand in the same position but for one hand: in one somebody can react, in the other the
same seat cannot. Whatever the others see of both must be the same, to the byte.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import msgspec
import pytest
from table_rig import Rig
from window_rig import (
    ABLE,
    CARS,
    FIRST,
    NEXT,
    UNABLE,
    act,
    changed,
    dealt_anew,
    now,
    opened,
    placed,
    race,
    refused,
    seen,
    started,
    window,
)

from companion.errors import CommandRefused
from companion.games.street_race.chances import figure
from companion.model.commands import Caller, Pause, Skip, Undo
from companion.table.settings import TableSettings
from companion.words import render
from companion.words.worded_view import plain
from companion_web.api.hidden_view import shared_view
from companion_web.api.views import LOOK, fill

EVERYBODY = Caller(seats=frozenset(range(3)))
"""One page that all share."""


@pytest.fixture
def able() -> Rig:
    """Yellow has played a card that Orange can cancel."""
    return opened(ABLE)


@pytest.fixture
def unable() -> Rig:
    """The same, but Orange cannot."""
    return opened(UNABLE)


# -- its time --


def test_a_window_is_open_for_five_seconds_and_a_card_gives_them_anew() -> None:
    rig = opened({**ABLE, "A": ["p14.2", "p03.1"]})
    assert (window(rig).of, window(rig).seconds) == (5.0, 5.0)
    rig.wait(2)
    act(rig, 0, "noreact A")
    assert (window(rig).seconds, window(rig).passed) == (3.0, 1), "a pass gives nobody more time"
    act(rig, 1, "react B p14.1")
    assert rig.said == "Orange plays Not Today."
    assert (window(rig).seconds, window(rig).passed) == (5.0, 0)
    assert [(one.seat, one.label) for one in window(rig).laid] == [(1, "Not Today")]
    rig.wait(5.1)
    assert rig.said == FIRST, "anything more to that?"
    assert [one.label for one in window(rig).laid] == ["Not Today"]
    rig.wait(5.1)
    assert rig.view.window is None


def test_who_wants_to_react_too_late_stops_nothing(able: Rig) -> None:
    """*I react* is pressed on a page that has not heard yet that the window is over."""
    number = window(able).number
    able.table.command(Pause(window=number), EVERYBODY)
    assert able.view.paused
    able.table.command(Pause(on=False, window=number), EVERYBODY)
    for seat, letter in enumerate("ABC"):
        act(able, seat, f"noreact {letter}")
    with pytest.raises(CommandRefused, match=r"That moment is over\."):
        able.table.command(Pause(window=number), EVERYBODY)
    assert not able.view.paused


def test_without_a_clock_who_reacts_still_reads_to_what() -> None:
    """On one screen "Paused. The game is safe." stood where the window says what was played."""
    rig = opened(ABLE, 0)
    assert rig.said == FIRST
    rig.table.command(Pause(window=window(rig).number), EVERYBODY)
    assert (rig.said, rig.support) == (FIRST, "Paused. The game is safe.")


@pytest.mark.parametrize(("wanted", "seconds"), [(None, 5), (1, 3), (7, 7), (60, 20)])
def test_one_setting_says_how_long_it_is_open(wanted: float | None, seconds: float) -> None:
    assert window(opened(ABLE, wanted)).of == seconds


def test_without_a_clock_it_waits_for_everybody() -> None:
    rig = opened(UNABLE, 0)
    rig.wait(3600)
    assert window(rig).of == 0
    for seat, letter in enumerate("ABC"):
        assert rig.said == FIRST, "the last one is waited for, able or not"
        rig.wait(60)
        act(rig, seat, f"noreact {letter}")
    assert rig.said == NEXT


def test_it_is_over_when_all_have_passed_whoever_is_last(able: Rig, unable: Rig) -> None:
    for rig in (able, unable):
        for seat in (0, 2):
            act(rig, seat, f"noreact {'ABC'[seat]}")
        rig.wait(3)
        assert rig.said == FIRST
        act(rig, 1, "noreact B")
        assert rig.said == NEXT


def test_a_clock_that_is_stopped_waits_for_a_reaction() -> None:
    rig = opened(ABLE)
    rig.wait(2)
    rig.table.command(Pause(), Caller(seats=frozenset({1})))
    rig.wait(60)
    assert (window(rig).seconds, window(rig).running) == (3.0, False)
    rig.table.command(Pause(on=False), Caller(seats=frozenset({1})))
    rig.wait(3.1)
    assert rig.said == NEXT


# -- a whole turn --


def test_who_passes_for_the_turn_is_answered_for_at_no_telling_moment() -> None:
    moments = []
    for seed in range(9):
        rig = started(ABLE, seed=seed)
        act(rig, 2, "play p02.2 B")
        before = rig.view
        rig.table.command(Skip(), Caller(seats=frozenset({0})))
        assert rig.view is before, "nobody sees that somebody passes for the turn"
        assert window(rig, 0).passed == 0
        start = rig.clock.t
        for _ in range(50):
            rig.wait(0.1)
            if window(rig).passed:
                break
        moments.append(rig.clock.t - start)
        assert (window(rig, 0).skips, window(rig, 1).skips) == (True, False)
    assert min(moments) < 2
    assert max(moments) > 3
    assert all(0 < moment < 5 for moment in moments)


def test_a_pass_for_the_turn_holds_for_its_next_windows_and_may_be_taken_back() -> None:
    rig = opened(UNABLE, 0)
    everybody = Caller(seats=frozenset({0, 1, 2}))
    rig.table.command(Skip(), everybody)
    rig.wait(60)
    assert rig.view.window is None
    act(rig, 2, "play p04.1 L")
    assert window(rig).passed == 0
    rig.table.command(Skip(on=False), everybody)
    rig.wait(60)
    assert window(rig).passed == 0
    with pytest.raises(CommandRefused, match="You are not asked now"):
        rig.table.command(Skip(seat=2), Caller(seats=frozenset({1})))


# -- what others learn --


def test_others_see_the_same_bytes_whoever_is_able(able: Rig, unable: Rig) -> None:
    for audience in (None, 0, 2):
        assert seen(able, audience) == seen(unable, audience)
    mine, bare = able.table.view(1), unable.table.view(1)
    assert "react B p14.1" in mine.legal
    assert bare.legal == ("noreact B",)
    assert mine.hand is None, "the cards are looked at on wish"
    assert msgspec.structs.replace(mine, legal=bare.legal) == bare
    everybody = (None, 0, 1, 2)
    assert len({len(seen(rig, one)) for rig in (able, unable) for one in everybody}) == 1


def test_an_answer_is_as_long_after_the_own_pass_as_before(able: Rig) -> None:
    for seat in (2, 0):
        act(able, seat, f"noreact {'ABC'[seat]}")
        assert len({len(seen(able, one)) for one in (None, 0, 1, 2)}) == 1


def test_nobody_learns_who_has_passed(able: Rig, unable: Rig) -> None:
    act(able, 0, "noreact A")
    act(unable, 1, "noreact B")
    for audience in (None, 2):
        assert seen(able, audience) == seen(unable, audience)
    assert window(able).passed == 1
    for rig in (able, unable):
        assert [line.action for line in rig.view.moves] == ["play p02.2 B"]
        rig.wait(5.1)
        assert "noreact" not in seen(rig, None).decode()


@pytest.mark.parametrize(
    "text", ["react B p14.1", "noreact B", "react B p13.1", "react B p99.9", "react B"]
)
def test_an_answer_for_another_seat_is_refused_alike(able: Rig, unable: Rig, text: str) -> None:
    said = {refused(rig, 0, text) for rig in (able, unable)}
    act(able, 1, "noreact B")
    said.add(refused(able, 0, text))
    assert said == {("not-your-turn", "You are not asked now.")}


def test_what_is_refused_changes_nothing_that_others_see(able: Rig, unable: Rig) -> None:
    before = seen(able, 0)
    assert refused(able, 1, "react B p14.1 A")[0] != refused(unable, 1, "react B p14.1 A")[0]
    assert seen(able, 0) == seen(unable, 0) == before
    assert (
        refused(able, 0, "play p03.1")[1]
        == "A window is open, which asks for react or noreact (FF-48)."
    )


def test_taking_back_asks_nobody_who_has_only_passed(able: Rig) -> None:
    act(able, 0, "noreact A")
    able.table.command(Undo(), Caller(seats=frozenset({2})))
    assert able.said == "Yellow, lift your car or choose a card."
    with pytest.raises(CommandRefused):
        able.table.command(Undo(), Caller(seats=frozenset({0})))


def test_a_hint_is_not_given_while_a_window_is_open(able: Rig, unable: Rig) -> None:
    for rig in (able, unable):
        assert not rig.table.view(1).can_hint


def test_the_lights_do_not_tell_who_has_passed(able: Rig) -> None:
    before = dict(able.table.lit)
    act(able, 2, "noreact C")
    assert dict(able.table.lit) == before


# -- questions that only a hand can answer otherwise --


def deploying(hand: list[str]) -> Rig:
    """Yellow is asked to deploy."""
    hands = {"A": ["p11.1"], "B": ["p13.1"], "C": hand}
    return dealt_anew(race(1, TableSettings()), now(changed()).to_json(), hands)


def at_the_curb(hand: list[str], **options: Any) -> Rig:
    """Yellow, undamaged and with nothing in play, has pulled over on a walk."""
    rig = started({"A": ["p11.1"], "B": ["p13.1"], "C": hand}, at={"C": "2F3"}, **options)
    act(rig, 2, "pull")
    while rig.view.window is not None:
        rig.wait(1)
    return rig


MOD, CREW, NEITHER = ["p17.1", "p02.1"], ["p22.1", "p02.1"], ["p03.1", "p02.1"]


@pytest.mark.parametrize(
    ("asked", "no", "some"),
    [
        (deploying, "deploy C no", MOD),
        (deploying, "deploy C no", CREW),
        (at_the_curb, "opt none", MOD),
        (at_the_curb, "opt none", CREW),
    ],
)
def test_who_has_no_card_to_put_in_play_is_asked_alike_ff_26_ff_96(
    asked: Callable[[list[str]], Rig], no: str, some: list[str]
) -> None:
    able, unable = asked(some), asked(NEITHER)
    assert len(able.table.view(2).legal) > 1
    assert unable.table.view(2).legal == (no,)
    for seconds in (0, 60):
        for rig in (able, unable):
            rig.wait(seconds)
        for audience in (None, 0, 1):
            assert seen(able, audience) == seen(unable, audience)
            assert able.table.view(audience).legal == unable.table.view(audience).legal
    assert unable.table.view(2).legal == (no,), "nothing is answered in a player's place"
    assert unable.view.pending is None
    tries = (no, f"{no.split()[0]} C {some[0]} gang", f"opt mod {some[0]}", f"opt driver {some[0]}")
    for text in tries:
        assert refused(able, 0, text) == refused(unable, 0, text)
    for rig in (able, unable):
        act(rig, 2, no)
    for audience in (None, 0, 1):
        assert seen(able, audience) == seen(unable, audience)


def test_an_empty_hand_is_known_to_all_and_asked_nothing() -> None:
    assert kinds(at_the_curb([])) == ["act"]


def test_fast_questions_are_left_out_where_a_hand_has_no_answer() -> None:
    assert kinds(at_the_curb(NEITHER, fast=True)) == ["act"]
    assert kinds(at_the_curb(MOD, fast=True)) == ["opt"]


def kinds(rig: Rig) -> list[str]:
    """What is asked now."""
    ask = now(rig).race.moment.ask
    return [] if ask is None else [ask.kind]


# -- a look at the own cards --


def test_a_look_shows_the_cards_and_what_they_may_do_now(able: Rig, unable: Rig) -> None:
    found = able.table.questions.hand(1)
    assert found is not None
    assert [(one.card, one.label, one.kind) for one in found.cards] == [
        ("p03.2", "Oil on the Road", "action"),
        ("p14.1", "Not Today", "reaction"),
    ]
    assert [(way.action, way.cards) for way in found.ways] == [("react B p14.1", (1,))]
    assert render(found.ways[0].message) == "reacts with Not Today"
    bare = unable.table.questions.hand(1)
    assert bare is not None
    assert bare.ways == ()
    lengths = {len(filled(rig, seat)) for rig in (able, unable) for seat in range(3)}
    assert len(lengths) == 1, "nobody counts letters"


def test_two_copies_of_a_card_are_one_answer_and_each_can_be_played() -> None:
    rig = started({**ABLE, "C": ["p02.1", "p02.2", "p04.1"]})
    choices = rig.table.view(2).choices
    assert len({render(one.message) for one in choices}) == len(choices)
    hand = rig.table.questions.hand(2)
    assert hand is not None
    for n, copy_ in enumerate(("p02.1", "p02.2")):
        ways = [way for way in hand.ways if way.cards == (n,)]
        assert ways
        assert all(copy_ in way.action for way in ways)
        assert {render(way.message) for way in ways} <= {render(one.message) for one in choices}
    act(rig, 2, "play p02.2 B")


def filled(rig: Rig, seat: int) -> bytes:
    """A look as it goes to the browser."""
    data = plain(rig.table.questions.hand(seat), render, "en")
    return msgspec.json.encode({**data, "fill": fill(data, LOOK)})


def test_a_hand_on_the_table_is_not_looked_at() -> None:
    rig = Rig(board_kind="none").new()
    assert rig.table.questions.hand(0) is None


def test_fast_windows_show_no_cards_on_a_shared_screen_either() -> None:
    rig = started(ABLE, fast=True)
    act(rig, 2, "play p02.2 B")
    own = rig.table.view(1)
    assert own.window is not None
    assert [key.label for key in own.window.keys] == ["Not Today", ""]
    shown = shared_view(own, rig.table.view(None))
    assert shown.window is not None
    assert [key.value for key in shown.window.keys] == ["-"]
    assert "p14.1" not in str(msgspec.to_builtins(shown))


# -- what it is about --


def test_the_window_of_a_test_says_against_whom_and_the_engines_own_odds() -> None:
    rig = started(ABLE, at={"A": "1F1", "B": "3F1", "C": "2F2"})
    win = now(rig).odds()["adv"]["win"]
    assert win is not None
    act(rig, 2, "adv")
    prompt = rig.view.prompt
    assert render(prompt.message) == "Yellow tests against Red."
    assert prompt.support is not None
    chance = figure(Fraction(win).limit_denominator(36))
    assert render(prompt.support) == f"{chance} % · anything to play?"
    assert (prompt.seat, prompt.colour) == (2, "C")
    rig.wait(5.1)
    words = render(rig.view.prompt.message)
    assert words.startswith("Yellow has ")
    assert ", Red has " in words


def test_a_board_that_fits_again_leaves_a_window_its_question() -> None:
    rig = Rig(board_kind="virtual")
    rig.new(game="fhtagn", rules=None, board=None, players=CARS)
    rig.at(now(dealt_anew(rig, placed(), ABLE)).to_json())
    act(rig, 2, "play p02.2 B")
    stands = {token: hole for hole, token in rig.marbles().items()}
    rig.lift(stands["A"], stands["B"]).settle()
    assert rig.state == "correction"
    rig.put(stands["B"], "B").put(stands["A"], "A").settle()
    assert (rig.said, rig.support) == (FIRST, "Anything to play?")
    assert rig.view.notice is None, "news would stand in the place of the question"
