"""The oracle's board and marbles: a slow second reading of FT-1 to FT-4, shared by both oracles.

Written from the rules text alone; it imports nothing of the engine, so that a misreading there is
not repeated here. Nothing is cached and nothing is numbered: a hole is its text.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

Json = dict[str, Any]

SIDES = {"hex": "ABCDEF", "square": "ABCD"}  # FT-1
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "JOKER")
PLAY_AGAIN = ("A", "JOKER", "6", "J", "Q", "K")  # FT-7, BF-2
ENTERING = ("A", "JOKER", "6")  # FT-12, BF-3
FACES = ("J", "Q", "K")  # FT-17, BF-9


def steps_of(card: str) -> int:
    """The step value of a card (FT-9, BF-3)."""
    return 1 if card in ("A", "JOKER", "J", "Q", "K") else int(card)


TRACK = {
    board: [f"{side}{number}" for side in sides for number in range(14)]
    for board, sides in SIDES.items()
}
"""All main-track holes, clockwise from ``A0`` (FT-2)."""


def clockwise(board: str, hole: str) -> str:
    """The main-track hole after this one (FT-2)."""
    holes = TRACK[board]
    return holes[(holes.index(hole) + 1) % len(holes)]


def counter_clockwise(board: str, hole: str) -> str:
    """The main-track hole before this one (FT-2)."""
    return TRACK[board][TRACK[board].index(hole) - 1]


def is_corner(place: str) -> bool:
    """Whether the place is a Fast Track space (FT-3)."""
    return len(place) == 2 and place[1] == "0"


def is_home(place: str) -> bool:
    """Whether the place is in a home row (FT-2)."""
    return "h" in place


def on_main_track(place: str) -> bool:
    """Whether the place is a main-track hole, corners included (FT-2)."""
    return place not in ("p", "X") and not is_home(place)


def next_corner(board: str, corner: str) -> str:
    """One step clockwise along the ring (FT-4)."""
    sides = SIDES[board]
    return sides[(sides.index(corner[0]) + 1) % len(sides)] + "0"


def previous_corner(board: str, corner: str) -> str:
    """One step counter-clockwise along the ring (FT-4)."""
    sides = SIDES[board]
    return sides[sides.index(corner[0]) - 1] + "0"


def nearest_to_pen(board: str, colour: str) -> str:
    """The corner at which a colour's stretch of the ring begins (FT-4)."""
    return next_corner(board, colour + "0")


def ring_distance(board: str, colour: str, corner: str) -> int:
    """Steps along the ring to the colour's own corner (FT-22); 0 on it (FT-23)."""
    steps = 0
    while corner != colour + "0":
        corner = next_corner(board, corner)
        steps += 1
    return steps


class Marble(NamedTuple):
    """One marble: where it is, and ``*`` or ``+`` or nothing."""

    colour: str
    place: str
    mark: str = ""


class Route(NamedTuple):
    """The holes touched, the last one being where the move ends, and whether along the ring."""

    holes: tuple[str, ...]
    ring: bool = False


State = dict[int, Marble]


def read_marbles(position: Mapping[str, Any]) -> State:
    """The marbles of a position, each with a number of its own."""
    marbles: list[Marble] = []
    for colour, texts in position["marbles"].items():
        for text in texts:
            mark = text[-1] if text[-1] in "*+" else ""
            marbles.append(Marble(colour, text.removesuffix(mark) if mark else text, mark))
    return dict(enumerate(marbles))


def write_marbles(state: State) -> dict[str, list[str]]:
    """Back to the interchange form: pens first, then by hole text."""
    colours: dict[str, list[Marble]] = {}
    for marble in state.values():
        colours.setdefault(marble.colour, []).append(marble)
    return {
        colour: [m.place + m.mark for m in sorted(own, key=lambda m: (m.place != "p", m.place))]
        for colour, own in colours.items()
    }


def standing_on(state: State, place: str) -> int | None:
    """The number of the marble on a place, or None. Not for pens."""
    found = [number for number, marble in state.items() if marble.place == place]
    assert len(found) < 2, f"{len(found)} marbles on {place}"
    return found[0] if found else None


def own_in_the_way(state: State, number: int, route: Route) -> bool:
    """Whether the route touches a hole where another marble of its colour stands (FT-11, BF-4)."""
    colour = state[number].colour
    return any(
        other != number and marble.colour == colour and marble.place in route.holes
        for other, marble in state.items()
    )


def repeat(step: Any, start: str, count: int) -> tuple[str, ...] | None:
    """The places of ``count`` steps from ``start``; None where a step leads nowhere."""
    places = []
    for _ in range(count):
        following = step(start)
        if following is None:
            return None
        places.append(following)
        start = following
    return tuple(places)


def all_home(state: State, colours: set[str]) -> bool:
    """Whether every marble of these colours stands in its home row (FT-26)."""
    return all(is_home(marble.place) for marble in state.values() if marble.colour in colours)


def colours_of_team(position: Mapping[str, Any], team: int) -> set[str]:
    """All colours of all players of a team (FT-5)."""
    return {colour for player in position["teams"][team] for colour in position["players"][player]}


def team_to_play(position: Mapping[str, Any]) -> int:
    """The number of the team whose player has the turn."""
    (team,) = (n for n, members in enumerate(position["teams"]) if position["to_play"] in members)
    return int(team)


def next_player(position: Mapping[str, Any]) -> int:
    """The player after the one to play, in list order (FT-27)."""
    return int((position["to_play"] + 1) % len(position["players"]))


def card_actions() -> list[str]:
    """What may be done while no card lies there: one action a rank."""
    return sorted(f"card:{rank}" for rank in RANKS)
