"""The places at the end of a game: the winner, then marbles home, then holes still to go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from companion.games.presenter import Presenter
from engine.game import Position


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a seat came. Partners win and lose together, so they share a place.

    ``place``  from 1; equal players share one
    ``home``   its marbles home, of ``of``; ``left``: the holes that its others still had to go
    ``way``    how many of those had left the pen
    """

    seat: int
    place: int
    home: int
    of: int
    left: int
    way: int


def places(
    presenter: Presenter, position: Position, winners: Sequence[int]
) -> tuple[Standing, ...]:
    """All seats in order of place, partners beside each other."""
    teams: dict[int, list[Standing]] = {}
    for seat in position.seats:
        teams.setdefault(seat.team, []).append(far(presenter, position, seat.number))

    def key(team: Sequence[Standing]) -> tuple[bool, int, int]:
        """Smaller is better."""
        lost = not any(one.seat in winners for one in team)
        return lost, -sum(one.home for one in team), sum(one.left for one in team)

    out: list[Standing] = []
    for _, equal in groupby(sorted(teams.values(), key=key), key=key):
        place = len(out) + 1
        for one in (one for team in equal for one in team):
            out.append(Standing(one.seat, place, one.home, one.of, one.left, one.way))
    return tuple(out)


def far(presenter: Presenter, position: Position, number: int) -> Standing:
    """How far a seat is, without a place."""
    colours = next(seat.colours for seat in position.seats if seat.number == number)
    shown = [presenter.progress(position, colour) for colour in colours]
    home, of = sum(one.home for one in shown), sum(one.of for one in shown)
    pens = {name for name, place in position.board.places.items() if place.kind == "pen"}
    waiting = sum(
        token in colours
        for name, held in position.occupancy().items()
        if name in pens
        for token in held
    )
    left = 0 if home == of else sum(presenter.to_go(position, colour) for colour in colours)
    return Standing(number, 0, home, of, left, max(0, of - home - waiting))
