"""The judge of one step finds each thing that a fact may not do to the tracker (I1, I3, I6–I9)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.proof.exhaustive.steps import faults_at_rest, faults_of_step, idle, turns_lost
from companion.proof.exhaustive.toy import Toy
from companion.recogniser import deciding
from companion.recogniser.decisions import Rest, Wait
from companion.recogniser.endings import Log
from companion.recogniser.facts import Answer, Dwell, Edge, Picture, Waited
from companion.recogniser.outlook import Board
from companion.recogniser.state import Patience, State, begin
from companion.recogniser.tracker import step

TOY = Toy(5)
START = TOY.moment("a.b..")
STATE = begin(Board(TOY, behind=1, kept=None), START, TOY.set_out(START))


def log(*texts: str) -> Log:
    """Those moves from the start."""
    at, steps = START, []
    for text in texts:
        steps.append(TOY.ends(at)[TOY.after(at, text).ring][0][-1])
        at = TOY.after(at, text)
    return tuple(steps)


def told(state: State, **changes: object) -> State:
    """The state with another only story."""
    ((h, cost),) = state.stories
    return replace(state, stories=((h._replace(**changes), cost),))


def test_a_commit_that_a_likely_story_denies_is_found_i1() -> None:
    after = replace(STATE, committed=log("0+1"))
    (fault,) = faults_of_step(TOY, STATE, Dwell(), after, 0)
    assert fault.startswith("I1")
    agreed = told(after, log=log("0+1"))
    assert list(faults_of_step(TOY, STATE, Dwell(), agreed, 0)) == []


def test_the_twin_that_is_not_over_yet_agrees_with_a_commit_i1() -> None:
    wood = TOY.set_out(TOY.after(START, "0+1"))
    levels = bytes(token > 0 for token in wood)
    after = told(replace(STATE, committed=log("0+1"), levels=levels), wood=wood)
    assert list(faults_of_step(TOY, STATE, Dwell(), after, 0)) == []


def test_two_turns_are_not_taken_back_without_a_question_i8() -> None:
    before = told(replace(STATE, committed=log("0+1", "2+1")), log=log("0+1", "2+1"))
    (fault,) = faults_of_step(TOY, before, Edge(0, True), STATE, 0)
    assert fault.startswith("I8")
    assert list(faults_of_step(TOY, before, Answer(None), STATE, 0)) == []
    assert turns_lost(log("0+1", "2+1"), log("0+1")) == 1


def no_turns(log: Log, committed: Log) -> int:
    """So many turns the table would take back, as it wrongly counts them."""
    return 0


@pytest.mark.parametrize("broken", [False, True], ids=["as it is", "counts no turns"])
def test_a_tracker_that_counts_no_turns_takes_two_back_unasked_i8(
    broken: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two moves are made, and then put back, the first one first."""
    if broken:
        monkeypatch.setattr(deciding, "dropped", no_turns)
    board, state, found = Board(TOY, behind=9, kept=None), STATE, list[str]()
    for hole, full in ((0, False), (1, True), (-1, True), (2, False), (3, True), (-1, True)):
        state = step(board, state, Dwell() if hole < 0 else Edge(hole, full))
    assert [one.text for one in state.committed] == ["0+1", "2+1"]
    for fact in (Edge(1, False), Edge(0, True), Edge(3, False), Edge(2, True), Dwell()):
        after = step(board, state, fact)
        found += faults_of_step(TOY, state, fact, after, 0)
        state = after
    assert [fault[:2] for fault in found] == (["I8"] if broken else [])


def test_a_marble_stays_where_its_sensor_did_not_change_i6() -> None:
    levels = bytes([1, 0, 1, 0, 1, *STATE.levels[5:]])
    moved = bytes([2, 0, 1, 0, 0, *STATE.stories[0][0].wood[5:]])
    after = told(replace(STATE, levels=levels), wood=moved)
    (fault,) = faults_of_step(TOY, STATE, Edge(4, True), after, 0)
    assert fault.startswith("I6")
    dead = told(after, dead=frozenset({0, 2}))
    assert list(faults_of_step(TOY, STATE, Edge(4, True), dead, 0)) == []


def test_all_is_well_only_where_likely_stories_agree_i3_i9() -> None:
    ((h, cost),) = STATE.stories
    other = h._replace(wood=TOY.set_out(TOY.moment("a..b.")))
    differ = replace(STATE, stories=((h, cost), (other, 1)))
    rest = Rest(late=b"")
    assert [f[:2] for f in faults_at_rest(TOY, differ, rest)] == ["I9"]
    later = replace(STATE, stories=((h, cost), (h._replace(log=log("0+1")), 2)))
    assert [f[:2] for f in faults_at_rest(TOY, later, rest)] == ["I3"]
    assert list(faults_at_rest(TOY, later, Wait(hand=True))) == []
    dear = replace(STATE, stories=((h, cost), (other, 3)))
    assert list(faults_at_rest(TOY, dear, rest)) == []


def test_facts_that_say_nothing_new_are_tried_in_every_state_i7() -> None:
    assert list(idle(STATE)) == [Dwell(), Picture(STATE.levels)]
    assert list(idle(replace(STATE, dwelt=False))) == []
    waited = replace(STATE, dwelt=False, patience=Patience.OVER)
    assert list(idle(waited)) == [Waited()]
    held = replace(STATE, stories=((STATE.stories[0][0]._replace(hand=b"\1"), 0),))
    assert list(idle(held)) == [Dwell()]  # after a gap hands may have gone on
