"""Whole street races by hand: every car is lifted and put, and led back after a lost test."""

from __future__ import annotations

import random
import re

import pytest
from street_rig import LETTERS, act, answer, chosen, follow, made, now, put, street

from companion.model.commands import Caller, Why
from companion.words import render
from engine.game import OVER
from engine.games.street_race.on_wood import CIVILIAN


@pytest.mark.slow
@pytest.mark.parametrize(("players", "seed"), [(3, 2), (4, 8)])
def test_a_whole_race_is_played_by_hand(players: int, seed: int) -> None:
    rig, rng = street(players, seed, "virtual"), random.Random(seed)
    by_hand = led_back = 0
    told = set()
    for _ in range(2000):
        follow(rig)
        position = now(rig)
        if position.to_act is OVER:
            break
        action = chosen(position.legal(), rng)
        if not action.displacements:
            act(rig, action)
            continue
        game = rig.table._moment.game
        assert game is not None
        steps = len(game.steps)
        put(rig, action)
        for _ in range(7):
            rig.wait(0.5)
            told.add(rig.said)
        answer(rig, action)
        if action.text in made(rig, steps):
            by_hand += 1
        else:  # led back: it undoes by hand what the page has just done
            assert rig.state in ("wrong", "correction"), (action, rig.said, rig.view.ask)
            led_back += 1
            follow(rig)
            act(rig, action)
    assert rig.state == "over"
    assert by_hand > 20
    assert led_back <= by_hand / 10
    assert not [said for said in told if re.search(r"[Mm]arble|\bpen\b", said)], "a street has cars"
    standing = {hole: token for hole, token in rig.wood.items() if token != CIVILIAN}
    expected = rig.table.expected_tokens().items()
    assert standing.items() <= {*expected} or now(rig).wood.aside


def test_a_lost_test_leads_the_car_back() -> None:
    """FF-56: the car that hands have put stays until the dice tell, then it is a debt."""
    for seed in range(1, 40):
        rig = street(3, seed, "virtual", dice="table")
        for at in ("1F1", "2F2", "1O1"):
            action = next(a for a in now(rig).legal() if a.text.endswith(at))
            put(rig, action)
            follow(rig)
        while now(rig).race.moment.state.phase != "act":
            act(rig, now(rig).legal()[0])
        seat = min(rig.table._moment.acting)
        advance = next((a for a in now(rig).legal() if a.text == "adv"), None)
        if advance is None or LETTERS[seat] != "B":
            continue
        frm, to = advance.displacements[0]
        put(rig, advance)
        rig.settle()
        assert rig.view.owed == ()
        assert rig.wood[to] == "B"
        while rig.view.dice or rig.view.window:
            legal = now(rig).legal()
            wanted = [a for a in legal if a.text in ("die 1", "die 6")]
            passing = [a for a in legal if a.text.startswith("noreact")]
            mine = not any(text.startswith("die") for text in now(rig).race.moment.since)
            act(rig, passing[0] if passing else wanted[0 if mine else 1])
        if now(rig).race.moment.state.pack.cars["B"].cell != (2, 2):
            continue
        owed = [(debt.token, debt.frm, debt.to) for debt in rig.view.owed]
        assert owed == [("B", to, frm)]
        follow(rig)
        assert rig.wood[frm] == "B"
        return
    raise AssertionError("no race began with that test")


@pytest.mark.slow
@pytest.mark.parametrize("seed", [4, 5])
def test_two_cars_each_are_driven_to_the_end_ff_140(seed: int) -> None:
    """Every sentence is there, tiles and chances are those of the lifted car, all sums are told."""
    rig, rng = street(3, seed, dual=True), random.Random(seed)
    lines, both = set(), 0
    for _ in range(3000):
        position = now(rig)
        if position.to_act is OVER:
            break
        seat = min(position.to_act) if isinstance(position.to_act, frozenset) else 0
        view = rig.table.view(seat)
        assert view.drive is not None
        cars = {tile.of for tile in view.drive.tiles if tile}
        assert cars <= {"ABC"[seat] + n for n in "12"}
        both += len(cars) == 2
        lines |= {render(choice.message) for choice in view.choices}
        for message in (view.prompt.message, view.prompt.support):
            assert message is None or "street." not in render(message)
        act(rig, chosen(position.legal(), rng))
    assert both > 10
    assert {"car 1: drives ahead", "car 2: drives ahead"} <= lines
    assert not any("street." in line for line in lines)
    view = rig.table.view(None)
    winners = [player.seat for player in view.players if player.winner]
    assert tuple(sorted(winners)) == tuple(sorted(now(rig).race.winners))
    assert view.prompt.support is not None
    assert render(view.prompt.support).startswith("Places in all: ")


def test_why_counts_a_car_that_was_put_too_far_pp_8() -> None:
    rig, rng = street(3, 2, "virtual"), random.Random(2)
    while not any(action.text == "adv" for action in now(rig).legal()):
        follow(rig)
        action = chosen(now(rig).legal(), rng)
        if action.displacements:
            put(rig, action)
            rig.settle()
            answer(rig, action)
        else:
            act(rig, action)
    advance = next(action for action in now(rig).legal() if action.text == "adv")
    (way,) = advance.displacements
    beside = next(
        hole
        for hole in now(rig).board.holes
        if now(rig).explain(way.frm, hole).key == "refusal.one_space" and hole not in rig.wood
    )
    rig.carry(way.frm, beside).settle()
    rig.table.command(Why(), Caller(seats=frozenset({advance.seat})))
    reason = rig.view.reason
    assert reason is not None
    assert reason.why is not None
    assert render(reason.why).startswith("From there one action straight ahead ends on ")
    assert rig.roles()[way.to] == "destination"
    assert (rig.roles()[beside], rig.roles()[way.frm]) == ("wrong", "return")


def test_new_traffic_is_called_to_the_lights_that_shine_for_it() -> None:
    """Lights that call for what is owed are lights, too; only others before a move may be dark."""
    rig, rng = street(3, 0, "serial"), random.Random(0)
    while rig.settle().view.prompt.message.key[:11] != "street.wave":
        follow(rig)
        act(rig, chosen(now(rig).legal(), rng))
    assert rig.said == "New traffic: put Civilians on the lights."
    assert rig.lit("missing")
