"""What a simulated person remembers of the present gesture."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from engine.game import Position

from .intent import Intent
from .outcome import Outcome
from .trace import Trace


def _nothing() -> Trace:
    return Trace({}, ())


@dataclass
class Gesture:
    """The present gesture, and what the table has made of it so far."""

    made: dict[str, str]
    """The board as it stood when something was committed last."""
    out: Outcome = field(default_factory=Outcome)
    intent: Intent = field(init=False)
    trace: Trace = field(default_factory=_nothing)
    planned: Trace = field(default_factory=_nothing)
    committed: Trace = field(default_factory=_nothing)
    """The part of the gesture that was made when something was committed last."""
    by_then: Trace = field(default_factory=_nothing)
    """The value of ``committed`` when the hands had done what they planned."""
    begun: tuple[dict[str, str], tuple[str, ...], int] = ({}, (), 0)
    """Wood, hand and the amount felt when the gesture began."""
    hearing: tuple[int, int] = (0, 0)
    """The amount felt, at least and at most, when something was committed last."""
    lied: bool = False
    """True when a sensor told something else than stood there."""
    meant: list[Position] = field(default_factory=list)
    broken_off: bool = False
    cut: bool = False
    blind: bool = False
    misread: bool = False
    """True when the table's reading was another gesture's as well, and has been undone."""
    late: tuple[str, ...] = ()
    earlier: list[Position] = field(default_factory=list)
    asked: str = ""
    correcting: bool = False
    touched: dict[str, int] = field(default_factory=dict)
    ignored: Counter[str] = field(default_factory=Counter)
    """Number of lifts by hole, from holes whose sensor has failed."""
    misnamed: Counter[str] = field(default_factory=Counter)
    """Number of times by hole that a marble from it was not of the named colour."""
    undone: set[str] = field(default_factory=set)
    """Actions that the table made of this gesture and that were undone by a tap."""
    returned: int = 0
    """Number of times that hands on the board had taken moves back before the gesture."""
    taps: int = 0
    looked: bool = False
    """True once people have looked at the board for as long as the table may wait for a hand."""
    puzzled: int = 0
    idle: int = 0
    """Number of times that nothing could be done about the debts."""
    tries: int = 0
    still: float = 0.0
    """Seconds since a hand moved a marble."""
    stood: list[dict[str, str]] = field(default_factory=list)
    """Boards that stood in mid-gesture for longer than counting takes."""
    rested: tuple[dict[str, str], ...] = ()
    """The boards in ``stood`` from before the lights were followed."""
