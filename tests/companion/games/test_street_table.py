"""The street race at the table: whole games by page, cards that only owners see, and windows."""

from __future__ import annotations

import random

import pytest
from said import check_words
from street_rig import LETTERS, act, chosen, now, street
from table_rig import Rig

from companion.errors import CommandRefused
from companion.model.commands import Act, Caller, Hint, Undo
from companion.words import render
from engine.action import Action
from engine.game import OVER


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "seed", "dice"),
    [
        (3, 1, "service"),
        (4, 2, "table"),
        (6, 3, "service"),
    ],
)
def test_every_sentence_of_whole_games_is_there_for_everybody(
    players: int, seed: int, dice: str
) -> None:
    rig, rng = street(players, seed, dice=dice), random.Random(seed)
    verbs = set()
    for _ in range(2000):
        for audience in (None, *range(players)):
            check_words(rig.table.view(audience))
        position = now(rig)
        if position.to_act is OVER:
            break
        action = chosen(position.legal(), rng)
        verbs.add(action.text.split(" ")[0])
        act(rig, action)
    assert rig.state == "over"
    assert rig.said.endswith(" wins the race!")
    assert verbs >= {"place", "mull", "adv", "drift", "play", "swap", "disc", "take", "noreact"}
    assert ("die" in verbs) == (dice == "table")


@pytest.mark.parametrize("steps", [25, pytest.param(150, marks=pytest.mark.slow)])
def test_a_hand_is_seen_by_its_owner_only(steps: int) -> None:
    rig, rng = street(3, 5), random.Random(5)
    for _ in range(steps):
        position = now(rig)
        if position.to_act is OVER:
            break
        truth = position.to_json()["hands"]
        assert isinstance(truth, dict)
        held = {letter: set(cards) for letter, cards in truth.items()}
        for audience in (None, 0, 1, 2):
            view = rig.table.view(audience)
            own = held[LETTERS[audience]] if audience is not None else set()
            secret = set().union(*held.values()) - own
            told = " ".join(view.legal).split(" ")
            told += [choice.action for choice in view.choices]
            told += [key.action for key in (view.window.keys if view.window else ())]
            assert not secret & {word for text in told for word in text.split(" ")}
            assert set(view.hand or ()) == own
            for key in ("since", "base"):
                assert key not in view.position
            assert isinstance(view.position["pile"], int)
            assert all(isinstance(n, int) for n in view.position["hands"].values())
            assert "who" not in (view.position["ask"] or {})
        act(rig, chosen(position.legal(), rng))


@pytest.mark.parametrize("steps", [40, pytest.param(150, marks=pytest.mark.slow)])
def test_a_hint_about_a_held_card_is_seen_by_its_holder_only(steps: int) -> None:
    rig, rng, shown, kept = street(3, 5), random.Random(2), 0, 0
    for _ in range(steps):
        position = now(rig)
        if position.to_act is OVER:
            break
        seat = min(rig.table._moment.acting)
        rig.table.command(Hint(), Caller(seats=frozenset({seat})))
        hint = rig.table.view(seat).hint
        assert hint is not None
        secret = hint.action not in {action.text for action in position.legal_for(None)}
        assert (rig.view.hint is None) == secret
        shown, kept = shown + (not secret), kept + secret
        act(rig, chosen(position.legal(), rng))
    assert shown
    assert kept


@pytest.mark.parametrize(
    ("steps", "least", "unable"), [(60, 5, 1), pytest.param(250, 20, 5, marks=pytest.mark.slow)]
)
def test_a_window_opens_alike_for_who_can_react_and_who_cannot(
    steps: int, least: int, unable: int
) -> None:
    """FF-151: what the public, and whoever cannot react, sees of a window tells nobody's hand."""
    rig, rng, windows, idle = street(3, 6, fast=False), random.Random(6), 0, 0
    for _ in range(steps):
        position = now(rig)
        if position.to_act is OVER:
            break
        window = rig.view.window
        if window is not None:
            windows += 1
            able = {a.seat for a in position.legal() if a.text.startswith("react")}
            idle += not able
            assert render(window.message) == "Anything to play?"
            assert window.keys == ()
            asked = position.to_act
            assert isinstance(asked, frozenset)
            for seat in range(3):
                own = rig.table.view(seat).window
                assert own is not None
                assert (own.seconds, own.of, own.seats) == (window.seconds, window.of, window.seats)
                assert [key.value for key in own.keys] == ["-"] * (seat in asked)
            assert window.seats == (0, 1, 2)
            assert window.passed == 3 - len(asked)
            act(rig, Action(min(asked), f"noreact {LETTERS[min(asked)]}"))
            continue
        act(rig, chosen(position.legal(), rng))
    assert windows > least
    assert idle > unable


def test_no_refusal_tells_what_another_hand_holds() -> None:
    """Whoever is asked in a window may name any card of anybody: the answer is always the same."""
    rig, rng, held = street(3, 6, fast=False), random.Random(6), 0
    for _ in range(120):
        position = now(rig)
        if rig.view.window is not None:
            me = min(rig.table._moment.acting)
            for other in {0, 1, 2} - {me}:
                letter, told = LETTERS[other], set()
                hand = position.race.moment.state.hands[letter]
                playable = [a.text for a in position.legal() if a.seat == other]
                cards = [*hand, position.race.moment.state.pile[0]]
                for text in (*playable, *[f"react {letter} {card}" for card in cards]):
                    with pytest.raises(CommandRefused) as refused:
                        act(rig, Action(me, text))
                    told.add((refused.value.code, str(refused.value)))
                held += len(hand)
                assert len(told) == 1
        act(rig, chosen(position.legal(), rng))
    assert held > 50


def test_time_shuts_a_window_that_nobody_answers() -> None:
    rig, rng = street(3, 6, fast=False), random.Random(6)
    while rig.view.window is None:
        act(rig, chosen(now(rig).legal(), rng))
    before = now(rig).race.moment.since
    rig.wait(60)
    assert now(rig).race.moment.since[: len(before) + 1] != before


def test_only_the_holder_of_a_seat_plays_for_it() -> None:
    rig = street(3, 1)
    with pytest.raises(CommandRefused):
        rig.table.command(Act("place A 1F1"), Caller(table=True))
    with pytest.raises(CommandRefused):
        rig.table.command(Act("place A 1F1"), Caller(seats=frozenset({1})))
    act(rig, Action(0, "place A 1F1"))
    assert rig.view.moves[0].action == "place A 1F1"
    assert render(rig.view.moves[0].message) == "starts at rank 1, inner lane"


def test_whoever_draws_and_takes_it_back_does_not_know_the_next_card() -> None:
    """FT-7 holds here too: cards that somebody has seen lie in the pile in no known order."""
    rig, rng = street(3, 5), random.Random(5)
    while not any(action.text == "take 2" for action in now(rig).legal()):
        act(rig, chosen(now(rig).legal(), rng))
    seat = min(rig.table._moment.acting)
    drawn = set()
    for _ in range(5):
        act(rig, Action(seat, "take 2"))
        drawn.add(tuple(now(rig).race.moment.state.hands[LETTERS[seat]]))
        rig.table.command(Undo(), Caller(seats=frozenset({seat})))
        assert any(action.text == "take 2" for action in now(rig).legal())
    assert len(drawn) > 1


# ------------------------------------------------------------------------------------ by hand


# ----------------------------------------------------------------------------------- the set-up


@pytest.mark.parametrize("steps", [60, pytest.param(400, marks=pytest.mark.slow)])
def test_the_view_tells_the_street_and_the_chances_at_its_lights(steps: int) -> None:
    """Every audience sees the same street; figures stand at lights of places that need a test."""
    rig, rng, figures = street(4, 1), random.Random(1), 0
    for _ in range(steps):
        position = now(rig)
        if position.to_act is OVER:
            break
        views = [rig.table.view(audience) for audience in (None, 0, 3)]
        assert views[0].street is not None
        assert views[0].street == views[1].street == views[2].street
        shown = views[0].street
        pack = position.race.moment.state.pack
        assert len(shown.columns) == len(shown.names) == len(shown.where) == 6
        assert shown.beside == ("1", "8")
        assert sorted(shown.letters) == list("abcdefgh")
        assert shown.letters[1] == "abcdefgh"[position.wood.origin]
        assert set(shown.hurt) == {car.id for car in pack.racers() if car.dmg}
        for hole, what in views[0].holes.items():
            assert not what.figure or what.role in ("destination", "capture"), hole
            figures += bool(what.figure)
        act(rig, chosen(position.legal(), rng))
    assert figures, "a car that was pushed chooses between places with chances"


@pytest.mark.parametrize("steps", [60, pytest.param(120, marks=pytest.mark.slow)])
def test_lines_call_other_players_by_their_names(steps: int) -> None:
    rig, rng = Rig(board_kind="none", seed=4), random.Random(4)
    names = ["Anna", "Ben", "Carla"]
    cars = [[letter] for letter in LETTERS[:3]]
    rig.new(
        game="fhtagn", rules=None, board=None, players=cars, names=names, options={"fast": True}
    )
    said: set[str] = set()
    for _ in range(steps):
        position = now(rig)
        if position.to_act is OVER:
            break
        for seat in range(3):
            view = rig.table.view(seat)
            hand = () if view.held is None else view.held.ways
            shown = [*view.choices, *view.moves, *hand]
            said |= {render(one.message) for one in shown}
        act(rig, chosen(position.legal(), rng))
    assert any(text.endswith("to the gang of Ben") for text in said)
    assert not [text for text in said if any(c in text for c in ("Red", "Orange", "Yellow"))]
