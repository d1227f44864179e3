"""Previews of held cards: what each could do, on its holder's own page before it is played.

Only that page shows them: lights on the board would tell the others which cards are held. They are
worked out for every card, held or not; else a rich hand would make everybody wait longer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from companion.lights.layers import Lit, merge
from companion.lights.roles import Role
from companion.recogniser.candidates import Candidate, Options
from companion.wood.seating import Seating


class Preview(NamedTuple):
    """What a card could do: the number of its moves, and hole → role."""

    moves: int = 0
    lights: Mapping[str, str] = {}


class Previews:
    """The preview of every card in the position that stands; each is worked out once."""

    def __init__(self) -> None:
        self._of: Options | None = None
        self._cards: Mapping[str, Preview] = {}

    def cards(
        self, options: Options, seating: Seating, full: Iterable[str]
    ) -> Mapping[str, Preview]:
        """Text of the prelude → preview; a card without any move is left out."""
        if self._of is not options:
            ways: dict[str, list[Candidate]] = {}
            for option in options.inferred:
                if option.prelude is not None:
                    ways.setdefault(option.prelude.text, []).append(option)
            self._cards = {
                text: Preview(len(found), preview(seating, full, found))
                for text, found in ways.items()
            }
            self._of = options
        return self._cards


def preview(
    seating: Seating, full: Iterable[str], options: Iterable[Candidate]
) -> Mapping[str, str]:
    """Hole → role: where these actions start, where they end, and what they take.

    ``full``  the holes in which marbles stand
    """
    taken = frozenset(full)
    layer: Mapping[str, Lit] = {}
    for option in options:
        leaving = {frm for frm, _ in option.goals}
        for frm, to in option.goals:
            starts = [hole for hole in seating.holes.get(frm, ()) if hole in taken]
            layer = merge((layer, {hole: Lit(Role.MOVABLE) for hole in starts}))
            if to not in leaving:  # a marble that makes room is the one to be moved
                layer = merge((layer, _end(seating, taken, to)))
    return {hole: lit.role.value for hole, lit in layer.items()}


def _end(seating: Seating, full: frozenset[str], place: str) -> Mapping[str, Lit]:
    """The end of a way: the empty holes of a place, or the marble that is taken there."""
    holes = seating.holes.get(place, ())
    empty = [hole for hole in holes if hole not in full]
    if empty:
        return {hole: Lit(Role.DESTINATION) for hole in empty}
    return {hole: Lit(Role.CAPTURE) for hole in holes}
