"""What a held card could do, shown on its holder's own page before it is played.

Only that page shows it: lights on the board would tell the others which cards are held.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from .candidates import Candidate
from .lighting import Lit, merge
from .roles import Role
from .seating import Seating


def preview(
    seating: Seating, full: Iterable[str], options: Iterable[Candidate]
) -> Mapping[str, str]:
    """Hole → role: where these actions start, where they end, whom they take.

    ``full``  the holes in which marbles stand
    """
    taken = frozenset(full)
    layer: Mapping[str, Lit] = {}
    for option in options:
        leaving = {frm for frm, _ in option.goals}
        for frm, to in option.goals:
            starts = [hole for hole in seating.holes.get(frm, ()) if hole in taken]
            layer = merge((layer, {hole: Lit(Role.MOVABLE) for hole in starts}))
            if to not in leaving:  # where a marble makes room, it is the one to be moved
                layer = merge((layer, _end(seating, taken, to)))
    return {hole: lit.role.value for hole, lit in layer.items()}


def _end(seating: Seating, full: frozenset[str], place: str) -> Mapping[str, Lit]:
    """A place to go to: its empty holes, or the marble that is taken there."""
    holes = seating.holes.get(place, ())
    empty = [hole for hole in holes if hole not in full]
    if empty:
        return {hole: Lit(Role.DESTINATION) for hole in empty}
    return {hole: Lit(Role.CAPTURE) for hole in holes}
