"""Actions: what a player (or chance) does in a game, and what hands do to announce it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

CHANCE_SEAT: Final = -1
"""``Action.seat`` of an action that chance makes (a die, a shuffle)."""

LET_GO: Final = "-"
"""Value of the param ``claim`` that claims nothing."""

NO_PARAMS: Final[Mapping[str, str]] = MappingProxyType({})


class Displacement(NamedTuple):
    """One token's way from *place* to *place* (keys of ``Position.occupancy()``)."""

    frm: str
    to: str


class Action:
    """One action. Equal when seat and text are equal; ``repr`` is ``Action(seat, 'text')``.

    ``text``           the notation of the game's rules text, e.g. ``A9-B2``, ``card:7``, ``F2*3``
    ``displacements``  what hands do to announce it, in the order the notation names them; empty for
                       actions of page, card or die. Captures are not here: they are consequences
                       and stand in the events.
    ``params``         its named choices (``card``, ``speed``, ``token``): actions of equal
                       displacements become one question. ``die`` and ``dice`` are the faces of
                       what is thrown. If every action has a ``claim``, a claim window is open,
                       and the value LET_GO lets it go by
    ``prelude``        true for an action that only says how to read the next one (playing a card)

    Games intern their actions, so building ``legal()`` costs look-ups, not objects.
    """

    __slots__ = ("displacements", "params", "prelude", "seat", "text")

    def __init__(
        self,
        seat: int,
        text: str,
        displacements: tuple[Displacement, ...] = (),
        params: Mapping[str, str] = NO_PARAMS,
        prelude: bool = False,
    ) -> None:
        self.seat = seat
        self.text = text
        self.displacements = displacements
        self.params = params
        self.prelude = prelude

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Action):
            return NotImplemented
        return self.seat == other.seat and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return f"Action({self.seat}, {self.text!r})"
