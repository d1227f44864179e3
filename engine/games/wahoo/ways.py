"""The ways of one marble by one throw, apart from other people's marbles (WA-5 … WA-10)."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from typing import Final

from ...boards.marble import BULLSEYE, ring, track

HOME_ROW: Final = 4
ENTERING: Final = (1, 6)
"""WA-5: the faces that bring a marble out of its pen."""
LEAVING: Final = 1
"""WA-10: the face that brings a marble out of the centre."""


def pen(colour: str) -> str:
    """The pen of a colour; its four holes are one place."""
    return f"{colour}p"


@cache
def route(kind: str, colour: str) -> tuple[str, ...]:
    """WA-6: a colour's way on a board of that kind, from the pen exit to the last home hole."""
    way = track(kind)
    start = way.index(f"{colour}9")
    around = way[start:] + way[:start]
    home = tuple(f"{colour}h{n}" for n in range(1, HOME_ROW + 1))
    return around[: around.index(f"{colour}7") + 1] + home


def entered(kind: str, colour: str, frm: str, die: int) -> tuple[str, ...]:
    """The holes that a marble enters on its route, one for each step; fewer at the route's end."""
    way = route(kind, colour)
    after = way.index(frm) + 1
    return way[after : after + die]


def to_centre(kind: str, colour: str, frm: str, die: int) -> tuple[str, ...]:
    """WA-9: the holes entered on the way into the centre; none if no corner lies before it."""
    before = entered(kind, colour, frm, die - 1)
    last = before[-1] if before else frm
    return (*before, BULLSEYE) if len(before) == die - 1 and last in ring(kind) else ()


def ways(kind: str, colour: str, frm: str, die: int) -> tuple[tuple[str, ...], ...]:
    """Every way that the die gives a marble on ``frm``: the holes entered, the last is the end."""
    if frm == pen(colour):
        return ((f"{colour}9",),) if die in ENTERING else ()
    if frm == BULLSEYE:
        return tuple((corner,) for corner in ring(kind)) if die == LEAVING else ()
    ahead = entered(kind, colour, frm, die)
    found = (ahead if len(ahead) == die else (), to_centre(kind, colour, frm, die))
    return tuple(way for way in found if way)


def ends(kind: str, colour: str, frm: str, die: int, own: Collection[str]) -> tuple[str, ...]:
    """WA-7: the ends of its ways; no way passes or ends on a marble of the same colour."""
    return tuple(
        way[-1] for way in ways(kind, colour, frm, die) if not any(hole in own for hole in way)
    )
