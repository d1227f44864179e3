"""The refusals of a script's lines: code and sentence. Those of commands are the table's own."""

from __future__ import annotations

from companion.errors import LineRefused
from engine.errors import EngineError


def no_power() -> LineRefused:
    """Neither table nor board works before the power is back."""
    return LineRefused("no-power", 'The power is cut; send {"power":"on"} first.')


def power_is_on() -> LineRefused:
    """Power that was never cut cannot come back."""
    return LineRefused("unchanged", "The power is on already.")


def no_board() -> LineRefused:
    """Sensors are named before any game has brought a board."""
    return LineRefused("no-game", "No game was begun, so there is no board; send `new` first.")


def unknown_hole(hole: str) -> LineRefused:
    """The board has no such hole."""
    return LineRefused("unknown-hole", f"There is no hole {hole[:20]!r}.")


def unknown_seat(seat: int) -> LineRefused:
    """The open game has no such seat."""
    return LineRefused("unknown-seat", f"There is no seat {seat}.")


def no_such_token(token: str) -> LineRefused:
    """A hand puts a marble that the game does not have."""
    return LineRefused("no-such-token", f"The open game has no token {token[:20]!r}.")


def of_engine(error: EngineError) -> LineRefused:
    """The engine does not know such a position."""
    return LineRefused(error.code, str(error))


def other_game(what: str) -> LineRefused:
    """The position belongs to another game than the one that begins."""
    return LineRefused(
        "bad-position", f"The position has another {what} than the game that `new` begins."
    )


def hidden_hands() -> LineRefused:
    """The position holds dealt hands, and the game is played with open cards."""
    return LineRefused("bad-position", "The position has dealt hands; say hands virtual in `new`.")


def too_few_cards(card: str, seat: int | None) -> LineRefused:
    """A deck does not have the cards that a hand is to hold."""
    return LineRefused(
        "bad-config", f"`dealt` names more {card[:20]!r} for seat {seat} than its deck has."
    )


def other_hands(hands: int, seats: int) -> LineRefused:
    """There is not one hand for each seat."""
    return LineRefused("bad-config", f"`dealt` has {hands} hands for {seats} seats.")


def nothing_dealt() -> LineRefused:
    """The game deals no hands."""
    return LineRefused(
        "bad-config", "`dealt` is for a game whose hands the service deals; say hands virtual."
    )


def other_cards(seat: int, held: int) -> LineRefused:
    """A hand cannot hold these cards: they are too many, or the position has others."""
    return LineRefused(
        "bad-config", f"`dealt` gives seat {seat} other cards than the {held} that it holds."
    )
