"""Positions with marbles strewn over the board, and what holds in each of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from engine.games.fast_track import FastTrackGame, FastTrackPosition
from engine.games.fast_track.switches import house
from engine.games.fast_track.track import RANKS, track_for

PLAYERS = {
    "hex": [["A", "D"], ["A", "C", "E"], ["A", "B", "D", "E"], ["AD", "BE", "CF"], list("ABCDEF")],
    "square": [["A", "C"], ["AC", "BD"], ["A", "B", "C", "D"]],
}
QUICK = settings(
    max_examples=60, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)


def strewn(draw: st.DrawFn, rules: str, switches: Mapping[str, bool]) -> FastTrackPosition:
    """Any position of those rules that awaits a card's move."""
    profile = house(rules, switches)
    kind = draw(st.sampled_from(profile.boards))
    seats = draw(st.sampled_from(PLAYERS[kind]))
    if not profile.several_colours:
        seats = [held[0] for held in seats]
    count = len(seats)
    teams = [[p] for p in range(count)]
    if profile.several_colours and count in (4, 6) and draw(st.booleans()):
        teams = [list(range(count))[t::2] for t in range(2)]
    track = track_for(kind)
    places = [name for name in track.code_of if name[-1] not in "+"]
    taken: set[str] = set()
    marbles: dict[str, list[str]] = {}
    for colour in "".join(seats):
        wished = draw(st.lists(st.sampled_from(places), max_size=profile.marbles, unique=True))
        held: list[str] = []
        for name in wished:
            hole = name.rstrip("*")
            if hole not in taken and not (hole[1:2] == "h" and hole[0] != colour):
                taken.add(hole)
                held.append(name)
        if len(held) == 4 == profile.marbles and all(name[1:2] == "h" for name in held):
            held.pop()  # a colour that is all home might have won
        held += ["p"] * (profile.marbles - len(held))
        if held.count("p") > 4:
            held[-1] = f"{colour}9"
            if f"{colour}9" in taken:
                held[-1] = next(
                    f"{colour}h{k}" for k in range(1, 5) if f"{colour}h{k}" not in taken
                )
            taken.add(held[-1])
        marbles[colour] = held
    data: dict[str, Any] = {
        "game": "fast_track",
        "rules": rules,
        "board": kind,
        "players": [list(held) for held in seats],
        "teams": teams,
        "marbles": marbles,
        "to_play": draw(st.integers(0, count - 1)),
        "card": draw(st.sampled_from(RANKS)),
        "winner": None,
        "switches": dict(switches),
    }
    if profile.penalty:
        data["penalty"] = draw(st.booleans())
    position = FastTrackGame().load(data)
    assert isinstance(position, FastTrackPosition)
    return position


def check_marbles(position: FastTrackPosition) -> None:
    """No hole holds two marbles, and no marble is lost or made."""
    size = position.setup.profile.marbles
    standing = [(place, colours) for place, colours in position.occupancy().items()]
    assert all(len(colours) == 1 or place[1:] == "p" for place, colours in standing)
    held = [colour for _, colours in standing for colour in colours]
    assert sorted(held) == sorted(position.setup.colours * size)
    assert all(len(c) <= 4 for place, c in standing if place[1:] == "p")
