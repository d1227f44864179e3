"""Refusals of the score book: nights, corrections, and the people who play here.

They are made as those of ``refusals``, which says how.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.errors import CommandRefused


def unknown_game() -> CommandRefused:
    """No finished game has that id."""
    return CommandRefused(
        "no-such-game", "There is no such finished game.", status=404, key="refusal.unknown_game"
    )


def no_night() -> CommandRefused:
    """No night goes on."""
    return CommandRefused("no-night", "There is no such night.", key="refusal.no_night")


def unknown_night() -> CommandRefused:
    """No night has that number."""
    return CommandRefused(
        "no-such-night", "There is no such night.", status=404, key="refusal.no_night"
    )


def no_such_scheme(text: str, known: Sequence[str]) -> CommandRefused:
    """Points are not counted so."""
    listed = ", ".join(known)
    return CommandRefused(
        "malformed", f"Points are counted by {listed}, not by {text!r:.40}.", status=400
    )


def no_such_correction(field: str, text: str) -> CommandRefused:
    """That field of a result cannot become that."""
    return CommandRefused(
        "malformed",
        f"A result's {field!r:.40} cannot become {text!r:.40}.",
        status=400,
        key="refusal.no_correction",
    )


def no_such_count(text: str) -> CommandRefused:
    """A game counts for its night or not, and that is asked of no seat."""
    return CommandRefused(
        "malformed",
        f"counts becomes yes or no, without a seat, and not {text!r:.40}.",
        status=400,
    )


def nobody_first() -> CommandRefused:
    """Without a first place nobody would have won."""
    return CommandRefused(
        "nobody-first",
        "Somebody must be first: give one player the place 1.",
        key="refusal.nobody_first",
    )


def first_not_home(needed: int) -> CommandRefused:
    """A game ends when somebody brings the last marble home, and only that player is first."""
    return CommandRefused(
        "first-not-home",
        f"Whoever is first has {needed} marbles home. Correct the place or the marbles.",
        key="refusal.first_not_home",
        params={"all": str(needed)},
    )


def player_name(text: str, most: int) -> CommandRefused:
    """No name, or one that is too long."""
    return CommandRefused(
        "bad-name",
        f"A player's name has 1 to {most} letters, not {len(text)}.",
        status=400,
        key="refusal.player_name",
        params={"most": str(most)},
    )


def player_known() -> CommandRefused:
    """Somebody else is called so."""
    return CommandRefused(
        "name-taken", "Somebody else has that name already.", key="refusal.player_known"
    )


def unknown_player() -> CommandRefused:
    """Nobody is called so."""
    return CommandRefused(
        "unknown-player", "Nobody is called so.", status=404, key="refusal.unknown_player"
    )


def player_wish(key: str, text: object) -> CommandRefused:
    """A player cannot be given that."""
    return CommandRefused("malformed", f"A player's {key} cannot be {text!r:.40}.", status=400)


def more_helps() -> CommandRefused:
    """More levels of help than seats."""
    return CommandRefused("malformed", "help: there are more levels than seats.", status=400)
