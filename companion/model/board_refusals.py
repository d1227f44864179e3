"""Refusals about the board: its holes, its sensors, and what may stand on it.

They are made as those of ``refusals``, which says how.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.errors import CommandRefused
from companion.model.message import Message
from companion.model.told_words import because


def unknown_hole(hole: str) -> CommandRefused:
    """The board has no such hole."""
    return CommandRefused(
        "unknown-hole",
        f"There is no hole {hole[:20]!r}.",
        status=404,
        key="refusal.unknown_hole",
        params={"hole": repr(hole[:20])},
    )


def unknown_token(token: str, known: Iterable[str]) -> CommandRefused:
    """The game has no such marble."""
    return CommandRefused(
        "malformed", f"There is no token {token!r}; tokens here: {' '.join(known)}.", status=400
    )


def too_many_marbles(token: str, set_out: int, owned: int) -> CommandRefused:
    """More marbles of a colour than the game has."""
    return CommandRefused(
        "unclear",
        f"{token} is set on {set_out} holes, and the game has {owned} of it.",
        key="refusal.too_many_marbles",
        params={"token": token, "set_out": str(set_out), "owned": str(owned)},
    )


def anothers_hole(hole: str, token: str, called: str, named: Message) -> CommandRefused:
    """A marble is set where only those of another colour can stand, as in their pen."""
    return CommandRefused(
        "unclear",
        f"{token} cannot stand on {hole}; choose another hole.",
        key="refusal.anothers_hole",
        params={"c": called},
        nested={"h": named},
    )


def nothing_to_set() -> CommandRefused:
    """Marbles cannot be set otherwise in this position."""
    return CommandRefused(
        "unclear", "Nothing can be set just now; play on first.", key="refusal.nothing_to_set"
    )


def cannot_stand(why: Exception) -> CommandRefused:
    """The rules know no such position."""
    return CommandRefused(
        "unclear",
        f"The board cannot stand like that: {why}",
        key="refusal.cannot_stand",
        nested=because(why),
    )


def no_board_to_see() -> CommandRefused:
    """The whole game is played on the page."""
    return CommandRefused(
        "no-board",
        "There is no board to look at; play goes on here.",
        key="refusal.no_board_to_see",
    )


def hands_move() -> CommandRefused:
    """Nobody knows yet what stands where a hand has just lifted or put a marble."""
    return CommandRefused(
        "not-now", "A hand is at work; try again once it is still.", key="refusal.hands_move"
    )


def still_in_hand() -> CommandRefused:
    """What stands there is not the whole board while somebody holds a part of it."""
    said = "Something is still in a hand; put it down or back first."
    return CommandRefused("not-now", said, key="refusal.still_in_hand")


def already_aside(hole: str, *, aside: bool) -> CommandRefused:
    """The sensor is already set aside, or already believed."""
    word = "is already set aside" if aside else "is not set aside"
    key = "refusal.already_aside" if aside else "refusal.not_aside"
    return CommandRefused("unchanged", f"{hole} {word}.", key=key, params={"hole": hole})


def board_too_small(kind: str, needed: int, holes: int) -> CommandRefused:
    """The game needs another board than the one that is connected."""
    return CommandRefused(
        "wrong-board",
        f"This game needs the {kind} board of {needed} holes;"
        f" the one that is connected has {holes}.",
        key="refusal.board_too_small",
        params={"kind": kind, "needed": str(needed), "holes": str(holes)},
    )
