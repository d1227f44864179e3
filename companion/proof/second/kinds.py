"""The ways in which people disturb the table, by the names under which they are counted."""

from __future__ import annotations

import random
from typing import Final

RATE: Final = 0.02
"""Share of gestures that each kind disturbs."""
COUNTING: Final = 0.30
"""Share of gestures in which holes are counted by touching them; that is ordinary play."""
CARD_LATER: Final = 0.03
"""Share of gestures that are made before the card is named; that is ordinary play."""

KINDS: Final = {
    "ignored_question": "a question is left alone for a while or for good, and play goes on",
    "wrong_answer": "a question is answered wrongly once, then that is taken back",
    "early_turn": "the next turn begins within the dwell",
    "wrong_pen": "a captured marble is put into another colour's pen",
    "page_and_wood": "a move is made half on the page and half on the wood",
    "overlap": "a marble slides to the next hole; both sensors overlap or neither reads it",
    "sleeve": "a sleeve covers 2 to 5 holes for up to 3 s",
    "slide": "a marble is dragged through the holes of its way",
    "long_hold": "a marble stays in a hand for minutes while others touch things",
    "half_back": "half a move is taken back, and another one is made",
    "same_swap": "two marbles of one colour change places",
    "command_in_hand": "undo, or another card, with a marble in the hand",
    "bump": "5 to 12 marbles are knocked out of their holes at once",
}
"""Name → what happens."""

NONE: Final = "none"
SWAP: Final = "swap"
PAIRS: Final = "pairs"
ALL: Final = "all"
ROWS: Final = (NONE, SWAP, *KINDS, PAIRS, ALL)
"""The rows of a count: undisturbed play but for swaps, undisturbed swaps, each kind (alone or with
others), two kinds or more at once, everything."""


def drawn(rng: random.Random, among: tuple[str, ...], rate: float = RATE) -> frozenset[str]:
    """The kinds of one gesture; each comes by itself, so two may meet."""
    return frozenset(kind for kind in among if rng.random() < rate)
