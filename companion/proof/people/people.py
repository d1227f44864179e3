"""The plan of a gesture: a legal action as people move marbles, clean or clumsy.

A plan is made beforehand, on a copy of the wood, as a list of steps. Disturbances are steps too.
``follow`` deals with everything that goes otherwise than planned.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from engine.board import Board
from engine.game import OVER, Position

from .intent import Intent, Way, announced, empty_near, hole_for, hole_with, intend, path


class Step(NamedTuple):
    """One thing that happens: ``lift``, ``put``, ``wait``, or a disturbance by name."""

    do: str
    hole: str = ""
    token: str = ""
    value: float = 0.0


@dataclass
class Draft:
    """A plan in the making: the steps so far, and the wood and hand after them."""

    board: Board
    wood: dict[str, str]
    hand: list[str]
    rng: random.Random
    steps: list[Step] = field(default_factory=list)
    had: set[str] = field(default_factory=set)
    meant: list[Position] = field(default_factory=list)
    """Positions that are meant for a while, before the person has second thoughts."""

    def lift(self, hole: str) -> str:
        """Lift the marble. Returns its token, which is now in the hand."""
        token = self.wood.pop(hole)
        self.hand.append(token)
        self.steps.append(Step("lift", hole, token))
        self.wait(0.06, 0.35)
        return token

    def put(self, hole: str, token: str) -> None:
        """Put a marble of that token down."""
        self.hand.remove(token)
        self.wood[hole] = token
        self.steps.append(Step("put", hole, token))
        self.wait(0.05, 0.2)

    def wait(self, least: float, most: float) -> None:
        """Hold still for some seconds."""
        self.steps.append(Step("wait", value=self.rng.uniform(least, most)))


Style = str
"""Order of a capture: ``own`` marble lifted first, ``other`` first, ``pen`` before the own."""


def plan(
    board: Board, wood: Mapping[str, str], hand: Sequence[str], intent: Intent,
    wanted: set[str], rng: random.Random,
) -> Draft:  # fmt: skip
    """The gesture of ``intent`` with those wanted disturbances that it can have."""
    draft = Draft(board, dict(wood), list(hand), rng)
    if "change_of_mind" in wanted and _change_of_mind(draft, intent):
        pass
    elif intent.swap:
        _swap(draft, intent)
    elif len(intent.ways) > 1 and "two_hands" in wanted and _both_at_once(draft, intent):
        draft.had.add("two_hands")
    else:
        for way in _in_some_order(draft, intent):
            _way(draft, intent, way, wanted)
    for name, disturb in _ALONGSIDE.items():
        if name in wanted and name not in draft.had and disturb(draft, intent):
            draft.had.add(name)
    return draft


# ---------------------------------------------------------------------------------- clean gestures


def _in_some_order(draft: Draft, intent: Intent) -> tuple[Way, ...]:
    """The ways in the notation's order, or in the other if that says the same (PP-1)."""
    if len(intent.ways) != 2 or draft.rng.random() < 0.6:
        return intent.ways
    one, other = intent.ways
    if other.to in (one.frm, one.to) or one.to == other.frm:
        return intent.ways
    turned = [(other.frm, other.to), (one.frm, one.to)]
    for action in announced(intent.before):
        same = [(d.frm, d.to) for d in action.displacements] == turned
        if same and intent.before.apply(action).position != intent.after:
            return intent.ways
    return (other, one)


def _way(draft: Draft, intent: Intent, way: Way, wanted: set[str]) -> None:
    """Move one marble from its place to its target, and take off what is captured there."""
    board, rng = draft.board, draft.rng
    frm = hole_with(board, draft.wood, way, rng)
    to = hole_for(board, draft.wood, way.to, rng)
    if (not frm and way.token not in draft.hand) or not to:
        return
    style = "own"
    if to in draft.wood and "capture_order" in wanted:
        style = rng.choice(("other", "pen"))
        draft.had.add("capture_order")
    if style != "own":
        _take_off(draft, intent, to, into_pen=style == "pen")
    if frm:
        draft.lift(frm)
    if COUNTED in wanted and frm and _count(draft, way.token, frm, to):
        draft.had.add(COUNTED)
    if "wrong_place" in wanted and frm and _wrong_place(draft, intent, way, to):
        draft.had.add("wrong_place")
        return
    if "slip" in wanted and _slip(draft, way.token, to):
        draft.had.add("slip")
    if to in draft.wood:
        _take_off(draft, intent, to, into_pen=False)
    draft.put(to, way.token)


COUNTED: Final = "counting"


def _take_off(draft: Draft, intent: Intent, hole: str, *, into_pen: bool) -> None:
    """Lift the captured marble, and perhaps bring it home at once."""
    token = draft.lift(hole)
    pen = next((w.to for w in intent.sent if w.token == token), "")
    home = hole_for(draft.board, draft.wood, pen, draft.rng) if pen and into_pen else ""
    if home and home not in draft.wood:
        draft.put(home, token)


def _swap(draft: Draft, intent: Intent) -> None:
    """Let two marbles change places, lifted and put in any order."""
    board, rng = draft.board, draft.rng
    ways = list(intent.ways)
    rng.shuffle(ways)
    holes = [(hole_with(board, draft.wood, w, rng), w) for w in ways]
    if not all(hole for hole, _ in holes):
        return
    for hole, _ in holes:
        draft.lift(hole)
    rng.shuffle(ways)
    for way in ways:
        draft.put(hole_for(board, draft.wood, way.to, rng), way.token)


def _both_at_once(draft: Draft, intent: Intent) -> bool:
    """Hold both marbles of a shared card together, lifted in the notation's order."""
    board, rng = draft.board, draft.rng
    if len({way.to for way in intent.ways}) < len(intent.ways):
        return False
    frms = [hole_with(board, draft.wood, way, rng) for way in intent.ways]
    if not all(frms) or len(set(frms)) < len(frms):
        return False
    for hole in frms:
        draft.lift(hole)
    for way in rng.sample(intent.ways, len(intent.ways)):
        to = hole_for(board, draft.wood, way.to, rng)
        if to in draft.wood:
            _take_off(draft, intent, to, into_pen=False)
        draft.put(to, way.token)
    return True


# --------------------------------------------------------------------- disturbances on the way


def _count(draft: Draft, token: str, frm: str, to: str) -> bool:
    """Touch the holes on the way, as people do who count."""
    between = [hole for hole in path(draft.board, frm, to) if hole not in draft.wood]
    for hole in between:
        draft.put(hole, token)
        if draft.rng.random() < 0.05:
            draft.wait(0.05, 0.3)
        draft.lift(hole)
    return bool(between)


def _slip(draft: Draft, token: str, to: str) -> bool:
    """Put the marble beside the hole or let it roll away, then lift it again."""
    near = empty_near(draft.board, draft.wood, to, 3)
    if not near:
        return False
    hole = draft.rng.choice(near)
    draft.put(hole, token)
    draft.wait(0.05, 0.6)
    draft.lift(hole)
    return True


def _wrong_place(draft: Draft, intent: Intent, way: Way, to: str) -> bool:
    """Miscount and leave the marble there. The lights have to say it."""
    legal = {
        d.to
        for action in announced(intent.before)
        for d in action.displacements
        if d.frm == way.frm
    }
    holes = draft.board.places
    allowed = {hole for place in legal | {way.frm} for hole in holes[place].holes}
    near = empty_near(draft.board, draft.wood, to, 6, allowed)
    if not near:
        return False
    draft.put(draft.rng.choice(near), way.token)
    draft.wait(0.8, 2.0)
    return True


def _change_of_mind(draft: Draft, intent: Intent) -> bool:
    """Make another legal action of the same card, then do what was meant after all (PP-5)."""
    if len(intent.ways) != 1:
        return False
    (way,) = intent.ways
    other = _other_choice(draft, intent)
    if other is None:
        return False
    board, rng = draft.board, draft.rng
    instead = other.ways[0]
    to = hole_for(board, draft.wood, instead.to, rng)
    if not hole_with(board, draft.wood, instead, rng) or len(board.places[instead.to].holes) > 1:
        return False
    taken = draft.wood.get(to)
    _way(draft, other, instead, set())
    draft.wait(0.5, 1.2)
    draft.had.add("change_of_mind")
    draft.meant.append(other.after)
    if instead.frm == way.frm and way.to != instead.to and rng.random() < 0.7:
        _slide_on(draft, intent, way, to, taken)
        return True
    draft.lift(to)
    if taken is not None:
        draft.put(to, taken)
    if board.places[instead.frm].holes:  # else it came from beside the board
        draft.put(hole_for(board, draft.wood, instead.frm, rng), instead.token)
    draft.wait(0.5, 1.0)
    _way(draft, intent, way, set())
    return True


def _slide_on(draft: Draft, intent: Intent, way: Way, frm: str, taken: str | None) -> None:
    """Go straight on from ``frm``. The marble captured there comes back, now or later.

    After the capture of a second marble all holes are as full as they were (PP-3).
    """
    draft.lift(frm)
    first = draft.rng.random() < 0.5
    if taken is not None and first:
        draft.put(frm, taken)
    goal = hole_for(draft.board, draft.wood, way.to, draft.rng)
    if goal in draft.wood:
        _take_off(draft, intent, goal, into_pen=False)
    draft.put(goal, way.token)
    if taken is not None and not first:
        draft.put(frm, taken)


def _other_choice(draft: Draft, intent: Intent) -> Intent | None:
    """Another single-marble action of the same card that does not end the game."""
    found = []
    for action in announced(intent.before):
        if action == intent.action or len(action.displacements) != 1:
            continue
        other = intend(intent.before, None, action)
        if other.after.to_act is not OVER:
            found.append(other)
    same = [other for other in found if other.ways[0].frm == intent.ways[0].frm]
    pool = same if same and draft.rng.random() < 0.7 else found
    return draft.rng.choice(pool) if pool else None


# ------------------------------------------------------------------- disturbances from elsewhere


def _insert(draft: Draft, steps: Sequence[Step], first: int = 0) -> int:
    """Put steps in at some moment of the gesture. Returns the index at which they begin."""
    at = draft.rng.randint(first, len(draft.steps))
    draft.steps[at:at] = steps
    return at


def _two_hands(draft: Draft, intent: Intent) -> bool:
    """Somebody else lifts a marble meanwhile, looks at it and puts it back."""
    busy = {step.hole for step in draft.steps}
    others = sorted(hole for hole in draft.wood if hole not in busy)
    if not others:
        return False
    hole = draft.rng.choice(others)
    token = draft.wood[hole]
    at = _insert(draft, [Step("lift", hole, token)])
    _insert(
        draft, [Step("wait", value=draft.rng.uniform(0.05, 0.8)), Step("put", hole, token)], at + 1
    )
    return True


def _knock(draft: Draft, intent: Intent) -> bool:
    """A sleeve sweeps marbles away. The gesture is given up where it stands."""
    at = _insert(draft, [Step("knock", value=draft.rng.choice((1, 1, 2, 2, 3, 4)))])
    del draft.steps[at + 1 :]
    return True


LOOSE: Final = 0.1
"""Share of the flickering sensors that change in every scan for long, faster than debounce."""


def _chatter(draft: Draft, intent: Intent) -> bool:
    """A weak magnet: one sensor flickers, on a hole of the gesture or anywhere."""
    rng = draft.rng
    busy = sorted({step.hole for step in draft.steps if step.hole})
    full, all_holes = sorted(draft.wood), draft.board.holes
    hole = rng.choice(rng.choice([pool for pool in (busy, full, all_holes) if pool]))
    at = 0
    if rng.random() < LOOSE:
        faster = [Step("flip", hole), Step("wait", value=0.01), Step("true", hole)]
        _insert(draft, [*faster, Step("wait", value=0.01)] * rng.randint(30, 150))
        return True
    if rng.random() < 0.2:
        storm = [Step("flip", hole), Step("wait", value=0.05), Step("true", hole)]
        _insert(draft, [*storm, Step("wait", value=0.07)] * rng.randint(8, 14))
        return True
    for _ in range(rng.randint(1, 4)):
        pause = Step("wait", value=rng.uniform(0.01, 0.15))
        at = _insert(draft, [Step("flip", hole), pause, Step("true", hole)], at) + 3
    return True


def _link_loss(draft: Draft, intent: Intent) -> bool:
    """The cable comes out, the board restarts in mid-frame, or the wire is noisy for a while."""
    rng = draft.rng
    kind = rng.choice(("unplug", "unplug", "reset", "drop", "corrupt", "duplicate", "delay"))
    value = {"unplug": rng.uniform(0.2, 3.0), "reset": 0.0, "delay": rng.uniform(0.02, 0.3)}
    _insert(draft, [Step("fault", kind, value=value.get(kind, rng.uniform(0.05, 0.35)))])
    return True


def _power_cut(draft: Draft, intent: Intent) -> bool:
    """The power goes at any instant. The hands do not know of it at once."""
    _insert(draft, [Step("power", value=draft.rng.uniform(0.5, 4.0))])
    return True


def _dead_hole(draft: Draft, intent: Intent) -> bool:
    """A sensor stays as it is, or reads one thing for good.

    It is a sensor of this gesture, or any other.
    """
    rng = draft.rng
    busy = sorted({step.hole for step in draft.steps if step.hole})
    hole = rng.choice(busy if busy and rng.random() < 0.6 else draft.board.holes)
    _insert(draft, [Step("dead", hole, value=float(rng.choice((-1, -1, 0, 1))))])
    return True


def _late_pen(draft: Draft, intent: Intent) -> bool:
    """Captured marbles stay in the hand. The end of the gesture shows whether they do."""
    return any(way.token in draft.hand for way in intent.sent)


_ALONGSIDE: Final[Mapping[str, Callable[[Draft, Intent], bool]]] = {
    "knock": _knock,
    "late_pen": _late_pen,
    "two_hands": _two_hands,
    "chatter": _chatter,
    "dead_hole": _dead_hole,
    "link_loss": _link_loss,
    "power_cut": _power_cut,
}
"""Disturbances that come from elsewhere, added to the finished plan in this order."""
