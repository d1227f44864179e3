"""A game that a page has begun: where its person sits, and which page comes next."""

from __future__ import annotations

from flask import redirect, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.errors import CommandRefused
from companion.model.commands import New
from companion_web.access.places import sat_down
from companion_web.access.seats import held_seats
from companion_web.api.table import carry_out
from companion_web.context import web


def begin(game: New, *, here: bool = True) -> AnyResponse:
    """Begin it. Raises CommandRefused, Forbidden.

    If one person plays against bots, whoever began it sits there, unless it is somebody else, who
    does not play ``here``. Where cards are dealt to several people, they choose their seats.
    """
    carry_out(game)
    table, visitor = web().table, web().visitor()
    bots = game.bots or []
    people = [seat for seat in range(len(game.players or ())) if not any(bots[seat : seat + 1])]
    if len(people) == 1 and here:
        try:
            table.sit(people[0], visitor.holder or "")
        except CommandRefused:  # somebody was quicker; the game has begun all the same
            return redirect(url_for("setup.join"), 303)
        sat_down(table, people[0])
    elif not here or (game.hands == "virtual" and not held_seats(table, visitor, table.view(None))):
        return redirect(url_for("setup.join"), 303)
    return redirect(url_for("pages.table"), 303)
