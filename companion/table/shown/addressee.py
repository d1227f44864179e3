"""The seat that the sentence on top speaks to or of: its number, its colours and its name."""

from __future__ import annotations

from companion.play.open_game import OpenGame
from companion.recogniser.showing import Showing
from companion.table.moment import Moment


def acting_seat(moment: Moment) -> int | None:
    """The first seat that is to act, or the one that dice are awaited for."""
    if moment.acting or moment.game is None:
        return moment.acting[0] if moment.acting else None
    return moment.game.presenter.roller(moment.game.position)


def doing_seat(moment: Moment, game: OpenGame, showing: Showing) -> int | None:
    """The seat whose gesture it is; for a second thought, the seat of the last move (PP-5)."""
    seats = {m.candidate.action.seat for m in showing.matches if m.candidate is not None}
    if len(seats) == 1:
        return seats.pop()
    last = None if moment.hands.dialogue.again is None else game.last
    return acting_seat(moment) if last is None else last.action.seat


def owner_of(game: OpenGame, token: str) -> int | None:
    """The seat that plays that token."""
    found = (s.number for s in game.position.seats if token in s.colours)
    return next(found, None)


def colour_of(game: OpenGame, seat: int | None) -> str:
    """The first colour that a seat plays; empty without a seat."""
    return "" if seat is None else game.presenter.colour_of(game.position, seat)


def colours_of(game: OpenGame, seat: int) -> set[str]:
    """The colours that a seat plays."""
    return {colour for s in game.position.seats if s.number == seat for colour in s.colours}


def acting_name(moment: Moment, game: OpenGame) -> dict[str, str]:
    """The name of the acting seat as a param of a message; no param where there is no such seat."""
    seat = acting_seat(moment)
    if seat is None:
        return {}
    return {"p": game.presenter.player(game.position, seat, game.names)}
