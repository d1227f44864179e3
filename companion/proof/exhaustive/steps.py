"""The judge of one step: what a fact may not do to the tracker, whatever is true (I1, I3, I6–I8).

Written from the invariants: it asks the stories themselves and not the tracker's rule.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.recogniser.decisions import Decision, Rest
from companion.recogniser.endings import EMPTY, Log
from companion.recogniser.facts import Answer, Dwell, Edge, Fact, Picture, Waited
from companion.recogniser.hypothesis import Hypothesis
from companion.recogniser.state import Patience, State, likely

from .toy import Toy


def faults_of_step(toy: Toy, before: State, fact: Fact, after: State, passed: int) -> Iterator[str]:
    """What is wrong with the step that a fact made. ``passed``: steps that the anchor passed."""
    known = before.committed[passed:]
    if [one.text for one in after.committed] != [one.text for one in known]:
        if not all(_begins(toy, h, after.committed) for h in likely(after)):
            yield "I1 committed what a likely story denies"
        if turns_lost(known, after.committed) > 1 and not isinstance(fact, Answer):
            yield "I8 more than one turn was taken back without a question"
    if isinstance(fact, Edge | Dwell) and any(_moved(toy, before, fact, after)):
        yield "I6 a marble has left a hole whose sound sensor did not change"


def faults_at_rest(toy: Toy, state: State, decision: Decision) -> Iterator[str]:
    """Whether all that is likely agrees where the table says that all is well (I3, I9)."""
    if not isinstance(decision, Rest):
        return
    stories = likely(state)
    if not all(says(toy, h, state.committed) for h in stories):
        yield "I3 at rest, but a likely story says something else"
    if len({h.wood[: toy.size] for h in stories}) > 1:
        yield "I9 at rest, but likely stories differ in their colours"


def idle(state: State) -> Iterator[Fact]:
    """Facts that say nothing new and so change nothing (I7)."""
    if state.rested:
        yield Dwell()
        if not state.holding:  # else hands may have gone on in the gap before it
            yield Picture(state.levels)
    if state.patience is not Patience.WAITING:
        yield Waited()


def _begins(toy: Toy, h: Hypothesis, log: Log) -> bool:
    """Whether a story says that log, and perhaps more."""
    return h.log[: len(log)] == log or says(toy, h, log)


def says(toy: Toy, h: Hypothesis, log: Log) -> bool:
    """Whether a story says that log: it has it, or the last action stands there, not over yet."""
    if h.log == log:
        return True
    return h.log == log[: len(h.log)] and log[-1].position.ring == h.wood[: toy.size]


def turns_lost(before: Log, after: Log) -> int:
    """How many turns of the first log are not in the second."""
    same = 0
    while same < min(len(before), len(after)) and before[same] == after[same]:
        same += 1
    return sum(one.moves for one in before[same:])


def _moved(toy: Toy, before: State, fact: Edge | Dwell, after: State) -> Iterator[bool]:
    """For each hole that stayed full: whether a likely story has another marble in it, or none.

    Stories that were dropped at a rest may come back, so what they say of it was known, too.
    """
    touched = fact.hole if isinstance(fact, Edge) else -1
    for hole in range(toy.holes):
        if hole == touched or not before.levels[hole] == after.levels[hole] == 1:
            continue
        had = {h.wood[hole] for h, _ in before.stories}
        dropped = {h.wood[hole] for h, _ in before.others}
        for h in likely(after):
            source = h.wood[hole] == EMPTY and touched in toy.near[hole]
            lost = EMPTY not in had and h.wood[hole] not in had | dropped
            yield lost and hole not in h.dead and not source
