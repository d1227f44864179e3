"""What a screen reader hears of a street: the label of a place, a test, the way back.

A label is *place, ground, car, state, light*: ``Rank 2, inner lane, empty, put it here: against
Max, 72 in 100, tie 11.``
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.model.message import Message
from engine.games.street_race.grid import Cell, Street

from .chances import Choice, figure
from .places import ground, place_name

Names = Mapping[str, str]
"""Car → its driver's name, or ``@token.civilian``, as a param of a message."""

LIGHTS: Final = frozenset(
    {"movable", "origin", "wrong", "return", "missing", "extra", "pen", "ask", "hint", "winner"}
)
"""Roles that a label names by ``street.label.ROLE``."""


def place_label(
    cell: Cell,
    street: Street,
    names: Names,
    car: str = "",
    hurt: bool = False,
    role: str = "",
    choice: Choice | None = None,
    mirror: bool = False,
) -> tuple[Message, ...]:
    """The parts of a label in their order; whoever shows them puts commas between."""
    parts = [place_name(cell, street, mirror)]
    if special := ground(street, cell.col):
        parts.append(Message(special))
    lit = role in LIGHTS or choice is not None
    if car:
        parts.append(Message("street.label.car", {"p": names[car]}))
    elif lit:
        parts.append(Message("street.label.empty"))
    if hurt:
        parts.append(Message("street.label.hurt"))
    if choice is not None:
        parts.append(choice_label(choice, names))
    elif role in LIGHTS:
        parts.append(Message(f"street.label.{role}"))
    return tuple(parts)


def choice_label(choice: Choice, names: Names) -> Message:
    """``put it here: against Max, 72 in 100, tie 11``; without a test ``put it here: sure``."""
    act = "push" if choice.pushed else "put"
    who = {"q": names[choice.rival]} if choice.rival else {}
    if not choice.tested:
        curb = "_curb" if choice.curb is not None else ""
        told = {"n": figure(choice.curb)} if choice.curb is not None else {}
        return Message(f"street.label.{act}_sure{curb}", told)
    odds = {"n": figure(choice.win), "tie": figure(choice.tie)}
    if not choice.rival:
        return Message(f"street.label.{act}_number", odds)
    return Message(f"street.label.{act}_against", {**who, **odds})


def roll_told(player: str, die: int, total: int) -> Message:
    """``Anna, 2 and 5: 7.``: the die, what is added, the sum."""
    added = total - die
    key = "street.live.roll" if added >= 0 else "street.live.roll_less"
    return Message(key, {"p": player, "die": str(die), "n": str(abs(added)), "sum": str(total)})


def back_told(cell: Cell) -> Message:
    """``Back to rank 3.``"""
    return Message("street.live.back", {"n": str(cell.rank)})
