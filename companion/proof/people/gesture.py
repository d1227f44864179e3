"""What a simulated person remembers of the gesture under way."""

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
    """The gesture under way, and what the table made of it so far."""

    made: dict[str, str]
    """The board as it stood when something was committed last."""
    out: Outcome = field(default_factory=Outcome)
    intent: Intent = field(init=False)
    trace: Trace = field(default_factory=_nothing)
    planned: Trace = field(default_factory=_nothing)
    committed: Trace = field(default_factory=_nothing)
    """How far the gesture was made when something was committed last."""
    by_then: Trace = field(default_factory=_nothing)
    """The same when the hands had done what they planned."""
    begun: tuple[dict[str, str], tuple[str, ...], int] = ({}, (), 0)
    """Wood, hand and how much was felt when the gesture began."""
    hearing: tuple[int, int] = (0, 0)
    """How much had been felt, at least and at most, when something was committed last."""
    lied: bool = False
    """A sensor told something else than stood there."""
    meant: list[Position] = field(default_factory=list)
    broken_off: bool = False
    cut: bool = False
    blind: bool = False
    misread: bool = False
    """What the table made of it was another gesture's as well, and has been undone."""
    late: tuple[str, ...] = ()
    earlier: list[Position] = field(default_factory=list)
    asked: str = ""
    correcting: bool = False
    touched: dict[str, int] = field(default_factory=dict)
    ignored: Counter[str] = field(default_factory=Counter)
    """How often a marble was lifted from a hole whose sensor has failed."""
    misnamed: Counter[str] = field(default_factory=Counter)
    """How often a marble taken from a hole was not of the colour that was named."""
    undone: set[str] = field(default_factory=set)
    """Actions that the table made of this gesture and that were undone by a tap."""
    returned: int = 0
    """How often hands on the board had taken moves back when the gesture began."""
    taps: int = 0
    puzzled: int = 0
    idle: int = 0
    """How often nothing could be done about what is owed."""
    tries: int = 0
    still: float = 0.0
    """Seconds since a hand moved a marble."""
    stood: list[dict[str, str]] = field(default_factory=list)
    """Boards that stood in mid-gesture for longer than counting takes."""
    rested: tuple[dict[str, str], ...] = ()
    """Those of them that stood before the lights were followed."""
