"""Where the tokens of one colour stand, told to somebody who does not see the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from companion.model.message import Message


class Stand(NamedTuple):
    """One token: the place of the rules that it stands in, and what is said of it there."""

    place: str
    message: Message


class Whereabouts(NamedTuple):
    """The sentence about a colour, and its tokens in the order in which the sentence has them."""

    told: Message
    stands: tuple[Stand, ...]


def listed(parts: Sequence[Message]) -> Message:
    """Several messages with commas between them."""
    *before, last = parts
    for part in reversed(before):
        last = Message("where.and", nested={"a": part, "b": last})
    return last
