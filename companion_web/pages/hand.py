"""Hands of a shared screen as pages of their own, for browsers without scripts."""

from __future__ import annotations

from flask import Blueprint, Response, render_template, request

from companion_web.access.seats import greet, held_seats
from companion_web.api.race_view import called
from companion_web.context import web
from companion_web.errors import Conflict, Forbidden

hand_pages = Blueprint("hand", __name__)


@hand_pages.get("/hands")
def hands() -> Response:
    """The seats of this browser, each with the key to its hand; it tells of no card."""
    greet()
    here = web()
    view = here.table.view(None)
    mine = held_seats(here.table, here.visitor(), view)
    seats = [(one, called(here.text, one)) for one in view.players if one.seat in mine]
    dealt = view.game is not None and view.game.hands == "virtual"
    page = render_template("hands.html", seats=seats if dealt else [])
    return Response(page, mimetype="text/html")


@hand_pages.post("/form/hand")
def look() -> Response:
    """The hand of the field ``seat``, for a browser that holds it, with what may be played of it.

    No address alone shows a hand: somebody has to press at the screen. Nothing of it is kept.
    """
    greet()
    here, seat = web(), request.form.get("seat", type=int)
    view = here.table.view(None)
    if seat is None or seat not in held_seats(here.table, here.visitor(), view):
        raise Forbidden(key="refused.not_your_hand")
    hand = here.table.hand(seat)
    if hand is None:
        raise Conflict(code="no-hand", key="refused.no_hand")
    player = next(player for player in view.players if player.seat == seat)
    page = render_template(
        "hand.html",
        hand=hand,
        who=called(here.text, player),
        tell=here.text,
        window=view.window.number if view.window else None,
    )
    answer = Response(page, mimetype="text/html")
    answer.headers["Cache-Control"] = "no-store"
    return answer
