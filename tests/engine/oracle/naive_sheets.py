"""Oracle for the profiles ``classic`` and ``stevens``: FT-9 to FT-27, one sentence at a time."""

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
    all_home,
    card_actions,
    clockwise,
    colours_of_team,
    counter_clockwise,
    is_corner,
    is_home,
    nearest_to_pen,
    next_corner,
    next_player,
    on_main_track,
    own_in_the_way,
    previous_corner,
    read_marbles,
    repeat,
    ring_distance,
    standing_on,
    steps_of,
    team_to_play,
    write_marbles,
)


class Table(NamedTuple):
    """What stays the same while one card is played."""

    rules: str
    board: str
    card: str
    team: set[str]
    partners: bool


def forward_step(board: str, colour: str, place: str) -> str | None:
    """One step forward along the main track and the home row (FT-10)."""
    if is_home(place):
        number = int(place[2])
        return f"{colour}h{number + 1}" if number < 4 else None
    if place == colour + "7":
        return colour + "h1"
    return clockwise(board, place)


def forward_ring_step(board: str, colour: str, place: str) -> str | None:
    """One step of a move along the ring: off it at the own corner (FT-13)."""
    if is_corner(place) and place != colour + "0":
        return next_corner(board, place)
    return forward_step(board, colour, place)


def backward_ring_step(board: str, colour: str, place: str) -> str:
    """One step back along the ring: off it at the corner nearest the pen (FT-16)."""
    if is_corner(place) and place != nearest_to_pen(board, colour):
        return previous_corner(board, place)
    return counter_clockwise(board, place)


def forward_routes(board: str, marble: Marble, count: int) -> Iterator[Route]:
    """Every route of ``count`` steps forward, whoever may stand in the way."""
    colour, place, mark = marble
    if place in ("p", "X"):
        return
    foreign_corner = is_corner(place) and place != colour + "0"
    if not (mark == "*" and foreign_corner):  # FT-14: committed goes on along the ring only
        holes = repeat(lambda p: forward_step(board, colour, p), place, count)
        if holes:
            yield Route(holes)
    if foreign_corner:  # FT-13
        holes = repeat(lambda p: forward_ring_step(board, colour, p), place, count)
        if holes:
            yield Route(holes, ring=True)


def backward_routes(board: str, marble: Marble, count: int) -> Iterator[Route]:
    """Every route of ``count`` steps backward, whoever may stand in the way (FT-16)."""
    colour, place, mark = marble
    if not on_main_track(place):
        return
    if mark != "*":
        yield Route(repeat(lambda p: counter_clockwise(board, p), place, count) or ())
    if is_corner(place):
        holes = repeat(lambda p: backward_ring_step(board, colour, p), place, count) or ()
        # The move leaves the ring with its first step from the corner nearest the pen; it then
        # never reaches another corner (14 steps on), so whether it is marked makes no difference.
        yield Route(holes, ring=True)


def into_the_eye(rules: str, start: str, route: Route) -> Route | None:
    """The same route ended in ``X`` instead of its last hole, where FT-15 allows it."""
    last = route.holes[-1]
    last_but_one = (start, *route.holes)[-2]
    instead = Route((*route.holes[:-1], "X"))
    if rules == "classic":
        if not route.ring and not is_corner(start) and is_corner(last_but_one):
            return instead
        return None
    if is_corner(last_but_one) and not is_corner(last):
        return instead
    return None


def land(state: State, number: int, place: str, mark: str = "") -> State:
    """Put a marble on a place; whoever stands there goes to its pen (FT-11)."""
    after = dict(state)
    there = standing_on(state, place)
    if there is not None:
        assert state[there].colour != state[number].colour
        after[there] = Marble(state[there].colour, "p")
    after[number] = Marble(state[number].colour, place, mark)
    return after


def walks(table: Table, state: State, number: int, count: int, ahead: bool) -> dict[str, State]:
    """All moves of one marble by ``count`` steps, forward or backward: text → marbles after."""
    marble = state[number]
    ways = forward_routes if ahead else backward_routes
    found: dict[str, State] = {}
    for route in ways(table.board, marble, count):
        for path in (route, into_the_eye(table.rules, marble.place, route)):
            if path is None or own_in_the_way(state, number, path):  # FT-11
                continue
            end = path.holes[-1]
            mark = "*" if path.ring and is_corner(end) else ""  # FT-14
            text = f"{marble.place}-{end}"
            after = land(state, number, end, mark)
            assert found.get(text, after) == after, f"{text} means two things"
            found[text] = after
    return found


def on_corners(table: Table, state: State) -> set[int]:
    """The team's marbles that stand on corners (FT-22, FT-23: the own corner too)."""
    return {n for n, m in state.items() if m.colour in table.team and is_corner(m.place)}


def nearest_of_each_colour(table: Table, state: State, numbers: set[int]) -> set[int]:
    """Of each colour among these corner marbles the one nearest its own exit (FT-22)."""
    named = set()
    for colour in table.team:
        own = [n for n in numbers if state[n].colour == colour]
        if own:
            named.add(min(own, key=lambda n: ring_distance(table.board, colour, state[n].place)))
    return named


def colour_by_colour(table: Table) -> bool:
    """Whether the duty holds for each colour by itself (FT-22, the switch of ``stevens``)."""
    return table.rules == "stevens" and not table.partners


def may_move(table: Table, state: State, obliged: set[int]) -> set[int]:
    """The team's marbles that FT-22 lets move while ``obliged`` stand on corners."""
    mine = {n for n, m in state.items() if m.colour in table.team}
    named = nearest_of_each_colour(table, state, obliged)
    if colour_by_colour(table):
        busy = {state[n].colour for n in obliged}
        return named | {n for n in mine if state[n].colour not in busy}
    return named if obliged else mine


def pen_exits(table: Table, state: State, allowed: set[int]) -> dict[str, State]:
    """FT-12."""
    found = {}
    if table.card in ENTERING:
        for number in allowed:
            colour, place, _ = state[number]
            there = standing_on(state, colour + "9")
            blocked = there is not None and state[there].colour == colour
            if place == "p" and not blocked:
                found[f"{colour}p-{colour}9"] = land(state, number, colour + "9")
    return found


def eye_exits(table: Table, state: State, allowed: set[int]) -> dict[str, State]:
    """FT-17."""
    found = {}
    if table.card in FACES:
        for number in allowed:
            colour, place, _ = state[number]
            there = standing_on(state, colour + "0")
            blocked = there is not None and state[there].colour == colour
            if place == "X" and not blocked:
                found[f"X-{colour}0"] = land(state, number, colour + "0")
    return found


def splits(table: Table, state: State) -> dict[str, State]:
    """The two halves of a seven (FT-20, FT-23)."""
    found = {}
    obliged = on_corners(table, state)
    for first in may_move(table, state, obliged):
        for count in range(1, 7):
            for text, between in walks(table, state, first, count, True).items():
                still = {n for n in obliged if is_corner(between[n].place)}
                for second in may_move(table, between, still) - {first}:
                    rest = walks(table, between, second, 7 - count, True)
                    for more, after in rest.items():
                        found[f"{text},{more}"] = after
    return found


def swaps(table: Table, state: State) -> dict[str, State]:
    """The Jack's other use (FT-21, FT-24)."""
    found = {}
    obliged = on_corners(table, state)
    allowed = may_move(table, state, obliged)
    standing = {n for n, m in state.items() if on_main_track(m.place) or m.place == "X"}
    for one in standing:
        for other in standing:
            pair = {one, other}
            if not state[one].place < state[other].place:
                continue  # the two holes in text order, and two marbles
            if state[one].colour == state[other].colour:
                continue
            if any(state[n].colour in table.team and n not in allowed for n in pair):
                continue  # FT-24, second half
            if obliged and not colour_by_colour(table) and not pair & allowed:
                continue  # FT-24, first half
            after = dict(state)
            after[one] = Marble(state[one].colour, state[other].place)
            after[other] = Marble(state[other].colour, state[one].place)
            found[f"{state[one].place}={state[other].place}"] = after
    return found


def forward_plays(table: Table, state: State) -> dict[str, State]:
    """All that FT-19 calls a forward play."""
    allowed = may_move(table, state, on_corners(table, state))
    found: dict[str, State] = {}
    for number in allowed:
        found |= walks(table, state, number, steps_of(table.card), True)
    found |= pen_exits(table, state, allowed) | eye_exits(table, state, allowed)
    if table.card == "7":
        found |= splits(table, state)
    return found


def plays(position: Json) -> dict[str, State]:
    """Everything that the card on the table allows: text → marbles after."""
    team = team_to_play(position)
    table = Table(
        position["rules"],
        position["board"],
        position["card"],
        colours_of_team(position, team),
        len(position["teams"][team]) > 1,
    )
    state = read_marbles(position)
    obliged = on_corners(table, state)
    found = {} if table.card == "4" else forward_plays(table, state)  # FT-18
    if not found:  # FT-19
        for number in may_move(table, state, obliged):
            found |= walks(table, state, number, steps_of(table.card), False)
    if not found:
        for number in nearest_of_each_colour(table, state, obliged):  # FT-25
            sent = {number: Marble(state[number].colour, "p")}
            found[f"{state[number].place}-p"] = {**state, **sent}
    if not found:
        found["--"] = state
    if table.card == "J":
        found |= swaps(table, state)  # FT-19: beside whatever else there is
    return found


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
    state = plays(position)[action]
    after["marbles"] = write_marbles(state)
    after["card"] = None
    team = team_to_play(position)
    if all_home(state, colours_of_team(position, team)):  # FT-26
        after["winner"] = team
    elif position["card"] not in PLAY_AGAIN:  # FT-27
        after["to_play"] = next_player(position)
    return after
