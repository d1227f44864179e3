"""The worth of a Fast Track position to a seat: how far its team's marbles have come.

It is no rule, only a rule of thumb for hints and bots. It reads occupancy, so it serves every
profile.
"""

from __future__ import annotations

from typing import Final

from ...game import Position
from .track import HOME_ROW, PEN_EXIT, SIDE, SIDES, TURN_IN

OUT_OF_PEN: Final = 8.0
"""The worth of being on the board at all, in holes of the main track."""
RING_SHARE: Final = 0.6
"""A corner is worth this share of the way that the ring saves from there."""


def progress(place: str, colour: str, sides: str) -> float:
    """How far along a marble of a colour is at a place, in holes; 0 in the pen.

    ``sides`` are the board's colours clockwise. The turn-in is the end of the main track (FT-10),
    and ``c8`` lies before its beginning.
    """
    around = SIDE * len(sides)
    way = around - (PEN_EXIT - TURN_IN)
    if place == f"{colour}p":
        return 0.0
    if place[1:2] == "h":
        return OUT_OF_PEN + way + int(place[2:])
    if place == "X":
        # as far as the own corner it comes out on, less the wait for a royal card
        return OUT_OF_PEN + way - TURN_IN - SIDE
    start = SIDE * sides.index(colour) + PEN_EXIT
    hole = SIDE * sides.index(place[0]) + int(place[1:])
    ahead = (hole - start) % around
    main = float(ahead) if ahead <= way else 0.0
    if place[1:] == "0" and place[0] != colour:
        steps = (sides.index(colour) - sides.index(place[0])) % len(sides)
        by_ring = way - TURN_IN - steps
        main += RING_SHARE * max(0.0, by_ring - main)
    return OUT_OF_PEN + main


def score(position: Position, seat: int) -> float:
    """The team's progress less the others' mean, in holes; a marble at home counts extra."""
    sides = SIDES[position.board.kind]
    team = next(s.team for s in position.seats if s.number == seat)
    owner = {colour: s.team for s in position.seats for colour in s.colours}
    totals = dict.fromkeys(owner.values(), 0.0)
    for place, tokens in position.occupancy().items():
        for token in tokens:
            extra = HOME_ROW if place[1:2] == "h" else 0
            totals[owner[token]] += progress(place, token, sides) + extra
    others = [value for number, value in totals.items() if number != team]
    return totals[team] - sum(others) / max(1, len(others))
