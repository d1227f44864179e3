"""Races by the clock in which anything may come at any time: nothing is lost or made twice."""

from __future__ import annotations

import random

import pytest
from corner_rig import race
from table_rig import AT_TABLE, MemoryJournal, Rig
from two_forms import first

from companion.errors import CommandRefused
from companion.model.commands import Act, Caller, Pause, Roll, Undo
from companion.model.view import View
from hardware.ports import LinkChange, LinkState


def checked(view: View) -> None:
    """What a view may say of time."""
    for clock in (view.window, view.timer):
        if clock is None or clock.seconds is None:
            continue
        assert 0 <= clock.seconds <= clock.of
    if view.window is not None:
        assert view.window.seats == tuple(p.seat for p in view.players if p.to_act)
        assert view.timer is None
        assert view.pad == view.choices == ()
    if view.dice:
        assert view.window is None


def anything(rig: Rig, rng: random.Random) -> None:
    """Something that may happen at a table."""
    view = rig.view
    kind = rng.random()
    if kind < 0.12:
        rig.wait(rng.choice((0.1, 1, 4, 11)))
    elif kind < 0.16:
        rig.table.command(Pause(on=rng.random() < 0.5), AT_TABLE)
    elif kind < 0.22:
        rig.table.command(Undo(rng.choice((1, 1, 2))), AT_TABLE)
    elif kind < 0.24:
        rig.table.sensors(LinkChange(rng.choice((LinkState.UP, LinkState.DOWN))))
    elif view.dice or any(key.param == "roll" for key in view.pad):
        rig.table.command(Roll(), AT_TABLE)
    elif view.window is not None:
        key = rng.choice(view.window.keys)
        caller = AT_TABLE if key.seat is None else Caller(seats=frozenset({key.seat}))
        rig.table.command(Act(key.action, key.seat), caller)
    else:
        rig.act(rng.choice(view.legal))


def told(rig: Rig, rng: random.Random) -> str:
    """Do anything; the code of a refusal."""
    try:
        anything(rig, rng)
    except CommandRefused as error:
        return error.code
    return ""


@pytest.mark.parametrize("seed", first(1, range(2)))
def test_whatever_happens_the_journal_tells_the_same_race_pp_15(seed: int) -> None:
    rng = random.Random(seed)
    journal = MemoryJournal()
    options = {"dice": rng.choice(("table", "service")), "timer": 3}
    rig = race(setup=True, board_kind="none", journal=journal, seed=seed, **options)
    late = 0
    for turn in range(260):
        refused = told(rig, rng)
        assert refused in {"", "unchanged", "nothing-to-undo"}
        checked(rig.view)
        if rig.state == "over":
            break
        if turn % 97 == 96:
            again = Rig(journal=journal, board_kind="none", seed=seed)
            again.table.resume()
            assert again.view.position == rig.view.position
            again.clock.t = rig.clock.t
            rig = again
        late += rig.journal.rows[-1].text == "T"
    texts = [row.text for row in journal.rows]
    assert late, "the clock ran out now and then"
    assert any(text.startswith("!") for text in texts)
    assert {row.kind for row in journal.rows} <= {"new", "action", "chance", "undo"}
