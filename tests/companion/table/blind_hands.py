"""Hands at a board with failed sensors: they look at the wood and tell the truth."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from table_rig import EVERYBODY, Rig, hole_of, move, swap

from companion.model.commands import Act, Answer, SetAside
from companion.recogniser.dwell import PATIENCE


def trusting(rig: Rig, counts: Counter[str] | None = None, most: int = 12) -> set[str]:
    """Set every doubted hole aside whose sensor lies; which they were."""
    found: set[str] = set()
    for _ in range(most):
        lying = [d.hole for d in rig.view.doubts if (d.hole in rig.wood) != d.full]
        if not lying:
            return found
        found.add(lying[0])
        rig.table.command(SetAside(lying[0]), EVERYBODY)
        if counts is not None:
            counts["set aside"] += 1
        rig.wait(1.5)
    raise AssertionError(rig.view.doubts)


def blind(rig: Rig, action: Any, rng: random.Random, counts: Counter[str]) -> None:
    """Make a legal action by hand; answer, doubt or tap where the sensors did not see it."""
    if not action.displacements:
        rig.wait(2.0)
        return
    before = rig.view.moves[0].number if rig.view.moves else 0
    wanted = next(c.message for c in rig.table.view(action.seat).choices if c.action == action.text)
    position = rig.table._moment.position
    assert position is not None
    outcome = position.apply(action).position
    ends = _perform(rig, action, rng)
    counts["moves"] += 1
    for _ in range(12):
        rig.wait(PATIENCE + 0.5)  # a captured marble in the hand may still be half of a swap
        line = rig.view.moves[0] if rig.view.moves else None
        if line is not None and line.number > before:
            made = rig.table._moment.game
            assert made is not None
            after = next(s.play.after for s in reversed(made.steps) if s.counts)
            # Of two orders with one outcome either is right where a lift could not be seen.
            assert after == outcome, (action.text, line)
            assert line.number == before + 1, line
            break
        if _told(rig, wanted, counts, bool(ends & set(rig.view.aside))):
            continue
        if trusting(rig, counts):
            continue
        # What remains was not seen at all: that happens between two failed sensors only.
        assert ends & set(rig.lies), (action.text, rig.state, rig.said, rig.lies)
        known = rig.state in ("choose_move", "half", "lifted")
        assert known, (action.text, rig.state, rig.said, rig.view.owed, rig.hand)
        counts["page"] += 1
        rig.table.command(Act(action.text), EVERYBODY)
    else:
        raise AssertionError((action.text, rig.state, rig.said, rig.lies, rig.hand))
    rig.wait(1.5)
    trusting(rig, counts)
    tidy_blind(rig)
    trusting(rig, counts)


def _told(rig: Rig, wanted: Any, counts: Counter[str], failed: bool) -> bool:
    """Answer the open question, if there is one, by what really stands there."""
    ask = rig.view.ask
    if ask is None:
        return False
    counts["asked"] += 1
    counts["asked without failure"] += not failed
    there = [o for o in ask.options if o.hole and o.token and rig.wood.get(o.hole) == o.token]
    lines = [o for o in ask.options if o.message == wanted]
    chosen = next(iter([o for o in lines if o in there] or there or lines), ask.options[-1])
    rig.table.command(Answer(ask.id, chosen.id), EVERYBODY)
    return True


def _perform(rig: Rig, action: Any, rng: random.Random) -> set[str]:
    """Move the marbles; every hole that had to do with it."""
    ways = [(hole_of(rig, d.frm, True), d.to) for d in action.displacements]
    touched = {frm for frm, _ in ways}
    if len(ways) == 2 and ways[0] == (ways[1][1], ways[1][0]):
        swap(rig, ways[0][0], ways[1][0])
        return touched
    for frm, place in ways:
        to = hole_of(rig, place, False)
        touched.add(to)
        move(rig, frm, to, rng.choice(("own", "other")))
    return touched


def tidy_blind(rig: Rig) -> None:
    """Bring captured marbles home: to a lit hole, or to any free one of their pen."""
    board = rig.table.questions.drawing()
    assert board is not None
    for token in list(rig.hand):
        lit = [h for h, v in rig.view.holes.items() if v.role == "pen" and v.colour == token]
        pens = [h for h in board.places[f"{token}p"].holes if h not in rig.wood]
        free = [h for h in lit if h not in rig.wood] or pens
        rig.put(free[-1], token).wait(1.0)
