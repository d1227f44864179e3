"""What the hands' side compares: captured marbles still in a hand, boards that look alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from companion.recogniser.boardstate import BoardState

from .marbles import HAND, World

Occupancy = Mapping[str, tuple[str, ...]]


def waiting_in(state: BoardState, world: World) -> Counter[tuple[str, str]]:
    """Token and place of the captured marbles that are still in a hand (PP-6)."""
    return Counter(
        (marble.token, marble.place)
        for marble, at in zip(state.marbles, world.at, strict=True)
        if marble.waiting and at == HAND
    )


def alike(one: Occupancy, other: Occupancy) -> bool:
    """Whether both have the same tokens at the same places, in whatever order."""

    def plain(occupancy: Occupancy) -> dict[str, list[str]]:
        return {place: sorted(tokens) for place, tokens in occupancy.items() if tokens}

    return plain(one) == plain(other)
