"""Events: what ``apply()`` reports. Lights, page, debts and statistics all use them.

Every event has a ``name`` (its JSON ``event``), the tokens it moved as ``moved``, and a flag that
says whether the hands must follow before play goes on. A captured marble may wait (PP-6); a marble
that failed a test may not (PP-17).
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import ClassVar, NamedTuple


class TokenMove(NamedTuple):
    """A token that changed its place: place → place."""

    token: str
    frm: str
    to: str


@dataclass(frozen=True, slots=True)
class Event:
    """Root of all events. ``blocking``: play waits until the hands have paid the debt (PP-17)."""

    name: ClassVar[str] = "Event"
    blocking: ClassVar[bool] = True

    @property
    def moved(self) -> tuple[TokenMove, ...]:
        """The tokens this event moved."""
        return ()

    def to_json(self) -> dict[str, object]:
        """``{"event": name, …fields}`` as interfaces.md spells them (``frm`` is ``from``)."""
        out: dict[str, object] = {"event": self.name}
        for field in fields(self):
            out["from" if field.name == "frm" else field.name] = getattr(self, field.name)
        return out


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """A token went its way, moved by the hand that announced it."""

    name: ClassVar[str] = "Moved"
    token: str
    frm: str
    to: str

    @property
    def moved(self) -> tuple[TokenMove, ...]:
        return (TokenMove(self.token, self.frm, self.to),)


@dataclass(frozen=True, slots=True)
class Captured(Event):
    """A token was captured and goes back, for instance to its pen. Play goes on (PP-6)."""

    name: ClassVar[str] = "Captured"
    blocking: ClassVar[bool] = False
    token: str
    frm: str
    to: str

    @property
    def moved(self) -> tuple[TokenMove, ...]:
        return (TokenMove(self.token, self.frm, self.to),)


@dataclass(frozen=True, slots=True)
class SentBack(Event):
    """A token had to leave the ring because the card gave nothing else (FT-25)."""

    name: ClassVar[str] = "SentBack"
    token: str
    frm: str
    to: str

    @property
    def moved(self) -> tuple[TokenMove, ...]:
        return (TokenMove(self.token, self.frm, self.to),)


@dataclass(frozen=True, slots=True)
class Swapped(Event):
    """Two tokens changed places (FT-21); ``a`` and ``b`` are the two places in text order."""

    name: ClassVar[str] = "Swapped"
    a: str
    b: str


@dataclass(frozen=True, slots=True)
class TurnPassed(Event):
    """Another seat is to play."""

    name: ClassVar[str] = "TurnPassed"
    to_play: int


@dataclass(frozen=True, slots=True)
class Won(Event):
    """A team has won."""

    name: ClassVar[str] = "Won"
    team: int
