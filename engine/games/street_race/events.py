"""What is reported of a race (section 19): one class for each kind of event."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from ...events import Event, TokenMove


@dataclass(frozen=True, slots=True)
class StreetEvent(Event):
    """Root of these events. Keys that do not apply are left out of the JSON.

    ``car``  whom it is about; ``frm`` and ``to`` its spaces, in the ranks of the question answered
    ``n``    a face, a total, points, or how many ranks the numbers moved on
    ``by``   a player, a card, or how a test went
    """

    car: str | None = None
    frm: str | None = None
    to: str | None = None
    n: int | None = None
    by: str | None = None

    @property
    def moved(self) -> tuple[TokenMove, ...]:
        if self.car is None or self.frm is None or self.to is None:
            return ()
        return (TokenMove(self.car, self.frm, self.to),)

    def to_json(self) -> dict[str, object]:
        named = {"car": self.car, "from": self.frm, "to": self.to, "n": self.n, "by": self.by}
        return {"event": self.name, **{k: value for k, value in named.items() if value is not None}}


class CarMoved(StreetEvent):
    """A car drove, was pushed or fell back."""

    name: ClassVar[str] = "moved"


class Displaced(StreetEvent):
    """A car was pushed off its space and has no place yet (FF-73)."""

    name: ClassVar[str] = "displaced"


class Damaged(StreetEvent):
    """A racer shows its damaged face (FF-80)."""

    name: ClassVar[str] = "damaged"


class SpunOut(StreetEvent):
    """A car spun out (FF-83)."""

    name: ClassVar[str] = "spun_out"


class Repaired(StreetEvent):
    """A racer shows its whole face (FF-82)."""

    name: ClassVar[str] = "repaired"


class StyleScored(StreetEvent):
    """A player has ``n`` points more."""

    name: ClassVar[str] = "style.scored"


class MatsChanged(StreetEvent):
    """New mats lie on F and O."""

    name: ClassVar[str] = "mats.changed"


class WaveEntered(StreetEvent):
    """A Civilian came into play."""

    name: ClassVar[str] = "wave.entered"


class TurnBegun(StreetEvent):
    """A player's turn begins."""

    name: ClassVar[str] = "turn.start"


class TurnEnded(StreetEvent):
    """A player's turn is over."""

    name: ClassVar[str] = "turn.end"


class CardResolved(StreetEvent):
    """A card has done what it does."""

    name: ClassVar[str] = "card.resolved"


class Rolled(StreetEvent):
    """A die shows ``n``."""

    name: ClassVar[str] = "rolled"


class Tested(StreetEvent):
    """A test came to the total ``n``; ``by`` is win, lose or tie."""

    name: ClassVar[str] = "tested"


class Removed(StreetEvent):
    """A Civilian left play."""

    name: ClassVar[str] = "removed"


class Renumbered(StreetEvent):
    """The front has changed; every rank counts ``n`` more."""

    name: ClassVar[str] = "renumbered"


class Drawn(StreetEvent):
    """A player drew a card."""

    name: ClassVar[str] = "drawn"


class Played(StreetEvent):
    """A player played a card."""

    name: ClassVar[str] = "played"


class Endgame(StreetEvent):
    """A finish mat came (FF-130)."""

    name: ClassVar[str] = "endgame"


class RaceOver(StreetEvent):
    """The race is over."""

    name: ClassVar[str] = "over"


EVENTS: Final[dict[str, type[StreetEvent]]] = {
    kind.name: kind
    for kind in (
        CarMoved, Displaced, Damaged, SpunOut, Repaired, StyleScored, MatsChanged, WaveEntered,
        TurnBegun, TurnEnded, CardResolved, Rolled, Tested, Removed, Renumbered, Drawn, Played,
        Endgame, RaceOver,
    )
}  # fmt: skip
