"""Cards that may be discarded together (FF-48, FF-155): all choices, or what a list can hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from heapq import nsmallest
from itertools import combinations, islice
from math import comb
from typing import Final

MOST_LISTED: Final = 1 << 16
"""All choices from sixteen cards. Each further card doubles them, so more are taken unlisted."""
LISTED_AT_TABLE: Final = 1 << 12
"""All choices from twelve cards: a table's view holds each of them, and again in words."""


def every_choice(hand: Sequence[str]) -> list[tuple[str, ...]]:
    """Any cards of a sorted hand; from a large one those of few cards, and the whole hand."""
    return [*_of_few(hand), *([tuple(hand)] if 2 ** len(hand) > MOST_LISTED else [])]


def _of_few(hand: Sequence[str]) -> Iterator[tuple[str, ...]]:
    listed = 0
    for count in range(len(hand) + 1):
        listed += comb(len(hand), count)
        if listed > MOST_LISTED:
            return
        yield from combinations(hand, count)


def choices_of(hand: Sequence[str], count: int) -> list[tuple[str, ...]]:
    """Exactly so many cards of a sorted hand; the first ones, if there are too many to list."""
    return list(islice(combinations(hand, count), MOST_LISTED))


def is_choice(hand: Iterable[str], cards: Sequence[str]) -> bool:
    """Whether these are cards of the hand, sorted, each once."""
    return sorted({*cards}) == [*cards] and {*cards} <= {*hand}


def of_fewest(texts: Sequence[str], most: int) -> list[str]:
    """At most so many of these choices, by text: those of the fewest cards, and the largest.

    >>> of_fewest(["disc", "disc a", "disc a b", "disc b"], 2)
    ['disc', 'disc a', 'disc a b']
    """
    if len(texts) <= most:
        return [*texts]
    few = nsmallest(most, texts, key=lambda text: (text.count(" "), text))
    return sorted({*few, max(texts, key=lambda text: text.count(" "))})
