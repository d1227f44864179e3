"""Alternatives: whether hands that played otherwise could have left the same trace.

The rule, of which ``RULE`` is printed with every case that it excuses: hands begin at the last
rest, lift and put in the order in which the sensors told it, and end with the colours of the
table's position. They may have made other moves since, or have changed the one that stood at that
rest (PP-5). A lift is told sooner than a put, since a put has to last longer before it is believed.
They put another marble than the one lifted last at most as often as the real hands did. If only
colours differ, of marbles that the sensors saw out at one time, nothing is excused: there PP-3
forbids to guess. Nor is anything excused of which a question was left open: it had to live until
its answer. Nor is another word than people told the page: no hand explains that. What a sleeve
alone makes sensors say is left out of the trace.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from engine.board import Board

RULE: Final = (
    "the same sensor changes in the same order, by hands that do not more often put another marble "
    "than the one lifted last, lead from the last rest to the table's position; they may make "
    "other moves, or another one in place of the move that stood at that rest (PP-5)"
)
LIFT_TOLD, PUT_TOLD = 0.020, 0.040
"""Seconds after which a change is told, as the settings have it: until then it may be a bounce."""
MOST: Final = 20_000
"""With more ways than this nothing is excused."""

Edge = tuple[float, str, bool]
Hand = tuple[str, ...]
State = tuple[frozenset[tuple[str, str]], Hand]


def fewest(
    edges: Sequence[Edge],
    wood: Mapping[str, str],
    hand: Sequence[str],
    board: Board,
    end: Mapping[str, Counter[str]],
    most: int = MOST,
) -> int | None:
    """How often such hands must put another marble than the one lifted last; None: they cannot.

    ``most``  so often at most: who did so more often is none of them
    """
    places = {space.id: space.place for space in board.spaces}
    states: dict[State, int] = {(frozenset(wood.items()), tuple(hand)): 0}
    changes = told(edges)
    last = {hole: n for n, (_, hole, _) in enumerate(changes)}
    for n, (_, hole, full) in enumerate(changes):
        stays = end.get(places[hole], Counter()) if n == last[hole] and full else None
        following: dict[State, int] = {}
        for (standing, held), cost in states.items():
            for state, more in _steps(standing, held, hole, full):
                if stays is not None and not any((hole, token) in state[0] for token in stays):
                    continue  # nobody touches it any more, and the end has it otherwise
                if cost + more < following.get(state, most + 1):
                    following[state] = cost + more
        states = following
        if len(states) > MOST:
            return None
    costs = [
        cost
        for (standing, held), cost in states.items()
        if _fits(standing, held, places, end, len(hand))
    ]
    return min(costs, default=None)


def told(edges: Sequence[Edge]) -> list[Edge]:
    """The changes in the order in which the table hears of them."""
    return sorted(edges, key=_told_at)


def _told_at(edge: Edge) -> float:
    at, _, full = edge
    return at + (PUT_TOLD if full else LIFT_TOLD)


def _steps(
    standing: frozenset[tuple[str, str]], held: Hand, hole: str, full: bool
) -> list[tuple[State, int]]:
    if not full:
        token = next((t for h, t in standing if h == hole), None)
        if token is None:
            return []
        return [((standing - {(hole, token)}, (*held, token)), 0)]
    found: list[tuple[State, int]] = []
    for n in range(len(held)):
        if held[n] in held[n + 1 :]:
            continue
        state = (standing | {(hole, held[n])}, held[:n] + held[n + 1 :])
        found.append((state, int(n < len(held) - 1)))
    return found


def _fits(
    standing: frozenset[tuple[str, str]],
    held: Hand,
    places: Mapping[str, str],
    end: Mapping[str, Counter[str]],
    beside: int,
) -> bool:
    """Every colour stands where the end has it; what is missing is in the hand."""
    here: dict[str, Counter[str]] = {}
    for hole, token in standing:
        here.setdefault(places[hole], Counter())[token] += 1
    missing: Counter[str] = Counter()
    for place in {*here, *end}:
        found, should = here.get(place, Counter()), end.get(place, Counter())
        if found - should:
            return False
        missing += should - found
    return not missing - Counter(held)
