"""A street race whose cars are set otherwise by people, or taken as they stand (PP-10, PP-12)."""

from __future__ import annotations

import random

import pytest
from street_rig import LETTERS, now, street
from table_rig import Rig
from two_forms import first

from companion.errors import CommandRefused
from companion.model.commands import Act, Caller, Edit, Keep
from engine.game import OVER
from engine.games.street_race.on_wood import CIVILIAN

ALL = Caller(seats=frozenset({0, 1, 2}), host=True)


def driven(rig: Rig, moves: int = 0) -> Rig:
    """Somebody may act, after at least so many actions that are told on the page."""
    rng = random.Random(moves)
    while now(rig).to_act is not OVER:
        texts = [action.text for action in now(rig).legal()]
        if moves <= 0 and "pass" in texts:
            break
        moves -= 1
        likely = [text for text in texts if text.startswith(("adv", "drift", "noreact"))]
        rig.table.command(Act(rng.choice(likely or texts)), ALL)
        pay(rig)
    return rig


def pay(rig: Rig) -> None:
    """Put every car on the page where the board wants it; nothing without a board."""
    while rig.view.owed:
        owed = rig.view.owed[0]
        if owed.frm:
            rig.lift(owed.frm)
        if owed.to:
            rig.tell(owed.to, owed.token)
        rig.settle()


def cars(rig: Rig) -> dict[str, str]:
    """Square → car."""
    return dict(rig.table.expected_tokens())


def refused(rig: Rig, edit: Edit) -> str:
    """Why the cars cannot be set like that; empty once they are."""
    try:
        rig.table.command(edit, ALL)
    except CommandRefused as error:
        return str(error)
    return ""


@pytest.mark.parametrize("seed", first(1, [1, 2, 3]))
def test_cars_may_be_set_anywhere_and_the_race_goes_on_pp_12(seed: int) -> None:
    rig, rng, kept = driven(street(3, seed), 40), random.Random(seed), 0
    while kept < 12 and now(rig).to_act is not OVER:
        wanted = cars(rig)
        token = wanted.pop(rng.choice(sorted(wanted)))
        if token != CIVILIAN or rng.random() < 0.7:
            spaces = [s.id for s in now(rig).board.spaces if s.place == s.id]
            wanted[rng.choice([space for space in spaces if space not in wanted])] = token
        hands = now(rig).to_json()["hands"]
        seat = rng.randrange(3)
        if why := refused(rig, Edit(wanted, seat=seat)):
            assert why.startswith("The board cannot stand like that")
            assert cars(rig) != wanted
            continue
        kept += 1
        racers = {hole: car for hole, car in wanted.items() if car != CIVILIAN}
        assert racers.items() <= cars(rig).items() <= wanted.items()
        assert now(rig).to_json()["hands"] == hands
        assert now(rig).race.moment.state.turn == LETTERS[seat]
        driven(rig, 3)


def test_a_front_that_moves_moves_the_ring_and_no_other_car_pp_12() -> None:
    rig = driven(street(3, 1))
    wanted = cars(rig)
    leader = now(rig).race.moment.state.pack.leader
    assert leader is not None
    hole = next(hole for hole, car in wanted.items() if car == leader.id)
    ahead = f"h{hole[1]}"
    wanted[ahead] = wanted.pop(hole)
    origin = now(rig).wood.origin
    rig.table.command(Edit(wanted), ALL)
    assert cars(rig) == wanted
    assert now(rig).wood.origin == (origin - 1) % 8


def test_what_stands_on_the_street_is_kept_pp_10() -> None:
    rig = driven(street(3, 1, "virtual"))
    acts = LETTERS[min(rig.table._moment.acting)]
    hole, token = next((h, t) for h, t in sorted(cars(rig).items()) if t != acts)
    to = next(row + hole[1] for row in "cd" if row + hole[1] not in rig.wood)
    rig.lift(hole).tell(to, token).wait(4)
    assert cars(rig)[hole] == token
    rig.table.command(Keep(), ALL)
    assert cars(rig)[to] == token
    assert rig.settle().view.owed == ()


def test_nothing_is_set_before_the_race_or_in_the_middle_of_an_event_pp_12() -> None:
    rig = street(3, 1)
    with pytest.raises(CommandRefused, match="Nothing can be set just now"):
        rig.table.command(Edit({"a5": "A"}), ALL)
    driven(rig, 12)
    while not now(rig).race.moment.since:
        rig.table.command(Act(next(a.text for a in now(rig).legal() if a.text != "pass")), ALL)
    with pytest.raises(CommandRefused, match="Nothing can be set just now"):
        rig.table.command(Edit(cars(rig)), ALL)
