"""What bots count in a Fast Track position, for every profile.

For each marble the place where it stands, turned so that its own side comes first; each marble
that an opponent might take with one card, by quarters of the way; whose turn it is; cards in hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from ...values import Values, read_values
from .setup import Setup
from .track import HOME_ROW, PEN_EXIT, RANKS, SIDE, Track
from .worth import progress

QUARTERS: Final = 4
HOLE: Final = 0.01
"""The first guess of what one hole nearer home is worth."""
DANGER: Final = -0.04
"""The first guess of what it is worth that a marble may be taken."""
TURN: Final = 0.1
"""The first guess of what the turn is worth."""
PACKAGE: Final = __name__.rpartition(".")[0]


class Counting:
    """How the features of one setup are numbered; worked out once."""

    __slots__ = ("bits", "places", "quarters", "reach", "teams", "turn", "values")

    def __init__(self, setup: Setup) -> None:
        track = setup.track
        names = [*_place_names(track), *(f"danger {n}" for n in range(1, QUARTERS + 1)), "turn"]
        count = len(_place_names(track))
        self.quarters = tuple(count + _quarter(name, track.length) for name in names[:count])
        """By place: the number of a marble there that may be taken."""
        self.turn = count + QUARTERS
        names += [f"card {rank}" for rank in RANKS]
        self.bits = setup.bits
        self.places = tuple(_rotated(track, side) for side in setup.sides)
        """By colour and code: the number of the place."""
        self.reach = tuple(_reach(setup, colour) for colour in range(len(setup.colours)))
        """By colour and code: the holes where one card may bring a marble from there, as bits."""
        self.teams = tuple(setup.team_of[owner] for owner in setup.owners)
        """By colour: its team."""
        guess = Values(tuple(names), _guess(track, names))
        self.values = read_values(PACKAGE, _tables(setup), guess)


def _tables(setup: Setup) -> list[str]:
    """The names of the tables that fit, the nearest first."""
    alone = len(setup.teams) == 2 and len(setup.players) == 2
    sheet, kind = setup.profile.name, setup.kind
    return [
        *(() if alone else (f"{sheet}_{kind}_4",)),
        f"{sheet}_{kind}_2",
        *(() if setup.profile.common_deck else (f"classic_{kind}_2",)),
    ]


@lru_cache(maxsize=64)
def counting(setup: Setup) -> Counting:
    """The numbering of a setup."""
    return Counting(setup)


def features(setup: Setup, flat: bytes, to_play: int) -> list[list[int]]:
    """The features of the board, by team."""
    known = counting(setup)
    size, bits, teams = setup.profile.marbles, known.bits, known.teams
    out: list[list[int]] = [[] for _ in setup.teams]
    near = [0] * len(out)
    for colour, team in enumerate(teams):
        reach, mask = known.reach[colour], 0
        for code in flat[colour * size : colour * size + size]:
            mask |= reach[code]
        near[team] |= mask
    quarters = known.quarters
    for colour, team in enumerate(teams):
        places, held, threat = known.places[colour], out[team], 0
        for other, mask in enumerate(near):
            if other != team:
                threat |= mask
        for code in flat[colour * size : colour * size + size]:
            place = places[code]
            held.append(place)
            if bits[code] & threat:
                held.append(quarters[place])
    out[setup.team_of[to_play]].append(known.turn)
    return out


def _quarter(place: str, around: int) -> int:
    """The quarter of the way from the pen exit that a place lies in; bull's eye: the third."""
    hole = place.rstrip("*+")
    return (int(hole) - PEN_EXIT) % around * QUARTERS // around if hole.isdigit() else 2


def _place_names(track: Track) -> list[str]:
    count = len(track.sides)
    return [
        *(str(hole) for hole in range(track.length)),
        "X",
        *(f"home {n}" for n in range(1, HOME_ROW + 1)),
        "pen",
        *(f"{SIDE * n}*" for n in range(count)),
        "8+",
    ]


def _rotated(track: Track, side: int) -> tuple[int, ...]:
    """By code: the number of its place, seen from a side. Foreign homes and pens never occur."""
    length, count = track.length, len(track.sides)
    out = [0] * track.codes
    for hole in range(length):
        out[hole] = (hole - SIDE * side) % length
    out[track.bullseye] = length
    for n in range(HOME_ROW):
        out[track.homes[side] + n] = length + 1 + n
    out[track.pens[side]] = length + 1 + HOME_ROW
    for n, code in enumerate(track.marked_corners):
        out[code] = length + 2 + HOME_ROW + (n - side) % count
    out[track.marked_eights[side]] = length + 2 + HOME_ROW + count
    return tuple(out)


def _reach(setup: Setup, colour: int) -> tuple[int, ...]:
    """By code: where any card may bring a marble of that colour, whatever stands in its way."""
    crew = next(c for crews in setup.crews for c in crews if c.colour == colour)
    out = [0] * setup.track.codes
    for rank in RANKS:
        back = rank == "4" and setup.profile.four_backward
        row = crew.steps.back[rank] if back else crew.steps.plays[0][rank]
        for code, steps in enumerate(row):
            for step in steps:
                out[code] |= 0 if step.home else step.to_bit
    return tuple(out)


def _guess(track: Track, names: Sequence[str]) -> tuple[float, ...]:
    """What each feature may be worth before anything was learned."""
    first = track.sides[0]
    spelt = {
        number: track.places[code]
        for code, number in reversed(list(enumerate(_rotated(track, 0))))
        if track.places[code][1:2] not in ("h", "p") or track.places[code][0] == first
    }
    out = [0.0] * len(names)
    for number, place in spelt.items():
        out[number] = HOLE * progress(place, first, track.sides)
    for number, name in enumerate(names):
        if name.startswith("danger"):
            out[number] = DANGER * int(name[-1])
        elif name == "turn":
            out[number] = TURN
    return tuple(out)
