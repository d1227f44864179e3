"""What people see when they look at the table: the sentence, the lights, the arrow, a question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from companion.lights.layers import Lit
from companion.model.view import View

FITS: Final = frozenset({"choose_card", "choose_move", "choose", "pending", "over"})
"""States in which the table says that the board fits."""


@dataclass(frozen=True)
class Seen:
    """One look at the table.

    ``key``       the sentence on top, by its key; ``seat``: whom it speaks to
    ``lights``    hole → role
    ``tints``     hole → colour of the light, where it has the colour of a seat
    ``position``  what the page shows of it
    ``hand``      the ranks that this seat holds, where cards are dealt
    ``ask``       the open question, ``owed`` the marbles still to be moved, as on the page
    ``arrow``     hole to hole
    ``held``      the colours of the marbles that the page says are in a hand
    ``left``      hole → the colour of the one that the page says was lifted there
    ``moves``     beside a question: the last moves as the page lists them, the newest first
    """

    state: str
    key: str
    seat: int | None
    lights: Mapping[str, str]
    tints: Mapping[str, str]
    position: Mapping[str, Any] | None
    hand: Sequence[str] | None
    ask: Mapping[str, Any] | None
    owed: Sequence[Mapping[str, Any]]
    arrow: tuple[str, str] | None
    held: Sequence[str] = ()
    left: Mapping[str, str] = field(default_factory=dict)
    moves: Sequence[Mapping[str, Any]] = ()

    @property
    def fits(self) -> bool:
        """Whether the table says that all is well; a captured marble may still be in a hand."""
        return self.state in FITS and self.ask is None and not self.blocking

    @property
    def blocking(self) -> bool:
        """Whether play waits for one of the debts."""
        return any(one["blocking"] for one in self.owed)

    @property
    def mark(self) -> object:
        """All that leads the hands, to notice that it comes again."""
        owed = tuple((one["token"], one["frm"], one["to"]) for one in self.owed)
        ask = None if self.ask is None else str(self.ask["id"])
        return self.state, self.key, self.arrow, owed, ask


def seen(answer: Mapping[str, Any]) -> Seen:
    """A look, from the answer to a line with ``look``."""
    view = answer["view"]
    arrow = view.get("arrow")
    return Seen(
        state=str(answer["state"]),
        key=str((view.get("prompt") or {}).get("key", "")),
        seat=(view.get("prompt") or {}).get("seat"),
        lights=answer.get("lights") or {},
        tints={hole: str(one.get("colour", "")) for hole, one in view["holes"].items()},
        position=view.get("position"),
        hand=view.get("hand"),
        ask=view.get("ask"),
        owed=view.get("owed") or (),
        arrow=None if arrow is None else (str(arrow["frm"]), str(arrow["to"])),
        held=[str(one["token"]) for one in view.get("in_hand") or ()],
        left={str(one["frm"]): str(one["token"]) for one in view.get("in_hand") or ()},
        moves=view["moves"] if view.get("ask") else (),
    )


def glimpsed(view: View, lit: Mapping[str, Lit]) -> Seen:
    """A look, from a view of the same process: the same without words."""
    plain = msgspec.to_builtins
    return Seen(
        state=view.state,
        key=view.prompt.message.key,
        seat=view.prompt.seat,
        lights={hole: one.role.value for hole, one in lit.items()},
        tints={hole: one.colour for hole, one in view.holes.items()},
        position=view.position,
        hand=view.hand,
        ask=None if view.ask is None else plain(view.ask),
        owed=plain(view.owed),
        arrow=None if view.arrow is None else (view.arrow.frm, view.arrow.to),
        held=[one.token for one in view.in_hand],
        left={one.frm: one.token for one in view.in_hand},
        moves=() if view.ask is None else plain(view.moves),
    )
