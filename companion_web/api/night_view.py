"""A night as pages and programs are shown it."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from flask import request
from msgspec import Struct, to_builtins

from companion.errors import CommandRefused
from companion.model import score_refusals
from companion.model.commands import Close
from companion.model.night import Night, NightGame, Standing
from companion.model.past import SeatResult
from companion.model.states import TableState
from companion_web.access.seats import caller_of
from companion_web.context import web

from .keepers import need_keeper


class Row(Struct, frozen=True):
    """One line of the standings. ``who``: the name, or the colour of somebody without one."""

    standing: Standing
    who: str
    dots: tuple[int, ...]
    most: int


def chosen(number: int | None) -> Night | None:
    """The night of that number, or the newest; None before the first game.

    CommandRefused for a number that no night has.
    """
    nights = web().book.nights()
    if number is None:
        return nights[0] if nights else None
    found = next((night for night in nights if night.number == number), None)
    if found is None:
        raise score_refusals.unknown_night()
    return found


def wanted_night() -> Night | None:
    """The night of ``?night=N``, without it the newest; CommandRefused for what names none."""
    number = request.args.get("night", type=int)
    if number is None and request.args.get("night"):
        raise score_refusals.unknown_night()
    return chosen(number)


def night_json(night: Night | None) -> dict[str, Any]:
    """The answer of ``GET /api/night``."""
    return {"night": None if night is None else to_builtins(night)}


def game_of(game_id: str) -> NightGame:
    """A finished game with its corrections; CommandRefused if there is none of that id."""
    games = (game for night in web().book.nights() for game in night.games)
    found = next((game for game in games if game.result.id == game_id), None)
    if found is None:
        raise score_refusals.unknown_game()
    return found


def rows(night: Night, call: Callable[[Standing], str]) -> list[Row]:
    """The lines of the standings."""
    most = max((len(game.result.seats) for game in night.games), default=1)
    return [Row(one, call(one), one.places, most) for one in night.standings]


def by_place(seats: Sequence[SeatResult]) -> list[SeatResult]:
    """The seats of a game, the best first."""
    return sorted(seats, key=lambda seat: (seat.place, seat.seat))


def need_scorer() -> str:
    """Refuse whoever may not begin a game here; returns the name for the score book."""
    need_keeper("refused.score")
    here = web()
    public, caller = here.table.view(None), caller_of(here.table, here.visitor())
    names = [player.name for player in public.players if player.seat in caller.seats]
    return ", ".join(filter(None, names)) or ("host" if caller.host else "")


def end_night() -> None:
    """End the night that goes on. A game that is over goes from the table, which is at rest then;
    it stays in the history. CommandRefused where no night goes on.
    """
    who = need_scorer()
    here = web()
    here.book.end(who)
    if here.table.view(None).state == TableState.OVER.value:
        caller = caller_of(here.table, here.visitor())  # whoever may end the night may begin a game
        with contextlib.suppress(CommandRefused):  # the next game has begun meanwhile
            here.table.submit(Close(over=True), msgspec.structs.replace(caller, host=True))


def day_of(at: float) -> tuple[int, str, str]:
    """Weekday (0 is Monday), date and time of day, as this machine's clock has them."""
    local = time.localtime(at)
    return local.tm_wday, time.strftime("%Y-%m-%d", local), time.strftime("%H:%M", local)
