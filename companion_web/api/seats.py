"""The seats of the open game as JSON: who sits where, sitting down, getting up (docs/http.md)."""

from __future__ import annotations

from collections.abc import Collection

from flask import Blueprint, Response, request

from companion.model.seen_seat import SeenSeat
from companion.model.view import PlayerView
from companion_web.access.host import free_seat, seats_to_free
from companion_web.access.places import got_up, sat_down
from companion_web.access.seats import held_seats, mark_of, new_holder
from companion_web.context import wanted_seat, web
from companion_web.errors import Malformed

from .answers import Seats
from .described import described
from .people import known_people
from .schema import Done, Seated, SeatLine, SeatRequest, read
from .table import reply

seats_api = Blueprint("seats_api", __name__, url_prefix="/api/seats")


@seats_api.get("")
@described(Seats)
def seats() -> Response:
    """The seats of the open game: which are the caller's, and which it may free.

    To whoever may hand a seat on, the names of those who play here again and again are told.
    """
    here = web()
    public = here.table.view(None)
    mine = held_seats(here.table, here.visitor(), public)
    taken = [one.seat for one in public.players if here.table.holder(one.seat) is not None]
    frees = seats_to_free(here.pin, here.table, here.visitor(), public)
    dealt = public.game is not None and public.game.hands != "physical"
    lines = []
    for player in public.players:
        seat = player.seat
        anybodys = (dealt or here.visitor().browser) and _is_anybodys(player, taken)
        may_hand, may_free = seat in frees or anybodys, seat in taken and seat in frees
        lines.append(
            SeatLine(
                seat,
                player.name,
                tuple(colour.colour for colour in player.colours),
                seat in taken,
                seat in mine,
                may_free,
                may_hand,
                here.table.view(seat).help if may_hand else "",
                mark_of(here.table.holder(seat) or "") if may_free else "",
            )
        )
    people = [one.name for one in known_people().values()] if any(x.may_hand for x in lines) else []
    return reply({"seats": lines, "people": people})


def _is_anybodys(player: PlayerView, taken: Collection[int]) -> bool:
    """Whether nobody sits there but perhaps a bot, so that anybody may sit down."""
    return bool(player.bot) or player.seat not in taken


@seats_api.post("")
@described(Seated, takes=SeatRequest, refuses=(404, 409))
def take_seat() -> Response:
    """Take a seat; the answer's token holds it."""
    wish = read(request.get_data(), SeatRequest)
    here = web()
    holder = here.visitor().holder or new_holder()
    here.table.sit(wish.seat, holder, SeenSeat(wish.game, wish.bot))
    if here.visitor().browser:
        sat_down(here.table, wish.seat)
    return reply(Seated(here.tokens.issue(holder, wish.seat)))


@seats_api.delete("")
@described(Done, refuses=(400, 404, 409), asks=("seat",), texts=("sitter",))
def leave_seats() -> Response:
    """Free the caller's seats, or only seat N with ``?seat=N``; with ``sitter`` only of whom the
    caller saw there.
    """
    here = web()
    if "seat" in request.args:
        seat = wanted_seat()
        if seat is None:
            raise Malformed("`seat` is no whole number.")
        own = seat in held_seats(here.table, here.visitor(), here.table.view(None))
        free_seat(here.pin, here.table, here.visitor(), seat, request.args.get("sitter"))
        if own and here.visitor().browser:
            got_up(seat)
    elif (holder := here.visitor().holder) is not None:
        here.table.leave(holder)
        if here.visitor().browser:
            got_up()
    return reply(Done(here.table.view(None).seq))
