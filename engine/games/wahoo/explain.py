"""The reason why a marble may not go somewhere now: the first one that holds."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from ...boards.marble import BULLSEYE, board_for
from ...game import Explanation
from .state import State
from .ways import ENTERING, LEAVING, entered, pen, to_centre, ways

FURTHEST: Final = 20
"""So many holes are counted at most."""


def explain(state: State, frm: str, to: str) -> Explanation:
    """The answer of ``Position.explain``; a pen may be named by one of its holes (``Ap1``)."""
    board = board_for(state.kind)
    spaces = {space.id: space.place for space in board.spaces}
    frm, to = spaces.get(frm, frm), spaces.get(to, to)
    if (frm, to) in state.moves():
        return Explanation(True)
    if state.winner is not None:
        return _no("WA-2", "the game is over", "over")
    if state.die is None:
        return _no("WA-3", "the die is thrown before a marble moves", "die_first")
    for place in (frm, to):
        if place not in board.places:
            return _no(None, f"this board has no hole {place:.20}", "other")
    standing = state.standing().get(frm, ())
    if not standing:
        return _no(None, f"no marble stands on {frm}", "no_marble", hole=frm)
    if state.colour not in standing:
        other = standing[0]
        return _no("WA-3", f"that is {other}'s marble, not {state.colour}'s", "not_yours",
                   other=other)  # fmt: skip
    return _ours(state, frm, to, state.die)


def _no(
    rule: str | None, because: str, key: str, blocked_by: str | None = None, **params: str
) -> Explanation:
    return Explanation(False, rule, because, blocked_by, f"refusal.{key}", params)


def _ours(state: State, frm: str, to: str, die: int) -> Explanation:
    """The reason if the marble is the player's own."""
    if to[1:] == "p":
        return _no("WA-8", "only a captured marble goes to its pen", "to_pen")
    if frm == pen(state.colour):
        return _from_pen(state, to, die)
    if frm == BULLSEYE:
        return _from_centre(state, to, die)
    return _along(state, frm, to, die)


def _from_pen(state: State, to: str, die: int) -> Explanation:
    if die not in ENTERING:
        return _no("WA-5", "only a 1 or a 6 brings a marble out of its pen", "die_pen")
    exit_hole = f"{state.colour}9"
    if to != exit_hole:
        because = f"from the pen a marble goes to {exit_hole} and no farther"
        return _no("WA-5", because, "pen_exit", hole=exit_hole)
    return _own(state, to, to)


def _from_centre(state: State, to: str, die: int) -> Explanation:
    if die != LEAVING:
        return _no("WA-10", "only a 1 brings a marble out of the centre", "die_centre")
    ends = {way[-1] for way in ways(state.kind, state.colour, BULLSEYE, die)}
    if to in ends:
        return _own(state, to, to)
    return _no("WA-10", "out of the centre a marble goes to a corner", "die_corner")


def _own(state: State, hole: str, to: str) -> Explanation:
    """WA-7: an own marble stands on the way or at its end."""
    if hole == to:
        return _no("WA-7", f"your own marble stands on {hole}", "land", hole)
    because = f"your own marble stands in the way on {hole}"
    return _no("WA-7", because, "pass", hole, colour=state.colour)


def _along(state: State, frm: str, to: str, die: int) -> Explanation:
    """The reason on the way along the track, into the home row or into the centre."""
    colour, mine = state.colour, state.marbles[state.to_play]
    if to[1:2] == "h" and to[0] != colour:
        return _no("WA-6", f"that home row is {to[0]}'s alone", "other_home", other=to[0])
    if to == BULLSEYE and not to_centre(state.kind, colour, frm, die):
        because = "the centre is one step past a corner, by exact count"
        return _no("WA-9", because, "bullseye_in")
    for way in ways(state.kind, colour, frm, die):
        if way[-1] == to:
            hole = next(hole for hole in way if hole in mine)
            return replace(_own(state, hole, to), walk=way[: way.index(hole) + 1], on=die)
    if len(entered(state.kind, colour, frm, die)) < die:
        return _no("WA-6", "the home row ends before that; the count must be exact", "too_far")
    n = str(die)
    told = _no("WA-6", f"a {n} moves {n} forward, and no way of {n} ends there", "die_count", n=n)
    way, stop = _counted(state, frm, die)
    walk = way if stop is None else way[: way.index(stop) + 1]
    return replace(told, walk=walk, on=_on(state, frm, to), stop=stop)


def _counted(state: State, frm: str, die: int) -> tuple[tuple[str, ...], str | None]:
    """The way that is counted, and the first own marble on it: a free one, if there is one."""
    mine = state.marbles[state.to_play]
    found = ways(state.kind, state.colour, frm, die)
    met = [(way, next((hole for hole in way if hole in mine), None)) for way in found]
    return min(met, key=lambda one: one[1] is not None)


def _on(state: State, frm: str, to: str) -> int:
    """How many holes on the marble was put; 0 where no way leads there."""
    for n in range(1, FURTHEST + 1):
        if any(way[-1] == to for way in ways(state.kind, state.colour, frm, n)):
            return n
    return 0
