"""The reason why a car may not go somewhere now: the first one that holds."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from ...game import Explanation
from .grid import WAYS, Cell, cell_text, read_cell
from .listing import actions
from .moment import Moment
from .moving import drift_to
from .pack import Car
from .play import begun
from .race import ACT

REASONS: Final = {
    "edge": "the street ends there",
    "median": "a median is in the way",
    "blocked-walk": "that sidewalk is blocked",
    "no-mans-land": "that is no man's land",
}
"""FF-64: the sub-reasons of ``impossible-place``."""


def no(
    rule: str | None, because: str, key: str, blocked_by: str | None = None, **params: str
) -> Explanation:
    """A refusal with its rule."""
    return Explanation(False, rule, because, blocked_by, f"refusal.{key}", params)


def explain(moment: Moment, frm: str, to: str) -> Explanation:
    """The answer of ``Position.explain``; both are spaces as people see them (``2F1``)."""
    for action in actions(moment):
        if any((way.frm, way.to) == (frm, to) for way in action.displacements):
            return Explanation(True)
    ask, state = moment.ask, moment.state
    if ask is None:
        return no("FF-134", "the race is over", "over")
    if ask.kind == "place" and read_cell(frm) is None:
        return no("FF-22", "a car starts in rank 1, beside or behind a racer", "bad_placement")
    if state.phase != ACT or ask.kind != "act":
        return no("FF-48", ask.awaited, "not_now")
    shift = state.pack.front - 1
    cells = [read_cell(frm), read_cell(to)]
    for name, cell in zip((frm, to), cells, strict=True):
        if cell is None or abs(cell.col) > state.pack.street.half_width:
            return no(None, f"this street has no space {name:.20}", "other")
    start, goal = (Cell(c.rank + shift, c.col) for c in cells if c is not None)
    car = state.pack.at(*start)
    if car is None:
        return no(None, f"no car stands on {frm}", "no_car", hole=frm)
    if car.owner is None:
        return no("FF-54", "nobody drives a Civilian", "civilian")
    if car.owner != state.turn:
        return no("FF-48", f"that is {car.owner}'s car, not {state.turn}'s", "not_yours")
    if state.actions < 1:
        return no("FF-49", "no action is left", "no_action")
    return _way(moment, car, goal)


def _way(moment: Moment, car: Car, goal: Cell) -> Explanation:
    """The reason if the car may be moved, but not there."""
    pack = moment.state.pack
    if goal == pack.ahead(car):
        other = pack.at(*goal)
        if other is None:
            return no("FF-140", f"{car.id} has made all its advances", "advance_limit")
        blocked = cell_text(goal.rank - pack.front + 1, goal.col)
        return no("FF-50", f"{other.id} is right ahead", "blocked_ahead", blocked)
    run = begun(moment.race, moment.state)
    for way in WAYS:
        reason = pack.street.why_not(car.col, way)
        if drift_to(run, car, way) == goal and reason is not None:
            return no("FF-64", REASONS[reason], f"impossible.{reason.replace('-', '_')}")
    told = no("FF-60", "a car goes one space: ahead, left, right or back", "one_space")
    ahead = pack.ahead(car)
    here, there = (
        cell_text(c.rank - pack.front + 1, c.col) for c in (Cell(car.rank, car.col), ahead)
    )
    if not any((w.frm, w.to) == (here, there) for a in actions(moment) for w in a.displacements):
        return told
    on = car.rank - goal.rank if car.col == goal.col and goal.rank < car.rank else 0
    return replace(told, walk=(there,), on=on)


def why_no_drift(moment: Moment, car: Car, way: str) -> str:
    """FF-64 as a sentence for a refused drift."""
    reason = moment.state.pack.street.why_not(car.col, way)
    return "that is possible" if reason is None else REASONS[reason]
