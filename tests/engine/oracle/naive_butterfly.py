"""Oracle for the profile ``butterfly``: BF-1 to BF-13, one sentence at a time."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import NamedTuple

from naive_board import (
    ENTERING,
    FACES,
    PLAY_AGAIN,
    Json,
    Marble,
    Route,
    State,
    card_actions,
    clockwise,
    counter_clockwise,
    is_corner,
    is_home,
    next_corner,
    next_player,
    on_main_track,
    own_in_the_way,
    previous_corner,
    read_marbles,
    repeat,
    standing_on,
    steps_of,
    team_to_play,
    write_marbles,
)


class Outcome(NamedTuple):
    """What a play leads to before the turn is ended."""

    state: State
    penalty: bool
    won: bool = False
    cut: bool = False


def safe_zone_full(state: State, colour: str) -> bool:
    """Whether the four safe holes all hold own pegs (BF-5)."""
    return sum(m.colour == colour and is_home(m.place) for m in state.values()) == 4


def in_ft_mode(peg: Marble) -> bool:
    """BF-6."""
    return peg.mark == "*"


def forward_step(peg: Marble, full: bool, past_turn_in: bool, place: str) -> str | None:
    """One step forward (BF-5); ``past_turn_in``: the peg has gone on from its ``c7``."""
    colour = peg.colour
    if is_home(place):
        number = int(place[2])
        return f"{colour}h{number + 1}" if number < 4 else None
    if place == colour + "7":
        return colour + "8" if full else colour + "h1"
    if past_turn_in and place == colour + "9":
        return None
    return clockwise("hex", place)


def forward_holes(peg: Marble, full: bool, count: int, ring: bool) -> tuple[str, ...] | None:
    """The holes of ``count`` steps forward, or None where the way ends before (BF-5, BF-7)."""
    place = peg.place
    past_turn_in = peg.mark == "+"
    holes: list[str] = []
    for _ in range(count):
        if ring and is_corner(place) and place != peg.colour + "0":
            following: str | None = next_corner("hex", place)
        else:
            following = forward_step(peg, full, past_turn_in, place)
        if following is None:
            return None
        if place == peg.colour + "7":
            past_turn_in = True
        holes.append(following)
        place = following
    return tuple(holes)


def forward_routes(state: State, peg: Marble, count: int) -> Iterator[Route]:
    """Every route forward, whoever may stand in the way (BF-5, BF-7)."""
    if peg.place in ("p", "X"):
        return
    full = safe_zone_full(state, peg.colour)
    for ring in (False, True):
        if ring and not in_ft_mode(peg):
            continue
        holes = forward_holes(peg, full, count, ring)
        if holes:
            yield Route(holes, ring)


def land(state: State, number: int, place: str, mark: str) -> tuple[State, bool] | None:
    """Put a peg on a place and cut what stands there; None where the chain finds no room (BF-12).

    The second value says whether anything was cut. Positions on the way have the peg that was
    last cut in nobody's hole, so that no hole ever holds two.
    """
    mover = state[number].colour
    after = {n: peg for n, peg in state.items() if n != number}
    cut = standing_on(after, place)
    hit = cut is not None
    after[number] = Marble(mover, place, mark)
    while cut is not None:
        colour = state[cut].colour
        if colour == mover:
            return None
        in_pen = sum(peg.colour == colour and peg.place == "p" for peg in state.values())
        if in_pen < 4:
            after[cut] = Marble(colour, "p")
            return after, hit
        del after[cut]
        following = standing_on(after, colour + "9")
        after[cut] = Marble(colour, colour + "9")
        cut = following
    return after, hit


def judged(state: State, number: int, after: State, penalty: bool, mover: str) -> bool:
    """Whether the penalty hangs over the player after this half (BF-8 b)."""
    has_one = any(m.colour == mover and in_ft_mode(m) for m in state.values())
    return penalty or (has_one and not in_ft_mode(state[number]) and not in_ft_mode(after[number]))


def walks(state: State, number: int, count: int, penalty: bool) -> dict[str, Outcome]:
    """All forward moves of one peg by ``count`` steps."""
    peg = state[number]
    found: dict[str, Outcome] = {}
    for route in forward_routes(state, peg, count):
        if own_in_the_way(state, number, route):  # BF-4
            continue
        end = route.holes[-1]
        from_turn_in = peg.mark == "+" or peg.colour + "7" in (peg.place, *route.holes)
        mark = ""
        if is_corner(end):
            mark = "*"  # BF-6
        elif end == peg.colour + "8" and from_turn_in:
            mark = "+"  # BF-5
        landed = land(state, number, end, mark)
        if landed is None:
            continue
        after, cut = landed
        won = end == peg.colour + "9" and from_turn_in and safe_zone_full(after, peg.colour)
        hangs = judged(state, number, after, penalty, peg.colour)
        outcome = Outcome(after, hangs, won, cut)
        text = f"{peg.place}-{end}"
        assert found.get(text, outcome) == outcome, f"{text} means two things"
        found[text] = outcome
    return found


def single(state: State, number: int, end: str, mark: str, penalty: bool) -> Outcome | None:
    """A placing that is no walk: entering, into and out of the bull's eye."""
    landed = land(state, number, end, mark)
    if landed is None:
        return None
    after, cut = landed
    hangs = judged(state, number, after, penalty, state[number].colour)
    return Outcome(after, hangs, False, cut)


def placings(state: State, card: str, colour: str, penalty: bool) -> dict[str, Outcome]:
    """Entering (BF-3), bull's eye in (BF-7) and out (BF-9)."""
    wanted: list[tuple[int, str, str, str]] = []
    for number, peg in state.items():
        if peg.colour != colour:
            continue
        if peg.place == "p" and card in ENTERING:
            wanted.append((number, f"{colour}p", colour + "9", ""))
        if in_ft_mode(peg) and card in ("A", "JOKER", *FACES) and standing_on(state, "X") is None:
            wanted.append((number, peg.place, "X", ""))
        if peg.place == "X" and card in FACES:
            corner = colour + "0"
            while (there := standing_on(state, corner)) is not None and (
                state[there].colour == colour
            ):
                corner = previous_corner("hex", corner)
            wanted.append((number, "X", corner, "*"))  # BF-6
    found = {}
    for number, start, end, mark in wanted:
        there = standing_on(state, end)
        if there is not None and state[there].colour == colour:
            continue
        outcome = single(state, number, end, mark, penalty)
        if outcome is not None:
            found[f"{start}-{end}"] = outcome
    return found


def may_split(one: Marble, other: Marble) -> bool:
    """Whether two pegs, as they stood when the card was drawn, may share a seven (BF-11)."""
    for peg, partner in ((one, other), (other, one)):
        foreign = peg.place != peg.colour + "0"
        if in_ft_mode(peg) and foreign and not in_ft_mode(partner):
            return False
    return True


def splits(state: State, colour: str, penalty: bool) -> dict[str, Outcome]:
    """BF-11."""
    found = {}
    mine = [n for n, peg in state.items() if peg.colour == colour]
    for first in mine:
        for second in mine:
            if first == second or not may_split(state[first], state[second]):
                continue
            for count in range(1, 7):
                for text, half in walks(state, first, count, penalty).items():
                    if half.cut:
                        continue
                    rest = walks(half.state, second, 7 - count, half.penalty)
                    for more, outcome in rest.items():
                        found[f"{text},{more}"] = outcome
    return found


def backward_four(state: State, number: int, penalty: bool) -> dict[str, Outcome]:
    """BF-10."""
    peg = state[number]
    if not on_main_track(peg.place):
        return {}
    route = Route(repeat(lambda p: counter_clockwise("hex", p), peg.place, 4) or ())
    if own_in_the_way(state, number, route):
        return {}
    outcome = single(state, number, route.holes[-1], "", penalty)
    return {} if outcome is None else {f"{peg.place}-{route.holes[-1]}": outcome}


def plays(position: Json) -> dict[str, Outcome]:
    """Everything that the card on the table allows."""
    state = read_marbles(position)
    card, penalty = position["card"], position["penalty"]
    (colour,) = position["players"][position["to_play"]]
    mine = [n for n, peg in state.items() if peg.colour == colour]
    found: dict[str, Outcome] = {}
    if card == "4":
        for number in mine:
            found |= backward_four(state, number, penalty)
    else:
        for number in mine:
            found |= walks(state, number, steps_of(card), penalty)
        found |= placings(state, card, colour, penalty)
        if card == "7":
            found |= splits(state, colour, penalty)
    return found or {"--": Outcome(state, penalty)}


def legal(position: Json) -> list[str]:
    """The sorted legal actions."""
    if position["winner"] is not None:
        return []
    if position["card"] is None:
        return card_actions()
    return sorted(plays(position))


def apply(position: Json, action: str) -> Json:
    """The position after a legal action; KeyError when there is no such action."""
    after = copy.deepcopy(position)
    if action not in legal(position):
        raise KeyError(action)
    if action.startswith("card:"):
        after["card"] = action.removeprefix("card:")
        return after
    outcome = plays(position)[action]
    state = dict(outcome.state)
    (colour,) = position["players"][position["to_play"]]
    again = position["card"] in PLAY_AGAIN and action != "--"  # BF-2
    turn_ends = outcome.won or not again
    if position["card"] == "4" or (turn_ends and outcome.penalty):  # BF-8 c, b
        for number, peg in state.items():
            if peg.colour == colour and in_ft_mode(peg):
                state[number] = Marble(colour, peg.place)
    after["marbles"] = write_marbles(state)
    after["card"] = None
    after["penalty"] = outcome.penalty and not turn_ends
    if outcome.won:  # BF-13
        after["winner"] = team_to_play(position)
    elif turn_ends:
        after["to_play"] = next_player(position)
    return after
