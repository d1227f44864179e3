"""Intending: what people want to play next, by the engine's list of what is legal."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from engine.action import Action
from engine.board import Board
from engine.game import CHANCE, OVER, Position

from .memory import by_itself
from .strokes import is_swap

EFFECT: Final = 0.9
"""Share of cards that are chosen for what they can move."""
CLAIMS: Final = 0.2
"""Share of claim windows in which somebody claims."""
TOLD: Final = 0.3
"""Share of the choices in which people tell the page something, though they might move."""
LEFT: Final = 0.5
"""Share of the windows that ask everybody which people leave to the clock."""
STAY: Final = 30


@dataclass(frozen=True)
class Intent:
    """Actions in order: what the page is told, and last the one that hands make."""

    told: tuple[Action, ...]
    action: Action
    before: Position


def intend(
    position: Position, rng: random.Random, held: Sequence[str] | None, wish: Callable[..., bool]
) -> Intent | None:
    """The next action with marbles, and what is told before; None if the table goes on by itself.

    ``held``  the ranks in the hand, where cards are dealt
    ``wish``  (position, action) → whether the gesture would suit what people are up to
    """
    told: list[Action] = []
    for _ in range(STAY):
        if position.to_act in (OVER, CHANCE) or (
            by_itself(position) and len(position.legal()) == 1
        ):
            return Intent(tuple(told), told[-1], position) if told else None
        if told and position.covered and rng.random() < LEFT:
            return Intent(tuple(told), told[-1], position)
        actions = position.legal()
        moving = [action for action in position.distinct() if action.displacements]
        if moving and not rather_tells(actions, rng):
            suiting = [action for action in moving if wish(position, action)]
            return Intent(tuple(told), _chosen(suiting or moving, rng), position)
        untouched = [action for action in actions if not action.displacements]
        action = _told(position, untouched, rng, held, wish)
        told.append(action)
        position = position.apply(action).position
        if action.prelude and not any(one.displacements for one in position.legal()):
            return Intent(tuple(told), action, position)
    return None


def rather_tells(actions: Sequence[Action], rng: random.Random) -> bool:
    """Whether people tell the page something now, where they could move something as well.

    A single action without a move only says that nothing is done: then they move.
    """
    untouched = [one for one in actions if not one.displacements and not one.prelude]
    return len(untouched) > 1 and len(untouched) < len(actions) and rng.random() < TOLD


def _chosen(moving: Sequence[Action], rng: random.Random) -> Action:
    """One of them; where marbles may be moved or exchanged, each comes half the time."""
    swaps = [action for action in moving if is_swap(action)]
    plain = [action for action in moving if not is_swap(action)]
    if swaps and plain:
        return rng.choice(swaps if rng.random() < 0.5 else plain)
    return rng.choice(list(moving))


def _told(
    position: Position,
    actions: Sequence[Action],
    rng: random.Random,
    held: Sequence[str] | None,
    wish: Callable[..., bool],
) -> Action:
    """A card, a die or a claim."""
    if actions[0].prelude:
        return _card(position, actions, rng, held, wish)
    letting_go = [action for action in actions if action.params.get("claim") == "-"]
    if letting_go and rng.random() >= CLAIMS:
        return letting_go[0]
    return rng.choice(list(actions))


def _card(
    position: Position,
    actions: Sequence[Action],
    rng: random.Random,
    held: Sequence[str] | None,
    wish: Callable[..., bool],
) -> Action:
    cards = [a for a in actions if held is None or a.params.get("card") in held] or list(actions)
    rng.shuffle(cards)
    first = cards[0]
    if rng.random() >= EFFECT:
        return first
    fallback: Action | None = None
    for card in cards:
        after = position.apply(card).position
        moving = [action for action in after.legal() if action.displacements]
        if any(wish(after, action) for action in moving):
            return card
        if moving and fallback is None:
            fallback = card
    return fallback or first


def anything(position: Position, action: Action) -> bool:
    """No wish at all."""
    return True


def takes(position: Position, action: Action) -> bool:
    """A marble stands where this one goes."""
    standing = position.occupancy()
    places = position.board.places
    return not is_swap(action) and any(
        standing.get(way.to) and places[way.to].capacity == 1 for way in action.displacements
    )


def exchanges(position: Position, action: Action) -> bool:
    """Two marbles change places."""
    return is_swap(action)


def shared(position: Position, action: Action) -> bool:
    """Two marbles move, one after the other."""
    return len(action.displacements) > 1 and not is_swap(action)


def near(position: Position, action: Action) -> bool:
    """One marble goes to an empty neighbouring hole."""
    board = position.board
    return len(action.displacements) == 1 and any(
        way.to in board.neighbours.get(way.frm, ()) and not position.occupancy().get(way.to)
        for way in action.displacements
    )


def way_between(board: Board, frm: str, to: str) -> list[str]:
    """The holes between two holes on a shortest way over neighbours."""
    came = {frm: ""}
    rim = [frm]
    while rim and to not in came:
        rim = list(_spread(board, rim, came))
    if to not in came:
        return []
    way = []
    hole = came[to]
    while hole and hole != frm:
        way.append(hole)
        hole = came[hole]
    return way[::-1]


def _spread(board: Board, rim: Sequence[str], came: dict[str, str]) -> Iterator[str]:
    for hole in rim:
        for other in board.neighbours.get(hole, ()):
            if other not in came:
                came[other] = hole
                yield other
