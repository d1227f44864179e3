"""Checks of options and JSON positions: a Misfit names what is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ...boards.marble import BULLSEYE, SIDES
from ...boards.seats import marbles_ahead
from ...errors import Misfit, shown
from ...told import Told
from .state import State, first_state
from .ways import HOME_ROW, pen, route

DICE: Final = ("table", "service")
"""WA-3: the thrower of the die: people or the service."""
KEYS: Final = ("game", "board", "dice", "players", "marbles", "to_play", "die", "winner")


def read_first(options: Mapping[str, object]) -> State:
    """WA-1: the first position of a new game; ``first`` (default 0) begins."""
    kind = _one_of(options, "board", tuple(SIDES), "hex")
    dice = _one_of(options, "dice", DICE, DICE[0])
    players = _players(options.get("players"), kind)
    first = _number(options.get("first", 0), "first", range(len(players)))
    ahead = marbles_ahead(options.get("ahead"), len(players))
    return first_state(kind, dice == "service", players, first, ahead)


def read(data: Mapping[str, object]) -> State:
    """A position from its JSON form."""
    for key in data:
        if key not in KEYS:
            raise Misfit(f"{shown(key)}: unknown key; leave it out. The keys are {', '.join(KEYS)}")
    for key in KEYS:
        if key not in data:
            raise Misfit(f"{key}: missing; a position has {', '.join(KEYS)}")
    kind = _one_of(data, "board", tuple(SIDES), None)
    dice = _one_of(data, "dice", DICE, None)
    players = _players(data["players"], kind)
    die = None if data["die"] is None else _number(data["die"], "die", range(1, 7))
    state = State(
        kind,
        dice == "service",
        players,
        _marbles(data["marbles"], kind, players),
        _number(data["to_play"], "to_play", range(len(players))),
        die,
    )
    if data["winner"] != state.winner or isinstance(data["winner"], bool):
        said = "winner: whoever has four marbles in the home row, or null (WA-2)"
        raise Misfit(Told("home_wins", said))
    if state.winner not in (None, state.to_play) or (state.winner is not None and die):
        said = "winner: the one whose turn it was has won, and the die is used (WA-2)"
        raise Misfit(Told("winner_turn", said))
    return state


def write(state: State) -> dict[str, object]:
    """The JSON form; ``p`` is the own pen and comes first."""
    marbles = {
        colour: ["p" if place == pen(colour) else place for place in _in_order(colour, places)]
        for colour, places in zip(state.players, state.marbles, strict=True)
    }
    return {
        "game": "wahoo",
        "board": state.kind,
        "dice": DICE[state.service],
        "players": [[colour] for colour in state.players],
        "marbles": marbles,
        "to_play": state.to_play,
        "die": state.die,
        "winner": state.winner,
    }


def _in_order(colour: str, places: tuple[str, ...]) -> list[str]:
    return sorted(places, key=lambda place: (place != pen(colour), place))


def _one_of(data: Mapping[str, object], key: str, known: tuple[str, ...], usual: str | None) -> str:
    value = data.get(key, usual)
    if not isinstance(value, str) or value not in known:
        raise Misfit(f"{key}: {value!r:.40} is none of {', '.join(known)}")
    return value


def _number(value: object, key: str, allowed: range) -> int:
    if type(value) is not int or value not in allowed:
        raise Misfit(f"{key}: {value!r:.40} is no number from {allowed[0]} to {allowed[-1]}")
    return value


def _players(value: object, kind: str) -> tuple[str, ...]:
    """WA-1: two or more players, each with an own colour, as ``[["A"], ["D"]]``."""
    sides = SIDES[kind]
    if not isinstance(value, list | tuple) or not 2 <= len(value) <= len(sides):
        raise Misfit(f"players: list 2 to {len(sides)} players for {kind}, each with a colour")
    players: list[str] = []
    for held in value:
        colour = held[0] if isinstance(held, list | tuple) and len(held) == 1 else None
        if colour not in sides:
            raise Misfit(f"players: {held!r:.40} is no list of one of {' '.join(sides)} (WA-1)")
        if colour in players:
            raise Misfit(f"players: the colour {colour} is given twice (WA-1)")
        players.append(colour)
    return tuple(players)


def _marbles(value: object, kind: str, players: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """The four marbles of each colour, on their way or in the pen, no two in one hole."""
    if not isinstance(value, Mapping) or set(value) != set(players):
        raise Misfit(f"marbles: name those of {' '.join(players)}, by colour")
    taken: set[str] = set()
    found = []
    for colour in players:
        texts = value[colour]
        if not isinstance(texts, list) or len(texts) != HOME_ROW:
            raise Misfit(f"marbles: {colour} has four (WA-1)")
        for text in texts:
            if text == "p":
                continue
            if text != BULLSEYE and text not in route(kind, colour):
                said = "marbles: {token} cannot stand on {hole} (WA-6)"
                raise Misfit(Told("off_its_way", said, token=colour, hole=f"{text!r:.20}"))
            if text in taken:
                raise Misfit(f"marbles: two stand on {text} (WA-7)")
            taken.add(text)
        found.append(tuple(sorted(pen(colour) if text == "p" else text for text in texts)))
    return tuple(found)
