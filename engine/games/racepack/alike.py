"""Movements that lead to the same; only one of them is worth asking for (RP-85).

A lane change leaves its speed open, and a token may set a speed. Nobody is asked for something that
nothing reads again. Speeds after which the same may follow are one choice: the lowest. A token is
no choice if a movement without one leads to the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from .moves import Movement
from .race import Race
from .state import State
from .turn import Outcome, move


def distinct(race: Race, state: State, moves: Mapping[str, Movement]) -> dict[str, Outcome | None]:
    """The notations of the legal movements between which a driver has to choose.

    Beside each stands what it leads to, where that had to be worked out.
    """
    groups: dict[int, list[tuple[str, Movement]]] = {}
    for text, movement in moves.items():
        groups.setdefault(movement.way.to, []).append((text, movement))
    return {
        text: outcome for group in groups.values() for text, outcome in _apart(race, state, group)
    }


def _apart(
    race: Race, state: State, group: list[tuple[str, Movement]]
) -> Iterator[tuple[str, Outcome | None]]:
    """The movements to one target that lead to different things, the cheapest of each."""
    if len(group) == 1:
        yield group[0][0], None
        return
    holder = race.holder(state.turn.car)
    spends = any(movement.token is not None for _, movement in group)
    seen: set[object] = set()
    plain: set[object] = set()
    for text, movement in sorted(group, key=lambda item: _cost(item[1])):
        outcome = move(race, state, movement)
        leads = _leads(outcome)
        bare = _leads(_without_tokens(outcome, holder)) if spends else None
        if leads in seen or (movement.token is not None and bare in plain):
            continue
        seen.add(leads)
        if movement.token is None:
            plain.add(bare)
        yield text, outcome


def _cost(movement: Movement) -> tuple[bool, int, str]:
    return movement.token is not None, movement.speed, movement.token or ""


def _leads(outcome: Outcome) -> object:
    """What a movement leads to: its speed shows only in what may follow it (RP-32)."""
    state = outcome.state
    if state.turn.speed:
        state = state._replace(turn=state.turn._replace(speed=0))
    return state, frozenset(outcome.legal or ())


def _without_tokens(outcome: Outcome, holder: int) -> Outcome:
    """The same without its holder's tokens and the movements that would spend one."""
    tokens = outcome.state.tokens
    state = outcome.state._replace(tokens=(*tokens[:holder], (), *tokens[holder + 1 :]))
    free = {text: m for text, m in (outcome.legal or {}).items() if m.token is None}
    return Outcome(state, outcome.events, free)
