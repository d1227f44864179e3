"""Who is asking: a browser with its session, a script with a seat token, or nobody known.

A browser is a *holder* (an opaque id in its signed session) and may hold several seats. A token
stands for one seat of its holder. What a holder may see and do, the table decides.
"""

from __future__ import annotations

import hashlib
import secrets
from contextlib import suppress
from typing import Final

from flask import g, request, session
from msgspec import Struct, structs

from companion.errors import CommandRefused
from companion.model.commands import Caller
from companion.model.ports import TablePort
from companion.model.view import View
from companion_web.errors import BadToken

from .security import SEATED, SeatTokens
from .sessions import is_lost

HOLDER: Final = "holder"
HOST: Final = "host"
"""Session key: the game that this browser started."""
BEARER: Final = "bearer "


class Visitor(Struct, frozen=True):
    """Who sent this request. ``seat`` is that of a token, None for a session or nobody.

    ``host``  whether the host's PIN came with it, or was entered in its session
    ``here``  a browser on the table's own machine, while there is no PIN
    ``begun``  the game that this browser started; a stream has no session to look that up in
    """

    holder: str | None = None
    seat: int | None = None
    browser: bool = False
    host: bool = False
    here: bool = False
    begun: str = ""


def read_visitor(tokens: SeatTokens) -> Visitor:
    """Who sent this request; ``BadToken`` for a bad token. Worked out once a request."""
    known = g.get("visitor")
    if isinstance(known, Visitor):
        return known
    header = request.headers.get("Authorization", "")
    if header:
        if not header.lower().startswith(BEARER):
            raise BadToken("Send the seat token as `Authorization: Bearer TOKEN`.")
        holder, seat = tokens.read(header[len(BEARER) :].strip())
        visitor = Visitor(holder, seat)
    elif isinstance(known_holder := session.get(HOLDER), str):
        visitor = Visitor(known_holder, browser=True, begun=str(session.get(HOST, "")))
    else:
        visitor = Visitor()
    g.visitor = visitor
    return visitor


def greet() -> None:
    """Give a browser its session; pages do, so that scripts never get a cookie by surprise."""
    if HOLDER not in session and not is_lost():
        session[HOLDER] = secrets.token_urlsafe(16)
        session.permanent = True
        g.pop("visitor", None)


def new_holder() -> str:
    """An id for a script that takes its first seat."""
    return secrets.token_urlsafe(16)


def mark_of(holder: str) -> str:
    """By which a page tells one holder from the next; nobody can act by it."""
    return hashlib.sha256(holder.encode()).hexdigest()[:8]


def held_seats(table: TablePort, visitor: Visitor, public: View) -> tuple[int, ...]:
    """The seats this visitor holds now, in playing order (for a token: at most its own)."""
    if visitor.holder is None:
        return ()
    return tuple(
        player.seat
        for player in public.players
        if visitor.seat in (None, player.seat) and table.holder(player.seat) == visitor.holder
    )


def note_seat(table: TablePort) -> None:
    """Tell the door whether who sent this request holds a seat, if the request asked who it is.

    It is noted in the request while that is answered: what a stream sends later is no request.
    """
    visitor = g.get("visitor")
    if not isinstance(visitor, Visitor):
        return
    with suppress(CommandRefused):  # the table is just starting or closing
        request.environ[SEATED] = bool(held_seats(table, visitor, table.view(None)))


def started(table: TablePort, visitor: Visitor) -> None:
    """Keep in the browser's session that it started the open game and so is the host."""
    game = table.view(None).game
    if visitor.browser and game is not None:
        session[HOST] = game.id
        g.visitor = structs.replace(visitor, begun=game.id)


def is_host(visitor: Visitor, public: View) -> bool:
    """Whether this is the host: it knows the PIN, or its browser started the open game, or is the
    table's own while there is no PIN.
    """
    game = public.game
    return visitor.host or visitor.here or (game is not None and visitor.begun == game.id)


def caller_of(table: TablePort, visitor: Visitor) -> Caller:
    """The seat for which this visitor acts. A browser without a seat plays for the table (open
    cards).
    """
    public = table.view(None)
    seats = held_seats(table, visitor, public)
    open_cards = public.game is None or public.game.hands == "physical"
    return Caller(
        seats=frozenset(seats),
        table=visitor.browser and not seats and open_cards,
        name=visitor.holder or "",
        host=is_host(visitor, public),
    )


def audience_of(table: TablePort, visitor: Visitor, wanted: int | None = None) -> int | None:
    """The seat whose view this visitor gets: ``wanted`` if held, else one to act, else the
    first.
    """
    public = table.view(None)
    seats = held_seats(table, visitor, public)
    if wanted in seats:
        return wanted
    acting = {player.seat for player in public.players if player.to_act}
    return next((seat for seat in seats if seat in acting), seats[0] if seats else None)
