"""What the second judge excuses, and what it does not: no reader can tell, or PP-3 has it asked."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from dataclasses import replace

import pytest
from second_judged import (
    A_QUESTION,
    Showing,
    a_look,
    a_position,
    action_named,
    after,
    judged,
    people_at,
    played,
)

from companion.proof.rehearsal.rehearsal import Rehearsal
from companion.proof.second.alternatives import RULE, fewest
from companion.proof.second.judge import ALIKE, WRONG, Finding
from companion.proof.second.memory import Memory, public
from companion.proof.second.people import People
from companion.proof.second.performing import Performer
from companion.proof.second.report import Report
from companion.proof.second.rests import Rests
from companion.proof.second.run import Job, Sum, case
from companion.proof.second.starts import Table, start
from companion.proof.second.talk import FastLane, Talk
from companion.proof.second.world import set_out, wanted
from engine.action import Action
from engine.game import Position
from engine.registry import load

CLASSIC = Table("fast_track", "classic")
STREET = Table("fhtagn", "street", "virtual")


def traced(*changes: tuple[str, bool]) -> list[tuple[float, str, bool]]:
    """Edges half a second apart."""
    return [(0.5 * n, hole, full) for n, (hole, full) in enumerate(changes)]


def test_an_exchange_and_a_touch_leave_the_same_trace() -> None:
    before = a_position()
    after = a_position(A=["p", "p", "p", "B8"], D=["p", "p", "p", "A5"])
    wood, board = set_out(before).wood, before.board
    edges = traced(("A5", False), ("B8", False), ("A5", True), ("B8", True))
    assert fewest(edges, wood, (), board, wanted(after)) == 0
    assert fewest(edges, wood, (), board, wanted(before)) == 1


def test_hands_cannot_end_where_no_marble_was_put() -> None:
    before = a_position()
    edges = traced(("A5", False), ("A9", True))
    elsewhere = a_position(A=["p", "p", "p", "A10"])
    assert fewest(edges, set_out(before).wood, (), before.board, wanted(elsewhere)) is None


def test_many_bumped_marbles_do_not_make_the_judge_give_up() -> None:
    """A hole that nobody touches any more has what stands there at the end."""
    sides = "ABCDEF"
    before = load(
        {
            **a_position().to_json(),
            "players": [[side] for side in sides],
            "teams": [[n] for n in range(len(sides))],
            "marbles": {side: ["p", "p", f"{side}5", f"{side}6"] for side in sides},
        }
    )
    out = [f"{side}{n}" for side in sides for n in (5, 6)]
    edges = traced(*[(hole, False) for hole in out], *[(hole, True) for hole in reversed(out)])
    assert fewest(edges, set_out(before).wood, (), before.board, wanted(before)) == 0


def test_a_lift_is_told_sooner_than_a_put() -> None:
    """A sleeve is taken away as a captured marble is put into its pen."""
    before = a_position(A=["p", "p", "p", "p"])
    after = a_position(A=["p", "p", "p", "A5"])
    pen = before.board.places["Ap"].holes[0]
    together = [(0.5, "A5", True), (0.515, pen, False)]
    wood = set_out(before).wood
    assert fewest(together, wood, (), before.board, wanted(after)) == 0
    one_by_one = [(0.5, "A5", True), (0.6, pen, False)]
    assert fewest(one_by_one, wood, (), before.board, wanted(after)) is None


@pytest.mark.parametrize(
    ("table", "seed"),
    [
        pytest.param(CLASSIC, 3301000441, id="under a sleeve a swap is a marble carried about"),
        pytest.param(
            Table("fast_track", "stevens", "virtual"),
            71000062,
            id="under a sleeve a capture is a touch, and a marble in a wrong pen",
        ),
        pytest.param(
            Table("fast_track", "stevens", "virtual"),
            9611000050,
            id="and so is one by a marble on the ring",
        ),
    ],
)
def test_what_no_sensor_told_apart_is_counted_apart(table: Table, seed: int) -> None:
    played = case(Job((table,), 5), table, seed, FastLane(Rehearsal())).play()
    assert played.gestures["sleeve"]
    assert played.finding is not None
    assert played.finding.verdict == ALIKE


def test_the_rule_is_printed_with_what_it_excuses_alone() -> None:
    counted = Sum(CLASSIC)
    for verdict in (ALIKE, WRONG):
        report = Report(7)
        report.finding = Finding(verdict, "All is well, but A5 holds D.")
        counted.take(report)
    alike, wrong = counted.told
    assert f"[{RULE}]" in alike
    assert RULE not in wrong


def test_a_card_may_have_been_drawn_after_what_hands_may_have_made() -> None:
    """Only where the service deals, it draws a card after another move, too."""
    first = start(Table("fast_track", "butterfly", "virtual"), 0).position.apply("card:10").position
    meant, other = (one for one in first.legal() if one.text in ("A0-A10", "A0-Ch1"))
    memory = Memory(first)
    memory.add(meant, first.apply(meant).position)
    lies = first.apply(other).position
    drawn = public(lies.apply(next(iter(lies.lots()))).position)
    assert memory.reached(drawn) is None
    memory.dealt = True
    assert memory.reached(drawn) is not None


def test_of_three_marbles_two_that_are_exchanged_are_never_guessed() -> None:
    """With a Jack: Red goes for one marble of Blue, thinks better of it, and takes the other."""
    first = a_position(D=["p", "p", "B3", "B8"])
    memory = played(first, "card:J", "A5=B8")
    edges = traced(
        ("B3", False), ("A5", False), ("A5", True), ("B8", False), ("B8", True), ("B3", True)
    )
    ends = {"A5": "D", "B8": "A", "B3": "D"}
    assert judged(memory, after(first, "card:J"), edges, ends, crossed=2) == WRONG


def test_marbles_are_out_together_as_the_table_hears_it() -> None:
    """One is put back 15 ms before the other is lifted, which is told first: a swap is asked."""
    memory = played(a_position(), "card:J")
    swapped = after(memory.now, "A5=B8")
    edges = [(0.0, "A5", False), (0.5, "A5", True), (0.515, "B8", False), (1.0, "B8", True)]
    assert judged(memory, swapped, edges, {"A5": "A", "B8": "D"}) == WRONG


def test_a_question_left_open_is_about_its_marbles_wherever_they_go() -> None:
    """Two marbles were lifted to look at them, and put back crosswise. The table asked for it, and
    nobody answered. Both moved on."""
    memory = played(a_position(), "card:2", "A5-A7", "card:2", "B8-B10")
    look = traced(("B8", False), ("A5", False), ("A5", True), ("B8", True))
    edges = [*look, (5.0, "A5", False), (6.0, "A7", True), (7.0, "B8", False), (8.0, "B10", True)]
    ends = {"A7": "D", "B10": "A"}
    assert judged(memory, memory.now, edges, ends, crossed=1, asked=["A5", "B8"]) == WRONG


def test_hands_may_have_made_another_move_but_nobody_said_another_word() -> None:
    first = a_position(A=["p", "p", "B2", "C3"])
    told = played(first, "card:3")
    other = after(told.now, "C3-C6")
    memory = played(first, "card:3", "B2-B5")
    assert memory.reached(memory.json(other)) is not None
    early = played(first, "card:3", "B2-B5", "card:5")
    assert early.reached(early.json(other)) is None  # the next card is lost
    assert early.reached(early.json(after(first, "card:5"))) is None
    tapped = played(first, "card:3")
    tapped.add(action_named(told.now, "B2-B5"), after(told.now, "B2-B5"), tapped=True)
    assert tapped.reached(tapped.json(other)) is None


def test_hands_may_have_changed_the_move_that_stood_at_the_last_rest() -> None:
    """A marble is bumped on to where its card may bring it as well: a change of mind (PP-5)."""
    first = a_position(A=["p", "p", "B2", "C3"])
    told = played(first, "card:7")
    shown = after(told.now, "C3-C10")
    memory = played(first, "card:7", "B2-B9")
    memory.rested = len(memory.meant) - 1
    assert memory.reached(memory.json(shown)) is not None
    memory = played(first, "card:7", "B2-B9", "card:3")
    memory.rested = len(memory.meant) - 1
    assert memory.reached(memory.json(shown)) is None  # a card was named since


def test_people_put_again_only_what_no_sensor_told() -> None:
    position = a_position()
    look = replace(a_look(position), lights={"A5": "destination"}, held=["A"])
    people = People(Talk(Showing(look)), set_out(position), Memory(position), random.Random(1))
    assert people.unread(look)
    people.talk.edge("A5", True)
    assert not people.unread(look)


def open_question(holes: Sequence[str]) -> Rests:
    """People at rest who have left a question open that lit these holes."""
    position = a_position()
    people = people_at(position)
    performer = Performer(people.hands, position.board, random.Random(1))
    rests = Rests(people, performer, Report(1))
    rests.leave_open(
        replace(a_look(position, "ask"), lights=dict.fromkeys(holes, "ask"), ask=A_QUESTION)
    )
    people.world.wood["A5"] = "D"
    return rests


def test_a_question_left_open_excuses_nothing_of_what_it_asked() -> None:
    finding = Finding(WRONG, "All is well, but A5 holds D.", colours=True)
    assert open_question(["A5"]).excused(finding).verdict == WRONG
    assert open_question([]).excused(finding).verdict == WRONG
    assert open_question(["B8"]).excused(finding).verdict == ALIKE


def with_a_push_or_a_drive() -> tuple[Position, Action, Action]:
    """A start in which a car may push another one off its place, or move to a free place, where
    the pushed one may have been put instead; both actions."""
    for base in range(60):
        position = start(STREET, base).position
        standing = position.occupancy()
        moving = [action for action in position.distinct() if len(action.displacements) == 1]
        for push, drive in itertools.product(moving, moving):
            (one,), (other,) = push.displacements, drive.displacements
            pushed = standing.get(one.to, standing.get(one.frm)) != standing.get(one.frm)
            holes = position.board.places[other.to].holes
            if one.frm == other.frm and pushed and holes and not standing.get(other.to):
                return position, push, drive
    raise AssertionError("no start with such a push")


def test_a_push_is_never_taken_for_a_move_of_the_car_beside_a_touched_one() -> None:
    """Both cars were out at one time: which one was put where has to be asked (PP-3)."""
    position, push, drive = with_a_push_or_a_drive()
    ((frm, to),), ((_, free),) = push.displacements, drive.displacements
    (car,), (pushed,) = position.occupancy()[frm], position.occupancy()[to]
    memory = Memory(position)
    memory.add(push, position.apply(push).position)
    shown = position.apply(drive).position
    edges = [(0.0, frm, False), (0.5, to, False), (1.0, to, True), (2.0, free, True)]
    ends = {to: car, free: pushed}
    assert judged(memory, shown, edges, ends, crossed=1) == WRONG
