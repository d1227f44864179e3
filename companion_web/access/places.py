"""Where this browser has sat: its places are offered again, and a phone that returns sits there.

The session keeps it. A browser that has got up itself, or has handed its seat on, does not return.
"""

from __future__ import annotations

from typing import Any, Final

from flask import session

from companion.errors import CommandRefused
from companion.model.ports import TablePort
from companion.model.seen_seat import SeenSeat
from companion.model.view import View

from .seats import Visitor

LAST_SEATS: Final = "sat"
"""Session key: the seats this browser held last, offered again after a new game."""
PLACES: Final = "places"
"""Session key: the game, and the seats that this browser holds in it, each with its name then."""


def last_seats() -> list[int]:
    """The seats that this browser held last, in this game or in the one before."""
    return list(session.get(LAST_SEATS, []))


def sat_down(table: TablePort, seat: int) -> None:
    """Keep that this browser sits there."""
    session[LAST_SEATS] = sorted({*last_seats(), seat})
    view = table.view(None)
    if view.game is not None:
        places = {**_places(view), str(seat): _name(view, seat)}
        session[PLACES] = {"game": view.game.id, "seats": places}


def got_up(seat: int | None = None) -> None:
    """Forget a seat that this browser has left or handed on; without one, all of them."""
    kept = {} if seat is None else dict(session.get(PLACES, {}).get("seats", {}))
    kept.pop(str(seat), None)
    session[PLACES] = {**session.get(PLACES, {}), "seats": kept}
    if seat is None:
        session.pop(LAST_SEATS, None)


def handed_on(table: TablePort, visitor: Visitor, seat: int) -> None:
    """Keep the name by which this browser goes on there, or that it has got up."""
    if table.holder(seat) == visitor.holder:
        sat_down(table, seat)
    else:
        got_up(seat)


def come_back(table: TablePort, visitor: Visitor) -> None:
    """Sit down again where others have freed this browser's seat, or have a bot play it.

    Nothing is done where somebody else has sat down since, or the seat has another name.
    """
    view = table.view(None)
    if visitor.holder is None or view.game is None:
        return
    game = view.game.id
    for text, name in _places(view).items():
        seat = int(text)
        player = next((one for one in view.players if one.seat == seat), None)
        if player is None or _name(view, seat) != name:
            continue
        try:
            if player.bot or table.holder(seat) is None:
                table.sit(seat, visitor.holder, SeenSeat(game, bot=bool(player.bot)))
        except CommandRefused:
            continue  # somebody was quicker


def _places(view: View) -> dict[str, str]:
    """Seat → its name when this browser sat down there, in the open game."""
    kept: dict[str, Any] = session.get(PLACES, {})
    if view.game is None or kept.get("game") != view.game.id:
        return {}
    return dict(kept.get("seats", {}))


def _name(view: View, seat: int) -> str:
    """The name of a seat; under a bot that of who sat there before."""
    names = (view.game.options.get("names") if view.game else None) or ()
    return str(names[seat]) if seat < len(names) else ""
